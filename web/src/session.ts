// One game on the page: what was played, who plays, what the server says of the position,
// and the computer's moves. It draws nothing; it says when there is something to draw.

import type { Place } from "./address";
import { dropped, type Api, type Params } from "./api";
import { BestLine } from "./bestline";
import { History, type Step } from "./history";
import { early, inquire } from "./inquiry";
import { Latest } from "./latest";
import type { Library } from "./library";
import { chooseMove } from "./opponent";
import type { Playback } from "./playback";
import { Preview } from "./preview";
import { fillIn, note, stepsOf } from "./replay";
import { FRIEND, Seats } from "./seats";
import { Standing } from "./standing";
import { Timers } from "./timers";
import type { GameView } from "./view";
import * as say from "./words";

const PAUSE = 450;      // milliseconds at least before a computer's move, so that one can follow
const THINKING = 150;   // after this the page says that it waits
const MOST_REMARKS = 8;
const AGREED = 2;       // a board that stood so often before is a draw, if nobody can force a win

// What a player said of its move; `detail` gives values away.
export interface Remark { text: string; detail: string }
export const remarkText = ({ text, detail }: Remark, showValues: boolean): string => (showValues && detail ? `${text} ${detail}` : text);

// Moves drawn on the board beside the marks: those of a mistake, or a hint.
export interface Sketch { move: string; kind: "played" | "better" | "hint" }

export interface Hooks {
  draw(): void;
  say(text: string): void;
  // The address changes: a new entry for Back, or the present one anew.
  address(how: "push" | "replace"): void;
  moved(move: string | undefined): void;  // another position is shown: by this move, or by a jump
}

export class Session extends Standing {
  history = new History([{ position: "" }]);
  seats: Seats;
  remarks: Remark[] = [];    // what was said since a person last moved
  sketches: Sketch[] = [];   // what is drawn on the position shown
  hint = 0;                  // how much of the best move a person asked to see: 1 a part, 2 all
  hinted?: string;           // that move
  paused = false;
  selector?: string;         // the person whom the dice named to settle this cycle
  readonly best: BestLine;
  readonly preview: Preview;
  private playOn = false;    // an offered draw was declined
  private former?: History;  // the game that New game put away
  private again?: () => void;
  private latest = new Latest();   // the position that is shown
  private turn = new Latest();     // the computer's choice
  private side = new Latest();     // values of earlier steps
  private timers = new Timers();

  constructor(readonly view: GameView, readonly place: Place, private api: Api,
              readonly library: Library, private hooks: Hooks) {
    super();
    this.seats = new Seats(view.seats(place.rules), place.seats);
    this.best = new BestLine(api, place, {
      moved: (move) => void this.arrive(move),
      remark: (text) => { this.remarks = [{ text, detail: "" }]; hooks.draw(); },
    });
    this.preview = new Preview((position) => library.movesAt(place.game, this.params(position)), () => hooks.draw());
  }

  get rules(): Params { return this.place.rules; }
  get line(): Playback | undefined { return this.best.playback; }
  get position(): string { return this.line ? this.line.position : this.history.now.position; }
  get over(): boolean { return this.moves?.result !== undefined || this.agreed; }
  // Looking back at a game that has ended, not playing it.
  get browsing(): boolean { return this.history.canRedo && this.history.last.result !== undefined; }
  get computersTurn(): boolean {
    return !!this.moves && !this.moves.result && !this.line && !this.browsing && this.seats.movesItself(this.moves.to_move);
  }
  // Somebody elsewhere is to move, and gets a link.
  get friendsTurn(): boolean {
    return !!this.moves && !this.moves.result && !this.line && !this.history.canRedo && this.seats.of(this.moves.to_move) === FRIEND;
  }
  get locked(): boolean { return this.waiting || !!this.refusal || this.friendsTurn || (this.computersTurn && !this.agreed); }
  private get repeated(): boolean {
    return !this.playOn && !this.line && !!this.moves && !this.moves.result && this.seats.anyComputer && this.history.repeats() >= AGREED;
  }
  // A board that stands for the third time where nobody can force anything.
  get agreed(): boolean {
    if (!this.repeated || (!this.analysis && !this.noValues)) return false;
    return this.analysis?.value !== "win" && this.analysis?.value !== "loss";
  }

  // --- getting somewhere ----------------------------------------------------

  // Rebuilds the game that an address names.
  async open(): Promise<void> {
    const signal = this.latest.begin();
    this.again = () => void this.open();
    this.wait();
    try {
      this.history = new History(await stepsOf(this.place, this.view.historyInText, this.library, signal), this.place.at);
    } catch (error) {
      return this.failed(error, signal);
    }
    if (!signal.aborted) await this.arrive();
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
    if (!this.locked) this.make(move, "push");
  }

  private make(move: string, how: "push" | "replace", remark?: Remark): void {
    const index = this.moves?.moves.indexOf(move) ?? -1;
    if (index < 0) return;
    const line = this.line;
    if (line) for (let i = 0; i < line.at; ++i) this.history.play(line.line.moves[i]!, line.line.positions[i + 1]!);
    const before = remark && this.seats.anyPerson ? this.remarks : [];
    this.leave();
    this.history.play(move, this.moves!.positions[index]!);
    if (!remark) this.former = undefined;  // a computer that begins does not end what New game put away
    if (remark) this.remarks = [...before, remark].slice(-MOST_REMARKS);
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
  get canUndo(): boolean { return this.undoTo !== undefined || this.former !== undefined; }
  undo(): void {
    const to = this.undoTo;
    if (to !== undefined) return this.jump(to);
    if (!this.former) return;
    // Nothing was played since New game: the game before it comes back.
    this.leave();
    this.history = this.former;
    this.former = undefined;
    this.go("push");
  }
  redo(): void { const to = this.redoTo; if (to !== undefined) this.jump(to); }

  // Arrow keys: through the line while it is shown, else through the game.
  step(by: 1 | -1): void {
    if (this.line) return this.line.step(by);
    const to = this.browsing || this.over ? this.history.at + by : by < 0 ? this.undoTo : this.redoTo;
    if (to !== undefined && to >= 0 && to < this.history.steps.length && to !== this.history.at) this.jump(to);
  }

  restart(position: string): void {
    this.leave();
    if (this.history.steps.length > 1) this.former = this.history;
    this.playOn = false;
    this.paused = false;
    this.history = new History([{ position }]);
    this.go("push");
  }

  // Plays on from an earlier step; what came after is dropped.
  retry(at: number): void {
    this.leave();
    this.playOn = false;
    this.history = new History(this.history.steps.slice(0, at + 1));
    this.go("push");
  }

  // Back to where a mistake was made, with both moves drawn on the board.
  compare(at: number, played: string, better: string): void {
    this.jump(at);
    this.sketches = [{ move: played, kind: "played" }, { move: better, kind: "better" }];
    this.hooks.draw();
  }

  // First a part of the best move, then all of it.
  askHint(): void {
    const best = this.analysis?.best[0] ?? this.analysis?.guess ?? this.analysis?.moves[0]?.move;
    if (!best || this.locked || this.over) return;
    this.hint = Math.min(2, this.hint + 1);
    this.sketches = this.hint > 1 ? [{ move: best, kind: "hint" }] : [];
    this.hinted = best;
    this.hooks.draw();
    this.hooks.say(this.hintText);
  }
  get hintText(): string {
    if (!this.hinted) return "";
    return this.hint > 1 ? say.board.hints(this.view.moveWords(this.hinted, this.position)) : this.view.hintWords(this.hinted, this.position);
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
    this.remarks = [];
    this.hooks.address("replace");
    void this.arrive();
  }

  pause(on: boolean): void {
    this.paused = on;
    this.hooks.say(on ? say.board.isPaused : say.board.goesOn);
    if (!on) return void this.arrive();
    this.turn.drop();
    this.hooks.draw();
  }

  decline(): void {
    this.playOn = true;
    void this.arrive();
  }

  tryAgain(): void { this.again?.(); }
  tellDraw(): void { this.hooks.draw(); }
  consider(move?: string): void { this.preview.consider(move, this.waiting ? undefined : this.moves); }

  findLine(): Promise<void> { return this.best.find(this.position); }
  closeLine(): void {
    this.leave();
    void this.arrive();
  }

  // The page goes elsewhere.
  end(): void {
    this.leave();
    this.latest.drop();
    this.turn.drop();
    this.timers.clear();
  }

  private leave(): void {
    this.best.close();
    this.remarks = [];
    this.sketches = [];
    this.hint = 0;
    this.hinted = undefined;
    this.consider();
    this.side.drop();
  }

  private go(how: "push" | "replace", move?: string): void {
    this.hooks.address(how);
    void this.arrive(move);
  }

  // --- what the server says of the position ---------------------------------

  private params(position = this.position): Params { return { ...this.rules, position }; }

  private wait(): void {
    this.ask();
    this.timers.clear();
    this.timers.soon(() => { this.thinking = true; this.hooks.draw(); }, THINKING);
  }

  private async arrive(move?: string): Promise<void> {
    this.turn.drop();
    this.selector = undefined;
    const signal = this.latest.begin();
    const step = this.line ? undefined : this.history.now;
    this.again = () => void this.arrive(move);
    this.wait();
    const inquiry = inquire(this.library, this.place.game, this.params(), signal);
    if (!this.seats.anyComputer) void inquiry.worth();  // together with the moves
    try {
      const moves = await inquiry.moves;
      if (signal.aborted) return;
      this.show(moves);
      if (step) note(step, moves);
      this.hooks.moved(move);
    } catch (error) {
      return this.failed(error, signal);
    }
    // The computer does not wait for values, unless they decide whether the game is drawn.
    if (this.computersTurn && !this.paused && !this.repeated) {
      this.known();
      return this.computerMoves(PAUSE);
    }
    let worth = await early(inquiry.worth());
    if (signal.aborted) return;
    if (!worth) this.hooks.draw();
    worth ??= await inquiry.worth();
    if (signal.aborted) return;
    this.value(worth);
    if (step) Object.assign(step, { analysis: worth.analysis, asked: worth.fault !== "away" });
    this.known();
    if (worth.fault === "away") return;
    if (this.computersTurn && !this.paused && !this.agreed) return this.computerMoves(PAUSE);
    void this.fill();
  }

  // Nothing more is to come by itself.
  private known(): void {
    this.timers.clear();
    this.thinking = false;
    this.hooks.draw();
    this.announce();
  }

  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || dropped(error)) return;
    this.timers.clear();
    this.fail(error);
    this.hooks.draw();
    this.hooks.say(this.refusal || this.fault);
  }

  private announce(): void {
    if (this.agreed) this.hooks.say(say.board.agreed);
    else if (!this.fault) this.hooks.say("");
  }

  // Values of steps that a link brought, or that the computer left before they came.
  private async fill(): Promise<void> {
    const signal = this.side.begin();
    try {
      if (await fillIn(this.history.steps, this.place, this.library, signal)) this.hooks.draw();
    } catch { /* a gap in the graph says nothing wrong */ }
  }

  // --- the computer's move ----------------------------------------------------

  // Also the System's draw, when a person asks for it.
  async computerMoves(pause = 0): Promise<void> {
    const { moves } = this;
    if (!moves || moves.result || this.waiting) return;
    const signal = this.turn.begin();
    const seat = moves.to_move;
    const kind = this.seats.names.includes(seat) ? this.seats.of(seat) : "perfect";
    this.again = () => void this.computerMoves();
    this.fault = "";
    try {
      const [chosen] = await Promise.all([chooseMove(this.api, this.place.game, { ...this.params(), player: kind }, moves.moves, signal),
        new Promise((done) => setTimeout(done, pause))]);
      if (signal.aborted) return;
      if (chosen.selects && this.seats.of(chosen.selects) === "person") return this.selects(chosen.selects, chosen.thrown!);
      const before = this.position;
      const said = chosen.remark?.replace(/sel[AB]/g, (sel) => this.view.moveName(sel, before));
      const name = this.view.moveName(chosen.move, before);
      const remark: Remark = seat === "System" && said ? { text: say.board.chanceDecided(name), detail: said }
        : { text: say.board.played(this.view.seatName(seat), name), detail: `(${chosen.how}${said ? `: ${said}` : ""})` };
      this.make(chosen.move, this.seats.movesItself(seat) ? "replace" : "push", remark);
    } catch (error) {
      this.failed(error, signal);
    }
  }

  // The dice give the choice to a person.
  private selects(who: string, thrown: string): void {
    this.selector = who;
    const text = say.board.diceName(thrown, who);
    this.remarks = [{ text, detail: "" }];
    this.hooks.draw();
    this.hooks.say(text);
  }
}
