// The tables in the program: what they are, and that they say what the rules say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/opening.h"
#include "published_classes.h"

namespace noughts::quixo::tables {
namespace {

// A board of 5x5 with so many tiles.
Board random_board(Random& random, int tiles) {
  Cells x = 0, o = 0;
  for (int placed = 0; placed < tiles;) {
    const Cells cell = Cells{1} << random.below(25);
    if (((x | o) & cell) != 0) continue;
    (random.below(2) == 0 ? x : o) |= cell;
    ++placed;
  }
  return make_board(x, o);
}

TEST(QuixoOpening, HoldsEveryClassWithFewTilesAsPublished) {
  const auto source = open_opening_tables(*Rules::make(5));
  ASSERT_TRUE(source) << source.error().message;
  const auto published = read_published(NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv");
  const Solution summary = (*source)->summary();
  EXPECT_TRUE((*source)->has_ranks());
  std::size_t classes = 0;
  for (int tier = 0; tier <= kOpeningTier; ++tier) {
    for (int x = 0; x <= tier; ++x, ++classes) {
      const ClassId id{x, tier - x};
      ASSERT_TRUE(summary.classes.contains(id)) << x << ' ' << tier - x;
      EXPECT_EQ(fmt::format("{:016x}", summary.classes.at(id).digest),
                published.at({x, tier - x}).digest);
      // A board of the class is read from its file, which is compared with the manifest.
      const Arrangement cells = unrank_arrangement(0, 25, x, tier - x);
      EXPECT_TRUE((*source)->at(
          make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos))));
    }
  }
  EXPECT_EQ(summary.classes.size(), classes);
  EXPECT_EQ(summary.initial->value, Value::kDraw);
}

TEST(QuixoOpening, OtherRulesAndFullerBoardsAreMissing) {
  EXPECT_EQ(open_opening_tables(*Rules::make(4)).error().code, ErrorCode::kMissing);
  EXPECT_EQ(open_opening_tables(*Rules::make(5, 4)).error().code, ErrorCode::kMissing);
  EXPECT_EQ(open_opening_tables(*Rules::make(5, 5, BothLines::kMoverWins)).error().code,
            ErrorCode::kMissing);
  const auto source = open_opening_tables(*Rules::make(5));
  const auto fuller = (*source)->at(make_board(0x3ff, 0));
  ASSERT_FALSE(fuller);
  EXPECT_EQ(fuller.error().code, ErrorCode::kMissing);
}

// Values and ranks of boards with at most eight tiles follow from their children, all of
// which are there.
TEST(QuixoOpening, ValuesAndRanksFollowFromTheChildren) {
  const Rules rules = *Rules::make(5);
  const auto source = open_opening_tables(rules);
  ASSERT_TRUE(source);
  Random random(11);
  int decided = 0;
  for (int i = 0; i < 5'000; ++i) {
    const int tiles = 2 + static_cast<int>(random.below(kOpeningTier - 2));
    const Board board = random_board(random, tiles);
    if (final_value(rules, board)) continue;
    const Value value = (*source)->at(board)->value;
    bool lost_child = false, all_won = true;
    int least = 1000, greatest = 1;
    rules.for_each_child({board, Player::kX}, [&](Board moved) {
      const Board child = swap_colours(moved);
      const Value known = (*source)->at(child)->value;
      const bool step = class_of(child).tier() > tiles || final_value(rules, child);
      lost_child |= known == Value::kLoss;
      all_won &= known == Value::kWin;
      if (known == Value::kLoss) least = std::min(least, step ? 0 : **(*source)->rank(child));
      if (known == Value::kWin && !step) greatest = std::max(greatest, **(*source)->rank(child));
    });
    ASSERT_EQ(value, lost_child ? Value::kWin : all_won ? Value::kLoss : Value::kDraw);
    if (value == Value::kDraw) continue;
    ++decided;
    ASSERT_EQ(**(*source)->rank(board), 1 + (value == Value::kWin ? least : greatest));
  }
  EXPECT_GT(decided, 800);
}

// Boards with plies: as many won, lost and drawn as published, the digests of the tables that they
// were taken from, and values and plies that follow from those of the children where all are there.
TEST(QuixoOpening, PliesAreAsPublishedAndFollowFromTheChildren) {
  const Rules rules = *Rules::make(5);
  const auto source = open_opening_plies(rules);
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_TRUE((*source)->has_plies());
  const auto published = read_published(NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv");
  const auto with_plies =
      read_published(NOUGHTS_SOURCE "/docs/results/quixo/quixo-5x5-plies-classes.csv");
  const Solution summary = (*source)->summary();
  EXPECT_EQ(summary.classes.size(), 36u);
  for (const auto& [id, entry] : summary.classes) {
    const noughts::PublishedClass& values = published.at({id.x, id.o});
    EXPECT_EQ(entry.counts, (Counts{values.win, values.loss, values.draw}));
    EXPECT_EQ(fmt::format("{:016x}", entry.digest), with_plies.at({id.x, id.o}).digest);
    EXPECT_LE(id.tier(), kOpeningPliesTier);
  }
  Random random(11);
  int decided = 0;
  for (int i = 0; i < 5'000; ++i) {
    const int tiles = 2 + static_cast<int>(random.below(kOpeningPliesTier - 2));
    const Board board = random_board(random, tiles);
    if (final_value(rules, board)) continue;
    const Outcome outcome = *(*source)->at(board);
    bool lost_child = false, all_won = true;
    int least = 1000, greatest = 0;
    rules.for_each_child({board, Player::kX}, [&](Board moved) {
      const Outcome child = *(*source)->at(swap_colours(moved));
      lost_child |= child.value == Value::kLoss;
      all_won &= child.value == Value::kWin;
      if (child.value == Value::kLoss) least = std::min(least, *child.plies);
      if (child.value == Value::kWin) greatest = std::max(greatest, *child.plies);
    });
    Outcome derived;
    if (lost_child) {
      derived = {Value::kWin, 1 + least};
    } else if (all_won) {
      derived = {Value::kLoss, 1 + greatest};
    }
    ASSERT_EQ(outcome, derived);
    decided += outcome.value != Value::kDraw;
  }
  EXPECT_GT(decided, 800);
}

}  // namespace
}  // namespace noughts::quixo::tables
