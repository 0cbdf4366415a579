// Steps pair by pair against steps of all boards at once, and against the rules.
#include <gtest/gtest.h>

#include <filesystem>

#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/verify.h"
#include "noughts/research/quixo/reference/reference.h"
#include "temporary_folder.h"

namespace noughts::quixo::solve {
namespace {

class QuixoSteps : public ::testing::Test {
 protected:
  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path();
};

// Tiers down to 1 go pair by pair, all of them go at once; in memory and over
// tables, in one go and resumed.
TEST_F(QuixoSteps, PairByPairAsAllAtOnce) {
  Workers workers(2);
#ifdef NOUGHTS_SANITIZED
  const std::vector<Rules> boards = {*Rules::make(3)};
#else
  const std::vector<Rules> boards = {*Rules::make(3), *Rules::make(3, 3, BothLines::kMoverWins),
                                     *Rules::make(4)};
#endif
  for (const Rules& rules : boards) {
    Options options;
    options.steps = true;
    const auto whole = run(rules, options, workers);
    ASSERT_TRUE(whole);
    options.last_tier = 1;
    const auto in_memory = run(rules, options, workers);
    ASSERT_TRUE(in_memory) << in_memory.error().message;
    options.tables = folder_;
    options.last_tier = rules.cells() - 2;
    ASSERT_TRUE(run(rules, options, workers));
    options.last_tier = 1;
    const auto in_tables = run(rules, options, workers);
    ASSERT_TRUE(in_tables) << in_tables.error().message;
    EXPECT_GT(in_tables->resumed_classes, 0);
    for (const auto& [id, entry] : whole->classes) {
      if (id.tier() == 0) continue;
      EXPECT_EQ(in_memory->classes.at(id).counts, entry.counts);
      EXPECT_EQ(in_memory->classes.at(id).digest, entry.digest);
      EXPECT_EQ(in_tables->classes.at(id).digest, entry.digest);
    }
    // All but the empty board.
    auto plies = whole->plies;
    if (whole->initial->value == Value::kWin) --plies[*whole->initial->plies].win;
    EXPECT_EQ(in_memory->plies, plies);
    EXPECT_EQ(in_tables->plies, plies);
    std::filesystem::remove_all(folder_);
  }
}

// With only the needed tables kept, a folder can be continued, and the plies of what
// is gone are still known.
TEST_F(QuixoSteps, KeepingNeededTablesCanBeContinued) {
  Workers workers(1);
  const Rules rules = *Rules::make(3);
  Options options;
  options.steps = true;
  options.last_tier = 1;
  const auto in_memory = run(rules, options, workers);
  ASSERT_TRUE(in_memory);
  options.tables = folder_;
  options.keep = Keep::kNeeded;
  options.last_tier = 5;
  ASSERT_TRUE(run(rules, options, workers));
  options.last_tier = 1;
  for (const int already : {40, 54}) {  // classes of the tiers 9 to 5, then of all
    const auto plan = make_plan(rules, options, 1);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->classes_done, already);
    const auto continued = run(rules, options, workers);
    ASSERT_TRUE(continued) << continued.error().message;
    EXPECT_EQ(continued->resumed_classes, already);
    EXPECT_EQ(continued->digest(), in_memory->digest());
    EXPECT_EQ(continued->plies, in_memory->plies);
  }
}

TEST_F(QuixoSteps, WithoutAFolderThereIsNothingToKeep) {
  Workers workers(1);
  for (const int last : {0, 2}) {
    Options options;
    options.steps = last == 2;
    options.last_tier = last;
    options.keep = Keep::kNeeded;
    const auto solved = run(*Rules::make(3), options, workers);
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().code, ErrorCode::kBadInput);
  }
}

TEST_F(QuixoSteps, ACancelledSolveIsAnError) {
  CancelToken cancel;
  cancel.cancel();
  Workers workers(2, {.cancel = &cancel});
  for (const bool steps : {false, true}) {
    for (const OtherSolver& reference : {OtherSolver(), OtherSolver(reference::reference_values)}) {
      Options options;
      options.steps = steps;
      options.reference = reference;
      const auto solved = run(*Rules::make(3), options, workers);
      ASSERT_FALSE(solved);
      EXPECT_EQ(solved.error().code, ErrorCode::kCancelled);
    }
  }
}

// The full boards of 5x5 with steps: every value follows from its children, and
// each rests on fewer steps, which is a proof.
TEST_F(QuixoSteps, ThoroughFullBoardsOfFiveByFive) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "takes minutes under a sanitizer";
#endif
  const Rules rules = *Rules::make(5);
  Workers workers(2);
  Options options;
  options.last_tier = 25;
  const auto plain = run(rules, options, workers);
  ASSERT_TRUE(plain);
  options.steps = true;
  options.tables = folder_;
  const auto stepped = run(rules, options, workers);
  ASSERT_TRUE(stepped) << stepped.error().message;
  EXPECT_EQ(stepped->totals(), plain->totals());
  const auto report = tables::verify(folder_, rules, {.sample = 20'000}, workers);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_GT(report->checked, 300'000u);
  EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
}

}  // namespace
}  // namespace noughts::quixo::solve
