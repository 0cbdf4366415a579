#include <gtest/gtest.h>

#include <algorithm>

#include "noughts/core/random.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/curve/interval_search.h"
#include "noughts/quantum/curve/piecewise.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/quantum/search/sweep.h"

namespace noughts::quantum {
namespace {

Root root_near(const Polynomial& p, double value) {
  for (const Root& root : roots_within(p, root_of({0, 1}), root_of({1, 1}))) {
    if (std::abs(to_double(root) - value) < 1e-6) return root;
  }
  ADD_FAILURE() << "no root near " << value;
  return {};
}

TEST(QuantumAlgebraic, RootsAreNamedByTheirMinimalPolynomial) {
  // (2q - 1)(q^2 + q - 1): 1/2 and the golden ratio's 0.618.
  const Polynomial p = {1, -3, 1, 2, 0};
  const auto roots = roots_within(p, root_of({0, 1}), root_of({1, 1}));
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_TRUE(is_rational(roots[0]));
  EXPECT_EQ(rational_of(roots[0]), make_rational(1, 2));
  EXPECT_FALSE(is_rational(roots[1]));
  EXPECT_EQ(roots[1].minimal, (Polynomial{-1, 1, 1, 0, 0}));
  // The same number from another polynomial has the same name.
  EXPECT_EQ(roots[1], root_near({3, -3, -3, 0, 0}, 0.618034));
  EXPECT_TRUE(compare(roots[0], roots[1]) < 0);
  EXPECT_TRUE(compare(roots[1], roots[1]) == 0);
}

TEST(QuantumAlgebraic, RootsAtTheEndsCount) {
  const Polynomial p = {0, 1, -1, 0, 0};  // q (1 - q)
  EXPECT_EQ(roots_within(p, root_of({0, 1}), root_of({1, 1})).size(), 2u);
  EXPECT_EQ(roots_within(p, root_of({0, 1}), root_of({1, 2})).size(), 1u);
  EXPECT_EQ(roots_within(p, root_of({1, 4}), root_of({1, 2})).size(), 0u);
}

TEST(QuantumAlgebraic, PolynomialsAsText) {
  EXPECT_EQ(to_text(Polynomial{}), "0");
  EXPECT_EQ(to_text(Polynomial{20, -1, 0, 1, -10}), "20 - q + q^3 - 10 q^4");
  EXPECT_EQ(to_text(Polynomial{0, -1, 0, 0, 0}), "-q");
}

// max, min and chance of random functions, against their values at many points.
TEST(QuantumPiecewise, OperationsAreRightAtEveryPoint) {
  const Rational low = {1, 5};
  const Rational high = {7, 9};
  FunctionPool pool(low, high);
  Random random(3);
  std::vector<FunctionId> functions;
  for (int i = -4; i <= 4; ++i) functions.push_back(pool.constant(10 * i));
  std::vector<int> depth(functions.size(), 0);
  const auto value = [&](FunctionId f, double q) {
    for (const Piece& piece : pool.pieces(f)) {
      if (q <= to_double(piece.to)) return evaluate(piece.polynomial, q);
    }
    return evaluate(pool.pieces(f).back().polynomial, q);
  };
  for (int i = 0; i < 600; ++i) {
    const std::size_t a = random.below(functions.size());
    const std::size_t b = random.below(functions.size());
    const bool mixes = depth[a] < kDegree && depth[b] < kDegree && random.below(2) == 0;
    const FunctionId f = functions[a];
    const FunctionId g = functions[b];
    const FunctionId upper = pool.max(f, g);
    const FunctionId lower = pool.min(f, g);
    bool below = true;
    for (int k = 1; k < 40; ++k) {
      const double q = 0.2 + (7.0 / 9 - 0.2) * k / 40;
      const double vf = value(f, q);
      const double vg = value(g, q);
      ASSERT_NEAR(value(upper, q), std::max(vf, vg), 1e-9);
      ASSERT_NEAR(value(lower, q), std::min(vf, vg), 1e-9);
      below = below && vf <= vg + 1e-9;
      if (mixes) {
        ASSERT_NEAR(value(pool.chance(f, g), q), (1 - q) * std::max(vf, vg) + q * std::min(vf, vg),
                    1e-9);
      }
    }
    if (pool.not_above(f, g)) {
      ASSERT_TRUE(below);
    }
    ASSERT_EQ(pool.not_above(f, g), upper == g);
    ASSERT_TRUE(pool.not_above(lower, upper));
    functions.push_back(mixes ? pool.chance(f, g) : random.below(2) == 0 ? upper : lower);
    depth.push_back(std::max(depth[a], depth[b]) + (mixes ? 1 : 0));
  }
}

// Pieces on an interval against the solver for single q, at random points and
// at both ends, for every opening.
void compare_with_solver(const Rules& rules, const Rational& low, const Rational& high,
                         Random& random, int points) {
  const auto result = solve_interval(rules, low, high);
  ASSERT_TRUE(result) << result.error().message;
  std::vector<CurvePieces> openings_pieces;
  for (const auto& pieces : result->openings) {
    CurvePieces with_starts;
    Root from = root_of(low);
    for (const Piece& piece : pieces) {
      with_starts.push_back({from, piece.to, piece.polynomial, {}});
      from = piece.to;
    }
    openings_pieces.push_back(with_starts);
  }
  for (int i = 0; i < points; ++i) {
    // low + (high - low) k / 50
    const auto k = static_cast<std::int64_t>(i == 0 ? 0 : i == 1 ? 50 : random.below(51));
    const std::int64_t n = low.denominator * high.denominator * 50;
    const std::int64_t a = low.numerator * high.denominator * 50;
    const std::int64_t w = high.numerator * low.denominator - low.numerator * high.denominator;
    const Rational q = make_rational(a + w * k, n);
    Variant variant = rules.variant();
    variant.q = q;
    TableSolver solver(*Rules::make(variant));
    const Solution solution = solve(solver);
    for (std::size_t j = 0; j < openings_pieces.size(); ++j) {
      ASSERT_EQ(value_at(openings_pieces[j], variant.draw.denominator, q),
                solution.openings[j].value)
          << to_text(q) << " opening " << j;
    }
  }
}

#ifndef NOUGHTS_SANITIZED
TEST(QuantumCurve, AnIntervalAgreesWithSingleValuesOfQ) {
  Random random(21);
  compare_with_solver(*Rules::make({.collapse = Collapse::kChance}), {9, 16}, {10, 16}, random, 4);
  compare_with_solver(*Rules::make({.collapse = Collapse::kChance, .draw = {-5, 1}}), {23, 32},
                      {24, 32}, random, 4);
}
#endif

TEST(QuantumCurve, OddScoringsToo) {
  Random random(22);
  compare_with_solver(
      *Rules::make(
          {.collapse = Collapse::kChance, .draw = make_rational(7, 3), .double_win = true}),
      {1, 32}, {1, 16}, random, 3);
}

TEST(QuantumSweep, GridsIncludeBothEnds) {
  const auto grid = sweep_grid({0, 1}, {1, 1}, {1, 20});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->size(), 21u);
  EXPECT_EQ(grid->back(), make_rational(1));
  EXPECT_EQ((*grid)[15], make_rational(3, 4));
  EXPECT_FALSE(sweep_grid({0, 1}, {1, 1}, {0, 1}));
  EXPECT_FALSE(sweep_grid({1, 1}, {0, 1}, {1, 2}));
  EXPECT_FALSE(sweep_grid({0, 1}, {1, 1}, {1, 1'000'000}));
}

}  // namespace
}  // namespace noughts::quantum
