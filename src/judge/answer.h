// What an agent's words mean: the move that they name.
#pragma once

#include <string>
#include <string_view>

#include "noughts/play/game.h"

namespace noughts::judge {

// One of state.moves(). The words are a move in any spelling of the notation, or the position after
// the move: `XX../..../.../... O`; a board of Quixo also without who is to move then. Fails with
// the reason.
Result<std::string> read_answer(const play::State& state, std::string_view words);

}  // namespace noughts::judge
