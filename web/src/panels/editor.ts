// Any position, set up on the board itself: tiles of Quixo, marks of n^k, pairs of quantum
// tic-tac-toe. Whether a position can be is the server's to say.

import type { HyperBoard, QuixoBoard } from "../api";
import { h, select, type Child } from "../dom";
import type { Session } from "../session";
import { shapeName, sign, token } from "../tokens";

interface Draft {
  text(): string | undefined;   // the position; none while it cannot be one
  hint(): string;               // what a press does, or what is missing
  board(redraw: () => void): HTMLElement;
  more(redraw: () => void): Child;
}

const NEXT: Record<string, string> = { ".": "X", X: "O", O: "." };

class QuixoDraft implements Draft {
  constructor(private rows: string[], private turn: string) {}
  text(): string { return `${this.rows.join("/")} ${this.turn}`; }
  hint(): string { return "Press a tile to change it: blank, X, O."; }

  board(redraw: () => void): HTMLElement {
    const { rows } = this;
    const tile = (mark: string, r: number, c: number): HTMLElement => h("button", {
      class: "tile free", "data-row": r, "data-col": c, "data-key": `${r}-${c}`, style: { "grid-row": `${r + 2}`, "grid-column": `${c + 2}` },
      "aria-label": `${String.fromCharCode(97 + c)}${rows.length - r}, ${mark === "." ? "blank" : mark}; press to change`,
      onclick: () => {
        rows[r] = rows[r]!.slice(0, c) + NEXT[mark] + rows[r]!.slice(c + 1);
        redraw();
      },
    }, mark !== "." && sign(mark));
    return h("div", { class: "quixo-board", id: "editor", role: "group", "aria-label": "board to edit", "data-roving": "grid", style: { "--size": `${rows.length}` } },
      ...rows.flatMap((row, r) => [...row].map((mark, c) => tile(mark, r, c))));
  }

  more(redraw: () => void): Child {
    return select("To move", this.turn, [["X", "X"], ["O", "O"]], (turn) => { this.turn = turn; redraw(); });
  }
}

class HyperDraft implements Draft {
  private player = 0;  // whose marks a press sets; 0: whoever has the fewest
  constructor(private board_: HyperBoard, private marks: Map<string, number>, private players: number) {}

  private count(player: number): number { return [...this.marks.values()].filter((p) => p === player).length; }
  private get seats(): number[] { return Array.from({ length: this.players }, (_, i) => i + 1); }
  private get next(): number { return this.player || this.seats.reduce((best, p) => (this.count(p) < this.count(best) ? p : best), 1); }

  // Marks in the order of turns: of each player in the order of the board.
  text(): string | undefined {
    const own = this.seats.map((p) => [...this.marks].filter(([, q]) => q === p).map(([cell]) => cell));
    const cells = Array.from({ length: this.marks.size }, (_, i) => own[i % this.players]!.shift());
    return cells.includes(undefined) ? undefined : cells.join(" ");
  }

  hint(): string {
    return this.text() === undefined ? "Players take turns: each has as many marks as the next one, or one more."
      : "Press an empty cell to mark it, a marked one to clear it.";
  }

  board(redraw: () => void): HTMLElement {
    const { slices } = this.board_;
    const side = slices[0]!.rows.length;
    const across = slices.length === 1 ? 1 : side;
    const press = (cell: string): void => {
      if (!this.marks.delete(cell)) this.marks.set(cell, this.next);
      redraw();
    };
    const cell = (name: string, s: number, r: number, c: number): HTMLElement => {
      const owner = this.marks.get(name);
      return h("button", { class: "cell free", "data-row": Math.floor(s / across) * side + r, "data-col": (s % across) * side + c, "data-cell": name, "data-key": name,
        "aria-label": `cell ${name}, ${owner ? shapeName(owner) : "empty"}; press to change`, onclick: () => press(name) }, owner ? token(owner) : null);
    };
    return h("div", { class: `hyper-board${slices.length === 1 ? " dims-2" : ""}`, id: "editor", role: "group", "aria-label": "board to edit", "data-roving": "grid",
      style: { "--side": `${side}`, "--slices": `${across}`, "--phone": `${Math.max(1, Math.min(across, Math.floor(9 / side)))}` } },
    ...slices.map((slice, s) => h("div", { class: "slice" }, h("div", { class: "slice-grid" },
      ...slice.rows.flatMap((row, r) => row.map((name, c) => cell(name, s, r, c)))))));
  }

  more(redraw: () => void): Child {
    return select("Marks of", String(this.player), [["0", "whose turn it is"], ...this.seats.map((p): [string, string] => [String(p), shapeName(p)])],
      (player) => { this.player = Number(player); redraw(); });
  }
}

class QuantumDraft implements Draft {
  private first = 0;
  constructor(private words: string[]) {}

  // Every pair with its player and number; what settles a cycle keeps its place.
  text(): string {
    let ply = 0;
    return this.words.map((word) => (word.startsWith("sel") ? word : `${ply % 2 ? "O" : "X"}${++ply}.${word}`)).join(" ");
  }

  hint(): string { return this.first ? "Press the second square." : "Press two squares to add a pair, a pair to remove it."; }

  board(redraw: () => void): HTMLElement {
    const words = this.text().split(" ");
    const press = (square: number): void => {
      if (this.first && this.first !== square) this.words.push(`${Math.min(this.first, square)}-${Math.max(this.first, square)}`);
      this.first = this.first ? 0 : square;
      redraw();
    };
    const marks = (square: number): HTMLElement[] => words.filter((word) => word.split(".")[1]?.split("-").includes(String(square)))
      .map((word) => h("span", { class: `mark ${word[0]!.toLowerCase()}` }, word[0]!, h("sub", {}, word.slice(1).split(".")[0]!)));
    return h("div", { class: "quantum-board", id: "editor", role: "group", "aria-label": "board to edit", "data-roving": "grid" },
      ...Array.from({ length: 9 }, (_, i) => h("button", { class: `square free${this.first === i + 1 ? " held" : ""}`, "data-row": Math.floor(i / 3), "data-col": i % 3,
        "data-key": `square-${i + 1}`, "aria-label": `square ${i + 1}`, onclick: () => press(i + 1) }, h("span", { class: "marks" }, ...marks(i + 1)))));
  }

  more(redraw: () => void): Child {
    const words = this.text().split(" ").filter(Boolean);
    return h("div", { class: "row" }, ...words.map((word, i) => h("button", { class: "name", "data-key": `word-${i}`, "aria-label": `remove ${word}`,
      onclick: () => { this.words.splice(i, 1); redraw(); } }, `${word.replace(".", " ")} ×`)),
    h("button", { class: "name", onclick: () => { this.words.push("selA"); redraw(); } }, "settle: first"),
    h("button", { class: "name", onclick: () => { this.words.push("selB"); redraw(); } }, "settle: second"));
  }
}

function draftOf(session: Session): Draft {
  const { view, moves, rules } = session;
  if (view.id === "quixo") return new QuixoDraft([...(moves!.board as QuixoBoard).rows], moves!.to_move === "O" ? "O" : "X");
  if (view.id === "quantum") return new QuantumDraft(moves!.position.split(/\s+/).filter(Boolean).map((word) => word.split(".")[1] ?? word));
  const board = moves!.board as HyperBoard;
  return new HyperDraft(board, new Map(board.marks.map(({ cell, player }) => [cell, player])), Number(rules.players));
}

export class Editor {
  private draft?: Draft;

  constructor(private redraw: () => void) {}

  get open(): boolean { return this.draft !== undefined; }

  begin(session: Session): void {
    if (!session.moves) return;
    this.draft = draftOf(session);
    this.redraw();
    document.querySelector<HTMLElement>("#editor [data-row]")?.focus();
  }

  close(): void { this.draft = undefined; }

  // In the place of the board's card.
  card(session: Session): HTMLElement {
    const draft = this.draft!;
    const done = (position?: string): void => {
      this.close();
      if (position !== undefined) session.restart(position);
      this.redraw();
      document.querySelector<HTMLElement>("h1.status")?.focus();
    };
    const text = draft.text();
    return h("div", { class: "card board-card editor", "data-key": "editor-card" },
      h("h1", { class: "status", tabindex: "-1" }, "Set up a position"), h("p", { class: "prompt" }, draft.hint()),
      draft.board(this.redraw), draft.more(this.redraw),
      h("div", { class: "row controls" },
        h("button", { class: "primary", disabled: text === undefined, onclick: () => done(draft.text()) }, "Use this board"),
        h("button", { onclick: () => done() }, "Cancel")));
  }
}
