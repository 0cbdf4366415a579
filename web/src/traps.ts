// Where every move draws, what tells them apart is how careful the other must be: of her
// replies some keep the draw, the others lose.

import type { RatedMove } from "./api";
import * as say from "./words";

export function trapWords(move: RatedMove): string {
  if (!move.replies) return "";
  const { hold, lose } = move.replies;
  const all = hold + lose;
  return lose === 0 ? say.value.allReplies(all) : say.value.replies(hold, all);
}
