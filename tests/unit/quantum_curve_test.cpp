#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "noughts/core/random.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/curve/interval_search.h"
#include "noughts/quantum/curve/piecewise.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/quantum/search/sweep.h"
#include "oracle/quantum_value_oracle.h"

namespace noughts::quantum::curve {
namespace {

Root root_near(const Polynomial& p, double value) {
  for (const Root& root : roots_within(p, root_of(0), root_of(1))) {
    if (std::abs(to_double(root) - value) < 1e-6) return root;
  }
  ADD_FAILURE() << "no root near " << value;
  return {};
}

TEST(QuantumAlgebraic, RootsAreNamedByTheirMinimalPolynomial) {
  // (2q - 1)(q^2 + q - 1): 1/2 and the golden ratio's 0.618.
  const Polynomial p = {1, -3, 1, 2, 0};
  const auto roots = roots_within(p, root_of(0), root_of(1));
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_TRUE(is_rational(roots[0]));
  EXPECT_EQ(rational_of(roots[0]), Rational(1, 2));
  EXPECT_FALSE(is_rational(roots[1]));
  EXPECT_EQ(roots[1].minimal, (Polynomial{-1, 1, 1, 0, 0}));
  // The same number from another polynomial has the same name.
  EXPECT_EQ(roots[1], root_near({3, -3, -3, 0, 0}, 0.618034));
  EXPECT_TRUE(compare(roots[0], roots[1]) < 0);
  EXPECT_TRUE(compare(roots[1], roots[1]) == 0);
}

TEST(QuantumAlgebraic, RootsAtTheEndsCount) {
  const Polynomial p = {0, 1, -1, 0, 0};  // q (1 - q)
  EXPECT_EQ(roots_within(p, root_of(0), root_of(1)).size(), 2u);
  EXPECT_EQ(roots_within(p, root_of(0), root_of({1, 2})).size(), 1u);
  EXPECT_EQ(roots_within(p, root_of({1, 4}), root_of({1, 2})).size(), 0u);
}

// Neighbouring Fibonacci fractions differ by less than 2^-96, so that all the
// digits that a root carries are the same.
TEST(QuantumAlgebraic, SignsBetweenNumbersThatAreVeryNear) {
  std::int64_t a = 1, b = 1, c = 2;
  for (int i = 0; i < 80; ++i) {
    a = b;
    b = c;
    c = a + b;
  }
  ASSERT_GT(b, std::int64_t{1} << 55);
  const Rational first(a, b);
  const Rational second(b, c);
  const Root low = root_of(std::min(first, second));
  const Root high = root_of(std::max(first, second));
  ASSERT_EQ(low.digits, high.digits);
  EXPECT_TRUE(compare(low, high) < 0);
  EXPECT_EQ(sign_between(low.minimal, low, high), 1);    // d q - n, just above n / d
  EXPECT_EQ(sign_between(high.minimal, low, high), -1);  // and just below
  EXPECT_EQ(sign_between(low.minimal, low, low), 0);     // nothing lies between
}

TEST(QuantumAlgebraic, SignsBesideAnIrrationalNumber) {
  // The golden ratio's 0.618 and Fibonacci fractions on both sides of it, nearer
  // than the digits of a root tell.
  const Polynomial golden = {-1, 1, 1, 0, 0};
  const Root root = root_near(golden, 0.618034);
  std::int64_t a = 1, b = 1;
  for (int i = 0; i < 76; ++i) b = std::exchange(a, b) + b;
  for (int i = 0; i < 2; ++i) {
    b = std::exchange(a, b) + b;
    const Root near = root_of({a, b});
    ASSERT_LE(std::abs(static_cast<double>(near.digits - root.digits)), 1);
    const bool below = compare(near, root) < 0;
    EXPECT_EQ(sign_between(golden, below ? near : root, below ? root : near), below ? -1 : 1);
  }
}

TEST(QuantumAlgebraic, ADegreeTooHighIsRefused) {
  EXPECT_EQ(chance_mix({20, 0, 0, 0, 0}, {10, 0, 0, 0, 0}), (Polynomial{20, -10, 0, 0, 0}));
  EXPECT_EQ(chance_mix({0, 0, 0, 0, 3}, {1, 0, 0, 0, 3}), (Polynomial{0, 1, 0, 0, 3}));
  EXPECT_FALSE(chance_mix({0, 0, 0, 0, 3}, {0, 0, 0, 0, 2}));
}

// A pool that met a polynomial beyond its limits says so ever after.
TEST(QuantumPiecewise, LimitsAreChecked) {
  FunctionPool deep({1, 4}, {1, 2});
  FunctionId f = deep.constant(1);
  for (int i = 0; i < kDegree; ++i) f = deep.chance(f, deep.constant(-7));
  EXPECT_TRUE(deep.exact());
  f = deep.chance(f, deep.constant(-7));
  EXPECT_FALSE(deep.exact());
  deep.max(deep.constant(1), deep.constant(2));
  EXPECT_FALSE(deep.exact());

  FunctionPool large({1, 4}, {1, 2});
  large.constant(kLargestCoefficient);
  EXPECT_TRUE(large.exact());
  large.chance(large.constant(kLargestCoefficient), large.constant(-kLargestCoefficient));
  EXPECT_FALSE(large.exact());
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

ValuePieces with_starts(const std::vector<Piece>& pieces, Root from) {
  ValuePieces result;
  for (const Piece& piece : pieces) {
    result.push_back({from, piece.to, piece.polynomial, {}});
    from = piece.to;
  }
  return result;
}

// Seven plies or more, so that the oracle can try everything; not over, no
// selection due.
Position random_late_position(const Rules& rules, Random& random) {
  while (true) {
    Position p = rules.initial();
    while (!rules.is_over(p) && (p.plies < 7 || p.pending)) {
      const MoveList moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
    }
    if (!rules.is_over(p)) return p;
  }
}

oracle::quantum::Game oracle_game(const Position& p) {
  oracle::quantum::Game game;
  for (int ply = 0; ply < p.plies; ++ply) {
    const Mark& mark = p.marks[ply];
    game.plies.push_back({mark.pair.first + 1, mark.pair.second + 1, mark.square + 1});
  }
  return game;
}

// Pieces on an interval against the solver for single q, at random points and
// at both ends, for every opening.
void compare_with_solver(const Rules& rules, const Rational& low, const Rational& high,
                         Random& random, int points) {
  const auto result = solve_interval(rules, low, high);
  ASSERT_TRUE(result) << result.error().message;
  const auto denominator = rules.score_denominator();
  std::vector<ValuePieces> openings_pieces;
  for (const auto& pieces : result->openings) {
    openings_pieces.push_back(with_starts(pieces, root_of(low)));
  }
  for (int i = 0; i < points; ++i) {
    // low + (high - low) k / 50
    const auto k = static_cast<std::int64_t>(i == 0 ? 0 : i == 1 ? 50 : random.below(51));
    const Wide a = low.numerator() * high.denominator();
    const Wide w = high.numerator() * low.denominator() - a;
    const Rational q(50 * a + w * k, 50 * low.denominator() * high.denominator());
    Variant variant = rules.variant();
    variant.q = q;
    search::TableSolver solver(*Rules::make(variant));
    const search::Solution solution = *search::solve(solver);
    for (std::size_t j = 0; j < openings_pieces.size(); ++j) {
      ASSERT_EQ(value_at(openings_pieces[j], denominator, q), solution.openings[j].value)
          << to_text(q) << " opening " << j;
    }
  }
}

#ifndef NOUGHTS_SANITIZED
TEST(QuantumCurve, AnIntervalAgreesWithSingleValuesOfQ) {
  Random random(21);
  compare_with_solver(*Rules::make({.collapse = Collapse::kChance}), {9, 16}, {10, 16}, random, 4);
  compare_with_solver(*Rules::make({.collapse = Collapse::kChance, .draw = -5}), {23, 32}, {24, 32},
                      random, 4);
}
#endif

TEST(QuantumCurve, OddScoringsToo) {
  Random random(22);
  compare_with_solver(
      *Rules::make({.collapse = Collapse::kChance, .draw = Rational(7, 3), .double_win = true}),
      {1, 32}, {1, 16}, random, 3);
}

// Late positions against the oracle, which shares no code with the search and
// tries everything: at both ends, in the middle, and at each breakpoint that is
// a fraction.
TEST(QuantumCurve, APositionOnAnIntervalAgreesWithTheOracle) {
  Random random(23);
  const Rational low(1, 8);
  const Rational high(7, 8);
  std::size_t breaks = 0;
  for (int i = 0; i < 60; ++i) {
    const auto draw = static_cast<std::int64_t>(random.below(41)) - 20;
    const bool double_win = random.below(2) == 1;
    const Rules rules =
        *Rules::make({Collapse::kChance, {1, 2}, {draw, 3}, double_win, {7, 2}, {5, 4}});
    const Position p = random_late_position(rules, random);
    const auto pieces = solve_interval(rules, p, low, high);
    ASSERT_TRUE(pieces) << pieces.error().message;
    std::vector<Rational> points = {low, {1, 2}, high};
    for (const Piece& piece : *pieces) {
      if (is_rational(piece.to)) points.push_back(rational_of(piece.to));
    }
    breaks += pieces->size() - 1;
    for (const Rational& q : points) {
      const oracle::quantum::Variant variant = {
          "chance",
          {q.numerator(), q.denominator()},
          {rules.variant().draw.numerator(), rules.variant().draw.denominator()},
          double_win,
          {7, 2},
          {5, 4}};
      const auto expected = oracle::quantum::value(variant, oracle_game(p));
      const auto denominator = rules.score_denominator();
      ASSERT_EQ(value_at(with_starts(*pieces, root_of(low)), denominator, q),
                search::Value(expected.top, expected.bottom))
          << to_text(rules, p) << " at " << to_text(q);
    }
  }
  EXPECT_GT(breaks, 0u);
}

TEST(QuantumCurve, AStoppedCurveIsAnError) {
  const Rules rules = *Rules::make({.collapse = Collapse::kChance});
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(make_curves(rules, 1, {.cancel = &cancel}).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(make_curves(rules, 2, {.nodes = 2'000}).error().code, ErrorCode::kNoSpace);
  EXPECT_EQ(solve_interval(rules, {1, 4}, {1, 2}, {.nodes = 2'000}).error().code,
            ErrorCode::kNoSpace);
  EXPECT_EQ(solve_interval(rules, {1, 4}, {1, 2}, Budget{}.within(0)).error().code,
            ErrorCode::kNoTime);
}

TEST(QuantumCurve, IntervalsHaveLimits) {
  const Rules rules = *Rules::make({.collapse = Collapse::kChance});
  for (const auto& [low, high] : {std::pair<Rational, Rational>{{1, 2}, {1, 2}},
                                  {{1, 2}, {1, 4}},
                                  {-1, 1},
                                  {0, 2},
                                  {{1, 1'000}, 1}}) {
    EXPECT_EQ(solve_interval(rules, low, high).error().code, ErrorCode::kBadInput);
  }
}

TEST(QuantumSweep, GridsIncludeBothEnds) {
  const auto grid = search::sweep_grid(0, 1, {1, 20});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->size(), 21u);
  EXPECT_EQ(grid->back(), Rational(1));
  EXPECT_EQ((*grid)[15], Rational(3, 4));
  EXPECT_FALSE(search::sweep_grid(0, 1, 0));
  EXPECT_FALSE(search::sweep_grid(1, 0, {1, 2}));
  EXPECT_FALSE(search::sweep_grid(0, 1, {1, 1'000'000}));
}

}  // namespace
}  // namespace noughts::quantum::curve
