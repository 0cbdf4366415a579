// How long do people wait at a collapse?
//
// Sakuta and Tomioka, section 5: the System must know the values of both outcomes of a
// collapse before it can select. They computed them for all collapses after 2, 3 and 4
// plies and report the longest time of each, and how many took more than half a second.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum::study {

inline constexpr std::array<double, 4> kThresholds = {0.5, 0.1, 0.01, 0.001};  // seconds

struct ResponseTimes {
  std::uint64_t collapses = 0;  // one for each class under the eight symmetries
  double total = 0;             // processor seconds
  double slowest = 0;
  std::array<std::uint64_t, kThresholds.size()> above{};  // by threshold
};

// By the ply that closes the cycle, 2 to 4. With `afresh` each answer begins with
// nothing known; otherwise as in a playing program, which keeps what it found since the
// game began.
Result<std::map<int, ResponseTimes>> measure_responses(const Rules& rules, bool afresh,
                                                       const Budget& budget = {});

}  // namespace noughts::quantum::study
