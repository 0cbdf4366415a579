// Charts as SVG: axes with names, a legend, and what lies under the pointer in words.
// Each has a label that says what it shows.

import type { Classes, Curve } from "./api";
import { evaluate, pieceAt } from "./curve";
import { h, svg, type Child } from "./dom";
import * as say from "./words";

export const W = 320;
const LEFT = 46;
const RIGHT = 8;
const TOP = 14;
const BELOW = 34;   // ticks and the name of the axis

interface Plot { x(share: number): number; y(share: number): number; bottom: number; height: number }

function plotOf(height: number): Plot {
  const bottom = height - BELOW;
  return { x: (share) => LEFT + share * (W - LEFT - RIGHT), y: (share) => bottom - share * (bottom - TOP), bottom, height };
}

// The margins of the plot as shares of the whole, for what must stand exactly under it.
export const MARGINS = { left: LEFT / W, right: RIGHT / W };

function frame(plot: Plot, label: string, names: { x: string; y: string }, props: object, ...children: Child[]): SVGElement {
  const middle = (TOP + plot.bottom) / 2;
  return svg("svg", { viewBox: `0 0 ${W} ${plot.height}`, role: "img", "aria-label": label, class: "chart", ...props },
    svg("text", { x: plot.x(0.5), y: plot.height - 4, class: "name middle" }, names.x),
    svg("text", { x: 9, y: middle, class: "name middle", transform: `rotate(-90 9 ${middle})` }, names.y), ...children);
}

const tickX = (plot: Plot, share: number, text: string): SVGElement =>
  svg("text", { x: plot.x(share), y: plot.bottom + 13, class: "tick middle" }, text);
const tickY = (plot: Plot, share: number, text: string): SVGElement =>
  svg("text", { x: LEFT - 4, y: plot.y(share) + 4, class: "tick to-end" }, text);
const lineY = (plot: Plot, share: number, kind: string): SVGElement =>
  svg("line", { x1: LEFT, x2: W - RIGHT, y1: plot.y(share), y2: plot.y(share), class: kind });

function figure(chart: SVGElement, reading: string, legend: [string, string][]): HTMLElement {
  return h("figure", { class: "stack" }, chart,
    h("p", { class: "reading" }, reading),
    legend.length > 0 && h("ul", { class: "legend" }, ...legend.map(([tone, text]) =>
      h("li", {}, h("span", { class: `swatch ${tone}` }), text))));
}

// Puts words into the line under the chart that an event came from.
function read(event: Event, words: string): void {
  const line = (event.currentTarget as Element).closest("figure")?.querySelector(".reading");
  if (line) line.textContent = words;
}

// --- the game, position by position -------------------------------------------

export interface Point { worth?: number; words: string; name: string; drop?: string }

// Up while the first player is ahead, down while behind; a mark where a move lost something.
export function gameChart(points: Point[], at: number, seats: { first: string; other: string }, jump: (to: number) => void): HTMLElement {
  const plot = plotOf(170);
  const step = (plot.x(1) - plot.x(0)) / Math.max(points.length, 8);
  const bars = points.flatMap((point, i) => {
    const x = plot.x(0) + i * step;
    const worth = point.worth ?? 0;
    const [top, bottom] = [plot.y(0.5 + Math.max(0, worth) / 2), plot.y(0.5 + Math.min(0, worth) / 2)];
    const tone = point.worth === undefined ? "open" : worth > 0 ? "first" : worth < 0 ? "other" : "even";
    const words = `${point.name}: ${point.words}${point.drop ? `. ${point.drop}` : ""}`;
    return [
      svg("rect", { x: x + 0.5, y: Math.min(top, plot.y(0.5) - 1.5), width: Math.max(1.5, step - 1.5),
        height: Math.max(3, bottom - top), rx: 1.5, class: `bar ${tone}${i === at ? " now" : ""}` }),
      point.drop && svg("path", { d: `M${x + step / 2} 2l5 8h-10z`, class: "drop" }),
      svg("rect", { x, y: TOP, width: step, height: plot.bottom - TOP, class: "hit", onclick: () => jump(i),
        onpointerenter: (event: Event) => read(event, words) }, svg("title", {}, words)),
    ];
  });
  const every = Math.ceil(points.length / 10);
  const ticks = points.flatMap((_, i) => (i % every === 0
    ? [svg("text", { x: plot.x(0) + (i + 0.5) * step, y: plot.bottom + 13, class: "tick middle" }, String(i))] : []));
  const now = points[at];
  return h("div", { class: "game-chart" }, figure(
    frame(plot, say.charts.game(seats.first), { x: say.charts.made, y: say.charts.for(seats.first) }, {},
      svg("text", { x: LEFT - 4, y: TOP + 8, class: "tick to-end" }, say.charts.wins),
      svg("text", { x: LEFT - 4, y: plot.bottom, class: "tick to-end" }, say.charts.loses), tickY(plot, 0.5, say.charts.even),
      lineY(plot, 1, "grid"), lineY(plot, 0, "grid"), lineY(plot, 0.5, "axis"), ...bars, ...ticks),
    now ? `${now.name}: ${now.words}` : "",
    [["first", say.charts.ahead(seats.first)], ["other", seats.other], ["drop", say.charts.mistake]]));
}

// --- Quixo: classes ---------------------------------------------------------------

type Tier = { win: number; draw: number; loss: number };

// Shares of won, drawn and lost boards by the number of tiles on them.
export function classChart(classes: Classes): HTMLElement {
  const tiers = new Map<number, Tier>();
  for (const c of classes.classes) {
    const tier = tiers.get(c.x + c.o) ?? { win: 0, draw: 0, loss: 0 };
    for (const kind of ["win", "draw", "loss"] as const) tier[kind] += c[kind];
    tiers.set(c.x + c.o, tier);
  }
  const keys = [...tiers.keys()].sort((a, b) => a - b);
  const plot = plotOf(200);
  const step = 1 / keys.length;
  const bars = keys.flatMap((tiles, i) => tierBars(plot, tiers.get(tiles)!, tiles, i * step, step));
  const every = keys.length > 14 ? 5 : 2;
  const chart = frame(plot, say.charts.share, { x: say.charts.tiles, y: say.charts.boards }, {},
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [lineY(plot, share, "grid"), tickY(plot, share, String(100 * share))]),
    ...bars, ...keys.flatMap((tiles, i) => (tiles % every === 0 ? [tickX(plot, (i + 0.5) * step, String(tiles))] : [])));
  return figure(chart, say.charts.point, [["good", say.charts.won], ["even", say.charts.drawn], ["bad", say.charts.lost]]);
}

function tierBars(plot: Plot, tier: Tier, tiles: number, from: number, step: number): SVGElement[] {
  const all = tier.win + tier.draw + tier.loss;
  const percent = (count: number): string => `${((100 * count) / all).toFixed(2)} %`;
  const words = say.charts.tier(tiles, percent(tier.win), percent(tier.draw), percent(tier.loss), all.toLocaleString("en"));
  let share = 0;
  const width = plot.x(step) - plot.x(0) - 1;
  const parts = ([["win", "good"], ["draw", "even"], ["loss", "bad"]] as const).map(([kind, tone]) => {
    const size = tier[kind] / all;
    share += size;
    return svg("rect", { x: plot.x(from), y: plot.y(share), width, height: size * (plot.bottom - TOP), class: `bar ${tone}` });
  });
  return [...parts, svg("rect", { x: plot.x(from), y: TOP, width: width + 1, height: plot.bottom - TOP, class: "hit",
    onpointerenter: (event: Event) => read(event, words) }, svg("title", {}, words))];
}

// --- quantum: the value against q -----------------------------------------------

// V(q), its breakpoints, the fair points, and where the slider stands.
export function curveChart(curve: Curve, q: number, choose: (q: number) => void): HTMLElement {
  const plot = plotOf(210);
  const value = (x: number): number => evaluate(pieceAt(curve.pieces, x).polynomial, curve.denominator, x);
  const samples = Array.from({ length: 241 }, (_, i) => i / 240);
  const values = samples.map(value);
  const low = Math.floor(Math.min(...values, 0) / 5) * 5;
  const high = Math.ceil(Math.max(...values, 0) / 5) * 5;
  const y = (v: number): number => (v - low) / (high - low);
  const minus = (v: number): string => String(v).replace("-", "−");
  const grid: SVGElement[] = [];
  for (let v = low; v <= high; v += 5) grid.push(lineY(plot, y(v), v === 0 ? "axis" : "grid"), tickY(plot, y(v), minus(v)));
  const path = samples.map((x, i) => `${i ? "L" : "M"}${plot.x(x).toFixed(1)} ${plot.y(y(values[i]!)).toFixed(1)}`).join("");
  const under = (event: PointerEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(1, (((event.clientX - box.left) / box.width) * W - LEFT) / (W - LEFT - RIGHT)));
  };
  const chart = frame(plot, say.charts.ofQ, { x: say.charts.q, y: say.charts.worth },
    { onpointermove: (event: PointerEvent) => { const x = under(event); read(event, say.charts.at(x.toFixed(3), minus(Number(value(x).toFixed(3))))); },
      onclick: (event: PointerEvent) => choose(under(event)) },
    ...grid, ...[0, 0.25, 0.5, 0.75, 1].map((x) => tickX(plot, x, String(x))),
    svg("path", { d: path, class: "curve" }),
    ...curve.pieces.slice(1).map((p) => svg("circle", { cx: plot.x(p.from_decimal), cy: plot.y(y(value(p.from_decimal))), r: 2.6, class: "break" })),
    ...curve.fair.map((root) => svg("path", { d: `M${plot.x(root.decimal)} ${plot.y(y(0)) - 6}l6 6l-6 6l-6 -6z`, class: "fair" })),
    svg("line", { x1: plot.x(q), x2: plot.x(q), y1: TOP, y2: plot.bottom, class: "cursor" }),
    svg("circle", { cx: plot.x(q), cy: plot.y(y(value(q))), r: 4, class: "cursor-dot" }));
  return figure(chart, say.charts.pointCurve,
    [["curve-key", say.charts.worth], ["break-key", say.charts.changes], ["fair-key", say.charts.fair]]);
}
