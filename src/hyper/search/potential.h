// The potential of Erdos and Selfridge, with Beck's bias.
//
// One attacker plays against b defenders who each move once per round. With
//
//     potential = sum over lines without a defender's mark of (1+b)^-(empty cells)
//
// a completed line weighs 1. Let the weight of a cell be the sum over those of
// the lines through it. If every defender takes the heaviest cell, the b of them
// lower the potential by at least b times the weight that any cell then has
// left, and the attacker's next mark raises it by b times its weight at most. So
// a potential below 1 before the defenders' round stays below 1 there, and the
// attacker never completes a line.
//
// The sums are exact: multiples of (1+b)^-n in 128 bits.
#pragma once

#include <cstdint>

#include "noughts/hyper/marks.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

// Whether the defenders hold by potential: `moves_first` of them are still to
// move before the attacker (b = the full round). They take the heaviest cells
// first if it is not a full round.
bool holds_by_potential(const SmallBoard& board, CellSet attacker, CellSet defenders, int b,
                        int moves_first);

// The same for a board of any size at the start of a game, against the first of
// `players`. The other seats are easier to hold: marks of defenders before the
// attacker's first only lower the potential. Nothing is decided if the numbers do
// not fit.
bool holds_by_potential_at_start(const Board& board, int players);

}  // namespace noughts::hyper::search
