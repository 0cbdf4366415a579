// Whole games by the searches of Sakuta and Tomioka, which share nothing with the table
// solver but the rules: no table, no folding, no windows at collapses that are
// not searched again. Some seconds to a minute each.
#include <gtest/gtest.h>

#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/research/quantum/reference/printed.h"
#include "noughts/research/quantum/reference/reference.h"

namespace noughts::quantum::reference {
namespace {

#ifndef NOUGHTS_SANITIZED

struct WholeGame {
  const char* name;
  Variant variant;
  ReferenceKind kind;
};

Variant chance(std::int64_t top, std::int64_t bottom, std::int64_t draw = 0) {
  return {Collapse::kChance, {top, bottom}, draw, false};
}

class QuantumWholeGame : public ::testing::TestWithParam<WholeGame> {};

TEST_P(QuantumWholeGame, AgreesWithTheTable) {
  const Rules rules = *Rules::make(GetParam().variant);
  const auto reference = solve_reference(rules, rules.initial(), GetParam().kind);
  ASSERT_TRUE(reference);
  EXPECT_EQ(*search::TableSolver(rules).value(rules.initial()), reference->value);
}

const auto kNameOfGame = [](const auto& game) { return game.param.name; };
INSTANTIATE_TEST_SUITE_P(Paper, QuantumWholeGame,
                         ::testing::Values(WholeGame{"One", chance(1, 1),
                                                     ReferenceKind::kAlphaBeta}),
                         kNameOfGame);
INSTANTIATE_TEST_SUITE_P(
    Thorough, QuantumWholeGame,
    ::testing::Values(WholeGame{"Original", {}, ReferenceKind::kAlphaBeta},
                      WholeGame{"ThreeQuarters", chance(3, 4), ReferenceKind::kAlphaBeta},
                      WholeGame{"ThreeQuartersNaive", chance(3, 4), ReferenceKind::kNaive},
                      WholeGame{"OneHalfDrawMinusFive", chance(1, 2, -5),
                                ReferenceKind::kAlphaBeta}),
    kNameOfGame);

// Table 6 of Sakuta and Tomioka: the naive search to the node, the modified one
// with their "about 3 % reduced".
TEST(QuantumTableSix, ThoroughNaiveSearchAtThreeQuarters) {
  const auto naive = search_as_printed(*Rules::make(chance(3, 4)), true);
  ASSERT_TRUE(naive);
  EXPECT_EQ(naive->nodes, 140'389'750u);
  EXPECT_EQ(naive->value, 2.5);
}

TEST(QuantumTableSix, ThoroughModifiedSearchAtThreeQuarters) {
  const auto modified = search_as_printed(*Rules::make(chance(3, 4)), false);
  ASSERT_TRUE(modified);
  EXPECT_NEAR(static_cast<double>(modified->nodes) / 140'389'750, 0.97, 0.005);
  EXPECT_EQ(modified->value, 2.5);
}

class QuantumOpening : public ::testing::TestWithParam<int> {};

// An opening that is worth less than the best, by alpha-beta. All eight agree;
// one of them says it in the time there is.
TEST_P(QuantumOpening, AgreesWithTheTable) {
  const Rules rules = *Rules::make(chance(3, 4));
  const Pair opening = search::openings()[static_cast<std::size_t>(GetParam())];
  const Position p = rules.apply(rules.initial(), {opening, false});
  const auto reference = solve_reference(rules, p, ReferenceKind::kAlphaBeta);
  ASSERT_TRUE(reference);
  EXPECT_EQ(*search::TableSolver(rules).value(p), reference->value) << to_text(rules, p);
}

INSTANTIATE_TEST_SUITE_P(Thorough, QuantumOpening, ::testing::Values(3));

#endif

}  // namespace
}  // namespace noughts::quantum::reference
