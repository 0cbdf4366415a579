// Quixo boards as SVG: one board, or a game that plays itself.
#pragma once

#include <string>
#include <vector>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::present {

// A self-contained document with one board and a caption below it.
template <class W>
std::string to_svg(const quixo::BasicRules<W>& rules,
                   const quixo::BasicPosition<typename W::Board>& position,
                   const std::string& caption);

// A self-contained animation, one position after the other, over and over. Viewers
// that do not animate show the last position. Require: captions for all positions.
template <class W>
std::string to_animated_svg(const quixo::BasicRules<W>& rules,
                            const std::vector<quixo::BasicPosition<typename W::Board>>& positions,
                            const std::vector<std::string>& captions,
                            double seconds_per_position = 1);

}  // namespace noughts::present
