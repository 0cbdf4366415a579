// How a value looks: a sign and a colour that do not depend on each other, and
// words for those who listen.

import type { Analysis, RatedMove } from "./api";
import { h } from "./dom";

export type Tone = "good" | "even" | "bad" | "open";
export interface Look { tone: Tone; text: string; words: string }

const WORDS: Record<string, [Tone, string, string]> = {
  win: ["good", "+", "wins"],
  draw: ["even", "=", "draws"],
  loss: ["bad", "−", "loses"],
  hold: ["even", "=", "can avoid losing"],
  exposed: ["bad", "−", "can be beaten by the others together"],
};

// A value as seen by whoever moves; numbers are for X, so O's signs turn round.
export function lookOf(value: Pick<RatedMove, "value" | "plies" | "exact">, mover: string): Look {
  if (value.value === null) return { tone: "open", text: "?", words: "is not decided yet" };
  if (typeof value.value === "string") {
    const [tone, sign, words] = WORDS[value.value] ?? ["open", "?", value.value];
    const plies = value.plies;
    return {
      tone,
      text: plies === undefined ? sign : `${sign}${plies}`,
      words: plies === undefined ? words : `${words} in ${plies} ${plies === 1 ? "ply" : "plies"}`,
    };
  }
  const forMover = mover === "O" ? -value.value : value.value;
  const tone = forMover > 0 ? "good" : forMover < 0 ? "bad" : "even";
  const text = short(value.exact ?? String(value.value), value.value);
  return { tone, text, words: `${value.exact ?? value.value} points for X` };
}

// An exact fraction if it is short, else its decimal.
export function short(exact: string, decimal: number): string {
  const signed = exact.length <= 6 ? exact : String(Number(decimal.toFixed(3)));
  return (decimal > 0 ? "+" : "") + signed.replace("-", "−");
}

export function badge(look: Look, extra = ""): HTMLElement {
  return h("span", { class: `badge ${look.tone} ${extra}`, title: look.words }, look.text);
}

// The best of some moves, as the report orders them for the mover.
export function bestOf(moves: RatedMove[], mover: string): RatedMove | undefined {
  const rank = (m: RatedMove): number => {
    if (m.value === null) return 500;
    if (typeof m.value === "number") return mover === "O" ? -m.value : m.value;
    const plies = m.plies ?? 0;
    return { win: 3000 - plies, draw: 1000, hold: 1000, loss: plies - 1000, exposed: -1000 }[m.value] ?? 500;
  };
  return moves.reduce<RatedMove | undefined>(
    (best, move) => (best === undefined || rank(move) > rank(best) ? move : best), undefined);
}

// What a position is worth to the first player, from -1 to 1, for the chart.
export function worthOf(analysis: Analysis, first: string): number | undefined {
  if (analysis.value === null) return undefined;
  if (typeof analysis.value === "number") return Math.max(-1, Math.min(1, analysis.value / 20));
  if (analysis.players) {
    const verdict = analysis.players[0]!;
    return verdict.can_force_win ? 1 : verdict.can_avoid_loss ? 0 : verdict.can_avoid_loss === null ? undefined : -1;
  }
  const own = analysis.value === "win" ? 1 : analysis.value === "loss" ? -1 : 0;
  const near = analysis.plies === undefined ? 1 : 0.35 + 0.65 * Math.max(0, 1 - analysis.plies / 40);
  return (analysis.to_move === first || analysis.to_move === undefined ? own : -own) * near;
}
