// Where every move draws, what tells them apart is how careful the other must be: of her
// replies some keep the draw, the others lose.

import type { RatedMove } from "./api";

export function trapWords(move: RatedMove, other: string): string {
  if (!move.replies) return "";
  const { hold, lose } = move.replies;
  const all = hold + lose;
  if (lose === 0) return all === 1 ? `${other} has one reply, and it holds` : `all ${all} replies of ${other} hold`;
  return `${other} must be careful: ${hold} of ${all} replies ${hold === 1 ? "holds" : "hold"}`;
}

// The share of replies that lose.
export const sharpness = ({ replies }: Pick<RatedMove, "replies">): number => (replies ? replies.lose / Math.max(1, replies.hold + replies.lose) : 0);
