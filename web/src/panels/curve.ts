// The exact value of quantum tic-tac-toe as a function of q, with a slider under it.

import { api, type Curve } from "../api";
import { curveChart, MARGINS } from "../charts";
import { decimalOf, exactAt, fractionOf, pieceAt, reduced, textOf, type Fraction } from "../curve";
import { h } from "../dom";
import { short } from "../values";
import type { Scene } from "../view";
import * as say from "../words";
import { askingFold } from "./fold";

// Steps of the slider: every hundredth, third, quarter, eighth of them is a whole number.
const STEPS = 600;

export class CurvePanel {
  private chosen?: Fraction;  // by the slider; absent: as in the rules

  panel(scene: Scene): HTMLElement {
    const params = { draw: scene.rules.draw!, "double-win": scene.rules["double-win"]! };
    return askingFold(say.charts.curve, scene, JSON.stringify(params),
      say.charts.computing, () => api.curve(params),
      (curve) => this.body(scene, curve));
  }

  private body(scene: Scene, curve: Curve): HTMLElement {
    const q = this.chosen ?? fractionOf(scene.rules.q ?? "") ?? reduced(1n, 2n);
    const at = decimalOf(q);
    const piece = pieceAt(curve.pieces, at);
    const value = exactAt(piece, curve.denominator, q);
    const exact = textOf(value);
    const choose = (steps: number): void => { this.chosen = reduced(BigInt(steps), BigInt(STEPS)); scene.redraw(); };
    const fair = curve.fair.map((r) => r.exact ?? r.decimal.toFixed(6)).join(", ");
    return h("div", { class: "stack" }, curveChart(curve, at, (x) => choose(Math.round(x * STEPS))),
      h("label", { class: "slider", style: { "--left": `${100 * MARGINS.left}%`, "--right": `${100 * MARGINS.right}%` } },
        h("span", { class: "sr" }, say.charts.slider),
        h("input", { type: "range", min: 0, max: STEPS, value: String(Math.round(at * STEPS)),
          "aria-valuetext": say.charts.sliderText(textOf(q), exact),
          oninput: (event: Event) => choose(Number((event.currentTarget as HTMLInputElement).value)) })),
      h("p", { class: "at-q", "aria-live": "polite" }, say.charts.reading(textOf(q), q.bottom > 1n ? String(Number(at.toFixed(4))) : ""),
        h("strong", { class: "exact" }, exact.replace("-", "−")), 
        say.charts.opening(exact.includes("/") ? short("long number", decimalOf(value)) : "", (piece.best ?? []).join(", "))),
      h("p", { class: "note" }, say.charts.pieces(curve.pieces.length, fair)),
      h("button", { onclick: () => scene.setRules({ ...scene.rules, collapse: "chance", q: textOf(q), dice: "" }) }, say.charts.playQ));
  }
}
