// 5x5 without tables: what a search decides is true, and agents are told apart by it.
#include <gtest/gtest.h>

#include <algorithm>

#include "noughts/core/random.h"
#include "noughts/judge/compare.h"
#include "noughts/judge/examine.h"
#include "noughts/play/families.h"
#include "noughts/play/knowledge.h"
#include "noughts/quixo/tables/late.h"

namespace noughts::judge {
namespace {

using Position = quixo::Rules::Position;

std::shared_ptr<play::Analyst> deciding(const play::Game& game) {
  return *play::make_analyst(game, {.replies = false, .beyond = play::Beyond::kDecide});
}

const quixo::Rules& five() {
  static const quixo::Rules rules = *quixo::Rules::make(5);
  return rules;
}

// The rules alone: 1 if the mover wins within so many plies, -1 if it loses within them, else 0.
int outcome_within(const Position& position, int plies) {
  if (const auto winner = five().winner(position)) return *winner == position.to_move ? 1 : -1;
  if (plies == 0) return 0;
  int best = -1;
  for (const quixo::Move move : five().moves(position)) {
    best = std::max(best, -outcome_within(five().apply(position, move), plies - 1));
    if (best == 1) break;
  }
  return best;
}

Position crowded(Random& random, int tiles) {
  Position position;
  for (int placed = 0; placed < tiles;) {
    const auto cell = std::uint32_t{1} << random.below(25);
    if ((cells_of(position.board, quixo::Player::kX) |
         cells_of(position.board, quixo::Player::kO)) &
        cell) {
      continue;
    }
    position.board |=
        quixo::Rules::tile(cell, random.below(2) == 0 ? quixo::Player::kX : quixo::Player::kO);
    ++placed;
  }
  return position;
}

TEST(DecidingAnalyst, SaysOnlyWhatIsTrue) {
  const auto game = play::make_game(five());
  const auto analyst = deciding(*game);
  Random random(11);
  int checked = 0;
  for (int tries = 0; tries < 150; ++tries) {
    const Position position = crowded(random, 20 + tries % 6);
    if (five().is_over(position)) continue;
    const auto state = *game->parse(to_text(five(), position));
    const auto analysis = *analyst->analyze(*state);
    for (const play::RatedMove& move : analysis.moves) {
      // What takes longer than three plies is more than the slow search can look at.
      if (!move.rating.plies || *move.rating.plies > 3) continue;
      const Position after = five().apply(position, *parse_move(five(), position, move.move));
      const int left = *move.rating.plies - 1;
      const int expected = move.rating.verdict == play::Verdict::kWin ? -1 : 1;
      EXPECT_EQ(outcome_within(after, left), expected) << state->text() << ' ' << move.move;
      if (left > 0) {
        EXPECT_EQ(outcome_within(after, left - 1), 0) << state->text() << ' ' << move.move;
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 500);
}

// Every late board says at the usual door what tables said of each move.
TEST(LateBoards, AreKnownToTheChain) {
  const auto game = play::make_game(five());
  const auto usual = *play::make_analyst(*game, {.replies = false});
  const auto positions = quixo::tables::late_positions(five());
  ASSERT_EQ(positions.size(), 1500u);
  Random random(3);
  for (std::size_t i = random.below(50); i < positions.size(); i += 50) {
    const Position image = five().image(positions[i], static_cast<int>(random.below(8)));
    const auto state = *game->parse(to_text(five(), image));
    const auto analysis = *usual->analyze(*state);
    EXPECT_EQ(analysis.source, play::Source::kTable) << state->text();
    EXPECT_TRUE(analysis.complete()) << state->text();
    for (const play::RatedMove& move : analysis.moves) {
      // Two plies by the rules alone contradict none of them.
      const Position after = five().apply(image, *parse_move(five(), image, move.move));
      const int outcome = -outcome_within(after, 2);
      if (outcome != 0) {
        EXPECT_EQ(move.rating.verdict, outcome > 0 ? play::Verdict::kWin : play::Verdict::kLoss);
      }
    }
  }
}

TEST(DecidingAnalyst, RefusesBoardsAbove5x5) {
  const auto six = play::make_game(*quixo::LargeRules::make(6));
  const auto known = deciding(*six)->known(*six->initial());
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error().code, ErrorCode::kMissing);
}

// A move that wins at once if there is one, else any move.
class Snatcher final : public Agent {
 public:
  Result<Answer> ask(const play::State& state) override {
    const std::vector<std::string> moves = state.moves();
    for (const std::string& move : moves) {
      auto next = state.clone();
      if (next->play(move) && next->winner() == state.seat()) return Answer{Reply::kLine, move};
    }
    return Answer{Reply::kLine, moves[random_.below(moves.size())]};
  }

 private:
  Random random_{5};
};

class Chooser final : public Agent {
 public:
  explicit Chooser(std::unique_ptr<play::Player> player) : player_(std::move(player)) {}
  Result<Answer> ask(const play::State& state) override {
    auto move = player_->choose(state);
    if (!move) return move.error();
    return Answer{Reply::kLine, *move};
  }

 private:
  std::unique_ptr<play::Player> player_;
};

Judgement judged_on_5x5(Agent& agent, int games) {
  const auto game = play::make_game(five());
  const auto judgement =
      examine(*game, deciding(*game), agent, nullptr, {.positions = 100, .games = games});
  EXPECT_TRUE(judgement) << judgement.error().message;
  return *judgement;
}

TEST(Examine, TellsAgentsApartOn5x5WithoutTables) {
  Chooser any(play::make_random_player(2));
  Snatcher snatcher;
  const Judgement random = judged_on_5x5(any, 1);
  const Judgement hasty = judged_on_5x5(snatcher, 0);
  EXPECT_EQ(random.all.asked, 100u);
  EXPECT_GE(random.critical.asked, 70u);
  EXPECT_TRUE(random.sources.contains(play::Source::kTable));
  EXPECT_TRUE(random.sources.contains(play::Source::kSearch));
  // Any move does as chance says; one who takes wins does better.
  EXPECT_NEAR(random.critical.value(),
              random.expected_critical / static_cast<double>(random.critical.asked), 0.12);
  EXPECT_GT(hasty.critical.interval().low, random.critical.interval().high);
  const Paired paired = compare(hasty, random);
  EXPECT_EQ(paired.positions, 100u);
  EXPECT_TRUE(paired.is_decided());
  EXPECT_GT(paired.only_first, paired.only_second);
  // Games go on past the openings, to their end.
  for (const PlayedGame& game : random.games) {
    EXPECT_EQ(game.end, GameEnd::kLost);
    EXPECT_TRUE(game.beyond);
    EXPECT_GT(*game.beyond, 1);
  }
}

}  // namespace
}  // namespace noughts::judge
