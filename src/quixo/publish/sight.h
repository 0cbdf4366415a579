// What a prober sees without a table: the value of a board, X to move, that is over or that X
// wins with one move. These are more than half of all boards, and published tables leave them
// out (published.h), so whoever writes and whoever reads must see the same.
//
// Where a line is as long as the board, the tiles in each line are counted at once: four bits for
// each line, summed row by row. A move changes one cell of the lines that it crosses, and puts one
// tile into the line that it pushes, so it completes none that lacks more than one tile, and must
// change the cell that is missing.
#pragma once

#include <optional>
#include <vector>

#include "noughts/quixo/value.h"

namespace noughts::quixo::publish {

class Sight {
 public:
  explicit Sight(const Rules& rules);
  std::optional<Value> value(Board board) const;

 private:
  using LineCounts = std::uint64_t;  // four bits for each line

  LineCounts count(Cells cells) const;
  // The highest bit of each line with at least so many tiles.
  LineCounts with_at_least(LineCounts counts, int tiles) const {
    return (counts + static_cast<unsigned>(8 - tiles) * one_each_) & (8 * one_each_);
  }
  bool completes_one_of(LineCounts nearly, Board board) const;
  bool wins_with_any_move(Board board) const;

  Rules rules_;
  // Only where a line is as long as the board:
  std::vector<Cells> lines_;
  LineCounts one_each_ = 0;
  std::vector<LineCounts> of_row_;               // by row and its cells
  std::vector<std::vector<MoveShape>> changes_;  // by cell: the moves that change it
};

}  // namespace noughts::quixo::publish
