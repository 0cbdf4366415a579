// How a value looks: always for the player to move, a sign and a colour that do not
// depend on each other, and words for those who hover or listen.

import type { Analysis, RatedMove, Value } from "./api";
import { h } from "./dom";
import * as say from "./words";

export type Tone = "good" | "even" | "bad" | "open";
export interface Look { tone: Tone; text: string; words: string }
export type Rated = Pick<RatedMove, "value" | "plies" | "exact" | "replies" | "estimate" | "at_most">;

const WORDS: Record<string, [Tone, string, string]> = {
  win: ["good", "+", say.value.win],
  draw: ["even", "=", say.value.draw],
  loss: ["bad", "−", say.value.loss],
  hold: ["even", "=", say.value.hold],
  exposed: ["bad", "−", say.value.exposed],
};

const OPEN: Look = { tone: "open", text: "?", words: say.value.unsolved };

// What a search that did not see the end thinks: never a value, and it looks like none.
function guessLook(estimate: number): Look {
  const size = Math.abs(estimate).toFixed(1);
  const even = size === "0.0";
  const text = even ? "=" : `${estimate < 0 ? "−" : "+"}${size}`;
  return { tone: "open", text: `${text}?`, words: say.value.looks(even ? "even" : estimate < 0 ? "worse" : "better", text) };
}

export function lookOf(rated: Rated, mover: string, who: string = say.value.you): Look {
  if (rated.value === null) return rated.estimate === undefined ? OPEN : guessLook(rated.estimate);
  if (typeof rated.value === "number") return pointsLook(rated, mover, who);
  const [tone, sign, words] = WORDS[rated.value] ?? ["open", "?", rated.value];
  // Equal signs say nothing: how many replies keep the draw tells them apart.
  if (rated.replies?.lose) {
    const { hold, lose } = rated.replies;
    return { tone, text: `${sign}${hold}/${hold + lose}`, words: `${words}; ${say.value.replies(hold, hold + lose)}` };
  }
  const together = rated.value === "exposed" ? say.value.together : "";
  if (rated.plies === undefined) return { tone, text: sign, words: words + together };
  return { tone, text: `${sign}${rated.at_most ? "≤" : ""}${rated.plies}`, words: `${words}${say.value.in(rated.plies, rated.at_most ?? false)}${together}` };
}

// Points come as they count for X; O's signs turn round.
function pointsLook(rated: Rated, mover: string, who: string): Look {
  const turn = mover === "O" ? -1 : 1;
  const points = turn * (rated.value as number);
  const exact = turn > 0 ? rated.exact ?? String(points) : negated(rated.exact ?? String(-points));
  const tone = points > 0 ? "good" : points < 0 ? "bad" : "even";
  return { tone, text: short(exact, points), words: say.value.points(withSign(exact, points), mover === "System" ? "X" : who) };
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

// One value of each kind on the board, best first, as examples of how values are written.
export function legendOf(analysis: Analysis, mover: string): Look[] {
  const kinds = new Map<string, Look>();
  for (const move of analysis.moves) {
    const look = lookOf(move, mover);
    const kind = look.tone + /^=\d/.test(look.text);
    if (!kinds.has(kind)) kinds.set(kind, look);
  }
  return [...kinds.values()];
}

// After a subject: "wins in 3 moves", "is worth +5 to X".
export const sentenceOf = ({ words }: Pick<Look, "words">): string => words.replace(/^(worth|unsolved)/, "is $1");

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
  if (source?.startsWith("tables at ")) return say.source.host(source);  // those of another host
  if (value === null && source === "guess") return say.source.ahead;
  if (value === null) return say.source.late;
  const { table, search, proof, guess, other } = say.source;
  return { table, search, proof, guess }[source ?? ""] ?? other;
}

// What is proved of a position although its value is not known.
export function certaintyOf({ fortress, cannot_lose: safe, value }: Analysis, nameOf: (seat: string) => string): string {
  if (fortress) return say.source.fortress(nameOf(fortress.player));
  if (!safe?.length || value !== null) return "";
  return say.source.safe(safe.map(nameOf).join(say.source.and));
}
