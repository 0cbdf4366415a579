// Ranks in tables against their definition, computed plainly from the rules.
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/rank.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/probe.h"
#include "temporary_folder.h"

namespace noughts::quixo {
namespace {

struct Ranked {
  Value value = Value::kDraw;
  std::optional<int> rank;
  bool operator==(const Ranked&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Ranked& known) {
  out << value_name(known.value);
  return known.rank ? out << ' ' << *known.rank : out;
}

// What the definition of ranks makes of a board, given its children by known(board);
// a draw where the children do not decide it.
template <class Known>
Ranked by_definition(const Rules& rules, Board board, const Known& known) {
  if (const auto over = final_value(rules, board)) return {*over, 0};
  constexpr int kNone = std::numeric_limits<int>::max();
  int least_loss = kNone;
  int greatest_win = 1;
  bool all_won = true;
  rules.for_each_child({board, Player::kX}, [&](Board moved) {
    const Board child = swap_colours(moved);
    const Ranked there = known(child);
    const bool leaves = class_of(child).tier() > class_of(board).tier();
    all_won &= there.value == Value::kWin;
    if (there.value == Value::kLoss) {
      least_loss = std::min(least_loss, leaves ? 0 : there.rank.value_or(kNone));
    }
    if (there.value == Value::kWin && !leaves) {
      greatest_win = std::max(greatest_win, there.rank.value_or(kNone));
    }
  });
  if (least_loss != kNone) return {Value::kWin, least_loss + 1};
  if (all_won) return {Value::kLoss, greatest_win + 1};
  return {};
}

// All boards of a tier of 3x3 in rounds: each decides what follows from the rounds
// before it, and nothing that does not have this rank.
void solve_tier_plainly(const Rules& rules, int tiles, std::map<Board, Ranked>& known) {
  std::vector<Board> open;
  for (int x = 0; x <= tiles; ++x) {
    const ClassId id{x, tiles - x};
    for (std::uint64_t i = 0; i < class_size(rules, id); ++i) {
      const Arrangement cells = unrank_arrangement(i, rules.cells(), id.x, id.o);
      open.push_back(make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos)));
      known[open.back()] = {};
    }
  }
  int quiet = 0;
  for (int rank = 0; quiet < 3; ++rank) {
    std::vector<std::pair<Board, Ranked>> decided;
    for (const Board board : open) {
      if (known[board].value != Value::kDraw) continue;
      const Ranked now = by_definition(rules, board, [&](Board child) { return known.at(child); });
      if (now.value != Value::kDraw && now.rank == rank) decided.emplace_back(board, now);
    }
    for (const auto& [board, now] : decided) known[board] = now;
    quiet = decided.empty() ? quiet + 1 : 0;
  }
}

class QuixoRanks : public ::testing::Test {
 protected:
  std::unique_ptr<tables::ValueSource> solved(const Rules& rules, int last_tier = 0) {
    solve::Options options;
    options.tables = temporary_.path();
    options.last_tier = last_tier;
    Workers workers(2);
    const auto solution = solve::run(rules, options, workers);
    EXPECT_TRUE(solution) << solution.error().message;
    auto source = open_tables(temporary_.path(), rules);
    EXPECT_TRUE(source);
    return *std::move(source);
  }

  static Ranked stored(const tables::ValueSource& source, Board board) {
    return {source.at(board)->value, *source.rank(board)};
  }

  // Random boards of every class of the tier.
  static void check_tier(const tables::ValueSource& source, int tiles, int boards_per_class,
                         int& highest) {
    const Rules& rules = source.rules();
    Random random(static_cast<std::uint64_t>(tiles));
    for (int x = 0; x <= tiles; ++x) {
      const ClassId id{x, tiles - x};
      for (int i = 0; i < boards_per_class; ++i) {
        const Arrangement cells =
            unrank_arrangement(random.below(class_size(rules, id)), rules.cells(), id.x, id.o);
        const Board board =
            make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos));
        const Ranked found = stored(source, board);
        ASSERT_EQ(found,
                  by_definition(rules, board, [&](Board child) { return stored(source, child); }));
        highest = std::max(highest, found.rank.value_or(0));
      }
    }
  }

  const TemporaryFolder temporary_;
};

TEST(QuixoRankCodes, ThereAndBack) {
  for (int rank = 1; rank < 300; ++rank) {
    const Value value = rank % 2 == 1 ? Value::kWin : Value::kLoss;
    EXPECT_EQ(rank_of_code(value, rank_code(value, rank)), rank == 1 ? 3 : rank);
  }
}

class QuixoRanksOf3x3 : public QuixoRanks, public ::testing::WithParamInterface<BothLines> {};

TEST_P(QuixoRanksOf3x3, AreThoseOfAPlainComputation) {
  const Rules rules = *Rules::make(3, 3, GetParam());
  const auto source = solved(rules);
  std::map<Board, Ranked> known;
  for (int tiles = rules.cells(); tiles >= 0; --tiles) solve_tier_plainly(rules, tiles, known);
  EXPECT_EQ(known.size(), 19'683u);
  int highest = 0;
  for (const auto& [board, expected] : known) {
    ASSERT_EQ(stored(*source, board), expected);
    highest = std::max(highest, expected.rank.value_or(0));
  }
  EXPECT_GE(highest, 3);
}

INSTANTIATE_TEST_SUITE_P(BothRules, QuixoRanksOf3x3,
                         ::testing::Values(BothLines::kMoverLoses, BothLines::kMoverWins));

TEST_F(QuixoRanks, Of4x4FollowFromTheirChildren) {
  const auto source = solved(*Rules::make(4));
  int highest = 0;
  for (int tiles = 0; tiles <= 16; ++tiles) check_tier(*source, tiles, 300, highest);
  EXPECT_GT(highest, 8);
}

#ifndef NOUGHTS_SANITIZED
TEST_F(QuixoRanks, ThoroughOf5x5FollowFromTheirChildren) {
  const auto source = solved(*Rules::make(5), 24);
  int highest = 0;
  for (int tiles = 24; tiles <= 25; ++tiles) check_tier(*source, tiles, 300, highest);
  EXPECT_GT(highest, 20);
}
#endif

}  // namespace
}  // namespace noughts::quixo
