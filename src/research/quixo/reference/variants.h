// The algorithms of "Quixo Is Solved" that its authors improved upon, so that each
// improvement can be measured.
//
//   Algorithm 1   value iteration over all boards: in every pass each undecided
//                 board asks all its children
//   Algorithm 2   the same, one pair of classes after the other
//   + parents     a loss makes its parents wins at once (4.2.1, Algorithm 3)
//   + WinOrDraw   children in the next tier are asked once (4.2.2, Algorithm 4)
//   Algorithm 5   both of them: ReferenceSolver of reference.h
//
// All give the same values; what they cost is told by passes, children asked and time.
#pragma once

#include <string_view>
#include <vector>

#include "noughts/research/quixo/reference/reference.h"

namespace noughts::quixo::reference {

struct Variant {
  std::string_view name;
  bool by_class = true;
  bool parents = false;
  bool win_or_draw = false;
};

// From Algorithm 1 to Algorithm 5.
std::vector<Variant> all_variants();

struct VariantRun {
  Counts counts;
  Outcome initial;                // of the empty board; no plies
  std::uint64_t passes = 0;       // over a class or, for Algorithm 1, over all boards
  std::uint64_t most_passes = 0;  // that one pair of classes needed
  std::uint64_t asked = 0;        // children and parents looked up
};

// Sizes 3 and 4. Fails when the budget ends.
Result<VariantRun> run_variant(const ReferenceSolver& solver, const Variant& variant,
                               Workers& workers);

}  // namespace noughts::quixo::reference
