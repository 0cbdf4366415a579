// The automorphisms of any lines: permutations of the cells that send lines to lines.
#pragma once

#include <string>
#include <vector>

#include "noughts/hyper/board.h"

namespace noughts::hyper {

using Permutation = std::vector<Cell>;  // the image of each cell

struct Automorphisms {
  std::vector<Permutation> generators;
  std::string order;  // of the group, in decimal digits; empty: not known
};

// All automorphisms of a board, by a library for graphs: cells and lines are the vertices, and a
// line is joined to its cells. In the page, without the library, the reflections.
Automorphisms find_automorphisms(const Board& board);

// The generators that are seen without search: reversals and exchanges of coordinates with equal
// extents. Of a list of lines none.
std::vector<Permutation> reflections(const Board& board);
// How many symmetries these generate, in decimal digits.
std::string reflection_order(const Board& board);

}  // namespace noughts::hyper
