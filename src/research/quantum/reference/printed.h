// The searches of Sakuta and Tomioka as their program must have run them, to
// explain the node counts of their Table 6.
//
// reference.h is exact and fail-soft. It visits other nodes than Table 6 counts,
// for three reasons, each of which is undone here:
//
//     LB, UB      are the least and the greatest score, not numbers outside: a
//                 complete win ends the search of a node
//     arithmetic  is floating point: at q = 0.05 equal values differ in the last
//                 digit, and what would be a cut is none
//     fail-hard   a node returns its window's end, and only a better value can
//                 cut; so a search again between LB and a v1 that equals LB, with
//                 an empty window, looks at every move
//
// The naive search then visits exactly the nodes of Table 6 at q = 3/4 and at
// q = 1/20; the modified one 0.6 and 0.3 percent fewer.
#pragma once

#include <cstdint>

#include "noughts/core/budget.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum::reference {

struct PrintedResult {
  double value = 0;
  std::uint64_t nodes = 0;  // without the empty board, as Table 6 counts
};

// The whole game; `naive` as in 4.1.1, else modified as in 4.1.2.
Result<PrintedResult> search_as_printed(const Rules& rules, bool naive, const Budget& budget = {});

}  // namespace noughts::quantum::reference
