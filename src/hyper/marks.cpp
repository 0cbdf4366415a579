#include "noughts/hyper/marks.h"

#include <bit>

namespace noughts::hyper {

Marks::Marks(const Board& board, int players)
    : board_(&board), players_(players), owners_(board.cells(), -1), lines_(board.lines(), 0) {}

bool Marks::is_dead(Line line) const { return lines_[line] != 0 && sole_owner(line) < 0; }

int Marks::sole_owner(Line line) const {
  if (lines_[line] == 0) return -1;
  const int player = std::countr_zero(lines_[line]) / 8;
  return is_open_to(line, player) ? player : -1;
}

Line Marks::dead_lines() const {
  Line count = 0;
  for (Line line = 0; line < board_->lines(); ++line) count += is_dead(line);
  return count;
}

}  // namespace noughts::hyper
