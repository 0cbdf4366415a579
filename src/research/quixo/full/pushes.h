// The pushes of a size as steps between squares (tile_kernels.h).
//
// Pushes in the last two rows stay in their square. The others lead to the square whose
// top has a segment turned; what is turned in from below the top is the mover's sign, or,
// for a push in at the bottom, the tile of the last row but one.
#pragma once

#include <array>
#include <vector>

#include "noughts/quixo/rules.h"
#include "noughts/research/quixo/full/tile_kernels.h"

namespace noughts::quixo::full {

using SquareWords = std::array<SquareWord, kSquareWords>;
using Top = std::uint32_t;  // the rows but the last two, as cells

struct Turn {
  StepKind kind;
  std::uint8_t column = 0;
  std::uint8_t mirrored = 0;  // the number of the same push seen in the mirror
  Top from = 0;               // the cell taken if it is in the top, else 0
  Top path = 0;               // the cells of the top that turn
  Top end = 0;                // where in the top a tile comes in
  std::uint8_t left_shift = 0, right_shift = 0;

  // The top after it, with this sign coming in.
  Top after(Top top, bool sign) const {
    return (((top & path) << left_shift) >> right_shift & path) | (top & ~path) | (sign ? end : 0);
  }
};

// The pushes that turn cells of the top. A push in at the bottom from the last row but
// one stays in its square, and is not among them.
std::vector<Turn> make_turns(const LargeRules& rules);

}  // namespace noughts::quixo::full
