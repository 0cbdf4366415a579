// Won positions are won, in no more moves than the ranks allow: tables with ranks, the
// analyst and the players on top of them.
#include <gtest/gtest.h>

#include <cstdlib>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/play/player.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/solve.h"
#include "temporary_folder.h"

namespace noughts::play {
namespace {

using quixo::ClassId;
using quixo::Rules;
using quixo::Value;
using quixo::tables::ValueSource;

class RankPlay : public ::testing::Test {
 protected:
  std::shared_ptr<const ValueSource> solved(const Rules& rules, int last_tier) {
    quixo::solve::Options options;
    options.tables = temporary_.path();
    options.last_tier = last_tier;
    Workers workers(2);
    const auto solution = quixo::solve::run(rules, options, workers);
    EXPECT_TRUE(solution) << solution.error().message;
    return *quixo::open_tables(temporary_.path(), rules);
  }

  // Plays to the end; the winner takes the best moves. Every move must lower the rank, or take
  // a new tile or end the game with rank 1.
  static void win(Analyst& analyst, std::unique_ptr<State> state, Player& defender) {
    const int winner = state->seat();
    const auto tiles = [](const State& at) {
      const std::string text = at.text();
      return std::count(text.begin(), text.end() - 2, 'X') +
             std::count(text.begin(), text.end() - 2, 'O');
    };
    std::optional<int> left;  // moves until the next step, at most
    for (int move = 0; !state->result(); ++move) {
      ASSERT_LT(move, 1000) << state->text();
      const auto before = tiles(*state);
      const auto analysis = analyst.analyze(*state);
      ASSERT_TRUE(analysis) << analysis.error().message;
      const bool wins = state->seat() == winner;
      ASSERT_EQ(analysis->rating.verdict, wins ? Verdict::kWin : Verdict::kLoss) << state->text();
      ASSERT_TRUE(analysis->rating.rank) << state->text();
      if (left) {
        ASSERT_LE(*analysis->rating.rank, *left) << state->text();
      }
      left = *analysis->rating.rank - 1;
      if (wins) {
        ASSERT_EQ(analysis->moves.front().rating.rank, analysis->rating.rank) << state->text();
        ASSERT_TRUE(state->play(analysis->moves.front().move));
      } else {
        const auto chosen = defender.choose(*state);
        ASSERT_TRUE(chosen);
        ASSERT_TRUE(state->play(*chosen));
      }
      if (tiles(*state) > before) left.reset();  // a step: count anew
    }
    EXPECT_EQ(state->winner(), winner);
  }

  static void play_tier(const std::shared_ptr<const ValueSource>& values, int tiles,
                        int positions) {
    const Rules& rules = values->rules();
    const auto game = make_game(rules);
    const std::shared_ptr<Analyst> analyst = make_quixo_analyst(values);
    Random random(static_cast<std::uint64_t>(tiles) + 1);
    for (int i = 0, tries = 0; i < positions && tries < 50 * positions; ++tries) {
      const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(tiles) + 1));
      const ClassId id{x, tiles - x};
      const Arrangement cells =
          unrank_arrangement(random.below(class_size(rules, id)), rules.cells(), id.x, id.o);
      const quixo::Position position{quixo::make_board(static_cast<quixo::Cells>(cells.ones),
                                                       static_cast<quixo::Cells>(cells.twos)),
                                     quixo::Player::kX};
      if (rules.is_over(position) || values->at(position.board)->value != Value::kWin) continue;
      const std::string text = to_text(rules, position);
      const auto weak = make_random_player(random.next());
      const auto strong = make_perfect_player(analyst, random.next());
      for (Player* defender : {weak.get(), strong.get()}) {
        win(*analyst, *game->parse(text), *defender);
        if (HasFatalFailure()) return;
      }
      ++i;
    }
  }

  const TemporaryFolder temporary_;
};

#ifdef NOUGHTS_SANITIZED
constexpr int kPositions = 3;
#else
constexpr int kPositions = 100;
#endif

TEST_F(RankPlay, EveryWonPositionOf4x4IsWon) {
  const auto values = solved(*Rules::make(4), 0);
  for (int tiles = 0; tiles <= 16; ++tiles) {
    play_tier(values, tiles, kPositions);
    if (HasFatalFailure()) return;
  }
}

TEST_F(RankPlay, EveryWonPositionOfTheFull5x5BoardIsWon) {
  const auto values = solved(*Rules::make(5), 25);
  play_tier(values, 25, kPositions);
}

// With the tables of the complete run at hand: make test-5x5 TABLES=folder.
TEST_F(RankPlay, EveryWonPositionOf5x5IsWon) {
  const char* tables = std::getenv("NOUGHTS_TABLES_5X5");
  if (tables == nullptr) GTEST_SKIP() << "needs the tables of all of 5x5";
  const std::shared_ptr<const ValueSource> values = *quixo::open_tables(tables, *Rules::make(5));
  for (int tiles = 0; tiles <= 25; ++tiles) {
    play_tier(values, tiles, 1000);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace noughts::play
