// A line of best play beside the game: where one is in it, and whether it runs by
// itself. It never touches the game.

import type { LineDocument } from "./api";

export interface Clock {
  set(call: () => void, milliseconds: number): number;
  clear(timer: number): void;
}

export class Playback {
  at = 0;
  playing = false;
  private timer = 0;

  constructor(readonly line: LineDocument, private clock: Clock, private moved: () => void, private pause = 900) {}

  get position(): string { return this.line.positions[this.at]!; }
  get atEnd(): boolean { return this.at === this.line.moves.length; }

  // A step by hand ends the running.
  step(by: number): void { this.go(this.at + by); }

  go(to: number): void {
    this.stop();
    this.move(to);
  }

  play(): void {
    if (this.atEnd) this.move(0);
    this.playing = true;
    this.next();
  }

  stop(): void {
    this.playing = false;
    this.clock.clear(this.timer);
  }

  private next(): void {
    this.timer = this.clock.set(() => {
      if (!this.playing) return;
      if (this.at + 1 === this.line.moves.length) this.playing = false;
      this.move(this.at + 1);
      if (this.playing) this.next();
    }, this.pause);
  }

  private move(to: number): void {
    const at = Math.max(0, Math.min(to, this.line.moves.length));
    if (at === this.at) return;
    this.at = at;
    this.moved();
  }
}
