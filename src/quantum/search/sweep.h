// The game and its openings for many q.
#pragma once

#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum::search {

// The game at one q.
struct SweepPoint {
  Rational q;
  Solution solution;
};

inline constexpr int kMaxSweepPoints = 100'000;

// low, low + step, ... up to and including high.
Result<std::vector<Rational>> sweep_grid(const Rational& low, const Rational& high,
                                         const Rational& step);

// The rules' q is not used. threads == 0: all. The budget's nodes are those of
// each question, its memory is shared by the threads.
Result<std::vector<SweepPoint>> sweep(const Rules& rules, const std::vector<Rational>& grid,
                                      int threads = 1, const Budget& budget = {});

}  // namespace noughts::quantum::search
