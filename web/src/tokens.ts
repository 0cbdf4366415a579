// The signs of the players: a shape and a colour each, never one without the other.

import { svg } from "./dom";
import * as say from "./words";

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

export const shapeName = (player: number): string => say.hyper.shapes[player - 1] ?? say.hyper.player(player);

// The drawing alone, to be placed inside another, 100 units wide.
export const shape = (player: number): SVGElement => (SHAPES[player - 1] ?? SHAPES[0]!)();

export function token(player: number, extra = ""): SVGElement {
  return svg("svg", { viewBox: "0 0 100 100", class: `token p${player} ${extra}`, "aria-hidden": "true" }, shape(player));
}

// X and O of the two games that have them: the first two signs in their own colours.
export function sign(mark: string, extra = ""): SVGElement {
  return svg("svg", { viewBox: "0 0 100 100", class: `token ${mark.toLowerCase()} ${extra}`, "aria-hidden": "true" },
    shape(mark === "X" ? 1 : 2));
}
