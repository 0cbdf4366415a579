// What research/quantum/study answers, against plain ways to the same answers.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/research/quantum/study/fair.h"
#include "noughts/research/quantum/study/longest.h"
#include "noughts/research/quantum/study/response.h"

namespace noughts::quantum::search {
namespace {

Variant chance(const Rational& q, const Rational& draw = 0) {
  return {.collapse = Collapse::kChance, .q = q, .draw = draw};
}

// ---- the longest best game ----

// Whether a move belongs to best play, or an outcome to what the System may take.
bool follows(const Rules& rules, const Position& p, const Value& value,
             const std::vector<MoveValue>& moves, const MoveValue& move) {
  if (rules.to_move(p) != kSystem) return move.value == value;
  const Value& other = moves[&move == &moves[0] ? 1 : 0].value;
  const Rational& q = rules.variant().q;
  return (move.value >= other && q < 1) || (move.value <= other && q > 0);
}

// By trying everything, with nothing remembered but the values.
int plain_longest(TableSolver& solver, const Position& p) {
  const Rules& rules = solver.rules();
  if (rules.is_over(p)) return 0;
  const Value value = *solver.value(p);
  const std::vector<MoveValue> moves = *move_values(solver, p);
  int longest = 0;
  for (const MoveValue& move : moves) {
    if (!follows(rules, p, value, moves, move)) continue;
    const int ply = move.move.selects ? 0 : 1;
    longest = std::max(longest, ply + plain_longest(solver, rules.apply(p, move.move)));
  }
  return longest;
}

Position random_position(const Rules& rules, int plies, Random& random) {
  while (true) {
    Position p = rules.initial();
    while (!rules.is_over(p) && (p.plies < plies || p.pending)) {
      const MoveList moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
    }
    if (!rules.is_over(p)) return p;
  }
}

TEST(QuantumStudy, TheLongestBestGameIsAsLongAsTryingEverythingSays) {
  Random random(7);
  for (const Variant& variant : {Variant{}, Variant{.collapse = Collapse::kMover}, chance({0, 1}),
                                 chance({1, 1}), chance({1, 2}), chance({3, 4}, -5)}) {
    TableSolver solver(*Rules::make(variant));
    const Rules& rules = solver.rules();
    for (int i = 0; i < 25; ++i) {
      const Position from = random_position(rules, 6, random);
      const Result<study::LongestLine> line = study::longest_best_line(solver, from);
      ASSERT_TRUE(line);
      EXPECT_EQ(line->plies, plain_longest(solver, from)) << to_text(rules, from);
      // The game that is shown is one of that length, and is over.
      Position p = from;
      for (const Move& move : line->moves) {
        if (rules.to_move(p) != kSystem) {
          EXPECT_EQ(*solver.value(rules.apply(p, move)), *solver.value(p));
        }
        p = rules.apply(p, move);
      }
      EXPECT_TRUE(rules.is_over(p));
      EXPECT_EQ(p.plies - from.plies, line->plies);
    }
  }
}

// ---- fair games ----

Value value_of_game(const Variant& variant) {
  TableSolver solver(*Rules::make(variant));
  return *solver.value(solver.rules().initial());
}

TEST(QuantumStudy, FairDrawScoresMakeTheGameFairAndNoOthersDo) {
  for (const Rational& q : {Rational(1, 2), Rational(3, 4)}) {
    const auto draws = study::fair_draws(*Rules::make(chance(q)));
    ASSERT_TRUE(draws && *draws);
    const auto& [low, high] = **draws;
    EXPECT_LE(low, high);
    EXPECT_EQ(value_of_game(chance(q, low)), 0);
    EXPECT_EQ(value_of_game(chance(q, high)), 0);
    const auto beside = [](const Rational& draw, int step) {
      return Rational(draw.numerator() * 3 + step, draw.denominator() * 3);
    };
    EXPECT_LT(value_of_game(chance(q, beside(low, -1))), 0);
    EXPECT_GT(value_of_game(chance(q, beside(high, 1))), 0);
  }
  EXPECT_FALSE(study::fair_draws(*Rules::make(chance({1, 6}))));
}

// The paper's second scoring: docs/results/quantum.md, from the whole curve.
TEST(QuantumStudy, FairChancesAreThoseOfTheCurve) {
  const auto fair = study::fair_chances(*Rules::make(chance({1, 2}, -5)));
  ASSERT_TRUE(fair && *fair);
  EXPECT_EQ((*fair)->low, (*fair)->high);
  EXPECT_EQ((*fair)->low.minimal, (curve::Polynomial{-4, 2, 1, 5, 0}));
  EXPECT_NEAR(curve::to_double((*fair)->low), 0.735384187829652, 1e-12);
  const auto even = study::fair_chances(*Rules::make(chance({1, 2}, 0)));
  ASSERT_TRUE(even && *even);
  EXPECT_EQ(curve::rational_of((*even)->low), 1);
  const auto none = study::fair_chances(*Rules::make(chance({1, 2}, 1)));
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none) << "X is ahead for every q";
}

// ---- how long collapses take ----

TEST(QuantumStudy, EveryEarlyCollapseIsTimed) {
  const Rules rules = *Rules::make(chance({3, 4}));
  const auto times = study::measure_responses(rules, false);
  ASSERT_TRUE(times);
  std::map<int, std::uint64_t> counts;
  for (const Position& p : early_collapses(rules, 4)) ++counts[p.plies];
  ASSERT_EQ(times->size(), 3u);
  for (const auto& [ply, row] : *times) {
    EXPECT_EQ(row.collapses, counts[ply]);
    EXPECT_LE(row.slowest, row.total);
    for (std::size_t i = 0; i + 1 < row.above.size(); ++i) {
      EXPECT_LE(row.above[i], row.above[i + 1]);
    }
  }
}

}  // namespace
}  // namespace noughts::quantum::search
