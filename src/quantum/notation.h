// Quantum tic-tac-toe as text, in the notation of Sakuta and Tomioka.
//
//     X1.1-9 O2.1-3 X3.1-3 selA O4.5-7
//
// A position is the game so far. A ply is the player's mark, the number of the
// ply, a dot and two squares in ascending order; selA and selB settle the ply
// before them at its first or second square. The last single square is taken
// as X9.5-5. Where the position is known, 5-7 may stand for O4.5-7.
#pragma once

#include <string>
#include <string_view>

#include "noughts/core/result.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum {

// The position as docs/reference/rules.md writes it; a move with the position that it is made in.
std::string to_text(const Rules& rules, const Position& position);
std::string to_text(const Rules& rules, const Position& position, const Move& move);

// Fails with a sentence if it is no position of this game.
Result<Position> parse_position(const Rules& rules, std::string_view text);

// Fails with a sentence unless the move is legal in `position`.
Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);

// "20,10,0": a complete win, a narrow win, a draw; or a name: "original", "zero-sum".
Result<Scores> parse_scores(std::string_view text);

// "X3": the mark of a ply, counted from 0.
std::string mark_name(int ply);

}  // namespace noughts::quantum
