#include "noughts/research/quantum/study/response.h"

#include <algorithm>

#include "noughts/core/stopwatch.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum {
namespace {

constexpr int kMostPlies = 4;

void add(ResponseTimes& times, double seconds) {
  ++times.collapses;
  times.total += seconds;
  times.slowest = std::max(times.slowest, seconds);
  for (std::size_t i = 0; i < kThresholds.size(); ++i) times.above[i] += seconds > kThresholds[i];
}

}  // namespace

Result<std::map<int, ResponseTimes>> measure_responses(const Rules& rules, bool afresh,
                                                       const Budget& budget) {
  std::map<int, ResponseTimes> times;
  TableSolver kept(rules, budget);
  if (const auto first = kept.value(rules.initial()); !first) return first.error();
  for (const Position& p : early_collapses(rules, kMostPlies)) {
    if (const auto stop = budget.exhausted()) return *stop;
    Result<std::vector<MoveValue>> values = std::vector<MoveValue>{};
    const double seconds = cpu_time_of([&] {
      if (!afresh) {
        values = move_values(kept, p);
        return;
      }
      TableSolver solver(rules, budget);
      values = move_values(solver, p);
    });
    if (!values) return values.error();
    add(times[p.plies], seconds);
  }
  return times;
}

}  // namespace noughts::quantum
