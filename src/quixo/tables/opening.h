// Tables that are part of the program: the boards of 5x5 with few tiles, with their ranks, and
// those with fewer, with their plies.
//
// They are the files of data/quixo-5x5-opening and data/quixo-5x5-opening-plies, as they are. Every
// game begins among them, and no folder is needed for it.
#pragma once

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::tables {

// Boards with so many tiles and fewer are there.
inline constexpr int kOpeningTier = 9;
inline constexpr int kOpeningPliesTier = 7;  // with plies

// Whether there are such tables for these rules: 5x5, a line of five, two lines lose.
bool has_opening_tables(const Rules& rules);
// kMissing if there are none. A board with more tiles is kMissing as well.
Result<std::unique_ptr<ValueSource>> open_opening_tables(const Rules& rules);
// The same with plies.
Result<std::unique_ptr<ValueSource>> open_opening_plies(const Rules& rules);

}  // namespace noughts::quixo::tables
