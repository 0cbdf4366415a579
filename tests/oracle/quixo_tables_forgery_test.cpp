// Two checkers of tables that share no code (src/quixo/proof and tools/check_tables) on good tables
// and on forged ones, in which one value or one rank is another and every checksum is right.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "changed_class.h"
#include "noughts/quixo/proof/proof.h"
#include "noughts/quixo/solve/solve.h"
#include "temporary_folder.h"

namespace noughts::quixo {
namespace {

class TwoCheckers : public ::testing::Test {
 protected:
  void make_tables(const Rules& rules, bool steps = false) {
    std::filesystem::remove_all(folder_);
    solve::Options options;
    options.tables = folder_;
    options.steps = steps;
    const auto solution = solve::run(rules, options, workers_);
    ASSERT_TRUE(solution) << solution.error().message;
  }

  // The exit code of the second checker.
  int second(const Rules& rules, const std::string& more = "") const {
    const std::string both = rules.both_lines() == BothLines::kMoverWins ? "win" : "lose";
    const std::string command = std::string(NOUGHTS_CHECK_TABLES) + " " + folder_.string() + " " +
                                std::to_string(rules.size()) + " " + std::to_string(rules.line()) +
                                " " + both + " " + more + " >/dev/null";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  void forge(int times) {
    const Rules rules = *Rules::make(3);
    const auto layout = std::make_shared<const layout::TableLayout>(rules);
    make_tables(rules);
    ASSERT_EQ(second(rules), 0);
    Random random(35);
    for (int i = 0; i < times; ++i) {
      const auto tiles = static_cast<int>(random.below(10));
      const auto x = static_cast<int>(random.below(static_cast<std::uint64_t>(tiles) + 1));
      const ChangedClass change(folder_, layout, {x, tiles - x}, random);
      ASSERT_EQ(second(rules), 1) << "forgery " << i << " in (" << x << ", " << tiles - x << ")";
      const auto report = proof::prove_tables(folder_, rules, workers_);
      ASSERT_TRUE(report && !report->proved) << "forgery " << i;
      change.undo();
    }
    EXPECT_EQ(second(rules), 0);
  }

  Workers workers_{1};
  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path() / "tables";
};

TEST_F(TwoCheckers, AcceptGoodTablesOfEachKind) {
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    const Rules rules = *Rules::make(3, 3, both);
    make_tables(rules);
    EXPECT_EQ(second(rules), 0);
    make_tables(rules, true);
    EXPECT_EQ(second(rules), 0);
    // By other rules they are wrong, or about something else.
    const BothLines other =
        both == BothLines::kMoverWins ? BothLines::kMoverLoses : BothLines::kMoverWins;
    EXPECT_EQ(second(*Rules::make(3, 3, other)), 3);
  }
}

TEST_F(TwoCheckers, AcceptTheOpeningsOf5x5BySample) {
  const std::string command = std::string(NOUGHTS_CHECK_TABLES) +
                              " " NOUGHTS_SOURCE "/data/quixo-5x5-opening 5 5 lose 1 >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(TwoCheckers, RefuseForgedTables) { forge(100); }
TEST_F(TwoCheckers, ThoroughRefuseAThousandForgedTables) { forge(1'000); }
TEST_F(TwoCheckers, ThoroughAcceptAllOf4x4) {
  const Rules rules = *Rules::make(4);
  make_tables(rules);
  EXPECT_EQ(second(rules), 0);
}

}  // namespace
}  // namespace noughts::quixo
