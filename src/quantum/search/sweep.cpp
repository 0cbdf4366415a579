#include "noughts/quantum/search/sweep.h"

#include <fmt/format.h>

#include "noughts/core/parallel.h"

namespace noughts::quantum::search {

Result<std::vector<Rational>> sweep_grid(const Rational& low, const Rational& high,
                                         const Rational& step) {
  if (step <= 0) {
    return bad_input(fmt::format("the step must be above 0, not {}", to_text(step)));
  }
  if (low > high) {
    return bad_input(fmt::format("a sweep goes from a lower to a higher q, not from {} to {}",
                                 to_text(low), to_text(high)));
  }
  std::vector<Rational> grid;
  for (int i = 0;; ++i) {
    // At most kLargestPart each, as parse_rational gives them: no product is too large.
    const Rational q(
        low.numerator() * step.denominator() + i * step.numerator() * low.denominator(),
        low.denominator() * step.denominator());
    if (q.denominator() > kMaxDenominator) {
      return bad_input(fmt::format(
          "a q of this sweep has a denominator above {}; choose another step", kMaxDenominator));
    }
    if (q > high) return grid;
    if (grid.size() >= kMaxSweepPoints) {
      return bad_input(
          fmt::format("a sweep has at most {} points; choose a larger step", kMaxSweepPoints));
    }
    grid.push_back(q);
  }
}

Result<std::vector<SweepPoint>> sweep(const Rules& rules, const std::vector<Rational>& grid,
                                      int threads, const Budget& budget) {
  std::vector<Rules> variants;
  for (const Rational& q : grid) {
    Variant variant = rules.variant();
    variant.collapse = Collapse::kChance;
    variant.q = q;
    Result<Rules> at_q = Rules::make(variant);
    if (!at_q) return at_q.error();
    variants.push_back(*at_q);
  }
  Progress progress(budget.progress, "solving for each q", grid.size());
  Workers workers(threads, {.cancel = budget.cancel});
  Budget share = budget;
  share.memory_bytes /= static_cast<std::uint64_t>(workers.threads());
  share.progress = {};
  std::vector<Result<Solution>> solutions(grid.size(), cancelled_error());
  const auto done = workers.for_each(0, grid.size(), [&](std::size_t i) {
    TableSolver solver(variants[i], share);
    solutions[i] = solve(solver);
    progress.advance(1);
  });
  if (!done) return done.error();
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (!solutions[i]) return solutions[i].error();
    points.push_back({grid[i], std::move(*solutions[i])});
  }
  return points;
}

}  // namespace noughts::quantum::search
