// Quixo: take a tile from the border, see the ends where it can go in.

import type { QuixoBoard } from "../api";
import { calm, h, svg } from "../dom";
import { numbers } from "../form";
import { classesPanel } from "../panels/classes";
import { sign } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { Sketch } from "../session";
import type { BoardView, GameView, Scene, Still } from "../view";
import * as say from "../words";

export interface Square { row: number; col: number }

const fileOf = (col: number): string => String.fromCharCode(97 + col);
const squareAt = (row: number, col: number, size: number): string => `${fileOf(col)}${size - row}`;
const placeOf = (square: string, size: number): Square =>
  ({ row: size - Number(square.slice(1, 2)), col: square.charCodeAt(0) - 97 });
const named = (mark: string): string => (mark === "." ? say.quixo.blank : mark);
const ARROWS: Record<string, string> = { L: "→", R: "←", T: "↓", B: "↑" };

// Where the button of a move stands, one step outside of the board.
function endOf(move: string, size: number): Square {
  const { row, col } = placeOf(move, size);
  return { L: { row, col: -1 }, R: { row, col: size }, T: { row: -1, col }, B: { row: size, col } }[move[2]!]!;
}

// By how many tiles the one at (row, col) was moved by a push, and in which direction.
function slideOf(move: string, row: number, col: number, size: number): [number, number] | null {
  const from = placeOf(move, size);
  switch (move[2]) {
    case "L": return row === from.row && col <= from.col ? [-1, 0] : null;
    case "R": return row === from.row && col >= from.col ? [1, 0] : null;
    case "T": return col === from.col && row <= from.row ? [0, -1] : null;
    case "B": return col === from.col && row >= from.row ? [0, 1] : null;
    default: return null;
  }
}

// The line that won, from its first tile to its last, in the winner's colour.
function wonLine(board: QuixoBoard): SVGElement | null {
  // The drawing reaches half a gap beyond the tiles on each side (style.css), so that a tile and
  // its gap are one unit everywhere.
  const size = board.rows.length;
  const places = board.won.map((square) => placeOf(square, size)).sort((a, b) => a.row - b.row || a.col - b.col);
  const [a, b] = [places[0], places[places.length - 1]];
  if (!a || !b || places.length > size) return null;  // several lines: their tiles are marked
  return overlay(size, `won-line ${board.rows[a.row]![a.col]!.toLowerCase()}`,
    svg("line", { x1: a.col + 0.5, y1: a.row + 0.5, x2: b.col + 0.5, y2: b.row + 0.5 }));
}

const overlay = (size: number, kind: string, ...drawn: SVGElement[]): SVGElement =>
  svg("svg", { viewBox: `0 0 ${size} ${size}`, class: `over-tiles ${kind}`, "aria-hidden": "true",
    style: { "grid-row": `2 / span ${size}`, "grid-column": `2 / span ${size}` } }, ...drawn);

// A move as an arrow from the tile that is taken to where it goes in.
function sketched(sketches: Sketch[], size: number): SVGElement | null {
  if (sketches.length === 0) return null;
  return overlay(size, "sketches", ...sketches.map(({ move, kind }) => {
    const from = placeOf(move, size);
    const end = endOf(move, size);
    const to = { row: Math.max(0, Math.min(size - 1, end.row)), col: Math.max(0, Math.min(size - 1, end.col)) };
    const [x1, y1, x2, y2] = [from.col + 0.5, from.row + 0.5, to.col + 0.5, to.row + 0.5];
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    return svg("g", { class: `sketch ${kind}` },
      svg("circle", { cx: x1, cy: y1, r: 0.3 }), svg("line", { x1, y1, x2, y2 }),
      svg("path", { d: "M.12 0L-.16 -.16V.16Z", transform: `translate(${x2} ${y2}) rotate(${angle})` }));
  }));
}

class QuixoView implements BoardView {
  private held = "";  // the square of the tile in hand

  putBack(): boolean {
    const had = this.held !== "";
    this.held = "";
    return had;
  }

  prompt(scene: Scene): string {
    return this.held ? say.quixo.where : say.quixo.choose(scene.moves.to_move);
  }

  board(scene: Scene): HTMLElement {
    const shown = (scene.ahead?.board ?? scene.moves.board) as QuixoBoard;
    const size = shown.rows.length;
    const mine = (move: string): boolean => this.held !== "" && move.startsWith(this.held);
    const ends = scene.locked ? [] : scene.moves.moves.filter(mine);
    const taken = new Set(ends.map((move) => JSON.stringify(endOf(move, size))));
    const alike = allAlike(scene.analysis, scene.moves.to_move);
    const tiles = shown.rows.flatMap((row, r) => [...row].map((mark, c) => this.tile(scene, mark, r, c, shown, alike)));
    return h("div", { class: `quixo-board${scene.ahead ? " ahead" : ""}${size > 6 ? " tight" : ""}`, role: "group", id: "board", "data-roving": "grid",
      "aria-label": say.quixo.label(size), style: { "--size": `${size}` } },
      ...coordinates(size, taken), ...tiles, ...ends.map((move) => this.end(scene, move, size)),
      wonLine(shown), scene.ahead ? null : sketched(scene.sketches, size));
  }

  arrived(root: HTMLElement, move: string): void {
    const tiles = [...root.querySelectorAll<HTMLElement>("#board .tile")];
    const size = Math.sqrt(tiles.length);
    for (const tile of tiles) {
      const from = slideOf(move, Number(tile.dataset.row), Number(tile.dataset.col), size);
      if (!from || calm()) continue;
      tile.animate([{ transform: `translate(${from[0] * 104}%, ${from[1] * 104}%)` }, { transform: "none" }],
        { duration: 280, easing: "ease-out" });
    }
  }

  panels(): HTMLElement[] { return []; }
  tools(scene: Scene): HTMLElement[] { return [classesPanel(scene)]; }

  private tile(scene: Scene, mark: string, row: number, col: number, shown: QuixoBoard, alike: boolean): HTMLElement {
    const size = shown.rows.length;
    const square = squareAt(row, col, size);
    const options = scene.moves.moves.filter((m) => m.startsWith(square));
    const best = scene.analysis?.moves.find((m) => m.move.startsWith(square));  // they come best first
    const look = best && scene.showValues && this.held === "" && !scene.ahead ? lookOf(best, scene.moves.to_move) : undefined;
    const free = options.length > 0 && !scene.locked;
    const held = this.held === square;
    const landed = !scene.ahead && scene.last !== undefined && isLanding(scene.last, row, col, size);
    const fortress = scene.showValues && !scene.ahead && scene.analysis?.fortress?.cells.includes(square);
    const classes = ["tile", look && `rated ${look.tone}`, scene.hinted?.startsWith(square) && "hinted", held && "held", shown.won.includes(square) && `won ${mark.toLowerCase()}`, free && "free", landed && "last", fortress && "fortress"];
    // The tile in hand shows the sign that it will bear.
    const face = held && !scene.ahead ? scene.moves.to_move : mark;
    return h("button", {
      class: classes.filter(Boolean).join(" "), style: { "grid-row": `${row + 2}`, "grid-column": `${col + 2}` },
      "data-row": row, "data-col": col, "data-square": square, "data-key": square,
      "aria-disabled": !free, "aria-pressed": free ? held : undefined, title: look && free ? say.quixo.bestWith(look.words) : undefined,
      "aria-label": `${square}, ${named(mark)}${landed ? say.quixo.last : ""}${look ? say.quixo.taking(look.words) : ""}`,
      onclick: () => { if (free) this.take(scene, square, options.length); },
    }, face !== "." && sign(face), look && !alike && !scene.sketches.length && badge(look, face === "." ? "middle" : "corner"));
  }

  private take(scene: Scene, square: string, ways: number): void {
    this.held = this.held === square ? "" : square;
    scene.consider();
    scene.say(this.held ? say.quixo.inHand(square, ways) : say.quixo.putBack(square));
    scene.redraw();
  }

  private end(scene: Scene, move: string, size: number): HTMLElement {
    const at = endOf(move, size);
    const rated = scene.analysis?.moves.find((m) => m.move === move);
    const look = rated && scene.showValues ? lookOf(rated, scene.moves.to_move) : undefined;
    const consider = (): void => scene.consider(move);
    return h("button", {
      class: `push end-${move[2]} ${look?.tone ?? ""}${scene.considered === move ? " considered" : ""}`, "data-key": `push-${move}`,
      style: { "--row": `${at.row + 2}`, "--col": `${at.col + 2}` },
      "data-row": at.row, "data-col": at.col, "data-move": move, title: look?.words,
      "aria-label": say.quixo.push(say.quixo.sides[move[2]!]!, move) + (look ? `, ${look.words}` : ""),
      onclick: () => { this.held = ""; scene.play(move); },
      onpointerenter: consider, onfocus: consider, onpointerleave: () => scene.consider(), onblur: () => scene.consider(),
    }, h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[move[2]!]!), look && h("span", { class: look.text.length > 4 ? "many" : undefined }, ...look.text.split(/(?<=\/)/).flatMap((part) => [part, h("wbr")])));
  }
}

// Where the tile of a move went in.
function isLanding(move: string, row: number, col: number, size: number): boolean {
  const end = endOf(move, size);
  return row === Math.max(0, Math.min(size - 1, end.row)) && col === Math.max(0, Math.min(size - 1, end.col));
}

// Letters below and numbers to the left, right at the board; an arrow takes their place.
function coordinates(size: number, taken: Set<string>): HTMLElement[] {
  const name = (row: number, col: number, text: string, side: string): HTMLElement =>
    h("span", { class: `coordinate ${side}`, "aria-hidden": "true", "data-key": `name-${text}`,
      style: { "grid-row": `${row + 2}`, "grid-column": `${col + 2}` } }, taken.has(JSON.stringify({ row, col })) ? "" : text);
  return Array.from({ length: size }, (_, i) => [name(size, i, fileOf(i), "under"), name(i, -1, String(size - i), "beside")]).flat();
}

function still({ board, held, last, toMove, sketches = [] }: Still): HTMLElement {
  const { rows, won } = board as QuixoBoard;
  const size = rows.length;
  return h("div", { class: "quixo-board still", style: { "--size": `${size}` }, "aria-hidden": "true" },
    ...rows.flatMap((row, r) => [...row].map((mark, c) => {
      const square = squareAt(r, c, size);
      const classes = ["tile", held === square && "held", won.includes(square) && `won ${mark.toLowerCase()}`,
        last && isLanding(last, r, c, size) && "last"];
      const face = held === square ? toMove ?? "X" : mark;
      return h("span", { class: classes.filter(Boolean).join(" "), "data-row": r, "data-col": c, "data-key": square,
        style: { "grid-row": `${r + 2}`, "grid-column": `${c + 2}` } }, face !== "." && sign(face));
    })), wonLine(board as QuixoBoard), sketched(sketches, size));
}

export const quixo: GameView = {
  id: "quixo",
  title: say.quixo.title,
  blurb: say.quixo.blurb,
  about: say.quixo.about,
  paper: { text: "S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura: Quixo Is Solved (2020)", href: "https://hal.science/hal-02981564" },
  fields: {
    size: { label: say.quixo.board, words: (v) => `${v} × ${v}`, resets: ["line"] },
    line: { label: say.quixo.line, offer: ({ size }) => ["0", ...numbers(3, Number(size) - 1)], words: (v, { size }) => (v === "0" ? say.quixo.full(size!) : v) },
    "both-lines": { label: say.quixo.both, words: say.quixo.bothWords },
  },
  lessons: {
    rules: { size: "4" },
    steps: [
      { text: say.quixo.lessons[0]!, position: "..../.O../..../...X X", move: "a3R" },
      { text: say.quixo.lessons[1]!, position: "X.../OX../.O../.... O", move: "d3L" },
      { text: say.quixo.lessons[2]!, position: "XXX./.O.O/O.../.... X", move: "d4L" },
      { text: say.quixo.lessons[3]!, position: "OX../.OOO/..X./.X.. X", move: "a1T" },
    ],
  },
  plan: {
    rules: { size: "5" },
    steps: [
      { text: say.quixo.plan[0]!, position: "XXXX./OO.O./..O../...../O.... X", held: "e5", move: "e5L" },
      { text: say.quixo.plan[1]!, position: "XO.../...../..O../...../X...O X", held: "c5", move: "c5B" },
      { text: say.quixo.plan[2]!, position: "XXX../O..../..O../...../O...O X", held: "e5", move: "e5L" },
      { text: say.quixo.plan[3]!, position: "XOX../O...X/..O../...../O...X X", held: "e3", move: "e3B" },
      { text: say.quixo.plan[4]!, position: "X.X../....X/OOO.O/....X/..X.. X", held: "b5", move: "b5B" },
    ],
    play: { href: "/quixo?size=5&seats=person%2Cperfect", text: say.quixo.planPlay },
  },
  historyInText: false,
  seats: () => ["X", "O"],
  seatName: (seat) => seat,
  sign: (seat) => sign(seat),
  moveName: (move) => move,
  moveWords: (move) => say.quixo.take(move.slice(0, 2), say.quixo.sides[move[2]!] ?? "?"),
  resultWords: (result) => result,
  hintWords: (move) => say.quixo.hint(move.slice(0, 2)),
  still,
  create: () => new QuixoView(),
};
