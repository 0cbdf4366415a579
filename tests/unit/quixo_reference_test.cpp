#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::quixo::reference {
namespace {

// Quixo Is Solved, Table 3: states that win and lose in 0, 1, 2, ... steps.
[[maybe_unused]] constexpr ReferenceSteps::StepCount kTable3[] = {{4'697'505, 4'530'779},
                                                                  {15'277'446, 528},
                                                                  {0, 3'775'611},
                                                                  {2'419'938, 0},
                                                                  {0, 2'970'384},
                                                                  {1'740'992, 0},
                                                                  {0, 1'982'339},
                                                                  {1'214'497, 0},
                                                                  {0, 1'034'097},
                                                                  {658'834, 0},
                                                                  {0, 438'138},
                                                                  {287'864, 0},
                                                                  {0, 182'954},
                                                                  {100'374, 0},
                                                                  {0, 66'280},
                                                                  {29'314, 0},
                                                                  {0, 18'014},
                                                                  {6'656, 0},
                                                                  {0, 4'084},
                                                                  {1'012, 0},
                                                                  {0, 520},
                                                                  {57, 0},
                                                                  {0, 8}};

Board random_board(const Rules& rules, Random& random) {
  const auto x = static_cast<Cells>(random.next()) & rules.all_cells();
  const auto o = static_cast<Cells>(random.next()) & rules.all_cells() & ~x;
  return make_board(x, o);
}

// Every state of one solution against the other.
void expect_same_values(const ReferenceSolver& solver, const ReferenceSolution& solution,
                        const ReferenceSteps& steps) {
  for (const auto& [id, solved] : solution.classes) {
    for (std::uint64_t index = 0; index < solved.outcomes.size(); ++index) {
      const Board board = solver.board_at(id, index);
      if (solved.outcomes.value(index) != steps.at(board).value) {
        FAIL() << "class (" << id.x << ", " << id.o << "), state " << index;
      }
    }
  }
}

TEST(QuixoReference, IndexOfThePapersExample) {
  // Figure 5, class (8, 5): the words as printed there.
  Workers workers(1);
  const ReferenceSolver solver(*Rules::make(5), workers);
  const Cells x = 0b0101001100000110000110000;
  const Cells o = 0b0010000000110000100001000;
  const Cells shifted_o = 0b0000000001000011001001000;
  const std::uint64_t index = rank_subset(x) * binomial(25 - 8, 5) + rank_subset(shifted_o);
  EXPECT_EQ(solver.index_of(make_board(x, o)), index);
  EXPECT_EQ(solver.board_at({8, 5}, index), make_board(x, o));
}

TEST(QuixoReference, IndexIsABijection) {
  Workers workers(1);
  Random random(7);
  for (const int size : {3, 4, 5}) {
    const Rules rules = *Rules::make(size);
    const ReferenceSolver solver(rules, workers);
    for (int i = 0; i < 1000; ++i) {
      const Board board = random_board(rules, random);
      const std::uint64_t index = solver.index_of(board);
      EXPECT_LT(index, class_size(rules, class_of(board)));
      EXPECT_EQ(solver.board_at(class_of(board), index), board);
    }
  }
}

TEST(QuixoReference, TableOneOfThePaper) {
  constexpr int kPop[] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4};
  constexpr std::uint32_t kOrd[] = {0, 0, 1, 0, 2, 1, 2, 0, 3, 3, 4, 1,
                                    5, 2, 3, 0, 4, 6, 7, 4, 8, 5, 6, 1};
  const SubsetTables tables(8);
  for (Cells word = 0; word < std::size(kPop); ++word) {
    EXPECT_EQ(tables.pop(word), kPop[word]) << word;
    EXPECT_EQ(tables.ord(word), kOrd[word]) << word;
    EXPECT_EQ(tables.word(kPop[word], kOrd[word]), word) << word;
  }
}

TEST(QuixoReference, ThreeByThree) {
  Workers workers(2);
  const Rules rules = *Rules::make(3);
  const ReferenceSolver solver(rules, workers);
  const auto solution = solve_reference(solver, 0);
  const auto steps = ReferenceSteps::solve(rules, workers);
  EXPECT_EQ(solution->totals(), (Counts{12'748, 6'935, 0}));
  EXPECT_EQ(steps->counts(), solution->totals());
  EXPECT_EQ(steps->at(0), (Outcome{Value::kWin, 7}));
  expect_same_values(solver, *solution, *steps);
}

// Algorithms 5 and 6 of the paper share next to nothing; every state of every rule.
TEST(QuixoReference, EveryRuleOfThreeByThree) {
  Workers workers(2);
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    const Rules rules = *Rules::make(3, 3, both);
    const ReferenceSolver solver(rules, workers);
    expect_same_values(solver, *solve_reference(solver, 0), *ReferenceSteps::solve(rules, workers));
  }
}

#ifndef NOUGHTS_SANITIZED
// Of the other rules of 4x4 the one that differs most from the published game; the
// engine's tests compare all four with algorithm 6.
TEST(QuixoReference, ThoroughFourByFourWithLinesOfThreeWonByTheMover) {
  Workers workers(2);
  const Rules rules = *Rules::make(4, 3, BothLines::kMoverWins);
  const ReferenceSolver solver(rules, workers);
  expect_same_values(solver, *solve_reference(solver, 0), *ReferenceSteps::solve(rules, workers));
}

TEST(QuixoReference, ThoroughFourByFour) {
  Workers workers(2);
  const Rules rules = *Rules::make(4);
  const ReferenceSolver solver(rules, workers);
  const auto solution = solve_reference(solver, 0);
  EXPECT_EQ(solution->totals(), (Counts{26'434'489, 15'003'736, 1'608'496}));
  const auto steps = ReferenceSteps::solve(rules, workers);
  EXPECT_EQ(steps->counts(), solution->totals());
  EXPECT_EQ(steps->at(0), (Outcome{Value::kWin, 21}));
  const auto counts = steps->step_counts();
  ASSERT_EQ(counts.size(), std::size(kTable3));
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i], kTable3[i]) << i;
  expect_same_values(solver, *solution, *steps);
}
#endif

}  // namespace
}  // namespace noughts::quixo::reference
