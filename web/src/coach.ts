// The first game: the rules, one step at a time, on the board that the game is played on. The
// reader makes each move, or has it shown. What a move does comes from the server, as in a game.

import type { MovesDocument } from "./api";
import { h } from "./dom";
import { sentence, type Library } from "./library";
import type { BoardView, GameView, Lesson, Scene } from "./view";
import * as say from "./words";

interface Pictures { before: MovesDocument; after?: MovesDocument }

export interface CoachHooks { redraw(): void; say(text: string): void; close(): void }

export class Coach {
  private at = 0;
  private made?: string;  // the move of the step, or the other outcome of its cycle
  private board: BoardView;

  constructor(private view: GameView, private library: Library, private hooks: CoachHooks) {
    this.board = view.create();
  }

  private async picturesOf({ position }: Lesson, move?: string): Promise<Pictures> {
    const params = { ...this.view.lessons.rules, position };
    const before = await this.library.movesAt(this.view.id, params);
    return { before, after: move ? await this.library.movesAt(this.view.id, { ...params, move }) : undefined };
  }

  // In the place of the board's card.
  card(): HTMLElement {
    const { steps } = this.view.lessons;
    const step = steps[this.at]!;
    const move = this.made ?? step.move;
    const asked = this.library.ask(`coach ${this.view.id} ${this.at} ${move}`, () => this.picturesOf(step, move).catch((error) => { throw new Error(sentence(error)); }));
    const body = asked.state === "there" ? this.board.board(this.scene(step, asked.value)) : h("p", { class: "note" }, asked.state === "failed" ? asked.why : say.frame.moment);
    const last = this.at + 1 === steps.length;
    const go = (to: number): void => this.go(to);
    return h("div", { class: "card board-card coach", id: "guide", "data-key": "coach" },
      h("div", { class: "status-row" }, h("h1", { class: "status", tabindex: "-1" }, say.lesson.title(this.view.title)),
        h("button", { id: "lesson-close", class: "quiet", onclick: () => this.hooks.close() }, say.lesson.skip)),
      h("p", { class: "lesson", "aria-live": "polite" }, h("strong", {}, say.lesson.of(this.at + 1, steps.length)), step.text),
      // A place of its own, so that what stands below keeps its elements, and with them the focus.
      h("div", { "data-key": "lesson-board" }, body),
      h("div", { class: "row controls", "data-key": "lesson-controls" },
        h("button", { id: "lesson-back", disabled: this.at === 0, onclick: () => go(this.at - 1) }, say.lesson.back),
        step.move && h("button", { id: "lesson-again", onclick: () => { this.made = this.made ? undefined : step.move; this.board.putBack(); this.hooks.redraw(); } },
          this.made ? say.lesson.again : say.lesson.show),
        last ? h("a", { id: "lesson-play", class: "button primary", href: `/${this.view.id}?${this.view.lessons.game ?? ""}seats=person%2Ceasy&values=hidden`, "data-link": true,
          onclick: () => this.hooks.close() }, say.lesson.play)
          : h("button", { id: "lesson-next", class: "primary", onclick: () => go(this.at + 1) }, say.lesson.next)));
  }

  private go(to: number): void {
    this.at = to;
    this.made = undefined;
    this.board.putBack();
    this.hooks.redraw();
  }

  // Only the move of the lesson can be made; a cycle may settle either way.
  private scene({ move }: Lesson, { before, after }: Pictures): Scene {
    const now = this.made && after ? after : before;
    const both = move?.startsWith("sel");
    const offered = this.made ? [] : before.moves.flatMap((one, i) => (both || one === move ? [i] : []));
    return {
      rules: this.view.lessons.rules, moves: { ...now, moves: offered.map((i) => before.moves[i]!), positions: offered.map((i) => before.positions[i]!) },
      showValues: false, sketches: offered.length > 0 && !both ? [{ move: move!, kind: "hint" }] : [], library: this.library, locked: offered.length === 0,
      last: this.made,
      play: (made) => { this.made = made; this.hooks.redraw(); },
      consider: () => undefined, go: () => undefined, setRules: () => undefined,
      redraw: () => this.hooks.redraw(), say: (text) => this.hooks.say(text),
    };
  }
}
