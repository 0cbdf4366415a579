// Beside the game: one line of best play, found, shown, and turned another way where
// chance decides.

import { dropped, type Api, type LineDocument, type Params } from "./api";
import type { Place } from "./address";
import { Latest } from "./latest";
import { sentence } from "./library";
import { Playback, type Clock } from "./playback";

export interface LineHooks {
  moved(move?: string): void;   // another position of the line is shown
  remark(text: string): void;   // why there is none
}

const clock: Clock = {
  set: (call, milliseconds) => window.setTimeout(call, milliseconds),
  clear: (timer) => clearTimeout(timer),
};

export class BestLine {
  playback?: Playback;
  private latest = new Latest();

  constructor(private api: Api, private place: Place, private hooks: LineHooks) {}

  async find(position: string): Promise<void> {
    await this.ask(position, (found) => this.show(found, 0));
  }

  // The line again with the other outcome at one step, and best play after it.
  async turn(at: number, move: string, position: string): Promise<void> {
    const { moves, positions } = this.playback!.line;
    await this.ask(position, (rest) => this.show({ moves: [...moves.slice(0, at), move, ...rest.moves],
      positions: [...positions.slice(0, at + 1), ...rest.positions], result: rest.result }, at + 1));
  }

  close(): void {
    this.latest.drop();
    this.playback?.stop();
    this.playback = undefined;
  }

  private async ask(position: string, show: (line: LineDocument) => void): Promise<void> {
    const signal = this.latest.begin();
    const params: Params = { ...this.place.rules, position };
    try {
      const line = await this.api.line(this.place.game, params, signal);
      if (!signal.aborted) show(line);
    } catch (error) {
      if (!signal.aborted && !dropped(error)) this.hooks.remark(sentence(error));
    }
  }

  private show(line: LineDocument, at: number): void {
    this.playback?.stop();
    const playback = new Playback(line, clock, () => this.hooks.moved(line.moves[playback.at - 1]));
    playback.at = at;
    this.playback = playback;
    this.hooks.moved();
  }
}
