// The value of the game under chance as an exact function of q on [0, 1].
//
//     GameCurves c = *make_curves(rules);
//     c.game[0].polynomial     (20, -10, 0, 0, 0): 20 - 10 q up to c.game[0].to
//
// [0, 1] is cut into kParts intervals only so that windows prune well; each
// is solved as a whole (interval_search.h) and neighbouring pieces with one
// polynomial are joined again. Every breakpoint is an exact algebraic number.
#pragma once

#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quantum/curve/algebraic.h"
#include "noughts/quantum/rules.h"
#include "noughts/quantum/search/scale.h"

namespace noughts::quantum::curve {

// [0, 1] is searched in so many parts.
inline constexpr int kParts = 16;

// The value on [from, to]: one polynomial in q.
struct ValuePiece {
  Root from;
  Root to;
  Polynomial polynomial;  // over Curve::denominator
  std::vector<int> best;  // for the game: which of openings() attain it on the whole piece
};
using ValuePieces = std::vector<ValuePiece>;

// The game and each opening as functions of q, for X.
struct GameCurves {
  std::int64_t denominator = 1;  // common, of the scores
  ValuePieces game;
  std::vector<ValuePieces> openings;  // in the order of openings()
  std::vector<Root> fair;             // where the game is worth nothing
  std::uint64_t nodes = 0;
};

// The rules' q and who selects are not used: chance does. threads == 0: all.
// The budget's nodes are those of each interval, its memory is shared by the threads.
Result<GameCurves> make_curves(const Rules& rules, int threads = 1, const Budget& budget = {});

// The value of a piecewise function at a rational q, exactly. Require: the pieces
// reach q, and its denominator is at most kMaxDenominator.
search::Value value_at(const ValuePieces& pieces, std::int64_t denominator, const Rational& q);

}  // namespace noughts::quantum::curve
