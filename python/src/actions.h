// Moves and boards as numbers, for players that learn.
//
// An action is a number for a move that does not depend on the position:
//
//     quixo     the moves of the board in order: a1R, a1T, ...
//     quantum   the 36 pairs of squares, the 9 single squares, selA, selB
//     hyper     the cells
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "noughts/play/game.h"

namespace noughts::python {

std::vector<std::string> action_names(const play::Game& game);
// The action of each of state.moves(), in the same order.
std::vector<int> legal_actions(const play::Game& game, const play::State& state);
// The text of an action. Fails with a sentence if it is not legal.
Result<std::string> move_text(const play::Game& game, const play::State& state, int action);

// The board as 0 and 1. Quixo: (2, size, size), the mover's tiles first. n^k: (players,
// side, side, ...), the mover's marks first, then those of the next to move. Quantum:
// (18, 3, 3), for each ply its spooky marks, then for each ply its settled mark.
pybind11::array_t<std::int8_t> planes(const play::Game& game, const play::State& state);

}  // namespace noughts::python
