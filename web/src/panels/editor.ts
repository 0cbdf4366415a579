// Any position, set up on the board itself: tiles of Quixo, marks of n^k, pairs of quantum
// tic-tac-toe and how their cycles settle. Whether a position can be is the server's to say.

import type { HyperBoard, MovesDocument, QuantumBoard, QuixoBoard } from "../api";
import { sliceName } from "../boards/hyper";
import { arcs, marksOn, pairOf } from "../boards/quantum";
import { h, select, type Child } from "../dom";
import type { Session } from "../session";
import { shapeName, sign, token } from "../tokens";
import * as say from "../words";

interface Draft {
  text(): string | undefined;   // the position; none while it cannot be one
  hint(): string;               // what a press does, or what is missing
  board(redraw: () => void): HTMLElement;
  more(redraw: () => void): Child;
}

const NEXT: Record<string, string> = { ".": "X", X: "O", O: "." };
const frame = (kind: string, style: Record<string, string>, ...children: Child[]): HTMLElement =>
  h("div", { class: kind, id: "editor", role: "group", "aria-label": say.editor.board, "data-roving": "grid", style }, ...children);

class QuixoDraft implements Draft {
  constructor(private rows: string[], private turn: string) {}
  text(): string { return `${this.rows.join("/")} ${this.turn}`; }
  hint(): string { return say.editor.tile; }

  board(redraw: () => void): HTMLElement {
    const { rows } = this;
    const tile = (mark: string, r: number, c: number): HTMLElement => h("button", {
      class: "tile free", "data-row": r, "data-col": c, "data-key": `${r}-${c}`, style: { "grid-row": `${r + 2}`, "grid-column": `${c + 2}` },
      "aria-label": say.editor.tileName(`${String.fromCharCode(97 + c)}${rows.length - r}`, mark === "." ? say.editor.blank : mark),
      onclick: () => {
        rows[r] = rows[r]!.slice(0, c) + NEXT[mark] + rows[r]!.slice(c + 1);
        redraw();
      },
    }, mark !== "." && sign(mark));
    return frame("quixo-board", { "--size": `${rows.length}` }, ...rows.flatMap((row, r) => [...row].map((mark, c) => tile(mark, r, c))));
  }

  more(redraw: () => void): Child {
    return select(say.editor.toMove, this.turn, [["X", "X"], ["O", "O"]], (turn) => { this.turn = turn; redraw(); });
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

  hint(): string { return this.text() === undefined ? say.editor.unequal : say.editor.cell; }

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
        "aria-label": say.editor.cellName(name, owner ? shapeName(owner) : say.editor.empty), onclick: () => press(name) }, owner ? token(owner) : null);
    };
    return h("div", { class: "hyper" }, frame(`hyper-board${slices.length === 1 ? " dims-2" : ""}`,
      { "--side": `${side}`, "--slices": `${across}`, "--phone": `${Math.max(1, Math.min(across, Math.floor(9 / side)))}` },
      ...slices.map((slice, s) => h("div", { class: "slice" }, slice.name && h("span", { class: "slice-name" }, sliceName(slice.name)),
        h("div", { class: "slice-grid" }, ...slice.rows.flatMap((row, r) => row.map((name, c) => cell(name, s, r, c))))))));
  }

  more(redraw: () => void): Child {
    return select(say.editor.marksOf, String(this.player), [["0", say.editor.turn], ...this.seats.map((p): [string, string] => [String(p), shapeName(p)])],
      (player) => { this.player = Number(player); redraw(); });
  }
}

// Pairs and outcomes without what the removal of one made impossible: a settled square takes no
// pair, and an outcome stands right after the pair that closes its cycle.
export function fitting(words: string[]): string[] {
  const root = new Map<string, string>();
  const find = (square: string): string => (root.has(square) && root.get(square) !== square ? find(root.get(square)!) : square);
  const settled = new Set<string>();
  const kept: string[] = [];
  let closed: string | undefined;
  for (const word of words) {
    const isOutcome = word.startsWith("sel");
    const [a, b] = word.split("-").map(find) as [string, string];
    if (isOutcome !== (closed !== undefined) || (!isOutcome && (settled.has(a) || settled.has(b)))) continue;
    kept.push(word);
    if (isOutcome) settled.add(closed!);
    closed = !isOutcome && a === b ? a : undefined;
    if (!isOutcome) root.set(a, b);
  }
  return kept;
}

class QuantumDraft implements Draft {
  private first = 0;
  private shown?: MovesDocument;  // until the server has told of the next position
  private wrong = "";
  constructor(private session: Session, private position: string) {}

  text(): string | undefined { return this.wrong ? undefined : this.position; }

  private get now(): MovesDocument | undefined {
    const { position, session } = this;
    const asked = session.library.ask(`draft ${JSON.stringify(session.rules)} ${position}`, () => session.library.movesAt("quantum", { ...session.rules, position }));
    this.wrong = asked.state === "failed" ? asked.why : "";
    if (asked.state === "there") this.shown = asked.value;
    return asked.state === "there" ? asked.value : undefined;
  }

  // The mark that waits for its square, with the two that it may have.
  private get closing(): { mark: string; pair: [number, number] } | undefined {
    const last = this.position.split(" ").at(-1)!;
    const pair = pairOf(last);
    return pair && this.shown?.moves[0]?.startsWith("sel") ? { mark: last.split(".")[0]!, pair } : undefined;
  }

  hint(): string {
    const now = this.now;
    if (this.wrong || !this.shown) return this.wrong;
    if (this.closing) return say.editor.settle(this.closing.mark);
    if (this.first) return say.editor.second;
    return now?.moves.length === 0 ? say.editor.full : this.position ? say.editor.pairOrRemove : say.editor.pair;
  }

  private press(square: number, redraw: () => void): void {
    const moves = this.now?.moves ?? [];
    const { closing, first } = this;
    const fits = (a: number, b: number): string | undefined => moves.find((move) => pairOf(move)?.join() === [Math.min(a, b), Math.max(a, b)].join());
    const move = closing ? moves[closing.pair.indexOf(square)] : fits(first || square, square);
    this.first = closing || move || first ? 0 : square;
    if (move) this.position = `${this.position} ${move}`.trim();
    redraw();
  }

  board(redraw: () => void): HTMLElement {
    const moves = this.now?.moves ?? [];
    const board = (this.shown?.board ?? { plies: [], cycle: [], won: [] }) as QuantumBoard;
    const { closing } = this;
    const square = (number: number): HTMLElement => {
      const stays = closing?.pair.includes(number);
      const free = stays || moves.some((move) => pairOf(move)?.includes(number));
      const marks = marksOn(board, number, {});
      return h("button", { class: `square${free ? " free" : ""}${this.first === number || stays ? " held" : ""}`, "data-row": Math.floor((number - 1) / 3), "data-col": (number - 1) % 3,
        "data-key": `square-${number}`, "data-square": number, "aria-disabled": !free, "aria-pressed": this.first === number,
        "aria-label": say.editor.squareName(number, marks.map((mark) => mark.dataset.mark).join(" ") || say.editor.empty, stays ? closing!.mark : ""),
        onclick: () => { if (free) this.press(number, redraw); } },
      h("span", { class: "number", "aria-hidden": "true" }, String(number)), h("span", { class: "marks" }, ...marks));
    };
    return frame("quantum-board", {}, ...Array.from({ length: 9 }, (_, i) => square(i + 1)), arcs(board));
  }

  // Every pair with its player and number again; what no longer fits goes with it.
  private remove(at: number): void {
    const pairs = this.position.split(" ").map((word) => word.split(".")[1] ?? word);
    pairs.splice(at, 1);
    let number = 0;
    this.position = fitting(pairs).map((word) => (word.startsWith("sel") ? word : `${number % 2 ? "O" : "X"}${++number}.${word}`)).join(" ");
    this.first = 0;
  }

  more(redraw: () => void): Child {
    const words = this.position.split(" ");
    return h("div", { class: "row", role: "group", "aria-label": say.editor.pairs }, ...words.map((word, i) => pairOf(word) && h("button", {
      class: "name", "data-key": `word-${i}`, "aria-label": say.editor.remove(word), onclick: () => { this.remove(i); redraw(); } }, `${word.replace(".", " ").replace("-", "–")} ×`)));
  }
}

function draftOf(session: Session): Draft {
  const { view, moves, rules } = session;
  if (view.id === "quixo") return new QuixoDraft([...(moves!.board as QuixoBoard).rows], moves!.to_move === "O" ? "O" : "X");
  if (view.id === "quantum") return new QuantumDraft(session, moves!.position);
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
    document.querySelector<HTMLElement>('#editor [tabindex="0"]')?.focus();
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
      h("h1", { class: "status", tabindex: "-1" }, say.editor.title), h("p", { class: "prompt", id: "editor-hint", "aria-live": "polite" }, draft.hint()),
      draft.board(this.redraw), h("div", { class: "editor-more", "data-key": "editor-more" }, draft.more(this.redraw)),
      h("div", { class: "row controls", "data-key": "editor-controls" },
        h("button", { id: "editor-use", class: "primary", disabled: text === undefined, onclick: () => done(draft.text()) }, say.editor.use),
        h("button", { id: "editor-cancel", onclick: () => done() }, say.editor.cancel)));
  }
}
