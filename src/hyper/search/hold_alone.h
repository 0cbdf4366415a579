// Can one player avoid losing against all the others, each with marks of her own?
//
// She is asked to do it by blocking alone; her own lines are ignored, so "yes" is
// certain and "no" only says that blocking is not enough. A line is dangerous while
// one of the others can still fill it: nobody else has a mark on it, and it has no
// more empty cells than she has turns. Two things make the search small:
//
//   - A mark on no dangerous line of its owner stops all lines through it, as a mark
//     of the player herself does. It is counted as hers, and positions that differ
//     only in whose such marks are become one.
//   - A potential for one against p. Let each dangerous line with e empty cells weigh
//     (p/(p+1))^e, a full one 1, and let the player take the heaviest cell, of weight
//     w. Then each of the others marks one cell and raises only lines of her own, by
//     1/p of their weight: together by at most p * w/p. So a sum below 1 at her turn
//     stays below 1 at her turns, and no line is ever filled.
//
// On 5^2 with three players the sum is 24 * (2/3)^5 = 3.2 at the start, and falls
// below 1 after ten to eighteen moves.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper::search {

// Whether the player holds from this position by blocking. kNoSpace when the nodes or
// the memory do not suffice. Require: at most kMaxSmallCells cells, the game is not over.
Result<bool> holds_alone(const Rules& rules, const Position& from, int player, Meter& meter);

}  // namespace noughts::hyper::search
