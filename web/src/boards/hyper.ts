// n^k boards as slices, with a shape and a colour for each player.

import { api, type Category, type HyperBoard, type Params } from "../api";
import { arrowKeys, h, panel, svg } from "../dom";
import { badge, lookOf } from "../values";
import type { GameView, Scene } from "../view";

let showThreats = true;
let showLines = false;
const categories = new Map<string, Category | string>();

const SHAPES: (() => SVGElement)[] = [
  () => svg("path", { d: "M22 22L78 78M78 22L22 78", class: "stroke" }),
  () => svg("circle", { cx: 50, cy: 50, r: 29, class: "stroke" }),
  () => svg("path", { d: "M50 18L82 76H18Z", class: "fill" }),
  () => svg("rect", { x: 24, y: 24, width: 52, height: 52, class: "stroke" }),
  () => svg("path", { d: "M50 15L85 50L50 85L15 50Z", class: "fill" }),
  () => svg("path", { d: "M50 18V82M18 50H82", class: "stroke" }),
  () => svg("path", { d: "M18 24H82L50 82Z", class: "stroke" }),
  () => svg("circle", { cx: 50, cy: 50, r: 26, class: "fill" }),
];

export function token(player: number): SVGElement {
  return svg("svg", { viewBox: "0 0 100 100", class: `token p${player}`, "aria-hidden": "true" }, SHAPES[player - 1]!());
}

function cellButton(scene: Scene, cell: string, row: number, col: number): HTMLElement {
  const board = scene.moves.board as HyperBoard;
  const owner = board.marks.find((m) => m.cell === cell)?.player;
  const free = !scene.locked && scene.moves.moves.includes(cell);
  const rated = scene.analysis?.moves.find((m) => m.move === cell);
  const look = rated && scene.showValues ? lookOf(rated, scene.moves.to_move) : undefined;
  const threats = showThreats ? board.threats.filter((t) => t.cell === cell) : [];
  const live = board.live[cell];
  const last = board.marks[board.marks.length - 1]?.cell === cell;
  const words = [`cell ${cell}`, owner ? `player ${owner}` : "empty", look?.words,
    ...threats.map((t) => `player ${t.player} threatens to complete a line here`),
    showLines && live !== undefined ? `${live} lines left` : undefined].filter(Boolean);
  return h("button", {
    class: `cell${free ? " free" : ""}${board.won.some((line) => line.includes(cell)) ? " won" : ""}${last ? " last" : ""}${
      showLines && live === 0 ? " dead" : ""}${look ? " " + look.tone : ""}`,
    "data-row": row, "data-col": col, "data-cell": cell, "aria-disabled": !free, "aria-label": words.join(", "),
    onclick: () => { if (free) scene.play(cell); },
  }, owner ? token(owner) : null,
    !owner && look && rated?.value !== null ? h("span", { class: "value" }, look.text) : null,
    !owner && showLines ? h("span", { class: "live" }, String(live)) : null,
    ...threats.slice(0, 1).map((t) => h("span", { class: "threat" }, token(t.player))));
}

function board(scene: Scene): HTMLElement {
  const document = scene.moves.board as HyperBoard;
  const side = document.slices[0]!.rows[0]!.length;
  const dims = Number(scene.rules.dims);
  const slices = document.slices.map((slice, s) => {
    const across = dims >= 3 ? s % side : 0;
    const down = dims >= 3 ? Math.floor(s / side) : s;
    return h("div", { class: "slice" }, slice.name && h("span", { class: "slice-name" }, slice.name),
      h("div", { class: "slice-grid", style: { "--side": `${side}` } }, ...slice.rows.flatMap((row, r) =>
        row.map((cell, c) => cellButton(scene, cell, down * (side + 1) + r, across * side + c)))));
  });
  const grid = h("div", { class: `hyper-board dims-${Math.min(dims, 4)}`, role: "group",
    "aria-label": `board ${side}^${dims}`, style: { "--side": `${side}`, "--slices": `${dims >= 3 ? side : 1}` } }, ...slices);
  arrowKeys(grid);
  return grid;
}

function toggle(text: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  return h("label", { class: "check" }, box, text);
}

function linesPanel(scene: Scene): HTMLElement {
  const document = scene.moves.board as HyperBoard;
  const counts = new Map<number, number>();
  for (const t of document.threats) counts.set(t.player, (counts.get(t.player) ?? 0) + 1);
  const threats = [...counts].map(([player, count]) => `player ${player} threatens ${count} ${count === 1 ? "line" : "lines"}`);
  return panel("Lines", undefined,
    toggle("Show threats", showThreats, (on) => { showThreats = on; scene.redraw(); }),
    toggle("Show dead lines: how many are left through each cell", showLines, (on) => { showLines = on; scene.redraw(); }),
    h("p", { class: "note" }, `${document.dead_lines} of ${document.lines} lines are dead: two players have marks on them. ${
      threats.length ? threats.join("; ") + "." : "Nobody threatens to complete a line."}`));
}

function verdictPanel(scene: Scene): HTMLElement | null {
  const players = scene.analysis?.players;
  if (!players || !scene.showValues) return null;
  const mark = (yes: boolean | null) => {
    const text = yes === null ? "open" : yes ? "yes" : "no";
    return h("td", {}, badge({ tone: yes ? "good" : "open", text, words: text }));
  };
  return panel("Against all others together", undefined, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "forces a win"), h("th", { scope: "col" }, "avoids losing"))),
    h("tbody", {}, ...players.map((p) => h("tr", {},
      h("th", { scope: "row" }, token(p.player), ` ${p.player}`), mark(p.can_force_win), mark(p.can_avoid_loss))))));
}

function categoryPanel(scene: Scene): HTMLElement {
  const params: Params = { side: scene.rules.side!, dims: scene.rules.dims! };
  const key = JSON.stringify(params);
  const known = categories.get(key);
  const words = (c: Category) => `Category ${c.category ?? "open"} of Golomb and Hales: the first player ${
    { win: "wins", draw: "cannot win against best play", open: "has an open fate" }[c.first_player] ?? c.first_player}. ${
    c.pairing ? "A pairing draws. " : ""}${c.drawn_filling === false ? "No full board is without a line. " : ""}Decided by: ${c.how}.`;
  const fold = panel("The empty board, two players", known !== undefined,
    h("p", {}, known === undefined ? "Looking …" : typeof known === "string" ? known : words(known))) as HTMLDetailsElement;
  fold.addEventListener("toggle", () => {
    if (!fold.open || categories.has(key)) return;
    api.classify(params).then((c) => categories.set(key, c), (e: Error) => categories.set(key, e.message)).then(() => scene.redraw());
  });
  return fold;
}

export const hyper: GameView = {
  id: "hyper",
  title: "n^k",
  about: "Players take turns to mark a cell. Whoever first holds a whole line, straight or diagonal through any dimensions, wins.",
  seats: (rules) => Array.from({ length: Number(rules.players) || 2 }, (_, i) => `${i + 1}`),
  board,
  panels: (scene) => [verdictPanel(scene), linesPanel(scene), categoryPanel(scene)].filter((p) => p !== null),
};
