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

// The position as docs/reference/rules.md writes it; a move such as a4R.
template <class W>
std::string to_text(const BasicRules<W>& rules, const BasicPosition<typename W::Board>& position);
template <class W>
std::string to_text(const BasicRules<W>& rules, const Move& move);
template <class W>
std::string to_text(const BasicRules<W>& rules, const BasicPosition<typename W::Board>&,
                    const Move& move) {
  return to_text(rules, move);
}
// "e4", of a cell.
std::string square_name(int size, int cell);

// Fails with a sentence if it is no position of this game.
template <class W>
Result<BasicPosition<typename W::Board>> parse_position(const BasicRules<W>& rules,
                                                        std::string_view text);

// Fails if the move does not exist on this board or is not legal in `position`.
template <class W>
Result<Move> parse_move(const BasicRules<W>& rules,
                        const BasicPosition<typename W::Board>& position, std::string_view text);

}  // namespace noughts::quixo
