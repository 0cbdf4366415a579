// The game solved for all q of an interval at once.
//
// The search of table_search.h, with functions of q (piecewise.h) in the place
// of numbers. A node has a lower and an upper bound, both functions, and the
// search stops at a node when for every q of the interval the bounds meet, or
// lie outside the window. Bounds are always true, whatever the windows were;
// windows only decide where work ends. So a result whose two bounds are the
// same function is proved for every q of the interval, breakpoints included.
//
//     max and min       of bounds are exact, with algebraic breakpoints
//     chance            p max(a, b) + q min(a, b) of both lower, of both upper bounds
//     a cut             needs "nowhere above" on the whole interval, decided exactly
#pragma once

#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quantum/curve/piecewise.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum::curve {

struct IntervalResult {
  // For each of openings(): its value on the interval, times the common
  // denominator of the scores, with the last piece ending at the interval's high end.
  std::vector<std::vector<Piece>> openings;
  std::vector<Piece> game;  // the greatest of them
  std::uint64_t nodes = 0;
};

// The rules' q is not used. Fails unless 0 <= low < high <= 1 with denominators up
// to kMaxEndDenominator, and when the budget is used up: its nodes are those of
// all openings together.
Result<IntervalResult> solve_interval(const Rules& rules, const Rational& low, const Rational& high,
                                      const Budget& budget = {});

// The same for a single position: its value, in the same units.
Result<std::vector<Piece>> solve_interval(const Rules& rules, const Position& position,
                                          const Rational& low, const Rational& high,
                                          const Budget& budget = {});

}  // namespace noughts::quantum::curve
