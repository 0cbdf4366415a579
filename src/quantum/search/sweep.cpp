#include "noughts/quantum/search/sweep.h"

#include <fmt/format.h>

#include "noughts/core/parallel.h"

namespace noughts::quantum {

Result<std::vector<Rational>> sweep_grid(const Rational& low, const Rational& high,
                                         const Rational& step) {
  if (step <= Rational{0, 1}) {
    return bad_input(fmt::format("the step must be above 0, not {}", to_text(step)));
  }
  if (low > high) {
    return bad_input(
        fmt::format("a sweep goes upwards, not from {} to {}", to_text(low), to_text(high)));
  }
  std::vector<Rational> grid;
  for (Wide i = 0;; ++i) {
    const Wide bottom = Wide{low.denominator} * step.denominator;
    const Wide top = Wide{low.numerator} * step.denominator + i * step.numerator * low.denominator;
    const Value q = make_value(top, bottom);
    if (q.denominator > kMaxDenominator) {
      return bad_input(
          fmt::format("the sweep meets q with a denominator above {}", kMaxDenominator));
    }
    const Rational point = {static_cast<std::int64_t>(q.numerator),
                            static_cast<std::int64_t>(q.denominator)};
    if (point > high) return grid;
    if (grid.size() >= kMaxSweepPoints) {
      return bad_input(fmt::format("a sweep has at most {} points", kMaxSweepPoints));
    }
    grid.push_back(point);
  }
}

Result<std::vector<SweepPoint>> sweep(const Rules& rules, const std::vector<Rational>& grid,
                                      int threads, const CancelToken* cancel,
                                      const ProgressListener& listener) {
  std::vector<Rules> variants;
  for (const Rational& q : grid) {
    Variant variant = rules.variant();
    variant.collapse = Collapse::kChance;
    variant.q = q;
    Result<Rules> at_q = Rules::make(variant);
    if (!at_q) return at_q.error();
    variants.push_back(*at_q);
  }
  Progress progress(listener, "solving for each q", grid.size());
  std::vector<SweepPoint> points(grid.size());
  Workers workers(threads, {.cancel = cancel});
  auto done = workers.for_each(0, grid.size(), [&](std::size_t i) {
    TableSolver solver(variants[i], cancel);
    points[i] = {grid[i], solve(solver)};
    progress.advance(1);
  });
  if (!done) return done.error();
  return points;
}

}  // namespace noughts::quantum
