// How many boards can arise? It depends on what one counts.
//
// "Quixo Is Solved" says 41,252,106 of 4x4 and does not say which. Here are all
// definitions that we could think of, each counted by a plain search, so that the
// difference to the published number can be judged (docs/results/quixo-4x4.md).
#pragma once

#include <string>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo::study {

struct ReachableKind {
  std::string what;
  std::uint64_t boards = 0;
};

// Sizes 3 and 4. Fails when the budget ends.
Result<std::vector<ReachableKind>> count_reachable_kinds(const Rules& rules, const Budget& budget);

}  // namespace noughts::quixo::study
