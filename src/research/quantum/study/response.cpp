#include "noughts/research/quantum/study/response.h"

#include <algorithm>

#include "noughts/core/stopwatch.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum::study {
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
  search::TableSolver kept(rules, budget);
  if (const auto first = kept.value(rules.initial()); !first) return first.error();
  for (const Position& p : search::early_collapses(rules, kMostPlies)) {
    if (const auto stop = budget.exhausted()) return *stop;
    Result<std::vector<search::MoveValue>> values = std::vector<search::MoveValue>{};
    const double seconds = cpu_time_of([&] {
      if (!afresh) {
        values = search::move_values(kept, p);
        return;
      }
      search::TableSolver solver(rules, budget);
      values = search::move_values(solver, p);
    });
    if (!values) return values.error();
    add(times[p.plies], seconds);
  }
  return times;
}

}  // namespace noughts::quantum::study
