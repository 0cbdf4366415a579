// The engine and the paper's own algorithms, state by state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/layout/layout.h"
#include "noughts/quixo/solve/next_tier.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::quixo::engine {
namespace {

using Variant = std::tuple<int, int, BothLines>;  // size, line, rule for two lines

class EveryBoard : public ::testing::TestWithParam<Variant> {};

// Every pair of a board, from the full board down.
class AllPairs {
 public:
  AllPairs(const Rules& rules, Workers& workers) : engine_(rules, true) {
    for (int tier = rules.cells(); tier >= 0; --tier) {
      for (int a = 0; 2 * a <= tier; ++a) {
        const Pair pair{a, tier - a};
        auto solved = solve_pair(engine_, pair, &tier_, workers);
        EXPECT_TRUE(solved);
        tier_.pairs[pair] = std::move(*solved);
        layouts_.try_emplace(pair, engine_.geometry(), pair);
      }
    }
  }
  Value at(Board board) const {
    const PlaneId plane = plane_of(class_of(board));
    const std::uint64_t bit = layouts_.at(plane.pair).bit_of(plane.absolute(board));
    return tier_.pairs.at(plane.pair).sides[plane.mover].value(bit);
  }

 private:
  Engine engine_;
  solve::MemoryTier tier_;
  std::map<Pair, layout::ClassLayout> layouts_;
};

// Value and plies of every state of 3x3 and 4x4, from both of the engine's ways: all
// boards at once, and pair by pair.
TEST_P(EveryBoard, AgreesWithAlgorithm6) {
  const auto [size, line, both_lines] = GetParam();
#if defined(NOUGHTS_SANITIZED)
  if (size == 4) GTEST_SKIP() << "43 million states take the thread sanitizer many minutes";
#endif
  const Rules rules = *Rules::make(size, line, both_lines);
  Workers workers(2);
  const Engine engine(rules, false);
  const auto whole = solve_whole(engine, workers);
  ASSERT_TRUE(whole);
  const AllPairs pairs(rules, workers);
  const auto reference = reference::ReferenceSteps::solve(rules, workers);
  ASSERT_TRUE(reference);
  const layout::ClassLayout layout(engine.geometry());
  std::uint64_t states = 0;
  std::uint64_t wrong = 0;
  std::uint64_t wrong_pairs = 0;
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    const Cells rest = rules.all_cells() & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {  // all subsets of what X leaves
      const Board board = make_board(x, o);
      const Outcome expected = reference->at(board);
      wrong += whole->at(layout.bit_of(board)) != expected;
      wrong_pairs += pairs.at(board) != expected.value;
      ++states;
      if (o == 0) break;
    }
  }
  EXPECT_EQ(states, int_power(3, rules.cells()));
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(wrong_pairs, 0u);
}

std::string name_of(const ::testing::TestParamInfo<Variant>& info) {
  const auto& [size, line, both] = info.param;
  return fmt::format("Size{}Line{}TwoLines{}", size, line,
                     both == BothLines::kMoverWins ? "Win" : "Lose");
}
INSTANTIATE_TEST_SUITE_P(EveryRule, EveryBoard,
                         ::testing::Values(Variant{3, 3, BothLines::kMoverLoses},
                                           Variant{3, 3, BothLines::kMoverWins},
                                           Variant{4, 4, BothLines::kMoverLoses}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Thorough, EveryBoard,
                         ::testing::Values(Variant{4, 3, BothLines::kMoverLoses},
                                           Variant{4, 3, BothLines::kMoverWins},
                                           Variant{4, 4, BothLines::kMoverWins}),
                         name_of);

#ifndef NOUGHTS_SANITIZED  // so many states are too many under a sanitizer
// How many states of a class differ.
std::uint64_t differences(const Engine& engine, const PairSolution& pair,
                          const reference::ReferenceSolver& solver,
                          const reference::ReferenceClass& expected, Workers& workers) {
  const layout::ClassLayout layout(engine.geometry(), pair.pair);
  const PlaneId plane = plane_of(expected.id);
  const layout::SidePlanes& side = pair.sides[plane.mover];
  std::atomic<std::uint64_t> wrong = 0;
  constexpr std::uint64_t kPiece = 1 << 16;
  const std::uint64_t states = expected.outcomes.size();
  auto done = workers.for_each(0, (states + kPiece - 1) / kPiece, [&](std::size_t piece) {
    std::uint64_t here = 0;
    for (std::uint64_t i = piece * kPiece; i < std::min(states, (piece + 1) * kPiece); ++i) {
      const Board board = solver.board_at(expected.id, i);
      here += side.value(layout.bit_of(plane.absolute(board))) != expected.outcomes.value(i);
    }
    wrong += here;
  });
  EXPECT_TRUE(done);
  return wrong;
}

// The pairs of the full board of 5x5 whose smaller number is from `least` to `most`, and the
// pair below the last one that is its own mirror, if they lead to it.
void compare_classes(int least, int most, FortressRule fortress = FortressRule::kNone) {
  const Rules rules = *Rules::make(5, 5, BothLines::kMoverLoses, fortress);
  Workers workers(2);
  const Engine engine(rules, true);
  const reference::ReferenceSolver solver(rules, workers);
  reference::ReferenceClass last_reference;
  solve::MemoryTier next;
  for (int a = least; a <= most; ++a) {
    auto pair = solve_pair(engine, {a, 25 - a}, nullptr, workers);
    ASSERT_TRUE(pair);
    auto reference = solver.solve_pair({a, 25 - a}, nullptr, nullptr);
    ASSERT_TRUE(reference);
    EXPECT_EQ(differences(engine, *pair, solver, reference->first, workers), 0u) << a;
    EXPECT_EQ(differences(engine, *pair, solver, reference->second, workers), 0u) << a;
    last_reference = std::move(reference->first);
    next.pairs[pair->pair] = std::move(*pair);
  }
  if (most < 12) return;
  // The children of (12, 12) with one tile more are in (12, 13).
  auto pair = solve_pair(engine, {12, 12}, &next, workers);
  ASSERT_TRUE(pair);
  auto reference = solver.solve_pair({12, 12}, &last_reference, &last_reference);
  ASSERT_TRUE(reference);
  EXPECT_EQ(differences(engine, *pair, solver, reference->first, workers), 0u);
}

TEST(ClassesOfFiveByFive, SmallOnesAgreeWithAlgorithm5) { compare_classes(0, 7); }
// With ten tiles one can hold a fortress.
TEST(ClassesOfFiveByFive, AgreeWhereFortressesWin) { compare_classes(10, 10, FortressRule::kWins); }
// Fourteen pairs, 27 classes of 5x5: all of the full board, and (12, 12).
TEST(ClassesOfFiveByFive, ThoroughEveryStateAgreesWithAlgorithm5) { compare_classes(0, 12); }
TEST(ClassesOfFiveByFive, ThoroughEveryStateAgreesWhereFortressesWin) {
  compare_classes(10, 12, FortressRule::kWins);
}
#endif

}  // namespace
}  // namespace noughts::quixo::engine
