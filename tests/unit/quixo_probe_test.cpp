// Tables as a program without the engine sees them: those that the command line made.
//
// This program links the rooms quixo, quixo/layout and quixo/tables, and what is
// below them; that the engine's names are not there is itself a test.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/quixo/tables/verify.h"
#include "temporary_folder.h"

#if __has_include("noughts/quixo/engine/engine.h") || __has_include("noughts/quixo/solve/solve.h")
#error the engine is in sight
#endif

namespace noughts::quixo {
namespace {

class QuixoProbe : public ::testing::Test {
 protected:
  static std::string quoted(const std::string& text) { return "'" + text + "'"; }
  void make_tables(const std::string& options) const {
    const std::string command = quoted(NOUGHTS_BINARY) + " solve quixo --quiet " + options +
                                " --tables " + quoted(folder_.string()) + " > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path();
};

// Published values, and every board of 3x3 from its children.
TEST_F(QuixoProbe, ThreeByThreeWithSteps) {
  make_tables("--size 3 --steps");
  const Rules rules = *Rules::make(3);
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_TRUE((*values)->has_plies());
  EXPECT_EQ(*(*values)->at(0), (Outcome{Value::kWin, 7}));
  const Solution summary = (*values)->summary();
  EXPECT_EQ(summary.totals(), (Counts{12'748, 6'935, 0}));
  EXPECT_EQ(summary.initial, (Outcome{Value::kWin, 7}));
  Workers workers(2);
  const auto report = verify_tables(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
  EXPECT_EQ(report->classes, 55u);
  EXPECT_EQ(report->unchecked, 0u);
  EXPECT_EQ(report->totals, summary.totals());
}

// Values without steps on 4x4: of boards that are over by the rules, of others by
// their children.
TEST_F(QuixoProbe, FourByFour) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  make_tables("--size 4");
  const Rules rules = *Rules::make(4);
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ((*values)->summary().totals(), (Counts{26'434'489, 15'003'736, 1'608'496}));
  EXPECT_EQ(*(*values)->at(0), (Outcome{Value::kWin, std::nullopt}));
  Random random(16);
  for (int i = 0; i < 3000; ++i) {
    const auto x = static_cast<Cells>(random.next()) & rules.all_cells();
    const auto o = static_cast<Cells>(random.next()) & rules.all_cells() & ~x;
    const Board board = make_board(x, o);
    Value expected = Value::kLoss;
    if (const auto over = final_value(rules, board)) {
      expected = *over;
    } else {
      rules.for_each_child({board, Player::kX}, [&](Board moved) {
        const Value child = (*values)->at(swap_colours(moved))->value;
        if (child == Value::kLoss) expected = Value::kWin;
        if (child == Value::kDraw && expected == Value::kLoss) expected = Value::kDraw;
      });
    }
    ASSERT_EQ((*values)->at(board)->value, expected) << to_text(rules, {board, Player::kX});
  }
}

// Without the tier above, the classes of the next one cannot be derived: that is
// told, and they do not pass for checked.
TEST_F(QuixoProbe, ClassesWithoutTheirChildrenAreNotVerified) {
  make_tables("--size 3");
  const Rules rules = *Rules::make(3);
  Workers workers(1);
  const auto all = verify_tables(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(all);
  auto manifest = Manifest::read(folder_, rules);
  ASSERT_TRUE(manifest);
  std::erase_if(manifest->classes, [](const auto& entry) { return entry.first.tier() == 9; });
  ASSERT_TRUE(manifest->write(folder_, rules));
  const auto fewer = verify_tables(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(fewer) << fewer.error().message;
  EXPECT_EQ(fewer->classes, 45u);
  EXPECT_EQ(fewer->unchecked, 9u);  // (0, 8) to (8, 0)
  EXPECT_LT(fewer->checked, all->checked);
  EXPECT_EQ(fewer->wrong, 0u);
}

// A wrong value and wrong totals are found.
TEST_F(QuixoProbe, WrongTotalsAreFound) {
  make_tables("--size 3");
  const Rules rules = *Rules::make(3);
  auto manifest = Manifest::read(folder_, rules);
  ASSERT_TRUE(manifest);
  Counts& counts = manifest->classes.at({4, 4}).counts;
  --counts.win;
  ++counts.draw;
  ASSERT_TRUE(manifest->write(folder_, rules));
  Workers workers(2);
  const auto report = verify_tables(folder_, rules, {}, workers);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->wrong, 1u);
  EXPECT_NE(report->first_wrong.find("class (4, 4)"), std::string::npos) << report->first_wrong;
}

}  // namespace
}  // namespace noughts::quixo
