// The chain of knowledge (play/knowledge.h): each link answers what it knows, the next fills in.
#include "noughts/play/knowledge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/opening.h"
#include "temporary_folder.h"

namespace noughts::play {
namespace {

using quixo::Rules;

// Plays random moves until the board has so many tiles; null if the game ends before.
std::unique_ptr<State> board_with(const Game& game, int tiles, Random& random) {
  auto state = game.initial();
  const auto count = [&] { return quixo::class_of(position_of<Rules>(*state).board).tier(); };
  while (!state->result() && count() < tiles) {
    const auto moves = state->moves();
    EXPECT_TRUE(state->play(moves[random.below(moves.size())]));
  }
  return state->result() ? nullptr : std::move(state);
}

TEST(Knowledge, ABoardWithNineTilesHasItsValueAndItsMovesSayHowTheyAreKnown) {
  const auto rules = *Rules::make(5);
  const auto game = make_game(rules);
  const auto analyst = *make_analyst(*game);
  const std::shared_ptr<const quixo::tables::ValueSource> openings =
      *quixo::tables::open_opening_tables(rules);
  Random random(5);
  int mixed = 0;
  for (int i = 0; i < 8; ++i) {
    const auto state = board_with(*game, quixo::tables::kOpeningTier, random);
    if (state == nullptr) continue;
    const auto analysis = *analyst->analyze(*state);
    const auto value = openings->at(quixo::board_for_mover(position_of<Rules>(*state)))->value;
    EXPECT_EQ(verdict_name(analysis.rating.verdict), quixo::value_name(value)) << state->text();
    EXPECT_EQ(analysis.source, Source::kTable);
    for (const RatedMove& move : analysis.moves) {
      const bool known = move.rating.verdict != Verdict::kUnknown;
      EXPECT_EQ(move.source == Source::kGuess, !known);
      EXPECT_EQ(move.estimate.has_value(), move.source.has_value());
      mixed += known ? 0 : 1;
      // No move is better than the position.
      EXPECT_TRUE(!known || move.rating.verdict <= analysis.rating.verdict) << state->text();
    }
  }
  EXPECT_GT(mixed, 0);
}

TEST(Knowledge, GuessedMovesAreOrderedByTheirEstimates) {
  const auto game = make_game(*Rules::make(5));
  const auto analyst = *make_analyst(*game);
  Random random(6);
  for (int i = 0; i < 6; ++i) {
    const auto state = board_with(*game, 11, random);
    if (state == nullptr) continue;
    const auto analysis = *analyst->analyze(*state);
    double last = 2;
    for (const RatedMove& move : analysis.moves) {
      if (move.rating.verdict != Verdict::kUnknown) continue;
      ASSERT_TRUE(move.estimate);
      EXPECT_LE(*move.estimate, last) << state->text();
      last = *move.estimate;
    }
  }
}

TEST(Knowledge, TheSamePositionGetsTheSameGuessWhateverWasAskedBefore) {
  const auto game = make_game(*Rules::make(5));
  const auto warm = *make_analyst(*game);
  Random random(7);
  std::vector<std::unique_ptr<State>> states;
  while (states.size() < 4) {
    if (auto state = board_with(*game, 12, random)) states.push_back(std::move(state));
  }
  for (const auto& state : states) {
    const auto fresh = *(*make_analyst(*game))->analyze(*state);
    const auto used = *warm->analyze(*state);
    ASSERT_EQ(fresh.moves.size(), used.moves.size());
    for (std::size_t i = 0; i < fresh.moves.size(); ++i) {
      EXPECT_EQ(fresh.moves[i].move, used.moves[i].move);
      EXPECT_EQ(fresh.moves[i].estimate, used.moves[i].estimate);
    }
  }
}

// The openings are those of the usual rules; another game asked in the same process has none.
TEST(Knowledge, RulesNeverGetTheValuesOfOthers) {
  const auto usual = *Rules::make(5);
  const auto first = *make_analyst(*make_game(usual));
  EXPECT_EQ(first->analyze(*make_game(usual)->initial())->source, Source::kTable);
  for (const auto& other :
       {*Rules::make(5, 4), *Rules::make(5, 5, quixo::BothLines::kMoverWins),
        *Rules::make(5, 5, quixo::BothLines::kMoverLoses, quixo::FortressRule::kWins)}) {
    const auto game = make_game(other);
    const auto analyst = *make_analyst(*game, {.beyond = Beyond::kStop});
    const auto known = analyst->known(*game->initial());
    ASSERT_FALSE(known);
    EXPECT_EQ(known.error().code, ErrorCode::kMissing);
  }
}

TEST(Knowledge, TablesOfSomeTiersAreFilledUp) {
  const TemporaryFolder folder;
  const auto rules = *Rules::make(4);
  Workers workers(1);
  quixo::solve::Options options;
  options.last_tier = 15;
  options.tables = folder.path() / "4x4";
  ASSERT_TRUE(quixo::solve::run(rules, options, workers));
  const auto game = make_game(rules);
  // The folder of folders will do as well.
  const auto analyst = *make_analyst(*game, {.tables = folder.path().string()});
  const auto whole = *make_analyst(*game);
  const auto empty = analyst->analyze(*game->initial());
  ASSERT_TRUE(empty) << empty.error().message;
  EXPECT_EQ(empty->rating, whole->analyze(*game->initial())->rating);
  const auto full = *game->parse("XOXO/OXXO/XOOX/OXXO X");
  EXPECT_TRUE(analyst->analyze(*full)->rating.rank.has_value() ||
              analyst->analyze(*full)->rating.verdict == Verdict::kDraw);
}

TEST(Knowledge, AClassWhoseFileIsGoneIsAFault) {
  const TemporaryFolder folder;
  const auto rules = *Rules::make(3);
  Workers workers(1);
  quixo::solve::Options options;
  options.tables = folder.path();
  ASSERT_TRUE(quixo::solve::run(rules, options, workers));
  const auto game = make_game(rules);
  std::filesystem::remove(folder.path() / "x00o00.table");
  const auto asked =
      (*make_analyst(*game, {.tables = folder.path().string()}))->analyze(*game->initial());
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, ErrorCode::kCorrupt);
}

TEST(Knowledge, LargeBoardsAnswerTheSameWhateverWasAskedBefore) {
  const auto game = make_game(*hyper::Rules::make(4, 3, 3));
  const auto warm = *make_analyst(*game);
  for (const char* text : {"111 222 333 444", "111 222 112 333 122", ""}) {
    const auto state = *game->parse(text);
    const auto fresh = *(*make_analyst(*game))->analyze(*state);
    const auto used = *warm->analyze(*state);
    EXPECT_EQ(fresh.rating, used.rating) << text;
    EXPECT_EQ(fresh.how, used.how) << text;
    ASSERT_EQ(fresh.moves.size(), used.moves.size());
    for (std::size_t i = 0; i < fresh.moves.size(); ++i) {
      EXPECT_EQ(fresh.moves[i].move, used.moves[i].move);
      EXPECT_EQ(fresh.moves[i].rating, used.moves[i].rating);
    }
  }
}

TEST(Knowledge, AllSixteenImagesOfTheFirstMoveWinQubic) {
  const auto game = make_game(*hyper::Rules::make(4, 3));
  const auto analysis = *(*make_analyst(*game))->analyze(*game->initial());
  const auto wins = std::count_if(analysis.moves.begin(), analysis.moves.end(),
                                  [](const auto& m) { return m.rating.verdict == Verdict::kWin; });
  EXPECT_EQ(wins, 16);
}

}  // namespace
}  // namespace noughts::play
