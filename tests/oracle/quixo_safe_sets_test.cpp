// No fewer than 2n tiles hold against an opponent who owns all others: on 5x5 all sets.
#include <gtest/gtest.h>

#include "noughts/quixo/fortress.h"
#include "noughts/research/quixo/study/safe_sets.h"
#include "oracle/quixo_oracle.h"

namespace noughts::quixo {
namespace {

TEST(QuixoSafeSets, NoneOfFewerThanTenTilesOnFiveByFive) {
  const Rules rules = *Rules::make(5);
  for (int tiles = 1; tiles <= 9; ++tiles) {
    const auto found = study::find_safe_sets(rules, tiles, {});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->sets.empty()) << tiles;
  }
}

// Ten tiles: the eight images of the fortress hold and do not win, twenty sets win.
TEST(QuixoSafeSets, TheFortressIsTheOnlyOneOfTenTilesThatDoesNotWin) {
  const Rules rules = *Rules::make(5);
  const auto found = study::find_safe_sets(rules, 10, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tried, 3'268'760u);
  EXPECT_EQ(found->sets.size(), 28u);
  EXPECT_EQ(found->winning, 20u);
  const Fortresses<Rules> fortresses(rules);
  const auto is_fortress = [&](Cells own) {
    return fortresses.of(make_board(own, rules.all_cells() & ~own), Player::kX).has_value();
  };
  EXPECT_EQ(std::count_if(found->sets.begin(), found->sets.end(), is_fortress), 8);
}

// The sets are closed by the second implementation's rules too: every move of the
// opponent has an answer that wins or leads to a set of the list.
TEST(QuixoSafeSets, AreSafeByTheOtherRules) {
  const Rules rules = *Rules::make(5);
  const auto found = study::find_safe_sets(rules, 10, {});
  ASSERT_TRUE(found);
  const auto rows_of = [](Cells own) {
    oracle::Rows rows(5, std::string(5, 'O'));
    for (int cell = 0; cell < 25; ++cell) {
      if (own >> cell & 1) rows[cell / 5][cell % 5] = 'X';
    }
    return rows;
  };
  std::set<oracle::Rows> safe;
  for (const Cells own : found->sets) safe.insert(rows_of(own));
  for (const oracle::Rows& rows : safe) {
    for (const oracle::QuixoChild& child : oracle::children(rows, 'O', 5)) {
      const char first = oracle::winner(child.rows, 'O', 5, false);
      ASSERT_NE(first, 'O');
      if (first == 'X') continue;
      const auto answers = oracle::children(child.rows, 'X', 5);
      EXPECT_TRUE(std::any_of(answers.begin(), answers.end(), [&](const auto& answer) {
        return oracle::winner(answer.rows, 'X', 5, false) == 'X' || safe.contains(answer.rows);
      })) << oracle::text_of(child.rows, 'X');
    }
  }
}

}  // namespace
}  // namespace noughts::quixo
