// The two searches of Sakuta and Tomioka (sections 4.1.1 and 4.1.2), as a
// baseline.
//
// Plain alpha-beta over the rules, without a table and without move ordering,
// the first move restricted to the eight openings that differ up to symmetry:
//
//     kNaive      both outcomes of a collapse are searched with no window
//     kAlphaBeta  both are searched with the window of the node, and again
//                 where the result lies outside it and matters (Table 5)
//
// Games without chance have no such nodes: the two are then the same search.
// A node is a position that the search visits, ends included and a collapse not
// counted apart from its outcomes.
#pragma once

#include <cstdint>

#include "noughts/core/budget.h"
#include "noughts/quantum/search/scale.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum::reference {

// The two searches of the quantum paper.
enum class ReferenceKind { kNaive, kAlphaBeta };

// What one of them found, and the positions it visited.
struct ReferenceResult {
  search::Value value;
  std::uint64_t nodes = 0;
};

// The value of a position for X; from the empty board only openings() are tried.
// Nothing is remembered: the budget's memory does not matter.
Result<ReferenceResult> solve_reference(const Rules& rules, const Position& position,
                                        ReferenceKind kind, const Budget& budget = {});

}  // namespace noughts::quantum::reference
