// How a value looks: always for the player to move, a sign and a colour that do not
// depend on each other, and words for those who hover or listen.

import type { Analysis, RatedMove, Value } from "./api";
import { h } from "./dom";
import { sharpness } from "./traps";

export type Tone = "good" | "even" | "bad" | "open";
export interface Look { tone: Tone; text: string; words: string }
export type Rated = Pick<RatedMove, "value" | "plies" | "exact" | "replies" | "estimate">;

const WORDS: Record<string, [Tone, string, string]> = {
  win: ["good", "+", "wins"],
  draw: ["even", "=", "draw"],
  loss: ["bad", "−", "loses"],
  hold: ["even", "=", "can avoid losing"],
  exposed: ["bad", "−", "can be beaten by the others together"],
};

const OPEN: Look = { tone: "open", text: "?", words: "not known" };
const countOf = (n: number): string => `${n} ${n === 1 ? "move" : "moves"}`;

// What a search that did not see the end thinks: never a value, and it looks like none.
function guessLook(estimate: number): Look {
  const size = Math.abs(estimate).toFixed(1);
  const text = `${size === "0.0" ? "" : estimate < 0 ? "−" : "+"}${size}`;
  return { tone: "open", text: `${text}?`, words: `not known; a guess of ${text}, where −1 loses and +1 wins` };
}

export function lookOf(rated: Rated, mover: string, who = "you"): Look {
  if (rated.value === null) return rated.estimate === undefined ? OPEN : guessLook(rated.estimate);
  if (typeof rated.value === "number") return pointsLook(rated, mover, who);
  const [tone, sign, words] = WORDS[rated.value] ?? ["open", "?", rated.value];
  // Equal signs say nothing: how many replies keep the draw tells them apart.
  if (rated.replies?.lose) {
    const { hold, lose } = rated.replies;
    return { tone, text: `${sign}${hold}/${hold + lose}`, words: `${words}, ${hold} of ${hold + lose} replies ${hold === 1 ? "holds" : "hold"} it` };
  }
  if (rated.plies === undefined) return { tone, text: sign, words };
  return { tone, text: `${sign}${rated.plies}`, words: `${words} in ${countOf(rated.plies)}` };
}

// Points come as they count for X; O's signs turn round.
function pointsLook(rated: Rated, mover: string, who: string): Look {
  const turn = mover === "O" ? -1 : 1;
  const points = turn * (rated.value as number);
  const exact = turn > 0 ? rated.exact ?? String(points) : negated(rated.exact ?? String(-points));
  const tone = points > 0 ? "good" : points < 0 ? "bad" : "even";
  return { tone, text: short(exact, points), words: `worth ${withSign(exact, points)} to ${mover === "System" ? "X" : who}` };
}

const negated = (exact: string): string => (exact.startsWith("-") ? exact.slice(1) : exact === "0" ? exact : `-${exact}`);
const withSign = (exact: string, points: number): string => (points > 0 ? "+" : "") + exact.replace("-", "−");

// An exact fraction if it is short, else its decimal.
export function short(exact: string, points: number): string {
  return withSign(exact.length <= 6 ? exact : String(Number(points.toFixed(2))), points);
}

export function badge(look: Look, extra = ""): HTMLElement {
  return h("span", { class: `badge ${look.tone} ${extra}`, title: look.words }, look.text);
}

// How good a value is to whoever moves; only the order means something.
export function rankOf(rated: Rated, mover: string): number {
  if (rated.value === null) return 500 + 100 * (rated.estimate ?? 0);
  if (typeof rated.value === "number") return mover === "O" ? -rated.value : rated.value;
  const plies = rated.plies ?? 0;
  const trap = sharpness(rated);
  return { win: 3000 - plies, draw: 1000 + trap, hold: 1000 + trap, loss: plies - 1000, exposed: plies - 1000 }[rated.value] ?? 500;
}

export function bestOf<T extends Rated>(moves: T[], mover: string): T | undefined {
  return moves.reduce<T | undefined>(
    (best, move) => (best === undefined || rankOf(move, mover) > rankOf(best, mover) ? move : best), undefined);
}

// The class of a value alone: a win is a win, soon or late.
export function classOf(value: Value, mover: string): number | undefined {
  if (value === null) return undefined;
  if (typeof value === "number") return mover === "O" ? -value : value;
  return { win: 1, draw: 0, hold: 0, loss: -1, exposed: -1 }[value];
}

// What a position is worth to the first player, from -1 to 1, for the graph.
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

// How an answer is known, for the footer and for what a player says.
export function sourceWords(source: string | undefined, value: Value): string {
  if (source?.startsWith("tables at ")) return `from ${source}`;  // those of another host
  if (value === null && source === "guess") return "nothing for certain; guessed by looking ahead";
  if (value === null) return "open: not decided in the time that the server gives it";
  return { table: "exact, from a table", search: "found by search", proof: "proved", guess: "a guess" }[source ?? ""] ?? "exact";
}

// What is proved of a position although its value is not known.
export function certaintyOf({ fortress, cannot_lose: safe, value }: Analysis, nameOf: (seat: string) => string): string {
  if (fortress) return `${nameOf(fortress.player)} holds a fortress, the framed tiles, and cannot lose.`;
  if (!safe?.length || value !== null) return "";
  return `${safe.map(nameOf).join(" and ")} cannot lose: this is proved. Whether there is more to win is not known.`;
}
