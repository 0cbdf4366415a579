// Misère play: the rules against a second implementation, the solver against plain minimax,
// and what is known of the game.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/misere.h"
#include "oracle/hyper_oracle.h"

namespace noughts::hyper {
namespace {

TEST(HyperMisere, RandomGamesAgreeMoveByMove) {
#ifdef NOUGHTS_SANITIZED
  constexpr int kGames = 20;
#else
  constexpr int kGames = 300;
#endif
  Random random(5);
  int with_losers = 0;
  for (const auto& [n, k, q] :
       {std::tuple{3, 2, 2}, {3, 2, 3}, {2, 3, 4}, {3, 3, 2}, {3, 3, 4}, {4, 2, 3}, {2, 2, 8}}) {
    const Rules rules = *Rules::make(n, k, q, true);
    const oracle::HyperBoard board(n, k);
    for (int i = 0; i < kGames; ++i) {
      Position p = rules.initial();
      oracle::MisereGame game(board, q);
      while (!game.over()) {
        ASSERT_FALSE(rules.is_over(p)) << to_text(rules, p);
        ASSERT_EQ(rules.to_move(p) + 1, game.mover) << to_text(rules, p);
        const std::vector<Move> moves = rules.moves(p);
        const Move move = moves[random.below(moves.size())];
        p = rules.apply(p, move);
        game.play(move.cell);
      }
      ASSERT_TRUE(rules.is_over(p)) << to_text(rules, p);
      EXPECT_EQ(rules.winner(p).value_or(-1) + 1, game.winner());
      for (int player = 1; player <= q; ++player) {
        EXPECT_EQ(p.out >> (player - 1) & 1, game.out.count(player)) << to_text(rules, p);
      }
      with_losers += !game.out.empty();
      EXPECT_EQ(*parse_position(rules, to_text(rules, p)), p);
    }
  }
  EXPECT_GT(with_losers, kGames);
}

// "01 11": who can be the last one left, and who can stay in.
std::string verdicts(int n, int k, int q) {
  const auto report = search::solve(*Rules::make(n, k, q, true), {});
  if (!report) return report.error().message;
  std::string text;
  const auto sign = [](const std::optional<bool>& b) { return !b ? '?' : *b ? '1' : '0'; };
  for (const search::PlayerVerdict& v : report->players) {
    if (!text.empty()) text += ' ';
    text += sign(v.can_force_win);
    text += sign(v.can_avoid_loss);
  }
  return text;
}

std::string plain_verdicts(int n, int k, int q) {
  const oracle::HyperBoard board(n, k);
  std::string text;
  for (int player = 1; player <= q; ++player) {
    if (!text.empty()) text += ' ';
    for (const bool must_win : {true, false}) {
      oracle::MisereSearch search(player, must_win);
      text += search.reaches(oracle::MisereGame(board, q)) ? '1' : '0';
    }
  }
  return text;
}

TEST(HyperMisere, SolverAgreesWithPlainMinimax) {
  for (const auto& [n, k, q] : {std::tuple{2, 2, 2},
                                {2, 2, 3},
                                {2, 2, 4},
                                {2, 3, 2},
                                {2, 3, 3},
                                {3, 1, 2},
                                {3, 2, 2},
                                {3, 2, 3},
                                {3, 2, 4}}) {
    EXPECT_EQ(verdicts(n, k, q), plain_verdicts(n, k, q)) << n << "^" << k << " q " << q;
  }
}

TEST(HyperMisere, KnownResults) {
  EXPECT_EQ(verdicts(3, 2, 2), "01 01");  // strongly solved as a draw: Kutner's draft, section IV
  EXPECT_EQ(verdicts(3, 3, 2), "11 00");  // no draw is possible, and the first mirrors
  EXPECT_EQ(verdicts(3, 4, 2), "11 00");
  EXPECT_EQ(verdicts(2, 5, 2), "00 11");
}

// Mirror play is a theorem; here the search finds the same without it, from positions that
// mirror play can lead to.
TEST(HyperMisere, MirrorPlayNeverLoses) {
  const Rules rules = *Rules::make(3, 2, 2, true);
  const search::SmallBoard board(rules);
  const Budget budget;
  search::MisereSolver solver(board, budget);
  EXPECT_EQ(*solver.reaches(0, search::Goal::kNotLose, rules.initial()), true);
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Position p = rules.apply(rules.initial(), {4});
    while (!rules.is_over(p)) {
      const std::vector<Move> moves = rules.moves(p);
      const Move move = moves[random.below(moves.size())];
      p = rules.apply(p, move);
      if (rules.is_over(p)) break;
      EXPECT_EQ(*solver.reaches(0, search::Goal::kNotLose, p), true) << to_text(rules, p);
      p = rules.apply(p, {static_cast<std::uint16_t>(8 - move.cell)});
    }
    EXPECT_NE(rules.winner(p), 1) << to_text(rules, p);
  }
}

}  // namespace
}  // namespace noughts::hyper
