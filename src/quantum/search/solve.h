// The game solved: its value, each opening, one best game.
//
//     TableSolver solver(rules);
//     Result<Solution> s = solve(solver);            // everything, a fraction of a second
//     Result<std::vector<Move>> game = best_line(solver, position);
//
// Each function fails when the solver's budget is used up.
#pragma once

#include <span>
#include <vector>

#include "noughts/quantum/search/search.h"

namespace noughts::quantum::search {

// The openings that differ up to symmetry, as Sakuta and Tomioka name them: 1-2, 1-3,
// 1-5, 1-6, 1-9, 2-5, 2-6, 2-8.
std::span<const Pair> openings();

// An opening and what the game is worth to X after it.
struct OpeningValue {
  Pair opening;
  Value value;
};

// The game from the start.
struct Solution {
  Value value;
  std::vector<OpeningValue> openings;  // in the order of openings()
};

// All openings by one table. Fails when the solver's budget ends.
Result<Solution> solve(TableSolver& solver);

// A move and what it is worth to X.
struct MoveValue {
  Move move;
  Value value;
};

// Each legal move with the value of what it leads to. At a collapse: of both outcomes.
Result<std::vector<MoveValue>> move_values(TableSolver& solver, const Position& position);

// A move that keeps the value, the first in the order of moves(). Where the
// System selects: the outcome it takes more often (at q = 1/2: O's).
Result<Move> best_move(TableSolver& solver, const Position& position);

// One game of best play from a position to the end.
Result<std::vector<Move>> best_line(TableSolver& solver, Position position);

// Positions that wait for a selection after 2 to `plies` plies, one for each
// class under the eight symmetries.
std::vector<Position> early_collapses(const Rules& rules, int plies);

}  // namespace noughts::quantum::search
