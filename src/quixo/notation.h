// Quixo positions and moves as text.
//
//     X..O/..../.O../.... X      rows from the top, then the side to move
//     e4L                        the square taken, and the side pushed in from
//
// Files a.. count from the left, ranks 1.. from the bottom, as in chess.
#pragma once

#include <string>
#include <string_view>

#include "noughts/core/result.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo {

std::string to_text(const Rules& rules, const Position& position);
std::string to_text(const Rules& rules, const Position& position, const Move& move);
std::string to_text(const Rules& rules, const Move& move);

Result<Position> parse_position(const Rules& rules, std::string_view text);

// Fails if the move does not exist on this board or is not legal in `position`.
Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text);

}  // namespace noughts::quixo
