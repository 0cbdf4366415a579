// Boards worth looking at, found by asking for values: those of the paper's
// Figures 7 and 9, and what its section 5.1 says of the first tiles.
#pragma once

#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::research::reports {

struct Find {
  std::string about;
  quixo::Board board = 0;   // X to move
  std::uint64_t count = 0;  // boards like it, images included; 0: not counted
};

// Among all boards of size 3 or 4. Require: the source has plies.
std::vector<Find> find_among_all(const quixo::tables::ValueSource& values, const Budget& budget);

// The boards of a class that can arise from the empty board, by value.
struct Arising {
  quixo::ClassId id;
  bool empty_tiles_only = false;  // both players took nothing but empty tiles
  quixo::Counts counts;
};

struct OpeningFinds {
  std::vector<Arising> classes;
  std::vector<Find> boards;
};

// Among the boards that can arise, with few tiles first: classes of at most
// kListedTiles tiles are listed, and the search for the smallest decided boards
// ends at kMostTiles.
inline constexpr int kListedTiles = 4;
inline constexpr int kMostTiles = 8;
OpeningFinds find_in_opening(const quixo::tables::ValueSource& values, const Budget& budget);

}  // namespace noughts::research::reports
