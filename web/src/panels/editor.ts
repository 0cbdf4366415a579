// Any Quixo board, set up by hand.

import type { QuixoBoard } from "../api";
import { h, panel, select } from "../dom";
import { sign } from "../tokens";
import type { Scene } from "../view";

const NEXT: Record<string, string> = { ".": "X", X: "O", O: "." };

export class Editor {
  private rows?: string[];  // while editing
  private turn = "X";

  panel(scene: Scene): HTMLElement {
    const shown = (scene.moves.board as QuixoBoard).rows;
    if (this.rows && this.rows.length !== shown.length) this.rows = undefined;  // another size was chosen
    return panel("Board editor", false, this.rows ? this.form(scene, this.rows) : this.invitation(scene, shown));
  }

  private invitation(scene: Scene, shown: string[]): HTMLElement {
    return h("div", { class: "stack", "data-key": "closed" }, h("p", {}, "Set up any board, also one that no game reaches."),
      h("button", { id: "edit", onclick: () => {
        this.rows = [...shown];
        this.turn = scene.moves.to_move;
        scene.redraw();
        document.querySelector<HTMLElement>("#editor .tile")?.focus();
      } }, "Edit this board"));
  }

  private form(scene: Scene, rows: string[]): HTMLElement {
    const cell = (mark: string, r: number, c: number): HTMLElement => h("button", {
      class: "tile small free", "data-row": r, "data-col": c, "data-key": `${r}-${c}`,
      "aria-label": `${String.fromCharCode(97 + c)}${rows.length - r}, ${mark === "." ? "blank" : mark}; press to change`,
      onclick: () => {
        rows[r] = rows[r]!.slice(0, c) + NEXT[mark] + rows[r]!.slice(c + 1);
        scene.redraw();
      },
    }, mark !== "." && sign(mark));
    const done = (position?: string): void => {
      this.rows = undefined;
      if (position) scene.go(position);
      scene.redraw();
      if (!position) document.getElementById("edit")?.focus();
    };
    return h("div", { class: "editor stack", "data-key": "editing" },
      h("p", {}, "Press a tile to change it: blank, X, O."),
      h("div", { class: "editor-grid", id: "editor", role: "group", "aria-label": "board to edit", "data-roving": "grid",
        style: { "--size": `${rows.length}` } }, ...rows.flatMap((row, r) => [...row].map((mark, c) => cell(mark, r, c)))),
      select("To move", this.turn, [["X", "X"], ["O", "O"]], (turn) => { this.turn = turn; }),
      h("div", { class: "row" },
        h("button", { class: "primary", onclick: () => done(`${rows.join("/")} ${this.turn}`) }, "Use this board"),
        h("button", { onclick: () => done() }, "Cancel")));
  }
}
