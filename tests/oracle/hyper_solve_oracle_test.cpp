// The verdicts of the solver against plain minimax, wherever that can finish.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/solve.h"
#include "oracle/hyper_oracle.h"

namespace noughts::hyper {
namespace {

TEST(HyperSolveOracle, EveryPlayerOnSmallBoards) {
  for (const auto& [n, k, q] : {std::tuple{2, 1, 2},
                                {2, 2, 2},
                                {2, 2, 3},
                                {2, 2, 4},
                                {2, 3, 2},
                                {2, 3, 3},
                                {3, 1, 2},
                                {4, 1, 3},
                                {3, 2, 2},
                                {3, 2, 3},
                                {3, 2, 4},
                                {3, 2, 5}}) {
    const auto report = solve(*Rules::make(n, k, q), {});
    ASSERT_TRUE(report);
    const oracle::HyperBoard board(n, k);
    for (int player = 0; player < q; ++player) {
      const PlayerVerdict& verdict = report->players[static_cast<std::size_t>(player)];
      EXPECT_EQ(verdict.can_force_win, oracle::HyperSolver(board, q, player, true).solve())
          << n << "^" << k << " q " << q << " player " << player + 1;
      EXPECT_EQ(verdict.can_avoid_loss, oracle::HyperSolver(board, q, player, false).solve())
          << n << "^" << k << " q " << q << " player " << player + 1;
    }
  }
}

void compare_whole_game(int n, int k, int q) {
  const auto report = solve(*Rules::make(n, k, q), {});
  ASSERT_TRUE(report);
  const oracle::HyperBoard board(n, k);
  for (int player = 0; player < q; ++player) {
    const PlayerVerdict& verdict = report->players[static_cast<std::size_t>(player)];
    EXPECT_EQ(verdict.can_force_win, oracle::HyperCutSolver(board, q, player, true).solve())
        << "player " << player + 1;
    EXPECT_EQ(verdict.can_avoid_loss, oracle::HyperCutSolver(board, q, player, false).solve())
        << "player " << player + 1;
  }
}

TEST(HyperSolveOracle, WholeGamesOfThreeCubed) {
  compare_whole_game(3, 3, 2);
#ifndef NOUGHTS_SANITIZED
  compare_whole_game(3, 3, 3);
#endif
}

TEST(HyperSolveOracle, WholeGamesOfFourByFour) {
  compare_whole_game(4, 2, 2);
#ifndef NOUGHTS_SANITIZED
  compare_whole_game(4, 2, 3);
#endif
}

// From positions in the middle of games on larger boards, where few cells are left.
TEST(HyperSolveOracle, LatePositionsOfLargerBoards) {
#ifdef NOUGHTS_SANITIZED
  constexpr int kGames = 2;
#else
  constexpr int kGames = 12;
#endif
  Random random(11);
  for (const auto& [n, k, q, left] :
       {std::tuple{4, 2, 2, 9u}, {4, 2, 3, 9u}, {3, 3, 2, 9u}, {3, 3, 3, 9u}, {4, 3, 3, 8u}}) {
    const Rules rules = *Rules::make(n, k, q);
    const SmallBoard small(rules);
    for (int game = 0; game < kGames; ++game) {
      Position p = rules.initial();
      while (!rules.is_over(p) && rules.cells() - p.played.size() > left) {
        const auto moves = rules.moves(p);
        const Move move = moves[random.below(moves.size())];
        const Position next = rules.apply(p, move);
        // Random games end early; try another move instead.
        if (next.winner < 0 || random.below(50) == 0) p = next;
      }
      if (rules.is_over(p)) continue;
      Solver solver(small, {});
      for (int player = 0; player < q; ++player) {
        for (const Goal goal : {Goal::kWin, Goal::kNotLose}) {
          EXPECT_EQ(*solver.reaches(player, goal, p), [&] {
            // Plain minimax over the rules.
            const std::function<bool(const Position&)> plain = [&](const Position& at) {
              if (rules.is_over(at)) {
                return at.winner < 0 ? goal == Goal::kNotLose : at.winner == player;
              }
              const bool own = rules.to_move(at) == player;
              for (const Move& move : rules.moves(at)) {
                if (plain(rules.apply(at, move)) == own) return own;
              }
              return !own;
            };
            return plain(p);
          }()) << to_text(rules, p);
        }
      }
    }
  }
}

}  // namespace
}  // namespace noughts::hyper
