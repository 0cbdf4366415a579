// The map of optimal moves on one page, as in R. Munroe's Tic-Tac-Toe (xkcd 832), Figure 1 of
// Kutner's draft.
//
// A board shows the position after the guided player's best move, that move in red. In the
// cell of each possible reply stands the board after it and the next best move, smaller, and
// so on to the end of the game: green where the guided player has won, grey where it is
// drawn. In Quixo a reply takes a tile and pushes it in from a side, so the cell of the tile
// has four quarters: T and R above, L and B below; the tile itself stands in a free one.
#pragma once

#include <string>

#include "noughts/core/budget.h"
#include "noughts/play/analysis.h"
#include "noughts/play/game.h"

namespace noughts::research::reports {

struct MoveMap {
  std::string svg;
  std::uint64_t boards = 0;  // drawn
  std::uint64_t won = 0;     // ends of games: for the guided player
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  int longest = 0;  // single moves of the longest game
};

// Require: 3^2 with two players, or 3x3 Quixo; the guided seat is 0 or 1.
MoveMap make_move_map(const play::Game& game, play::Analyst& analyst, int seat,
                      const std::string& title, const Budget& budget);

}  // namespace noughts::research::reports
