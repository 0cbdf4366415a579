// The symmetries of a grid that are seen without search.
#include <map>

#include "noughts/core/combinatorics.h"
#include "noughts/hyper/automorphisms.h"

namespace noughts::hyper {
namespace {

template <class Move>
Permutation moved_by(const Board& board, Move move) {
  Permutation images(board.cells());
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    std::vector<int> at = board.coordinates(cell);
    move(at);
    images[cell] = board.cell_at(at);
  }
  return images;
}

}  // namespace

std::vector<Permutation> reflections(const Board& board) {
  std::vector<Permutation> all;
  if (!board.is_grid()) return all;
  const std::vector<int>& extents = board.extents();
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] > 1) {
      all.push_back(moved_by(board, [&](std::vector<int>& at) { at[i] = extents[i] - 1 - at[i]; }));
    }
    for (std::size_t j = i + 1; j < extents.size(); ++j) {
      if (extents[i] == 1 || extents[j] != extents[i]) continue;
      all.push_back(moved_by(board, [&](std::vector<int>& at) { std::swap(at[i], at[j]); }));
      break;
    }
  }
  return all;
}

std::string reflection_order(const Board& board) {
  std::map<int, std::uint64_t> equal;  // how many coordinates have this extent
  std::uint64_t order = 1;
  for (const int extent : board.extents()) {
    if (board.is_grid() && extent > 1) order *= 2 * ++equal[extent];
  }
  return std::to_string(order);
}

}  // namespace noughts::hyper
