// Positions and rules of any game as text and JSON: each family's own way
// (quixo_board.h, quantum_board.h, hyper_board.h), found by the game.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/play/game.h"
#include "noughts/present/style.h"

namespace noughts::present {

// A picture of several lines.
std::string render(const play::Game& game, const play::State& state, const RenderStyle& style = {});
// What stands where, for whoever renders the position without knowing the rules.
Json board_json(const play::Game& game, const play::State& state);
// What distinguishes this variant, such as {"size": 4, "line": 4}.
Json rules_json(const play::Game& game);
// Facts about the board itself, such as its numbers of cells and lines; empty where
// there is nothing to say.
Json structure_json(const play::Game& game);

}  // namespace noughts::present
