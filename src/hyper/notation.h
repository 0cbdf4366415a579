// Positions and moves as text.
//
//     111 223 132            the cells played so far, each as k digits from 1
//     [10,3,1] [2,2,11]      coordinates in brackets, needed where one goes above 9
//     a1 v7 b2               the names of a board that is given as a list of lines
//
// Players take turns in order, so a position is its game; the empty text is the
// empty board. Brackets are understood on every grid.
#pragma once

#include <string>
#include <string_view>

#include "noughts/core/result.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper {

// A cell by its coordinates, and back; fails if the board has no such cell.
std::string cell_text(const Board& board, Cell cell);
Result<Cell> parse_cell(const Board& board, std::string_view text);

// The position as docs/reference/rules.md writes it; a move with the position that it is made in.
std::string to_text(const Rules& rules, const Position& position);
std::string to_text(const Rules& rules, const Position& position, const Move& move);

// Fails with a sentence if it is no position of this game.
Result<Position> parse_position(const Rules& rules, std::string_view text);
// Fails if the cell does not exist, is taken, or the game is over.
Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);

}  // namespace noughts::hyper
