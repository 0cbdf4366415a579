// n^k boards as slices, with a shape and a colour for each player.

import { api, type Category, type HyperBoard, type Params } from "../api";
import { calm, checkbox, h, panel } from "../dom";
import { numbers } from "../form";
import { askingFold } from "../panels/fold";
import { shapeName, token } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { BoardView, GameView, Legend, Scene, Still } from "../view";
import { Cube } from "./cube";

// A cube in space helps up to this side; beyond it is a cloud of dots.
const MOST_IN_SPACE = 6;

// Slices lie in a grid of their own; a cell's place counts through all of it.
function placeOf(s: number, r: number, c: number, side: number, across: number): { row: number; col: number } {
  return { row: Math.floor(s / across) * side + r, col: (s % across) * side + c };
}

// "2**" is the second floor of a cube; with more dimensions its coordinates.
function sliceName(name: string): string {
  const numbers = name.match(name.includes(",") ? /\d+/g : /\d/g) ?? [];
  return numbers.length === 1 ? `Floor ${numbers[0]}` : numbers.join(" · ");
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
  prompt(): string { return "Choose an empty cell."; }

  board(scene: Scene): HTMLElement {
    const board = scene.moves.board as HyperBoard;
    const side = board.slices[0]!.rows[0]!.length;
    const dims = Number(scene.rules.dims);
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
        "aria-label": `board with ${side} cells a side in ${dims} dimensions`,
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
    const { side, dims } = scene.rules as { side: string; dims: string };
    const asked = scene.library.ask(`lines ${side} ${dims} ${cell}`, () => api.lines({ side, dims, cell }));
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
    const words = [`cell ${cell}`, owner ? shapeName(owner) : "empty", last && "marked last", sketch && { played: "the move played", better: "the better move", hint: "the hint" }[sketch], look?.words,
      ...threats.map((t) => `${shapeName(t.player)} can complete a line here`),
      this.showLive && live !== undefined && `${live} lines left`];
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
    const threats = [...counts].map(([player, n]) => `${shapeName(player)} can complete ${n} ${n === 1 ? "line" : "lines"}`);
    const change = (set: (on: boolean) => void) => (on: boolean): void => { set(on); scene.redraw(); };
    return panel("Lines", undefined,
      checkbox("Show where a line can be completed", this.showThreats, change((on) => { this.showThreats = on; })),
      checkbox("Show how many lines through each cell can still be completed", this.showLive, change((on) => { this.showLive = on; })),
      Number(scene.rules.dims) === 3 && checkbox("Show the board in space", this.showSpace, change((on) => { this.showSpace = on; })),
      h("p", { class: "note" }, `${board.dead_lines} of ${board.lines} lines can no longer be completed: two players have marks on them. ${
        threats.length ? threats.join("; ") + "." : "Nobody is one mark short of a line."}`));
  }
}

function verdictPanel(scene: Scene): HTMLElement | null {
  const players = scene.analysis?.players;
  if (!players || !scene.showValues) return null;
  const mark = (yes: boolean | null): HTMLElement => {
    const text = yes === null ? "unsolved" : yes ? "yes" : "no";
    return h("td", {}, badge({ tone: yes ? "good" : "open", text, words: text }));
  };
  return panel("Each against all others together", undefined, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "forces a win"), h("th", { scope: "col" }, "avoids losing"))),
    h("tbody", {}, ...players.map((p) => h("tr", {},
      h("th", { scope: "row" }, token(p.player), ` ${shapeName(p.player)}`), mark(p.can_force_win), mark(p.can_avoid_loss))))));
}

function categoryPanel(scene: Scene): HTMLElement {
  const params: Params = { side: scene.rules.side!, dims: scene.rules.dims! };
  const fate: Record<string, string> = { win: "The first player wins.", draw: "Best play draws.", open: "Who wins is not known." };
  const words = (c: Category): string => [fate[c.first_player] ?? `${c.first_player}.`,
    c.drawn_filling === false && "A draw is impossible here: every full board has a line.", c.pairing && "The second player draws by pairing cells.",
    c.category && `Category ${c.category} of Golomb and Hales.`, `Known by: ${c.how}.`].filter(Boolean).join(" ");
  return askingFold("The empty board, two players", scene, JSON.stringify(params), "Looking …",
    () => api.classify(params), (c) => h("p", {}, words(c)));
}

function still({ board, last, sketches = [] }: Still): HTMLElement {
  const { slices, marks, won } = board as HyperBoard;
  const side = slices[0]!.rows.length;
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
  title: "Tic-tac-toe in 3-D and beyond",
  blurb: "The game you know, on boards of any side, in two, three or four dimensions, for two to eight players.",
  about: [
    "The board is a cube of side n in k dimensions. Players take turns in a fixed order; each puts a mark on an empty cell.",
    "A line is a row of n cells in which each coordinate stays, rises or falls by one from cell to cell, and at least one moves: straight or diagonal through any dimensions. Whoever first holds a whole line wins; all others lose. A full board without such a line is a draw.",
    "With more than two players a value says what a player can force against all others together.",
    "In misère play whoever completes a line is out. Her marks stay, the others go on, and the last one left wins; on a full board those still in draw.",
  ],
  paper: { text: "D. C. Kutner: Winning strategies in q-player n^k Tic-Tac-Toe (draft)" },
  fields: {
    side: { label: "Cells a side", offer: () => numbers(2, 6) },
    dims: { label: "Dimensions", offer: () => numbers(2, 4) },
    players: { label: "Players" },
    misere: { label: "Who completes a line", words: (v) => (v === "true" ? "is out (misère)" : "wins") },
  },
  lessons: {
    rules: { side: "3", dims: "3" },
    steps: [
      { text: "The cube is shown floor by floor. You are the cross. Mark the centre of floor 2.", position: "", move: "222" },
      { text: "Three in a row win. Rows run within a floor: complete this one.", position: "121 111 122 133", move: "123" },
      { text: "They also run through the floors, straight up or diagonal: complete the diagonal from corner to corner.", position: "111 112 222 113", move: "333" },
    ],
    game: "dims=3&",
  },
  legend: ({ players }) => [["good", "+5", "wins in 5 moves"], ...(Number(players) > 2
    ? [["even", "=", "can avoid losing"], ["bad", "−4", "loses in 4 if the others team up"]]
    : [["even", "=", "draw"], ["even", "=3/9", "draw, 3 of 9 replies still draw"], ["bad", "−4", "loses in 4 moves"]]) as Legend, ["open", "?", "unsolved"]],
  historyInText: true,
  seats: (rules) => Array.from({ length: Math.max(2, Math.min(8, Number(rules.players) || 2)) }, (_, i) => `${i + 1}`),
  seatName: (seat) => shapeName(Number(seat)),
  sign: (seat) => token(Number(seat)),
  moveName: (move) => move,
  moveWords: (move) => `cell ${move}`,
  resultWords(result) {
    const found = /^(\d+) wins/.exec(result);
    return found ? `${shapeName(Number(found[1]))} wins` : result === "draw" ? "A draw" : result;
  },
  hintWords: (move) => `Hint: look ${move.length > 2 ? `at floor ${move[0]}` : `along row ${move[0]}`}. Ask again for the cell.`,
  still,
  create: () => new HyperView(),
};
