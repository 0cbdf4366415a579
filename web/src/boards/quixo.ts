// Quixo: take a tile from the border, see the ends where it can go in.

import { api, type Classes, type QuixoBoard, type RatedMove } from "../api";
import { classChart } from "../charts";
import { arrowKeys, h, panel, select, svg } from "../dom";
import { badge, bestOf, lookOf } from "../values";
import type { GameView, Scene } from "../view";

let taken = "";          // the square of the tile in hand
let editing: string[] | null = null;  // the rows of the board in the editor
let editingTurn = "X";
const statistics = new Map<string, Classes | string>();

export function sign(mark: string): SVGElement {
  const shape = mark === "X"
    ? svg("path", { d: "M22 22L78 78M78 22L22 78", class: "sign x" })
    : svg("circle", { cx: 50, cy: 50, r: 30, class: "sign o" });
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, shape);
}

const named = (mark: string) => (mark === "." ? "blank" : mark);

// Tiles between the hole and the end move one step; where they came from.
function slide(move: string, row: number, col: number, size: number): [number, number] | null {
  const fromCol = move.charCodeAt(0) - 97;
  const fromRow = size - Number(move[1]);
  switch (move[2]) {
    case "L": return row === fromRow && col <= fromCol ? [-1, 0] : null;
    case "R": return row === fromRow && col >= fromCol ? [1, 0] : null;
    case "T": return col === fromCol && row <= fromRow ? [0, -1] : null;
    case "B": return col === fromCol && row >= fromRow ? [0, 1] : null;
    default: return null;
  }
}

function endButton(scene: Scene, move: string, size: number): HTMLElement {
  const col = move.charCodeAt(0) - 97;
  const row = size - Number(move[1]);
  const side = move[2]!;
  const at = { L: [row, -1], R: [row, size], T: [-1, col], B: [size, col] }[side]!;
  const rated = scene.analysis?.moves.find((m) => m.move === move);
  const look = rated && scene.showValues ? lookOf(rated, scene.moves.to_move) : undefined;
  const sideName = { L: "left", R: "right", T: "top", B: "bottom" }[side];
  return h("button", {
    class: `end ${look?.tone ?? ""}`,
    style: { "grid-row": `${at[0]! + 2}`, "grid-column": `${at[1]! + 2}` },
    "data-row": at[0], "data-col": at[1], "data-move": move,
    "aria-label": `push in from the ${sideName}: ${move}${look ? ", " + look.words : ""}`,
    onclick: () => { taken = ""; scene.play(move); },
  }, h("span", { class: "arrow", "aria-hidden": "true" }, { L: "→", R: "←", T: "↓", B: "↑" }[side]!),
    look && h("span", {}, look.text));
}

function tileButton(scene: Scene, mark: string, row: number, col: number, size: number): HTMLElement {
  const square = `${String.fromCharCode(97 + col)}${size - row}`;
  const board = scene.moves.board as QuixoBoard;
  const options = scene.moves.moves.filter((m) => m.startsWith(square));
  const rated = scene.analysis?.moves.filter((m) => m.move.startsWith(square)) ?? [];
  const best = bestOf(rated, scene.moves.to_move) as RatedMove | undefined;
  const look = best && scene.showValues && taken === "" ? lookOf(best, scene.moves.to_move) : undefined;
  const free = options.length > 0 && !scene.locked;
  const tile = h("button", {
    class: `tile${taken === square ? " taken" : ""}${board.won.includes(square) ? " won" : ""}${free ? " free" : ""}`,
    style: { "grid-row": `${row + 2}`, "grid-column": `${col + 2}` },
    "data-row": row, "data-col": col, "data-square": square,
    "aria-disabled": !free, "aria-pressed": free ? taken === square : undefined,
    "aria-label": `${square}, ${named(mark)}${look ? `, taking it ${look.words}` : ""}`,
    onclick: () => {
      if (!free) return;
      taken = taken === square ? "" : square;
      scene.say(taken ? `${square} in hand; ${options.length} ends` : "put back");
      scene.redraw();
      document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
    },
  }, mark !== "." && sign(mark), look && badge(look, "corner"));
  const from = scene.arrived ? slide(scene.arrived, row, col, size) : null;
  if (from) {
    tile.animate([{ transform: `translate(${from[0] * 104}%, ${from[1] * 104}%)` }, { transform: "none" }],
      { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 280, easing: "ease-out" });
  }
  return tile;
}

function board(scene: Scene): HTMLElement {
  const rows = (scene.moves.board as QuixoBoard).rows;
  const size = rows.length;
  if (taken && !scene.moves.moves.some((m) => m.startsWith(taken))) taken = "";
  const cells = rows.flatMap((row, r) => [...row].map((mark, c) => tileButton(scene, mark, r, c, size)));
  const ends = taken && !scene.locked
    ? scene.moves.moves.filter((m) => m.startsWith(taken)).map((m) => endButton(scene, m, size)) : [];
  const names = rows.flatMap((_, i) => [
    h("span", { class: "coordinate", "aria-hidden": "true", style: { "grid-row": `${size + 3}`, "grid-column": `${i + 2}` } }, String.fromCharCode(97 + i)),
    h("span", { class: "coordinate", "aria-hidden": "true", style: { "grid-row": `${i + 2}`, "grid-column": "1" } },
      ends.some((e) => e.dataset.row === String(i) && e.dataset.col === "-1") ? "" : String(size - i)),
  ]);
  const grid = h("div", { class: "quixo-board", role: "group", "aria-label": `Quixo board ${size}x${size}`,
    style: { "--size": `${size}` } }, ...names, ...cells, ...ends);
  arrowKeys(grid);
  return grid;
}

function editor(scene: Scene): HTMLElement {
  const rows = (scene.moves.board as QuixoBoard).rows;
  if (!editing) {
    return panel("Board editor", false,
      h("p", {}, "Set up any board, also one that no game reaches."),
      h("button", { onclick: () => {
        editing = [...rows];
        editingTurn = scene.moves.to_move;
        scene.redraw();
        document.querySelector<HTMLElement>(".editor button")?.focus();
      } }, "Edit this board"));
  }
  const next: Record<string, string> = { ".": "X", X: "O", O: "." };
  const cells = editing.flatMap((row, r) => [...row].map((mark, c) => h("button", {
    class: "tile small free", "data-row": r, "data-col": c,
    "aria-label": `${String.fromCharCode(97 + c)}${rows.length - r}, ${named(mark)}; press to change`,
    onclick: () => {
      editing![r] = row.slice(0, c) + next[mark] + row.slice(c + 1);
      scene.redraw();
      document.querySelector<HTMLElement>(`.editor [data-row="${r}"][data-col="${c}"]`)?.focus();
    },
  }, mark !== "." && sign(mark))));
  const grid = h("div", { class: "editor-grid", style: { "--size": `${rows.length}` } }, ...cells);
  arrowKeys(grid);
  return panel("Board editor", true, h("div", { class: "editor" },
    h("p", {}, "Press a tile to change it: blank, X, O."), grid,
    select("To move", editingTurn, [["X", "X"], ["O", "O"]], (turn) => { editingTurn = turn; }),
    h("div", { class: "row" },
      h("button", { class: "primary", onclick: () => {
        const position = `${editing!.join("/")} ${editingTurn}`;
        editing = null;
        scene.go(position);
      } }, "Use this board"),
      h("button", { onclick: () => { editing = null; scene.redraw(); } }, "Cancel"))));
}

function statisticsPanel(scene: Scene): HTMLElement {
  const key = JSON.stringify(scene.rules);
  const known = statistics.get(key);
  const body = known === undefined ? h("p", {}, "Counting …") : typeof known === "string"
    ? h("p", { class: "note" }, known) : classChart(known);
  const fold = panel("Class statistics", undefined === known ? false : true, body) as HTMLDetailsElement;
  fold.addEventListener("toggle", () => {
    if (!fold.open || statistics.has(key)) return;
    api.classes(scene.rules).then((c) => statistics.set(key, c), (e: Error) => statistics.set(key, e.message))
      .then(() => scene.redraw());
  });
  return fold;
}

export const quixo: GameView = {
  id: "quixo",
  title: "Quixo",
  about: "Take a blank tile or one of your own from the border, push it back in at an end of its row or column with your sign up. A full line wins.",
  seats: () => ["X", "O"],
  // A line shorter than the board, or 0 for all of it.
  narrow(parameter, rules) {
    if (parameter.name !== "line") return parameter;
    const shorter = Array.from({ length: Math.min(Number(rules.size), parameter.most!) - 3 }, (_, i) => `${3 + i}`);
    return { ...parameter, choices: [parameter.default, ...shorter] };
  },
  board,
  panels: (scene) => [editor(scene), statisticsPanel(scene)],
};
