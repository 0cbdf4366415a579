// What a game says about its players: the moves that gave something away, how many kept what
// there was, and how much of the game is known at all. What is not known is never called good.

import type { Analysis, RatedMove } from "./api";
import type { Step } from "./history";
import { lookOf } from "./values";
import * as say from "./words";

export interface Drop {
  at: number;        // the step that the move led to; the choice was at the one before
  player: string;
  move: string;
  got: string;       // what the move was worth, in words
  best: string;
  could: string;     // what the best was worth
  hastened: boolean; // lost either way, but much sooner
}

// Moves kept of moves judged, for one player.
export interface Score { kept: number; of: number }
// After the one step the player had this, after the other it was lost; the moves between are not known.
export interface Gap { player: string; from: number; to: number; had: string }

export interface Account {
  drops: Drop[];
  scores: Map<string, Score>;
  moves: number;     // that somebody chose
  judged: number;    // of them, those whose value and whose alternatives are known
  gap?: Gap;
}

const HASTE = 4;  // moves by which a loss must come sooner to be mentioned

interface Judged { player: string; kept: boolean; drop?: Omit<Drop, "at"> }

export function accountOf(steps: Step[], seats: string[] = []): Account {
  const account: Account = { drops: [], scores: new Map(), moves: 0, judged: 0 };
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    if (!step.move || !before || before.toMove === "System" || before.analysis?.to_move === "System") return;  // chance makes no mistakes
    ++account.moves;
    const judged = before.analysis && judge(before.analysis, step.move);
    if (!judged) return;
    ++account.judged;
    const score = account.scores.get(judged.player) ?? { kept: 0, of: 0 };
    account.scores.set(judged.player, { kept: score.kept + Number(judged.kept), of: score.of + 1 });
    if (judged.drop) account.drops.push({ ...judged.drop, at });
  });
  account.gap = gapOf(steps, seats, account.drops);
  return account;
}

// The position and the move must both have a value; others are not judged.
function judge(before: Analysis, move: string): Judged | undefined {
  const player = before.to_move ?? "";
  const made = before.moves.find((m) => m.move === move);
  const best = before.moves.find((m) => m.value === before.value) ?? before.moves[0];
  if (!made || !best || before.value === null || made.value === null || best.value === null) return undefined;
  const kept = made.value === best.value;
  const hastened = kept && isHastened(made, best);
  if (kept && !hastened) return { player, kept };
  const words = (rated: RatedMove): string => lookOf(rated, player, player).words;
  return { player, kept, drop: { player, move, best: best.move, got: words(made), could: words(best), hastened } };
}

const isHastened = (made: RatedMove, best: RatedMove): boolean =>
  made.value === "loss" && made.plies !== undefined && best.plies !== undefined && best.plies - made.plies >= HASTE;

// With two players: where the loser last had a draw or more, and where it is next known to be
// lost. If no known mistake lies between, one does that nobody knows.
function gapOf(steps: Step[], seats: string[], drops: Drop[]): Gap | undefined {
  const winner = /^(\S+) wins/.exec(steps[steps.length - 1]?.result ?? "")?.[1];
  const loser = seats.length === 2 ? seats.find((seat) => seat !== winner) : undefined;
  if (!winner || !seats.includes(winner) || !loser) return undefined;
  const state = steps.map(({ analysis, result }): "safe" | "lost" | undefined => {
    if (result) return "lost";
    if (typeof analysis?.value !== "string") return undefined;
    const own = analysis.to_move === loser;
    return analysis.value === (own ? "loss" : "win") ? "lost" : "safe";
  });
  const from = state.lastIndexOf("safe");
  const to = state.indexOf("lost", from + 1);
  if (from < 0 || to <= from + 1 || drops.some((drop) => drop.player === loser && drop.at > from && drop.at <= to)) return undefined;
  const { value, to_move: mover } = steps[from]!.analysis!;
  return { player: loser, from, to, had: value !== "draw" && (mover === loser || value === "loss") ? say.review.aWin : say.review.aDraw };
}

// The move that decided the game: the last that gave something away.
export const turningPoint = (drops: Drop[]): Drop | undefined =>
  [...drops].reverse().find((drop) => !drop.hastened) ?? drops[drops.length - 1];
