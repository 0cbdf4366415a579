// One game on the page: its history, its players, a line of best play beside it, and
// the questions to the server that all of this needs. It draws nothing; it says when
// there is something to draw.

import type { Place } from "./address";
import { ApiError, dropped, type Analysis, type Api, type LineDocument, type MovesDocument, type Params } from "./api";
import { History, type Step } from "./history";
import { Latest } from "./latest";
import { sentence, type Library } from "./library";
import { Opponent } from "./opponent";
import { Playback, type Clock } from "./playback";
import { Seats } from "./seats";
import { allDraw, findTraps } from "./traps";
import type { GameView } from "./view";

const PAUSE = 450;      // milliseconds before a computer's move, so that one can follow
const AT_ONCE = 60;     // an answer within this is drawn with the board, not after it
const THINKING = 150;   // after this the page says that it waits
const TOGETHER = 6;     // questions at once about a game that a link brought

export interface Hooks {
  draw(): void;
  say(text: string): void;
  // The address changes: a new entry for Back, or the present one anew.
  address(how: "push" | "replace"): void;
  moved(move: string | undefined): void;  // another position is shown: by this move, or by a jump
}

const clock: Clock = {
  set: (call, milliseconds) => window.setTimeout(call, milliseconds),
  clear: (timer) => clearTimeout(timer),
};

export class Session {
  history = new History([{ position: "" }]);
  seats: Seats;
  moves?: MovesDocument;     // of the board that is shown
  analysis?: Analysis;       // of the same
  refusal = "";              // the position or the rules cannot be
  fault = "";                // the server did not answer; the board stays
  noValues = "";             // why there is no analysis
  undecided = false;         // asking again may decide it
  remark = "";               // what a player said of its move
  waiting = false;           // the board shown is not yet the position asked for
  thinking = false;          // values have been waited for long enough to say so
  paused = false;
  line?: Playback;
  considered?: string;
  ahead?: MovesDocument;
  private playOn = false;    // an offered draw was declined
  private again?: () => void;
  private latest = new Latest();
  private side = new Latest();     // previews, lines, reviews
  private timers = new Set<number>();
  private opponent: Opponent;

  constructor(readonly view: GameView, readonly place: Place, private api: Api,
              readonly library: Library, private hooks: Hooks) {
    this.seats = new Seats(view.seats(place.rules), place.seats);
    this.opponent = new Opponent(api, (player) => library.offersPlayer(player));
  }

  get rules(): Params { return this.place.rules; }
  get position(): string { return this.line ? this.line.position : this.history.now.position; }
  get over(): boolean { return this.moves?.result !== undefined || this.agreed; }
  // Looking back at a game that has ended, not playing it.
  get browsing(): boolean { return this.history.canRedo && this.history.last.result !== undefined; }
  get computersTurn(): boolean {
    return !!this.moves && !this.moves.result && !this.line && !this.browsing && this.seats.movesItself(this.moves.to_move);
  }
  get locked(): boolean { return this.waiting || !!this.refusal || (this.computersTurn && !this.agreed); }
  // A board that stands for the third time where nobody can force anything.
  get agreed(): boolean {
    if (this.playOn || this.line || !this.moves || this.moves.result || !this.seats.anyComputer) return false;
    const value = this.analysis?.value;
    return this.history.repeats() >= 2 && value !== "win" && value !== "loss";
  }

  // --- getting somewhere ----------------------------------------------------

  // Rebuilds the game that an address names.
  async open(): Promise<void> {
    const signal = this.latest.begin();
    this.again = () => void this.open();
    this.waiting = true;
    this.fault = "";
    this.soon(() => { this.thinking = this.waiting; this.hooks.draw(); }, THINKING);
    try {
      const steps = await this.replay(signal);
      this.history = new History(steps, this.place.at);
    } catch (error) {
      return this.failed(error, signal);
    }
    this.clearTimers();
    const arrived = this.arrive();
    if (this.history.steps.length > 1) void arrived.then(() => this.fillIn());
    await arrived;
  }

  // Where a position's text is the game so far, the moves are read from it.
  private async replay(signal: AbortSignal): Promise<Step[]> {
    const { place } = this;
    if (this.view.historyInText) {
      const before = place.start.split(/\s+/).filter(Boolean);
      const moves = [...before, ...place.moves];
      place.start = "";
      place.moves = moves;
      place.at += before.length;
      return [{ position: "" }, ...moves.map((move, i) => ({ move, position: moves.slice(0, i + 1).join(" ") }))];
    }
    const steps: Step[] = [{ position: place.start }];
    for (const move of place.moves) {
      const before = steps[steps.length - 1]!;
      const there = await this.library.movesAt(place.game, { ...this.rules, position: before.position, move }, signal);
      before.position = steps.length === 1 && place.start === "" ? "" : before.position;
      steps.push({ move, position: there.position, toMove: there.to_move, result: there.result });
    }
    return steps;
  }

  // An address that lies on this game's way is stepped to; others are a game of their own.
  follow(place: Place): boolean {
    if (place.game !== this.place.game || JSON.stringify(place.rules) !== JSON.stringify(this.rules)) return false;
    if (!this.history.adopt(place.start, place.moves, place.at)) return false;
    this.seats = new Seats(this.seats.names, place.seats);
    this.place.values = place.values;
    this.leave();
    void this.arrive();
    return true;
  }

  // A person's move on the board that is shown. From a line it takes the line along.
  play(move: string): void {
    if (this.waiting || this.locked) return;
    this.make(move, "push");
  }

  private make(move: string, how: "push" | "replace", remark = ""): void {
    const index = this.moves?.moves.indexOf(move) ?? -1;
    if (index < 0) return;
    const line = this.line;
    if (line) for (let i = 0; i < line.at; ++i) this.history.play(line.line.moves[i]!, line.line.positions[i + 1]!);
    this.leave();
    this.history.play(move, this.moves!.positions[index]!);
    this.remark = remark;
    this.go(how, move);
  }

  jump(to: number): void {
    const forward = to === this.history.at + 1 ? this.history.steps[to]?.move : undefined;
    this.leave();
    this.history.jump(to);
    this.go("push", forward);
  }

  private isPersons = (step: Step): boolean =>
    !this.seats.anyComputer || !this.seats.anyPerson || step.toMove === undefined || !this.seats.movesItself(step.toMove);
  get undoTo(): number | undefined { return this.history.nearest(-1, this.isPersons); }
  get redoTo(): number | undefined { return this.history.nearest(1, this.isPersons); }
  undo(): void { const to = this.undoTo; if (to !== undefined) this.jump(to); }
  redo(): void { const to = this.redoTo; if (to !== undefined) this.jump(to); }

  // Arrow keys: through the line while it is shown, else through the game.
  step(by: 1 | -1): void {
    if (this.line) return this.line.step(by);
    const to = this.browsing || this.over ? this.history.at + by : by < 0 ? this.undoTo : this.redoTo;
    if (to !== undefined && to >= 0 && to < this.history.steps.length && to !== this.history.at) this.jump(to);
  }

  restart(position: string): void {
    this.leave();
    this.playOn = false;
    this.paused = false;
    this.history = new History([{ position }]);
    this.go("push");
  }

  seat(name: string, kind: string): void {
    this.seats.set(name, kind);
    this.reseated();
  }

  swap(): void {
    this.seats.rotate();
    this.reseated();
  }

  private reseated(): void {
    this.remark = "";
    this.hooks.address("replace");
    void this.arrive();
  }

  pause(on: boolean): void {
    this.paused = on;
    this.hooks.say(on ? "paused" : "the game goes on");
    if (on) { this.clearTimers(); this.hooks.draw(); } else void this.arrive();
  }

  decline(): void {
    this.playOn = true;
    void this.arrive();
  }

  tryAgain(): void { this.again?.(); }

  // The page goes elsewhere.
  end(): void {
    this.leave();
    this.latest.drop();
    this.clearTimers();
  }

  private leave(): void {
    this.line?.stop();
    this.line = undefined;
    this.remark = "";
    this.consider();
    this.side.drop();
  }

  private go(how: "push" | "replace", move?: string): void {
    this.hooks.address(how);
    void this.arrive(move);
  }

  // --- what the server says of the position ---------------------------------

  private params(position = this.position): Params { return { ...this.rules, position }; }

  private async arrive(move?: string): Promise<void> {
    this.clearTimers();
    const signal = this.latest.begin();
    const step = this.line ? undefined : this.history.now;
    const position = this.position;
    const params = this.params();
    this.again = () => void this.arrive(move);
    this.waiting = true;
    this.fault = "";
    this.soon(() => { this.thinking = true; this.hooks.draw(); }, THINKING);
    const analysis = this.library.analysisAt(this.place.game, params, signal).then(
      (found) => ({ found, why: "", fault: undefined }),
      (error) => ({ found: undefined, why: sentence(error), fault: error instanceof ApiError ? error.fault : "away" }));
    let moves: MovesDocument;
    try {
      moves = await this.library.movesAt(this.place.game, params, signal);
    } catch (error) {
      return this.failed(error, signal);
    }
    if (signal.aborted || position !== this.position) return;
    this.show(moves, step, move);
    // Known answers come at once; drawing twice would only flicker.
    const early = await Promise.race([analysis, new Promise<null>((r) => setTimeout(() => r(null), AT_ONCE))]);
    if (signal.aborted) return;
    if (!early) this.hooks.draw();
    const { found, why, fault } = early ?? (await analysis);
    const away = fault === "away";
    if (signal.aborted) return;
    this.clearTimers();
    this.thinking = false;
    this.analysis = found;
    this.noValues = why;
    this.undecided = fault === "busy";
    if (step) step.analysis = found;
    if (away) this.fault = why;
    this.hooks.draw();
    this.announce();
    if (found) void this.lookForTraps(found, signal);
    if (!away) this.letComputerMove();
  }

  private show(moves: MovesDocument, step: Step | undefined, move?: string): void {
    this.refusal = "";
    this.noValues = "";
    this.waiting = false;
    this.moves = moves;
    this.analysis = undefined;
    if (step) [step.toMove, step.result] = [moves.to_move, moves.result];
    this.hooks.moved(move);
  }

  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || dropped(error)) return;
    this.clearTimers();
    this.thinking = false;
    if (error instanceof ApiError && (error.fault === "refused" || error.fault === "missing")) {
      this.refusal = error.message;
      this.moves = undefined;
    } else this.fault = sentence(error);
    this.hooks.draw();
    this.hooks.say(this.refusal || this.fault);
  }

  private announce(): void {
    if (this.agreed) this.hooks.say("The players agree on a draw: this board stands for the third time.");
    else if (!this.fault) this.hooks.say("");
  }

  private async lookForTraps(analysis: Analysis, signal: AbortSignal): Promise<void> {
    if (this.place.game === "quantum" || !allDraw(analysis) || Number(this.rules.players ?? 2) > 2) return;
    try {
      await findTraps(analysis, (position) => this.library.analysisAt(this.place.game, this.params(position), signal));
    } catch { return; }  // a remark that is missing says nothing wrong
    if (!signal.aborted) this.hooks.draw();
  }

  // Values of the steps that a link brought along, for the review.
  private async fillIn(): Promise<void> {
    const signal = this.side.begin();
    const steps = this.history.steps.filter((step) => !step.analysis);
    const one = async (): Promise<void> => {
      for (let step = steps.shift(); step && !signal.aborted; step = steps.shift()) {
        const params = this.params(step.position);
        const there = await this.library.movesAt(this.place.game, params, signal);
        [step.toMove, step.result] = [there.to_move, there.result];
        step.analysis = await this.library.analysisAt(this.place.game, params, signal).catch(() => undefined);
      }
    };
    try {
      await Promise.all(Array.from({ length: TOGETHER }, one));
    } catch { return; }
    if (!signal.aborted) this.hooks.draw();
  }

  // --- the computer's move ----------------------------------------------------

  private letComputerMove(): void {
    if (!this.computersTurn || this.paused || this.agreed) return;
    this.soon(() => void this.computerMoves(), PAUSE);
  }

  // Also the System's draw, when a person asks for it.
  async computerMoves(): Promise<void> {
    const moves = this.moves;
    if (!moves || moves.result || this.waiting) return;
    const signal = this.latest.begin();
    const seat = moves.to_move;
    this.again = () => void this.computerMoves();
    this.fault = "";
    try {
      const chosen = await this.opponent.choose({ game: this.place.game, params: this.params(), moves,
        kind: this.seats.names.includes(seat) ? this.seats.of(seat) : "perfect", analysis: this.analysis }, signal);
      if (signal.aborted) return;
      const before = this.position;
      const remark = chosen.remark?.replace(/sel[AB]/g, (sel) => this.view.moveName(sel, before)) ??
        `${this.view.seatName(seat)} played ${this.view.moveName(chosen.move, before)} (${chosen.how})`;
      this.make(chosen.move, this.seats.movesItself(seat) ? "replace" : "push", remark);
    } catch (error) {
      this.failed(error, signal);
    }
  }

  // --- beside the game --------------------------------------------------------

  consider(move?: string): void {
    if (this.considered === move) return;
    this.considered = move;
    this.ahead = undefined;
    const position = move === undefined ? undefined : this.moves?.positions[this.moves.moves.indexOf(move)];
    if (position === undefined || this.waiting) { this.considered = undefined; return this.hooks.draw(); }
    this.library.movesAt(this.place.game, this.params(position)).then((there) => {
      if (this.considered !== move) return;
      this.ahead = there;
      this.hooks.draw();
    }, () => undefined);
  }

  async findLine(): Promise<void> {
    const signal = this.side.begin();
    try {
      const found = await this.api.line(this.place.game, this.params(), signal);
      if (!signal.aborted) this.showLine(found, 0);
    } catch (error) {
      if (signal.aborted || dropped(error)) return;
      this.remark = sentence(error);
      this.hooks.draw();
    }
  }

  private showLine(line: LineDocument, at: number): void {
    this.line?.stop();
    this.line = new Playback(line, clock, () => void this.arrive(line.moves[this.line!.at - 1]));
    this.line.at = at;
    void this.arrive();
  }

  // The line again with the other outcome at one step, and best play after it.
  async otherSide(at: number, move: string, position: string): Promise<void> {
    const { moves, positions } = this.line!.line;
    const signal = this.side.begin();
    try {
      const rest = await this.api.line(this.place.game, this.params(position), signal);
      if (signal.aborted) return;
      this.showLine({ moves: [...moves.slice(0, at), move, ...rest.moves],
        positions: [...positions.slice(0, at + 1), ...rest.positions], result: rest.result }, at + 1);
    } catch (error) {
      if (dropped(error)) return;
      this.remark = sentence(error);
      this.hooks.draw();
    }
  }

  closeLine(): void {
    this.leave();
    void this.arrive();
  }

  tellDraw(): void { this.hooks.draw(); }

  private soon(call: () => void, milliseconds: number): void {
    const timer = window.setTimeout(() => { this.timers.delete(timer); call(); }, milliseconds);
    this.timers.add(timer);
  }

  private clearTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
