// How a value looks: always for the player to move, a sign and a colour that do not
// depend on each other, and words for those who hover or listen.

import type { Analysis, RatedMove, Value } from "./api";
import { h } from "./dom";

export type Tone = "good" | "even" | "bad" | "open";
export interface Look { tone: Tone; text: string; words: string }
export type Rated = Pick<RatedMove, "value" | "plies" | "exact" | "replies" | "estimate" | "at_most">;

const WORDS: Record<string, [Tone, string, string]> = {
  win: ["good", "+", "wins"],
  draw: ["even", "=", "draw"],
  loss: ["bad", "−", "loses"],
  hold: ["even", "=", "can avoid losing"],
  exposed: ["bad", "−", "loses"],
};

const OPEN: Look = { tone: "open", text: "?", words: "unsolved" };
const countOf = (n: number): string => `${n} ${n === 1 ? "move" : "moves"}`;

// What a search that did not see the end thinks: never a value, and it looks like none.
function guessLook(estimate: number): Look {
  const size = Math.abs(estimate).toFixed(1);
  const text = `${size === "0.0" ? "" : estimate < 0 ? "−" : "+"}${size}`;
  const side = size === "0.0" ? "looks even" : `looks ${estimate < 0 ? "worse" : "better"} (${text})`;
  return { tone: "open", text: `${text}?`, words: `unsolved; ${side}` };
}

export function lookOf(rated: Rated, mover: string, who = "you"): Look {
  if (rated.value === null) return rated.estimate === undefined ? OPEN : guessLook(rated.estimate);
  if (typeof rated.value === "number") return pointsLook(rated, mover, who);
  const [tone, sign, words] = WORDS[rated.value] ?? ["open", "?", rated.value];
  // Equal signs say nothing: how many replies keep the draw tells them apart.
  if (rated.replies?.lose) {
    const { hold, lose } = rated.replies;
    return { tone, text: `${sign}${hold}/${hold + lose}`, words: `${words}, ${hold} of ${hold + lose} replies still ${hold === 1 ? "draws" : "draw"}` };
  }
  const together = rated.value === "exposed" ? " if the others team up" : "";
  if (rated.plies === undefined) return { tone, text: sign, words: words + together };
  const bound = rated.at_most ? ["≤", "at most "] : ["", ""];
  return { tone, text: `${sign}${bound[0]}${rated.plies}`, words: `${words} in ${bound[1]}${countOf(rated.plies)}${together}` };
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

// Whether all moves look the same: then one sentence says it, not every square.
export function allAlike(analysis: Analysis | undefined, mover: string): boolean {
  if (!analysis || analysis.moves.length < 2) return false;
  const [first, ...others] = analysis.moves.map((move) => lookOf(move, mover).text);
  return others.every((text) => text === first);
}

// After a subject: "wins in 3 moves", "draws", "is worth +5 to X".
export const sentenceOf = ({ words }: Pick<Look, "words">): string => words.replace(/^draw\b/, "draws").replace(/^(worth|unsolved)/, "is $1");

export function badge(look: Look, extra = ""): HTMLElement {
  return h("span", { class: `badge ${look.tone} ${extra}`, title: look.words }, look.text);
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
  if (value === null) return "unsolved: not decided in the time that the server gives it";
  return { table: "exact, from a table", search: "found by search", proof: "proved", guess: "a guess" }[source ?? ""] ?? "exact";
}

// What is proved of a position although its value is not known.
export function certaintyOf({ fortress, cannot_lose: safe, value }: Analysis, nameOf: (seat: string) => string): string {
  if (fortress) return `${nameOf(fortress.player)} holds a fortress, the framed tiles, and cannot lose.`;
  if (!safe?.length || value !== null) return "";
  return `${safe.map(nameOf).join(" and ")} cannot lose: this is proved. Whether there is more to win is not known.`;
}
