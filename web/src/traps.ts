// Where every move draws, what tells them apart is how careful the other must be: of her
// replies some keep the draw, the others lose.

import type { RatedMove } from "./api";

export function trapWords(move: RatedMove, other: string): string {
  if (!move.replies) return "";
  const { hold, lose } = move.replies;
  const all = hold + lose;
  if (lose === 0) return all === 1 ? `${other} has one reply, and it draws` : `all ${all} replies of ${other} still draw`;
  return `${other} must be careful: ${hold} of ${all} replies still ${hold === 1 ? "draws" : "draw"}`;
}
