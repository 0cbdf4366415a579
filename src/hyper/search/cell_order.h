// Cells by weight: the order in which the searches of one side try them.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper {

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

}  // namespace noughts::hyper
