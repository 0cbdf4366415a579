// The engine and the paper's own algorithms, state by state.
#include <gtest/gtest.h>

#include <tuple>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/layout.h"
#include "noughts/quixo/reference/reference.h"

namespace noughts::quixo {
namespace {

using Variant = std::tuple<int, int, BothLines>;  // size, line, rule for two lines

class WholeBoards : public ::testing::TestWithParam<Variant> {};

// Value and steps of every state of 3x3 and 4x4.
TEST_P(WholeBoards, EveryStateAgreesWithAlgorithm6) {
  const auto [size, line, both_lines] = GetParam();
#if defined(NOUGHTS_SANITIZED)
  if (size == 4) GTEST_SKIP() << "43 million states take the thread sanitizer many minutes";
#endif
  const Rules rules = *Rules::make(size, line, both_lines);
  Workers workers(2);
  const Engine engine(rules, false);
  const auto solution = solve_whole(engine, workers);
  ASSERT_TRUE(solution);
  const auto reference = ReferenceSteps::solve(rules, workers);
  ASSERT_TRUE(reference);
  const ClassLayout layout(engine.geometry(), 0, 0);
  std::uint64_t states = 0;
  std::uint64_t wrong = 0;
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    const Cells rest = rules.all_cells() & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {  // all subsets of what X leaves
      const Board board = make_board(x, o);
      const std::uint64_t bit = layout.bit_of(board);
      Outcome outcome;
      if (solution->planes.win.bit(bit)) outcome = {Value::kWin, solution->steps_of(bit)};
      if (solution->planes.loss.bit(bit)) outcome = {Value::kLoss, solution->steps_of(bit)};
      wrong += outcome != reference->at(board);
      ++states;
      if (o == 0) break;
    }
  }
  EXPECT_EQ(states, int_power(3, rules.cells()));
  EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    EveryRule, WholeBoards,
    ::testing::Values(Variant{3, 3, BothLines::kMoverLoses}, Variant{3, 3, BothLines::kMoverWins},
                      Variant{4, 3, BothLines::kMoverLoses}, Variant{4, 3, BothLines::kMoverWins},
                      Variant{4, 4, BothLines::kMoverLoses}, Variant{4, 4, BothLines::kMoverWins}));

// One pair in memory as the next tier of another.
class OnePair final : public NextTier {
 public:
  explicit OnePair(const PairSolution& pair) : pair_(pair) {}
  Result<ConstPlanes> get(int a, int b, int mover, bool, bool) override {
    EXPECT_EQ(a, pair_.a);
    EXPECT_EQ(b, pair_.b);
    const SidePlanes& side = pair_.sides[mover];
    return ConstPlanes{side.win.data(), side.loss.data()};
  }

 private:
  const PairSolution& pair_;
};

// How many states of a class differ. X is to move there: with fewer tiles X is
// colour A of the pair, otherwise colour B.
std::uint64_t differences(const Engine& engine, const PairSolution& pair,
                          const ReferenceSolver& solver, const ReferenceClass& expected,
                          Workers& workers) {
  const ClassLayout layout(engine.geometry(), pair.a, pair.b);
  const bool x_is_a = expected.id.x < expected.id.o;
  const SidePlanes& side = pair.sides[x_is_a ? 0 : 1];
  std::atomic<std::uint64_t> wrong = 0;
  constexpr std::uint64_t kPiece = 1 << 16;
  const std::uint64_t states = expected.outcomes.size();
  workers.for_each(0, (states + kPiece - 1) / kPiece, [&](std::size_t piece) {
    std::uint64_t here = 0;
    for (std::uint64_t i = piece * kPiece; i < std::min(states, (piece + 1) * kPiece); ++i) {
      const Board board = solver.board_at(expected.id, i);
      const std::uint64_t bit = layout.bit_of(x_is_a ? board : swap_colours(board));
      const Value value = side.win.bit(bit)    ? Value::kWin
                          : side.loss.bit(bit) ? Value::kLoss
                                               : Value::kDraw;
      here += value != expected.outcomes.value(i);
    }
    wrong += here;
  });
  return wrong;
}

// Fourteen pairs, 27 classes of 5x5: all of the full board, and (12, 12).
TEST(ClassesOfFiveByFive, EveryStateAgreesWithAlgorithm5) {
#if defined(NOUGHTS_SANITIZED)
  GTEST_SKIP() << "a hundred million states are too many under a sanitizer";
#endif
  const Rules rules = *Rules::make(5);
  Workers workers(2);
  const Engine engine(rules, true);
  const ReferenceSolver solver(rules, workers);
  ReferenceClass last_reference;
  PairSolution last_pair;
  for (int a = 0; a <= 12; ++a) {
    const int b = 25 - a;
    auto pair = solve_pair(engine, a, b, nullptr, workers);
    ASSERT_TRUE(pair);
    auto reference = solver.solve_pair({a, b}, nullptr, nullptr);
    ASSERT_TRUE(reference);
    EXPECT_EQ(differences(engine, *pair, solver, reference->first, workers), 0u) << a;
    EXPECT_EQ(differences(engine, *pair, solver, reference->second, workers), 0u) << a;
    last_reference = std::move(reference->first);
    last_pair = std::move(*pair);
  }
  // The children of (12, 12) with one tile more are in (12, 13).
  OnePair next(last_pair);
  auto pair = solve_pair(engine, 12, 12, &next, workers);
  ASSERT_TRUE(pair);
  auto reference = solver.solve_pair({12, 12}, &last_reference, &last_reference);
  ASSERT_TRUE(reference);
  EXPECT_EQ(differences(engine, *pair, solver, reference->first, workers), 0u);
}

}  // namespace
}  // namespace noughts::quixo
