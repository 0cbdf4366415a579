// Small charts, drawn as SVG. Each has a text that says the same.

import type { Classes, Curve, CurvePiece } from "./api";
import { h, svg } from "./dom";
import type { Step } from "./history";

const W = 320;

function frame(height: number, label: string, ...children: Node[]): SVGElement {
  return svg("svg", { viewBox: `0 0 ${W} ${height}`, role: "img", "aria-label": label, class: "chart" }, ...children);
}

// One bar per position: up while the first player is ahead, down while behind.
export function historyChart(steps: Step[], at: number, hidden: boolean, jump: (to: number) => void): HTMLElement {
  const height = 92;
  const middle = height / 2;
  const step = Math.min(16, (W - 10) / Math.max(steps.length, 1));
  const bars = steps.flatMap((s, i) => {
    const worth = hidden ? undefined : s.worth;
    const x = 5 + i * step;
    const size = worth === undefined ? 0 : Math.max(2, Math.abs(worth) * (middle - 6));
    const y = worth === undefined || worth === 0 ? middle - 1.5 : worth > 0 ? middle - size : middle;
    const tone = worth === undefined ? "open" : worth > 0 ? "good" : worth < 0 ? "bad" : "even";
    const name = `${i === 0 ? "start" : `move ${i}, ${s.move}`}${!hidden && s.words ? `: ${s.words}` : ""}`;
    return [
      svg("rect", { x, y, width: Math.max(1.5, step - 2), height: worth ? size : 3, rx: 1.5,
        class: `bar ${tone}${i === at ? " now" : ""}` }),
      svg("rect", { x: x - 1, y: 0, width: step, height, class: "hit", onclick: () => jump(i) },
        svg("title", {}, name)),
    ];
  });
  return h("div", { class: "history-chart" },
    frame(height, "value of each position for the first player",
      svg("line", { x1: 0, x2: W, y1: middle, y2: middle, class: "axis" }), ...bars));
}

// Shares of won, drawn and lost boards by the number of tiles on them.
export function classChart(classes: Classes): HTMLElement {
  const tiers = new Map<number, { win: number; draw: number; loss: number }>();
  for (const c of classes.classes) {
    const tier = tiers.get(c.x + c.o) ?? { win: 0, draw: 0, loss: 0 };
    tier.win += c.win;
    tier.draw += c.draw;
    tier.loss += c.loss;
    tiers.set(c.x + c.o, tier);
  }
  const keys = [...tiers.keys()].sort((a, b) => a - b);
  const height = 150;
  const bottom = height - 18;
  const width = (W - 26) / keys.length;
  const bars = keys.flatMap((tiles, i) => {
    const t = tiers.get(tiles)!;
    const all = t.win + t.draw + t.loss;
    let y = bottom;
    const parts = (["win", "draw", "loss"] as const).map((kind, k) => {
      const size = (t[kind] / all) * (bottom - 6);
      y -= size;
      return svg("rect", { x: 24 + i * width, y, width: width - 1, height: size,
        class: `bar ${["good", "even", "bad"][k]}` },
        svg("title", {}, `${tiles} tiles: ${t[kind].toLocaleString("en")} boards ${["won", "drawn", "lost"][k]}`));
    });
    const every = keys.length > 14 ? 5 : 2;
    const name = tiles % every === 0
      ? [svg("text", { x: 24 + (i + 0.5) * width, y: height - 5, class: "tick middle" }, String(tiles))] : [];
    return [...parts, ...name];
  });
  const ticks = [0, 50, 100].map((percent) =>
    svg("text", { x: 20, y: bottom - (percent / 100) * (bottom - 6) + 3, class: "tick end" }, `${percent}`));
  return h("figure", {},
    frame(height, "share of boards won, drawn and lost by the number of tiles", ...ticks, ...bars),
    h("figcaption", {}, "Boards won ", h("span", { class: "badge good" }, "+"), " drawn ",
      h("span", { class: "badge even" }, "="), " and lost ", h("span", { class: "badge bad" }, "−"),
      " for the player to move, in percent, by the number of tiles on the board."));
}

export function evaluate(polynomial: number[], denominator: number, q: number): number {
  return polynomial.reduceRight((sum, c) => sum * q + c, 0) / denominator;
}

// The value at q = a/b as an exact fraction.
export function exactAt(piece: CurvePiece, denominator: number, a: number, b: number): string {
  let top = 0n;
  let bottom = BigInt(denominator);
  const degree = piece.polynomial.length - 1;
  piece.polynomial.forEach((c, i) => { top += BigInt(c) * BigInt(a) ** BigInt(i) * BigInt(b) ** BigInt(degree - i); });
  bottom *= BigInt(b) ** BigInt(Math.max(degree, 0));
  const gcd = (x: bigint, y: bigint): bigint => (y === 0n ? x : gcd(y, x % y));
  const common = gcd(top < 0n ? -top : top, bottom) || 1n;
  return bottom / common === 1n ? `${top / common}` : `${top / common}/${bottom / common}`;
}

export function pieceAt(pieces: CurvePiece[], q: number): CurvePiece {
  return pieces.find((p) => q <= p.to_decimal) ?? pieces[pieces.length - 1]!;
}

// V(q), its breakpoints, the fair points, and where the slider stands.
export function curveChart(curve: Curve, q: number): SVGElement {
  const height = 190;
  const left = 26;
  const bottom = height - 20;
  const samples = Array.from({ length: 161 }, (_, i) => i / 160);
  const value = (x: number) => evaluate(pieceAt(curve.pieces, x).polynomial, curve.denominator, x);
  const values = samples.map(value);
  const low = Math.floor(Math.min(...values, 0) / 5) * 5;
  const high = Math.ceil(Math.max(...values, 0) / 5) * 5;
  const px = (x: number) => left + x * (W - left - 8);
  const py = (v: number) => bottom - ((v - low) / (high - low)) * (bottom - 8);
  const grid: Node[] = [];
  for (let v = low; v <= high; v += 5) {
    grid.push(svg("line", { x1: left, x2: W - 8, y1: py(v), y2: py(v), class: v === 0 ? "axis" : "grid" }),
      svg("text", { x: left - 4, y: py(v) + 3, class: "tick end" }, String(v).replace("-", "−")));
  }
  for (const x of [0, 0.25, 0.5, 0.75, 1]) {
    grid.push(svg("text", { x: px(x), y: height - 5, class: "tick middle" }, String(x)));
  }
  const path = samples.map((x, i) => `${i ? "L" : "M"}${px(x).toFixed(1)} ${py(values[i]!).toFixed(1)}`).join("");
  const breaks = curve.pieces.slice(1).map((p) =>
    svg("circle", { cx: px(p.from_decimal), cy: py(value(p.from_decimal)), r: 2.6, class: "break" },
      svg("title", {}, `a new piece begins at q = ${p.from_decimal.toFixed(6)}`)));
  const fair = curve.fair.map((root) =>
    svg("path", { d: `M${px(root.decimal)} ${py(0) - 6}l6 6l-6 6l-6 -6z`, class: "fair" },
      svg("title", {}, `fair at q = ${root.exact ?? root.decimal.toFixed(6)}`)));
  return frame(height, "value for X as a function of q", ...grid,
    svg("path", { d: path, class: "curve" }), ...breaks, ...fair,
    svg("line", { x1: px(q), x2: px(q), y1: 6, y2: bottom, class: "cursor" }),
    svg("circle", { cx: px(q), cy: py(value(q)), r: 4, class: "cursor-dot" }));
}
