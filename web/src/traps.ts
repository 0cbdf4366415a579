// Where every move draws, what tells them apart is how careful the other must be: of
// her answers, how many keep the draw. The server may say so itself (`replies`); else
// the page asks it about each answer.

import type { Analysis, RatedMove, Replies } from "./api";

const level = (value: unknown): boolean => value === "draw" || value === "hold";
const MOST = 64;  // moves; beyond, so many questions would be rude

export function allDraw(analysis: Analysis): boolean {
  const { moves } = analysis;
  return moves.length > 1 && moves.length <= MOST && moves.filter((m) => level(m.value)).length > 1 && level(analysis.value);
}

export function repliesOf(after: Analysis): Replies | undefined {
  if (after.moves.some((m) => m.value === null)) return undefined;
  return { hold: after.moves.filter((m) => m.value !== "loss" && m.value !== "exposed").length, all: after.moves.length };
}

export async function findTraps(analysis: Analysis, ask: (position: string) => Promise<Analysis>): Promise<void> {
  for (const move of analysis.moves) {
    if (!level(move.value) || move.replies || move.result) continue;
    move.replies = repliesOf(await ask(move.position));
  }
}

export function trapWords(move: RatedMove, other: string): string {
  if (!move.replies) return "";
  const { hold, all } = move.replies;
  if (hold === all) return `any of ${other}'s ${all} replies holds`;
  return `${other} must be careful: ${hold} of ${all} replies ${hold === 1 ? "holds" : "hold"}`;
}
