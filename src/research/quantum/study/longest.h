// The longest game of best play.
//
// "One of the longest principal variations" of the original game stands in Figure 2 of
// Sakuta and Tomioka. Here every game in which each ply and each selection keeps the
// value is looked at, and the longest in plies is returned: that none is longer is
// proved by the search, since it leaves out nothing but positions that equal one seen
// before (node.h), and what could not make a game of nine plies longer.
//
// Where the System selects, the outcomes that it takes with a probability above 0 are
// followed, each with best play for its own value.
#pragma once

#include <cstdint>
#include <vector>

#include "noughts/quantum/search/search.h"

namespace noughts::quantum::study {

struct LongestLine {
  std::vector<Move> moves;  // one of them, selections included
  int plies = 0;
  std::uint64_t positions = 0;  // different ones that were looked at
};

// Fails when the budget ends, or that of the solver.
Result<LongestLine> longest_best_line(search::TableSolver& solver, const Position& from,
                                      const Budget& budget = {});

}  // namespace noughts::quantum::study
