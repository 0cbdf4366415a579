// Quixo: take a tile from the border, see the ends where it can go in.

import type { QuixoBoard } from "../api";
import { calm, h, svg } from "../dom";
import { numbers } from "../form";
import { classesPanel } from "../panels/classes";
import { sign } from "../tokens";
import { allAlike, badge, lookOf } from "../values";
import type { Sketch } from "../session";
import type { BoardView, GameView, Legend, Scene, Still } from "../view";

export interface Square { row: number; col: number }

const fileOf = (col: number): string => String.fromCharCode(97 + col);
const squareAt = (row: number, col: number, size: number): string => `${fileOf(col)}${size - row}`;
const placeOf = (square: string, size: number): Square =>
  ({ row: size - Number(square.slice(1, 2)), col: square.charCodeAt(0) - 97 });
const named = (mark: string): string => (mark === "." ? "blank" : mark);
const SIDES: Record<string, string> = { L: "left", R: "right", T: "top", B: "bottom" };
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
    return this.held ? "Choose where to push it in. Tap the tile again to cancel."
      : `Choose a tile on the border: blank, or with ${scene.moves.to_move} on it.`;
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
      "aria-label": `Quixo board ${size}x${size}`, style: { "--size": `${size}` } },
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
      "aria-disabled": !free, "aria-pressed": free ? held : undefined, title: look && free ? `the best with this tile: ${look.words}` : undefined,
      "aria-label": `${square}, ${named(mark)}${landed ? ", moved last" : ""}${look ? `, taking it ${look.words}` : ""}`,
      onclick: () => { if (free) this.take(scene, square, options.length); },
    }, face !== "." && sign(face), look && !alike && badge(look, face === "." ? "middle" : "corner"));
  }

  private take(scene: Scene, square: string, ways: number): void {
    this.held = this.held === square ? "" : square;
    scene.consider();
    scene.say(this.held ? `${square} in hand; ${ways} arrows to choose from` : `${square} put back`);
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
      "aria-label": `push in from the ${SIDES[move[2]!]}: ${move}${look ? ", " + look.words : ""}`,
      onclick: () => { this.held = ""; scene.play(move); },
      onpointerenter: consider, onfocus: consider, onpointerleave: () => scene.consider(), onblur: () => scene.consider(),
    }, h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[move[2]!]!), look && h("span", {}, look.text));
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
  title: "Quixo",
  blurb: "Take a tile from the border, push it back in with your sign, and make a whole line of it.",
  about: [
    "The tiles are blank at first; X begins. A move takes a tile from the border that is blank or bears your own sign, and pushes it back in, with your sign up, at another end of its row or column. The tiles between move one step.",
    "Whoever has a whole line of their own sign, across, down or diagonal, wins. A push may move the other's tiles too: whoever completes only a line of the other loses, and so does, by the usual rule, whoever completes lines of both at once.",
    "A corner tile has two ways back, any other border tile three; never where it was taken. There is no draw by rule: two careful players can go on for ever. Here the players agree on a draw when a board stands for the third time.",
  ],
  paper: { text: "S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura: Quixo Is Solved (2020)", href: "https://hal.science/hal-02981564" },
  fields: {
    size: { label: "Board", words: (v) => `${v} × ${v}`, resets: "line" },
    line: { label: "Tiles in a line", offer: ({ size }) => ["0", ...numbers(3, Number(size) - 1)], words: (v, { size }) => (v === "0" ? `${size} (full)` : v) },
    "both-lines": { label: "Lines of both at once", words: (v) => `the mover ${v}s` },
  },
  lessons: {
    rules: { size: "4" },
    steps: [
      { text: "You are X. Take a blank tile from the border, here a3, and push it in at the other end of its row. It bears your sign now, and the tiles between move one step.", position: "..../.O../..../...X X", move: "a3R" },
      { text: "You can take your own tiles too, never those of the other player. But you can push them along: O takes d3 and pushes it in from the left.", position: "X.../OX../.O../.... O", move: "d3L" },
      { text: "A whole line of your sign wins. X wins with a tile from the right end of the top row.", position: "XXX./.O.O/O.../.... X", move: "d4L" },
      { text: "Careful: a push that completes only a line of the other player loses. Pushing a1 in from the top moves the O of a4 down, and O has a line.", position: "OX../.OOO/..X./.X.. X", move: "a1T" },
    ],
  },
  plan: {
    rules: { size: "5" },
    steps: [
      { text: "Complete a line of yours if you can, never one of the other's, and leave no line that the other can complete with the next push.", position: "XXXX./OO.O./..O../...../O.... X", held: "e5", move: "e5L" },
      { text: "Take a blank tile rather than one of your own: a tile more never hurts.", position: "XO.../...../..O../...../X...O X", held: "c5", move: "c5B" },
      { text: "Of what is left, choose what gives you the most ways to complete a line next time.", position: "XXX../O..../..O../...../O...O X", held: "e5", move: "e5L" },
      { text: "Then own as much of the border as you can: the other cannot take your tiles, and has fewer to choose from.", position: "XOX../O...X/..O../...../O...X X", held: "e3", move: "e3B" },
      { text: "Then leave the other as few tiles as you can in one line. Playing by these five rules held 37 of 40 games against the perfect player.", position: "X.X../....X/OOO.O/....X/..X.. X", held: "b5", move: "b5B" },
    ],
    play: { href: "/quixo?size=5&seats=person%2Cperfect", text: "Play this against the perfect player" },
  },
  legend: ({ size }) => [["good", "+5", "wins in 5 moves"], ["even", "=", "draw"], ["even", "=3/9", "draw, 3 of 9 replies still draw"], ["bad", "−4", "loses in 4 moves"],
    ...(Number(size) > 4 ? [["open", "+0.3?", "unsolved; looks better"]] : []) as Legend],
  historyInText: false,
  seats: () => ["X", "O"],
  seatName: (seat) => seat,
  sign: (seat) => sign(seat),
  moveName: (move) => move,
  moveWords: (move) => `take ${move.slice(0, 2)}, push it in from the ${SIDES[move[2]!] ?? "?"}`,
  resultWords: (result) => result,
  hintWords: (move) => `Hint: take ${move.slice(0, 2)}. Ask again for the push.`,
  still,
  create: () => new QuixoView(),
};
