// How to play well, in a few steps drawn by the page's own boards. What a move does comes from
// the server, as in a game.

import { api } from "./api";
import { calm, h } from "./dom";
import type { Library } from "./library";
import type { GameView, Lesson, Lessons, Still } from "./view";
import * as say from "./words";

interface Pictures { before: Still; after?: Still }
const HOLD = 900;  // milliseconds before the move of a step is made

async function picturesOf(view: GameView, { rules }: Lessons, lesson: Lesson): Promise<Pictures> {
  const before = await api.moves(view.id, { ...rules, position: lesson.position });
  const first: Still = { board: before.board, toMove: before.to_move, held: lesson.held };
  if (!lesson.move) return { before: first };
  const after = await api.moves(view.id, { ...rules, position: lesson.position, move: lesson.move });
  return { before: first, after: { board: after.board, toMove: after.to_move, last: lesson.move } };
}

export class Guide {
  private at = 0;
  private moved = false;  // the move of the step has been made
  private timer = 0;
  open = false;

  // `id` is that of the fold; its buttons are named after it.
  constructor(private view: GameView, private lessons: Lessons, private id: string, private title: string,
              private library: Library, private redraw: () => void) {}

  panel(): HTMLElement {
    return h("details", { class: "panel guide", id: this.id, "data-panel": this.title, open: this.open,
      ontoggle: (event: Event) => {
        const { open } = event.currentTarget as HTMLDetailsElement;
        if (open === this.open) return;  // a fold that is made open says so too
        this.open = open;
        if (this.open) this.begin(); else clearTimeout(this.timer);
        this.redraw();
      } }, h("summary", {}, h("h2", {}, this.title)), this.open ? this.body() : h("p", {}, ""));
  }

  end(): void { clearTimeout(this.timer); }

  private body(): HTMLElement {
    const { steps, play } = this.lessons;
    const asked = this.library.ask(`${this.id} ${this.view.id}`, () => Promise.all(steps.map((step) => picturesOf(this.view, this.lessons, step))));
    if (asked.state === "waiting") return h("p", {}, say.frame.moment);
    if (asked.state === "failed") return h("p", { class: "note" }, asked.why);
    const pictures = asked.value[this.at]!;
    const still = (this.moved ? pictures.after : undefined) ?? pictures.before;
    const name = this.id;
    const go = (to: number): void => { this.at = to; this.begin(); this.redraw(); };
    return h("div", { class: "stack" },
      h("div", { class: "lesson-picture" }, this.view.still(still)),
      h("p", { class: "lesson", "aria-live": "polite" }, h("strong", {}, say.lesson.of(this.at + 1, steps.length)), steps[this.at]!.text),
      h("div", { class: "row" },
        h("button", { id: `${name}-back`, disabled: this.at === 0, onclick: () => go(this.at - 1) }, say.lesson.back),
        h("button", { id: `${name}-again`, onclick: () => go(this.at) }, say.lesson.again),
        h("button", { id: `${name}-next`, class: "primary", disabled: this.at + 1 === steps.length, onclick: () => go(this.at + 1) }, say.lesson.next)),
      play && h("p", {}, h("a", { href: play.href, "data-link": true }, play.text)));
  }

  // Shows the step's position, then its move; without motion the move is shown at once.
  private begin(): void {
    clearTimeout(this.timer);
    this.moved = calm();
    if (this.moved) return;
    this.timer = window.setTimeout(() => { this.moved = true; this.redraw(); }, HOLD);
  }
}
