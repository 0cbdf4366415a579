// n^k boards as slices, with a shape and a colour for each player.

import { api, type Category, type HyperBoard, type Params } from "../api";
import { calm, checkbox, h, panel } from "../dom";
import { numbers } from "../form";
import { askingFold } from "../panels/fold";
import { shapeName, token } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { BoardView, GameView, Scene, Still } from "../view";
import * as say from "../words";
import { Cube } from "./cube";

// A cube in space helps up to this side; beyond it is a cloud of dots.
const MOST_IN_SPACE = 6;

// Slices lie in a grid of their own; a cell's place counts through all of it.
function placeOf(s: number, r: number, c: number, side: number, across: number): { row: number; col: number } {
  return { row: Math.floor(s / across) * side + r, col: (s % across) * side + c };
}

// "2**" is the second floor of a cube; with more dimensions its coordinates.
export function sliceName(name: string): string {
  const numbers = name.match(name.includes(",") ? /\d+/g : /\d/g) ?? [];
  return numbers.length === 1 ? say.hyper.floor(numbers[0]!) : numbers.join(" · ");
}

// The floor of a cell, or on a flat board its row.
const sliceOf = (cell: string): string => (cell.includes(",") ? cell.split(",").slice(0, -1).join() : cell.length > 2 ? cell.slice(0, -2) : cell.slice(0, 1));

class HyperView implements BoardView {
  private showThreats = true;
  private showLive = false;
  private showSpace = true;
  private pointed?: string;  // the cell whose lines are shown
  private cube = new Cube();

  putBack(): boolean { return false; }
  prompt(): string { return say.hyper.choose; }

  board(scene: Scene): HTMLElement {
    const board = scene.moves.board as HyperBoard;
    const side = board.slices[0]!.rows[0]!.length;
    const dims = Number(scene.rules.dims);
    const rows = dims > 1 ? board.slices[0]!.rows.length : side;
    const across = dims >= 3 ? side : 1;
    const pointed = scene.moves.result ? undefined : this.pointed ?? scene.considered;
    const alike = allAlike(scene.analysis, scene.moves.to_move);
    const lines = this.linesThrough(scene, pointed);
    const through = new Set(lines.flat().filter((cell) => cell !== pointed));
    const slices = board.slices.map((slice, s) => h("div", { class: "slice" },
      slice.name && h("span", { class: "slice-name" }, sliceName(slice.name)),
      h("div", { class: "slice-grid" }, ...slice.rows.flatMap((row, r) => row.map((cell, c) =>
        this.cell(scene, board, cell, placeOf(s, r, c, side, across), through, alike))))));
    const phone = Math.max(1, Math.min(across, Math.floor(9 / side)));
    return h("div", { class: "hyper" },
      h("div", { class: `hyper-board dims-${Math.min(dims, 4)}`, role: "group", id: "board", "data-roving": "grid",
        "aria-label": rows === side ? say.hyper.label(side, dims) : say.hyper.rectangle(rows, side),
        style: { "--side": `${side}`, "--slices": `${across}`, "--phone": `${phone}` } }, ...slices),
      dims === 3 && side <= MOST_IN_SPACE && this.showSpace && this.cube.draw(scene, board, lines));
  }

  arrived(root: HTMLElement, move: string): void {
    const mark = root.querySelector(`#board [data-cell="${CSS.escape(move)}"] .token`);
    if (!calm()) mark?.animate([{ transform: "scale(.3)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 200, easing: "ease-out" });
  }

  panels(scene: Scene): HTMLElement[] {
    return [verdictPanel(scene)].filter((p) => p !== null);
  }
  tools(scene: Scene): HTMLElement[] { return [this.linesPanel(scene), categoryPanel(scene)]; }

  // The lines through a cell, once the server has told them.
  private linesThrough(scene: Scene, cell: string | undefined): string[][] {
    if (cell === undefined) return [];
    const params = { ...boardOf(scene.rules), cell };
    const asked = scene.library.ask(`lines ${JSON.stringify(params)}`, () => api.lines(params));
    return asked.state === "there" ? asked.value.lines : [];
  }

  private cell(scene: Scene, board: HyperBoard, cell: string, at: { row: number; col: number }, through: Set<string>, alike: boolean): HTMLElement {
    const owner = board.marks.find((m) => m.cell === cell)?.player;
    const free = !scene.locked && scene.moves.moves.includes(cell);
    const rated = scene.analysis?.moves.find((m) => m.move === cell);
    const look = rated && rated.value !== null && scene.showValues ? lookOf(rated, scene.moves.to_move) : undefined;
    const threats = this.showThreats && !scene.riddle && !scene.moves.result ? board.threats.filter((t) => t.cell === cell) : [];
    const live = board.live[cell];
    const won = board.won.some((line) => line.includes(cell));
    const last = board.marks[board.marks.length - 1]?.cell === cell;
    const ghost = free && scene.considered === cell;
    const sketch = scene.sketches.find((s) => s.move === cell)?.kind;
    const words = [say.hyper.cell(cell), owner ? shapeName(owner) : say.hyper.empty, last && say.hyper.last, sketch && say.hyper.sketch[sketch], look?.words,
      ...threats.map((t) => say.hyper.threat(shapeName(t.player))),
      this.showLive && live !== undefined && say.hyper.linesLeft(live)];
    const classes = ["cell", free && "free", won && `won p${owner}`, last && "last", through.has(cell) && "through",
      this.showLive && live === 0 && "dead", look && !owner && `rated ${look.tone}`, sketch && `sketch ${sketch}`,
      scene.hinted && sliceOf(scene.hinted) === sliceOf(cell) && "hinted"];
    // A finger leaves nothing pointed at, nor does a press: only a mouse that rests or the keyboard.
    const point = (event: Event): void => {
      const element = event.currentTarget as Element;
      if (event instanceof PointerEvent ? event.pointerType !== "mouse" : !element.matches(":focus-visible")) return;
      this.pointed = cell;
      scene.consider(free ? cell : undefined);
      scene.redraw();
    };
    const leave = (): void => { if (this.pointed === cell) this.pointed = undefined; scene.consider(); scene.redraw(); };
    return h("button", {
      class: classes.filter(Boolean).join(" "), "data-row": at.row, "data-col": at.col, "data-cell": cell, "data-key": cell,
      "aria-disabled": !free, "aria-label": words.filter(Boolean).join(", "), title: free ? look?.words : undefined,
      onclick: () => { if (free) { this.pointed = undefined; scene.play(cell); } },
      onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave,
    }, owner ? token(owner) : ghost ? token(Number(scene.moves.to_move), "ghost") : null,
      !owner && !ghost && look && !alike ? h("span", { class: "value" }, look.text) : null,
      !owner && this.showLive ? h("span", { class: "live" }, String(live)) : null,
      ...threats.slice(0, 1).map((t) => h("span", { class: "threat" }, token(t.player))));
  }

  private linesPanel(scene: Scene): HTMLElement {
    const board = scene.moves.board as HyperBoard;
    const counts = new Map<number, number>();
    for (const t of board.threats) counts.set(t.player, (counts.get(t.player) ?? 0) + 1);
    const threats = [...counts].map(([player, n]) => say.hyper.complete(shapeName(player), n));
    const change = (set: (on: boolean) => void) => (on: boolean): void => { set(on); scene.redraw(); };
    return panel(say.hyper.lines, undefined,
      checkbox(say.hyper.showThreats, this.showThreats, change((on) => { this.showThreats = on; })),
      checkbox(say.hyper.showLive, this.showLive, change((on) => { this.showLive = on; })),
      Number(scene.rules.dims) === 3 && checkbox(say.hyper.showSpace, this.showSpace, change((on) => { this.showSpace = on; })),
      h("p", { class: "note" }, say.hyper.blocked(board.dead_lines, board.lines) + (threats.length ? `${threats.join("; ")}.` : say.hyper.none)));
  }
}

// What names the board among the rules.
function boardOf(rules: Params): Params {
  return Object.fromEntries(["side", "dims", "rows", "cols", "line"].flatMap((name) => (rules[name] === undefined ? [] : [[name, rules[name]]])));
}
const asSide = (value: string): string => (value === "0" ? say.hyper.asSide : value);

function verdictPanel(scene: Scene): HTMLElement | null {
  const players = scene.analysis?.players;
  if (!players || players.length < 3 || !scene.showValues) return null;  // of two, the value says both
  const mark = (yes: boolean | null): HTMLElement => {
    const text = yes === null ? say.value.unsolved : yes ? say.hyper.yes : say.hyper.no;
    return h("td", {}, badge({ tone: yes ? "good" : "open", text, words: text }));
  };
  return panel(say.hyper.against, undefined, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say.hyper.who), h("th", { scope: "col" }, say.hyper.force), h("th", { scope: "col" }, say.hyper.avoid))),
    h("tbody", {}, ...players.map((p) => h("tr", {},
      h("th", { scope: "row" }, token(p.player), ` ${shapeName(p.player)}`), mark(p.can_force_win), mark(p.can_avoid_loss))))));
}

function categoryPanel(scene: Scene): HTMLElement {
  const params = boardOf(scene.rules);
  const words = (c: Category): string => [say.hyper.fate[c.first_player] ?? `${c.first_player}.`,
    c.drawn_filling === false && say.hyper.noDraw, c.pairing && say.hyper.pairing,
    c.category && say.hyper.category(c.category), say.hyper.how(c.how)].filter(Boolean).join(" ");
  return askingFold(say.hyper.emptyBoard, scene, JSON.stringify(params), say.hyper.looking,
    () => api.classify(params), (c) => h("p", {}, words(c)));
}

function still({ board, last, sketches = [] }: Still): HTMLElement {
  const { slices, marks, won } = board as HyperBoard;
  const side = slices[0]!.rows[0]!.length;
  const across = slices.length === 1 ? 1 : side;
  return h("div", { class: "hyper-board still", "aria-hidden": "true", style: { "--side": `${side}`, "--slices": `${across}`, "--phone": `${across}` } },
    ...slices.map((slice) => h("div", { class: "slice" }, h("div", { class: "slice-grid" },
      ...slice.rows.flatMap((row) => row.map((cell) => {
        const owner = marks.find((m) => m.cell === cell)?.player;
        const sketch = sketches.find((s) => s.move === cell)?.kind;
        const classes = ["cell", won.some((line) => line.includes(cell)) && `won p${owner}`, cell === last && "last", sketch && `sketch ${sketch}`];
        return h("span", { class: classes.filter(Boolean).join(" ") }, owner ? token(owner) : null);
      }))))));
}

export const hyper: GameView = {
  id: "hyper",
  title: say.hyper.title,
  blurb: say.hyper.blurb,
  about: say.hyper.about,
  paper: { text: "D. C. Kutner: Winning strategies in q-player n^k Tic-Tac-Toe (draft)" },
  fields: {
    side: { label: say.hyper.side, offer: () => numbers(2, 6), resets: ["rows", "cols", "line"] },
    dims: { label: say.hyper.dims, offer: () => numbers(2, 4), resets: ["rows", "cols"] },
    rows: { label: say.hyper.rows, offer: () => ["0", ...numbers(2, 8)], words: asSide, resets: ["side", "dims", "line"] },
    cols: { label: say.hyper.cols, offer: () => ["0", ...numbers(2, 8)], words: asSide, resets: ["side", "dims", "line"] },
    line: { label: say.hyper.inLine, offer: () => ["0", ...numbers(2, 8)], words: asSide },
    players: { label: say.hyper.players },
    misere: { label: say.hyper.misere, words: (v) => (v === "true" ? say.hyper.out : say.hyper.winsIt) },
  },
  lessons: {
    rules: { side: "3", dims: "3" },
    steps: [
      { text: say.hyper.lessons[0]!, position: "", move: "222" },
      { text: say.hyper.lessons[1]!, position: "121 111 122 133", move: "123" },
      { text: say.hyper.lessons[2]!, position: "111 112 222 113", move: "333" },
    ],
    game: "dims=3&",
  },
  historyInText: true,
  seats: (rules) => Array.from({ length: Math.max(2, Math.min(8, Number(rules.players) || 2)) }, (_, i) => `${i + 1}`),
  seatName: (seat) => shapeName(Number(seat)),
  sign: (seat) => token(Number(seat)),
  moveName: (move) => move,
  moveWords: say.hyper.cell,
  resultWords(result) {
    const found = /^(\d+) wins/.exec(result);
    return found ? say.hyper.wins(shapeName(Number(found[1]))) : result === "draw" ? say.hyper.draw : result;
  },
  hintWords: say.hyper.hint,
  still,
  create: () => new HyperView(),
};
