// The verdicts of the solver against plain minimax, wherever that can finish.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/hold_alone.h"
#include "noughts/hyper/search/solve.h"
#include "oracle/hyper_oracle.h"

namespace noughts::hyper::search {
namespace {

// Every player's verdicts against those of a plain search.
template <class PlainSolver>
void compare_whole_game(int n, int k, int q) {
  const auto report = solve(*Rules::make(n, k, q), {});
  ASSERT_TRUE(report);
  const oracle::HyperBoard board(n, k);
  for (int player = 0; player < q; ++player) {
    const PlayerVerdict& verdict = report->players[static_cast<std::size_t>(player)];
    EXPECT_EQ(verdict.can_force_win, PlainSolver(board, q, player, true).solve())
        << n << "^" << k << " q " << q << " player " << player + 1;
    EXPECT_EQ(verdict.can_avoid_loss, PlainSolver(board, q, player, false).solve())
        << n << "^" << k << " q " << q << " player " << player + 1;
  }
}

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
    compare_whole_game<oracle::HyperSolver>(n, k, q);
  }
}

TEST(HyperSolveOracle, WholeGamesOfTwoPlayers) {
  compare_whole_game<oracle::HyperCutSolver>(3, 3, 2);
  compare_whole_game<oracle::HyperCutSolver>(4, 2, 2);
}

#ifndef NOUGHTS_SANITIZED
TEST(HyperSolveOracle, ThoroughThreeCubedOfThreePlayers) {
  compare_whole_game<oracle::HyperCutSolver>(3, 3, 3);
}
TEST(HyperSolveOracle, ThoroughFourByFourOfThreePlayers) {
  compare_whole_game<oracle::HyperCutSolver>(4, 2, 3);
}
#endif

// Plain minimax over the rules.
bool plainly(const Rules& rules, const Position& at, int player, Goal goal) {
  if (rules.is_over(at)) return at.winner < 0 ? goal == Goal::kNotLose : at.winner == player;
  const bool own = rules.to_move(at) == player;
  for (const Move& move : rules.moves(at)) {
    if (plainly(rules, rules.apply(at, move), player, goal) == own) return own;
  }
  return !own;
}

// After a random game with so many cells left, or after its end.
Position late_position(const Rules& rules, std::size_t left, Random& random) {
  Position p = rules.initial();
  while (!rules.is_over(p) && rules.cells() - p.played.size() > left) {
    const auto moves = rules.moves(p);
    const Position next = rules.apply(p, moves[random.below(moves.size())]);
    // Random games end early; try another move instead.
    if (next.winner < 0 || random.below(50) == 0) p = next;
  }
  return p;
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
      const Position p = late_position(rules, left, random);
      if (rules.is_over(p)) continue;
      Solver solver(small, {});
      for (int player = 0; player < q; ++player) {
        for (const Goal goal : {Goal::kWin, Goal::kNotLose}) {
          EXPECT_EQ(*solver.reaches(player, goal, p), plainly(rules, p, player, goal))
              << to_text(rules, p);
        }
      }
    }
  }
}

// A player's own lines are ignored when she blocks, so "yes" must be true; "no" may not be.
TEST(HyperSolveOracle, WhoHoldsByBlockingHolds) {
#ifdef NOUGHTS_SANITIZED
  constexpr int kPositions = 5;
#else
  constexpr int kPositions = 40;
#endif
  Random random(12);
  int held = 0;
  int not_shown = 0;
  for (const auto& [n, k, q, left] : {std::tuple{3, 2, 3, 7u}, {4, 2, 3, 7u}, {3, 3, 3, 7u}}) {
    const Rules rules = *Rules::make(n, k, q);
    for (int i = 0; i < kPositions; ++i) {
      const Position p = late_position(rules, left, random);
      for (int player = 0; player < q && !rules.is_over(p); ++player) {
        const Budget budget;
        Meter meter(budget, "");
        const Result<bool> holds = holds_alone(rules, p, player, meter);
        ASSERT_TRUE(holds);
        ++(*holds ? held : not_shown);
        EXPECT_TRUE(!*holds || plainly(rules, p, player, Goal::kNotLose)) << to_text(rules, p);
      }
    }
  }
  EXPECT_GT(held, kPositions);
  EXPECT_GT(not_shown, kPositions);
}

}  // namespace
}  // namespace noughts::hyper::search
