// Quixo boards as SVG: one board, or a game that plays itself.
#pragma once

#include <string>
#include <vector>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::present {

// A self-contained document with one board and a caption below it.
std::string to_svg(const quixo::Rules& rules, const quixo::Position& position,
                   const std::string& caption);

// A self-contained animation, one position after the other, over and over. Viewers
// that do not animate show the last position. Require: captions for all positions.
std::string to_animated_svg(const quixo::Rules& rules,
                            const std::vector<quixo::Position>& positions,
                            const std::vector<std::string>& captions,
                            double seconds_per_position = 1);

}  // namespace noughts::present
