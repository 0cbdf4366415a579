// Cells by weight: the order in which the searches of one side try them.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

// The heaviest `most` of a set of cells, heaviest first; `weight` takes a Cell.
// Equal ones stay in the order of the board.
template <class Weight>
std::vector<Cell> heaviest_of(CellSet among, std::size_t most, Weight weight) {
  using Weighed = std::pair<decltype(weight(Cell{})), Cell>;
  std::vector<Weighed> weighed;
  for_each_bit(among, [&](int c) {
    const auto cell = static_cast<Cell>(c);
    weighed.push_back({weight(cell), cell});
  });
  std::stable_sort(weighed.begin(), weighed.end(),
                   [](const Weighed& a, const Weighed& b) { return a.first > b.first; });
  std::vector<Cell> cells;
  for (const Weighed& w : weighed) {
    if (cells.size() == most) break;
    cells.push_back(w.second);
  }
  return cells;
}

// How much a cell matters to who is to move: lines that are nearly complete for one
// player count most, the mover's own a little more.
inline int threat_weight(const SmallPosition& p, Cell cell) {
  int sum = 0;
  for (const CellSet line : p.board().through(cell)) {
    const CellSet marked = line & p.occupied();
    if (marked == 0) {
      sum += 1;
      continue;
    }
    for (int player = 0; player < p.board().players(); ++player) {
      if ((marked & ~p.marks(player)) != 0) continue;
      sum += (player == p.to_move() ? 5 : 4) << (2 * std::popcount(marked));
    }
  }
  return sum;
}

}  // namespace noughts::hyper::search
