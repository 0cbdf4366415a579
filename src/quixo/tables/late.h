// Late boards that are part of the program: some of 5x5 with nearly all tiles, with the value of
// every move.
//
// The tables of these tiers are too large for the program. Examinations (judge) need positions from
// them all the same: in each of these some move gives something away. tools/quixo_late.cpp took
// them from tables; they are the lines of data/quixo-5x5-late.txt.
#pragma once

#include <memory>
#include <vector>

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::tables {

// Boards with fewer tiles are not among them.
inline constexpr int kLeastLateTier = 21;

// None unless the rules are those of the opening tables (opening.h).
std::vector<Position> late_positions(const Rules& rules);

// The values of these boards, of their images and of what their moves lead to; kMissing for all
// others. Null if the rules have none.
std::unique_ptr<ValueSource> open_late_boards(const Rules& rules);

}  // namespace noughts::quixo::tables
