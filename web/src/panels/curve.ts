// The exact value of quantum tic-tac-toe as a function of q, with a slider under it.

import { api, type Curve } from "../api";
import { curveChart, MARGINS } from "../charts";
import { decimalOf, exactAt, fractionOf, pieceAt, reduced, textOf, type Fraction } from "../curve";
import { h } from "../dom";
import { short } from "../values";
import type { Scene } from "../view";
import { askingFold } from "./fold";

// Steps of the slider: every hundredth, third, quarter, eighth of them is a whole number.
const STEPS = 600;

export class CurvePanel {
  private chosen?: Fraction;  // by the slider; absent: as in the rules

  panel(scene: Scene): HTMLElement {
    const params = { draw: scene.rules.draw!, "double-win": scene.rules["double-win"]! };
    return askingFold("Value against q", scene, JSON.stringify(params),
      "Computing the exact curve; the first time this takes some seconds …", () => api.curve(params),
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
        h("span", { class: "sr" }, "q"),
        h("input", { type: "range", min: 0, max: STEPS, value: String(Math.round(at * STEPS)),
          "aria-valuetext": `q = ${textOf(q)}, worth ${exact} to X`,
          oninput: (event: Event) => choose(Number((event.currentTarget as HTMLInputElement).value)) })),
      h("p", { class: "at-q", "aria-live": "polite" }, `q = ${textOf(q)}${q.bottom > 1n ? ` ≈ ${Number(at.toFixed(4))}` : ""}: worth `,
        h("strong", { class: "exact" }, exact.replace("-", "−")), exact.includes("/") ? ` ≈ ${short("long number", decimalOf(value))}` : "",
        ` to X; best opening ${(piece.best ?? []).join(", ")}`),
      h("p", { class: "note" }, `The curve has ${curve.pieces.length} pieces. The game is fair at q = ${fair || "nowhere"}.`),
      h("button", { onclick: () => scene.setRules({ ...scene.rules, collapse: "chance", q: textOf(q), dice: "" }) }, "Play with this q"));
  }
}
