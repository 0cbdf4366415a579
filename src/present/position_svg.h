// Positions of any game as SVG, for pages and notebooks.
#pragma once

#include <string>

#include "noughts/play/game.h"

namespace noughts::present {

// A self-contained document with the board, and below it who is to move or how it ended.
std::string position_svg(const play::Game& game, const play::State& state);

}  // namespace noughts::present
