// The puzzle of a day, the days before, and the trainer: a board on which one move is right.

import type { GameId, MovesDocument } from "../api";
import { copy } from "../clipboard";
import { h, select, type Child } from "../dom";
import type { Library } from "../library";
import { pictureButtons } from "../panels/picture";
import { outward } from "../place";
import {
  daysBefore, Diary, kindWords, KINDS, puzzleOf, shareText, stars, taskOf, today, Trainer, type Puzzle,
} from "../puzzles";
import { lookOf, sentenceOf } from "../values";
import type { BoardView, GameView, Scene } from "../view";
import * as say from "../words";

export interface PuzzleHooks { redraw(): void; say(text: string): void }
type Views = Record<GameId, GameView>;

// One puzzle on its board.
class Riddle {
  tries = 0;
  solved = false;
  private wrong = "";       // what the last move does instead
  private shown = false;    // the answer was asked for
  private board: BoardView;
  private view: GameView;

  constructor(readonly puzzle: Puzzle, views: Views, private library: Library, private hooks: PuzzleHooks, private tried: (right: boolean) => void) {
    this.view = views[puzzle.game];
    this.board = this.view.create();
  }

  get ready(): boolean { return typeof this.ask() !== "string"; }
  get over(): boolean { return this.solved || this.shown; }
  get explore(): string {
    const { game, rules, position } = this.puzzle;
    return `/${game}?${new URLSearchParams({ ...rules, position, values: "shown" })}`;
  }

  // Without the answer: to send to others.
  picture(): HTMLElement[] {
    const there = this.ask();
    if (typeof there === "string") return [];
    return pictureButtons({ id: "puzzle", game: this.puzzle.game, board: there.board, title: this.view.title, words: taskOf(this.puzzle, there.to_move, this.view.seatName(there.to_move)) });
  }

  private ask(move?: string): MovesDocument | string {
    const { game, rules, position } = this.puzzle;
    const params = { ...rules, position, ...(move ? { move } : {}) };
    const asked = this.library.ask(`puzzle ${JSON.stringify(params)}`, () => this.library.movesAt(game, params));
    return asked.state === "there" ? asked.value : asked.state === "failed" ? asked.why : "";
  }

  card(title: string, ...controls: Child[]): HTMLElement {
    const before = this.ask();
    const there = this.over ? this.ask(this.puzzle.answer) : before;
    const mover = typeof before === "string" ? "" : this.view.seatName(before.to_move);
    return h("div", { class: `card board-card puzzle-card play-${this.puzzle.game}`, "data-key": `puzzle-${this.puzzle.position}` },
      h("p", { class: "note" }, title, " · ", kindWords(this.puzzle), " · ",
        h("span", { role: "img", "aria-label": say.puzzle.difficulty(this.puzzle.difficulty) }, stars(this.puzzle.difficulty))),
      h("h1", { class: "status", tabindex: "-1" }, mover ? taskOf(this.puzzle, (before as MovesDocument).to_move, mover) : say.frame.moment),
      h("p", { class: "verdict-line", id: "verdict-line" }, this.words(typeof before === "string" ? undefined : before)),
      typeof there === "string" ? h("div", { class: "no-board", "data-key": "no-board" }, h("p", { class: "note" }, there)) : this.board.board(this.scene(there)),
      typeof before !== "string" && h("div", { class: "row controls", "data-key": "puzzle-controls" }, ...controls));
  }

  private words(before?: MovesDocument): string {
    const named = (move: string): string => this.view.moveName(move, before?.position ?? "");
    if (this.solved) return say.puzzle.right(named(this.puzzle.answer), this.tries);
    if (this.shown) return say.puzzle.was(named(this.puzzle.answer));
    return this.wrong;
  }

  private scene(moves: MovesDocument): Scene {
    return {
      rules: { ...(this.view.lessons.rules ?? {}), side: "3", dims: "2", ...this.puzzle.rules }, moves, showValues: false, sketches: [], riddle: true, library: this.library,
      locked: this.over, last: this.over ? this.puzzle.answer : undefined,
      play: (move) => this.play(move, moves), consider: () => undefined, go: () => undefined, setRules: () => undefined,
      redraw: () => this.hooks.redraw(), say: (text) => this.hooks.say(text),
    };
  }

  private play(move: string, moves: MovesDocument): void {
    ++this.tries;
    this.solved = move === this.puzzle.answer;
    this.tried(this.solved);
    if (this.solved) this.hooks.say(this.words(moves));
    else this.explain(move, moves);
    this.hooks.redraw();
  }

  // What the move does, once that is known.
  private explain(move: string, { position, to_move: mover }: MovesDocument): void {
    const name = this.view.moveName(move, position);
    const tell = (why: string): void => {
      this.wrong = say.puzzle.again(`${name} ${why}`);
      this.hooks.say(this.wrong);
      this.hooks.redraw();
    };
    tell(say.puzzle.isNot);
    const count = this.tries;
    this.library.analysisAt(this.puzzle.game, { ...this.puzzle.rules, position }).then(({ moves }) => {
      const made = moves.find((m) => m.move === move);
      if (made && count === this.tries && !this.over) tell(`${sentenceOf(lookOf(made, mover, this.view.seatName(mover)))}.`);
    }, () => undefined);
  }

  show(): void {
    this.shown = true;
    this.hooks.redraw();
  }

  putBack(): boolean { return this.board.putBack(); }
}

const longDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

const link = (href: string, text: string, kind = "button"): HTMLElement => h("a", { href, class: kind, "data-link": true }, text);

export class DayPage {
  private riddle: Riddle;
  private diary = new Diary();
  private copied = false;
  private byHand = "";

  constructor(readonly day: string, views: Views, library: Library, private hooks: PuzzleHooks) {
    this.riddle = new Riddle(puzzleOf(day), views, library, hooks, (right) => { if (right) this.diary.solve(day, this.riddle.tries); });
  }

  putBack(): boolean { return this.riddle.putBack(); }

  render(): HTMLElement {
    const { riddle, day } = this;
    const known = this.diary.tries(day);
    const streak = this.diary.streak(day);
    return h("main", { class: `play puzzle play-${riddle.puzzle.game}` }, h("div", { class: "stage" }, riddle.card(say.puzzle.ofDay(longDay(day)),
      riddle.over ? link(riddle.explore, say.puzzle.explore) : h("button", { id: "show-answer", onclick: () => riddle.show() }, say.puzzle.answer))),
      riddle.ready && h("aside", { class: "side", "aria-label": say.puzzle.yours },
        h("section", { class: "panel" }, h("h2", {}, say.puzzle.streak),
          h("p", { class: "figure" }, String(streak), h("span", { class: "note" }, say.puzzle.days(streak))),
          known !== undefined && h("div", { class: "stack" }, h("p", {}, say.puzzle.solvedIn(known)),
            h("button", { id: "share-puzzle", class: "primary", onclick: () => void this.share(known) }, this.copied ? say.frame.copied : say.frame.share),
            this.byHand && h("textarea", { id: "share-by-hand", rows: 4, readonly: true, "aria-label": say.puzzle.text, value: this.byHand })),
          h("div", { class: "row" }, ...riddle.picture()),
          h("div", { class: "row" }, link("/#archive", say.puzzle.earlier), link("/#train", say.frame.trainer), link("/#worksheet", say.worksheet.link)))));
  }

  private async share(tries: number): Promise<void> {
    const address = new URL(outward(`/#puzzle=${this.day}`), location.href).href;
    const text = shareText(this.day, this.riddle.puzzle, tries, this.diary.streak(this.day), address);
    this.copied = await copy(text);
    this.byHand = this.copied ? "" : text;
    this.hooks.say(this.copied ? say.share.done(say.share.what.puzzle) : say.share.shown(say.share.what.puzzle));
    this.hooks.redraw();
  }
}

export class TrainPage {
  private trainer = new Trainer();
  private kind = "";
  private difficulty = 0;
  private change?: number;  // of the rating, by the puzzle that is shown
  private riddle?: Riddle;

  constructor(private views: Views, private library: Library, private hooks: PuzzleHooks) { this.next(); }

  putBack(): boolean { return this.riddle?.putBack() ?? false; }

  private next(): void {
    const puzzle = this.trainer.next(this.kind, this.difficulty, this.riddle?.puzzle);
    this.change = undefined;
    this.riddle = puzzle && new Riddle(puzzle, this.views, this.library, this.hooks, (right) => this.count(puzzle, right));
  }

  // Only the first try counts.
  private count(puzzle: Puzzle, right: boolean): void {
    this.change ??= this.trainer.count(puzzle, right);
  }

  render(): HTMLElement {
    const { riddle, trainer, change } = this;
    const choose = (set: (value: string) => void) => (value: string): void => { set(value); this.next(); this.hooks.redraw(); };
    const controls = riddle?.over ? [h("button", { id: "next-puzzle", class: "primary", onclick: () => { this.next(); this.hooks.redraw(); } }, say.puzzle.next), link(riddle.explore, say.puzzle.explore)]
      : [h("button", { id: "give-up", onclick: () => { this.count(riddle!.puzzle, false); riddle!.show(); } }, say.puzzle.answer)];
    return h("main", { class: `play puzzle play-${riddle?.puzzle.game}` },
      h("div", { class: "stage" }, riddle ? riddle.card(say.frame.trainer, ...controls) : h("div", { class: "card" }, h("h1", { class: "status", tabindex: "-1" }, say.puzzle.none), h("p", {}, say.puzzle.other))),
      riddle?.ready !== false && h("aside", { class: "side", "aria-label": say.frame.trainer },
        h("section", { class: "panel" }, h("h2", {}, say.puzzle.rating),
          h("p", { class: "figure", id: "rating" }, String(trainer.rating), change !== undefined && h("span", { class: change < 0 ? "down" : "up" }, ` ${change < 0 ? "−" : "+"}${Math.abs(change)}`)),
          h("p", { class: "note" }, say.puzzle.tried(trainer.done))),
        h("section", { class: "panel" }, h("h2", {}, say.puzzle.positions), h("div", { class: "form" },
          select(say.puzzle.game, this.kind, [["", say.puzzle.all], ...KINDS.map((kind): [string, string] => [kind, kind])], choose((kind) => { this.kind = kind; })),
          select(say.puzzle.level, String(this.difficulty), [["0", say.puzzle.near], ...[1, 2, 3, 4, 5].map((n): [string, string] => [String(n), stars(n)])],
            choose((difficulty) => { this.difficulty = Number(difficulty); })))),
        h("div", { class: "row" }, link("/#puzzle", say.frame.puzzle))));
  }
}

const SHOWN = 60;

export function archivePage(): HTMLElement {
  const diary = new Diary();
  return h("main", { class: "prose" }, h("h1", {}, say.puzzle.earlier),
    h("ul", { class: "archive" }, ...daysBefore(today(), SHOWN).map((day): HTMLElement => {
      const [puzzle, tries] = [puzzleOf(day), diary.tries(day)];
      return h("li", {}, link(`/#puzzle=${day}`, longDay(day), "day"), h("span", {}, kindWords(puzzle)),
        h("span", { role: "img", "aria-label": say.puzzle.difficulty(puzzle.difficulty) }, stars(puzzle.difficulty)),
        h("span", {}, tries === undefined ? "" : say.puzzle.solved(tries)));
    })));
}

// On the start page: the position of today, and the way to it.
export function todayCard(views: Views, library: Library): HTMLElement {
  const puzzle = puzzleOf(today());
  const { game, rules, position } = puzzle;
  const asked = library.ask(`puzzle ${JSON.stringify({ ...rules, position })}`, () => library.movesAt(game, { ...rules, position }));
  const there = asked.state === "there" ? asked.value : undefined;
  const words: Child = there ? taskOf(puzzle, there.to_move, views[game].seatName(there.to_move)) : " ";
  return h("section", { class: `card today play-${game}`, "aria-labelledby": "today" },
    h("div", { class: "today-picture", "aria-hidden": "true" }, there && views[game].still({ board: there.board })),
    h("div", { class: "stack" }, h("h2", { id: "today" }, say.frame.puzzle), h("p", {}, words), h("p", { class: "note" }, `${kindWords(puzzle)} ${stars(puzzle.difficulty)}`),
      h("div", { class: "row" }, link("/#puzzle", say.puzzle.solve, "button primary"), link("/#train", say.frame.trainer))));
}
