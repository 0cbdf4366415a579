// Quantum tic-tac-toe: marks on two squares at once, arcs between them, and
// both ways in which a cycle can settle.

import { api, type Curve, type MovesDocument, type Ply, type QuantumBoard } from "../api";
import { curveChart, exactAt, pieceAt, evaluate } from "../charts";
import { arrowKeys, h, panel, svg } from "../dom";
import { badge, bestOf, lookOf, short } from "../values";
import type { GameView, Scene } from "../view";

let first = 0;  // the first square of the pair in hand; 0: none
const outcomes = new Map<string, MovesDocument | null>();  // null: asked for
const curves = new Map<string, Curve | string>();
let slider = -1;  // hundredths of q; -1: as in the rules

const pairOf = (move: string): [number, number] | null => {
  const found = /(\d)-(\d)$/.exec(move);
  return found ? [Number(found[1]), Number(found[2])] : null;
};
const column = (square: number) => (square - 1) % 3;
const rowOf = (square: number) => Math.floor((square - 1) / 3);

function marksOn(board: QuantumBoard, square: number): HTMLElement[] {
  const settled = board.plies.find((p) => p.settled === square);
  const chip = (p: Ply, extra: string) => h("span", {
    class: `mark ${p.player.toLowerCase()} ${extra}${board.cycle.includes(p.mark) ? " in-cycle" : ""}`,
  }, p.player, h("sub", {}, p.mark.slice(1)));
  if (settled) return [chip(settled, "settled")];
  return board.plies.filter((p) => p.settled === undefined && p.squares.includes(square)).map((p) => chip(p, ""));
}

// Bent lines between the two squares of each unsettled ply.
function arcs(board: QuantumBoard): SVGElement {
  const center = (square: number) => [column(square) * 100 + 50, rowOf(square) * 100 + 50] as const;
  const seen = new Map<string, number>();
  const paths = board.plies.filter((p) => p.settled === undefined).map((p) => {
    const [a, b] = p.squares;
    const [x1, y1] = center(a);
    const [x2, y2] = center(b);
    const key = `${a}-${b}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const bend = (count % 2 ? -1 : 1) * (0.16 + 0.1 * Math.floor(count / 2));
    const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
    return svg("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`,
      class: `arc ${p.player.toLowerCase()}${board.cycle.includes(p.mark) ? " in-cycle" : ""}` });
  });
  return svg("svg", { viewBox: "0 0 300 300", class: "arcs", "aria-hidden": "true" }, ...paths);
}

function describe(board: QuantumBoard, square: number): string {
  const settled = board.plies.find((p) => p.settled === square);
  if (settled) return `settled ${settled.mark}`;
  const marks = board.plies.filter((p) => p.settled === undefined && p.squares.includes(square)).map((p) => p.mark);
  return marks.length ? marks.join(" ") : "empty";
}

function squareButton(scene: Scene, square: number): HTMLElement {
  const board = scene.moves.board as QuantumBoard;
  const plies = scene.moves.moves.filter((m) => pairOf(m));
  const fits = (m: string) => {
    const pair = pairOf(m);
    if (!pair) return false;
    return first ? pair.includes(first) && pair.includes(square) && (square !== first || pair[0] === pair[1])
      : pair.includes(square);
  };
  const options = plies.filter(fits);
  const free = !scene.locked && (options.length > 0 || square === first);
  const rated = scene.analysis?.moves.filter((m) => options.includes(m.move)) ?? [];
  const best = bestOf(rated, scene.moves.to_move);
  const look = best && scene.showValues && square !== first ? lookOf(best, scene.moves.to_move) : undefined;
  const won = board.won.some((row) => row.includes(square));
  return h("button", {
    class: `square${first === square ? " taken" : ""}${free ? " free" : ""}${won ? " won" : ""}`,
    "data-row": rowOf(square), "data-col": column(square), "data-square": square,
    "aria-disabled": !free, "aria-pressed": first === square,
    "aria-label": `square ${square}, ${describe(board, square)}${look ? `, ${first ? "" : "best "}${look.words}` : ""}`,
    onclick: () => {
      if (!free) return;
      const single = options.find((m) => { const p = pairOf(m); return p && p[0] === p[1]; });
      if (square === first) first = 0;
      else if (first || single) { const move = single ?? options[0]!; first = 0; return scene.play(move); }
      else first = square;
      scene.say(first ? `square ${square} chosen; choose the second square` : "put back");
      scene.redraw();
      document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
    },
  }, h("span", { class: "number", "aria-hidden": "true" }, String(square)),
    h("span", { class: "marks" }, ...marksOn(board, square)), look && badge(look, "corner"));
}

function grid(board: QuantumBoard, squares: HTMLElement[], extra = ""): HTMLElement {
  return h("div", { class: `quantum-board ${extra}` }, ...squares, arcs(board));
}

// The two ways to settle, side by side, each with its exact value.
function collapse(scene: Scene): HTMLElement {
  const cards = scene.moves.moves.map((move, i) => {
    const position = scene.moves.positions[i]!;
    const key = JSON.stringify([scene.rules, position]);
    const after = outcomes.get(key);
    if (after === undefined) {
      outcomes.set(key, null);
      api.moves("quantum", scene.params(position)).then(
        (d) => { outcomes.set(key, d); scene.redraw(); }, () => outcomes.delete(key));
    }
    const board = after?.board as QuantumBoard | undefined;
    const rated = scene.analysis?.moves.find((m) => m.move === move);
    const value = rated && scene.showValues ? rated : undefined;
    return h("button", {
      class: "outcome", disabled: scene.locked, "data-move": move,
      "aria-label": `${move}${value ? `: value ${value.exact}` : ""}${rated?.probability ? `, probability ${rated.probability}` : ""}`,
      onclick: () => scene.play(move),
    }, h("strong", {}, move),
      board && grid(board, Array.from({ length: 9 }, (_, s) => h("span", {
        class: `square${board.won.some((row) => row.includes(s + 1)) ? " won" : ""}` },
        h("span", { class: "marks" }, ...marksOn(board, s + 1)))), "little"),
      value && h("span", {}, "value ", badge(lookOf(value, "X")), h("span", { class: "exact" }, ` ${value.exact}`)),
      scene.showValues && rated?.favours && h("span", { class: "odds" },
        rated.favours === "nobody" ? "favours nobody" : `favours ${rated.favours}, probability ${rated.probability}`));
  });
  return h("div", { class: "collapse" },
    h("p", {}, `The cycle ${(scene.moves.board as QuantumBoard).cycle.join(" – ")} has closed. ${
      scene.moves.to_move === "System" ? "The System draws" : `${scene.moves.to_move} selects`} how it settles:`),
    h("div", { class: "outcomes" }, ...cards));
}

function board(scene: Scene): HTMLElement {
  const document = scene.moves.board as QuantumBoard;
  const collapsing = document.cycle.length > 0;
  if (collapsing) first = 0;
  const group = grid(document, Array.from({ length: 9 }, (_, i) => squareButton(scene, i + 1)));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "quantum board");
  arrowKeys(group);
  return h("div", { class: "quantum" }, group, collapsing && collapse(scene));
}

function curveBody(scene: Scene, curve: Curve): HTMLElement {
  const [top, bottom] = scene.rules.q!.split("/");
  const given = Number(top) / Number(bottom ?? 1);
  const body = h("div", { class: "curve-body" });
  const draw = () => {
    const q = slider >= 0 ? slider / 100 : given;
    const piece = pieceAt(curve.pieces, q);
    const value = evaluate(piece.polynomial, curve.denominator, q);
    const exact = exactAt(piece, curve.denominator, Math.round(q * 10000), 10000);
    const input = h("input", { type: "range", min: 0, max: 100, value: Math.round(q * 100), "aria-label": "q",
      "aria-valuetext": `q = ${Number(q.toFixed(4))}, value ${exact}`,
      oninput: () => { slider = Number(input.value); draw(); body.querySelector("input")?.focus(); } });
    const fair = curve.fair.map((r) => r.exact ?? r.decimal.toFixed(6)).join(", ");
    body.replaceChildren(curveChart(curve, q), h("label", { class: "slider" }, h("span", {}, "q"), input),
      h("p", { class: "reading", "aria-live": "polite" }, `q = ${Number(q.toFixed(4))}: value `,
        h("strong", { class: "exact" }, exact), exact.includes("/") ? ` ≈ ${short(`${value}`, value)}` : "",
        `; best opening ${(piece.best ?? []).join(", ")}`),
      h("p", { class: "note" }, `${curve.pieces.length} pieces; fair (worth nothing to both) at q = ${fair || "nowhere"}`),
      h("button", { onclick: () => { const q100 = Math.round(q * 100); slider = -1;
        scene.setRules({ ...scene.rules, collapse: "chance", q: `${q100}/100`, dice: "" }); } }, "Play with this q"));
  };
  draw();
  return body;
}

function curvePanel(scene: Scene): HTMLElement {
  const params = { draw: scene.rules.draw!, "double-win": scene.rules["double-win"]! };
  const key = JSON.stringify(params);
  const known = curves.get(key);
  const load = () => {
    if (curves.has(key)) return;
    api.curve(params).then((c) => curves.set(key, c), (e: Error) => curves.set(key, e.message)).then(() => scene.redraw());
  };
  const fold = panel("Value against q", known !== undefined,
    known === undefined ? h("p", {}, "Computing the exact curve; the first time this takes some seconds …")
      : typeof known === "string" ? h("p", { class: "note" }, known) : curveBody(scene, known)) as HTMLDetailsElement;
  fold.addEventListener("toggle", () => { if (fold.open) load(); });
  return fold;
}

export const quantum: GameView = {
  id: "quantum",
  title: "Quantum",
  about: "Each move puts a mark on two squares at once. When marks form a cycle, the cycle settles: every mark in it gets one square. Three settled marks in a row win.",
  seats: () => ["X", "O"],
  board,
  panels: (scene) => [curvePanel(scene)],
};
