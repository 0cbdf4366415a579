// How many plies a decided game lasts under best play, from values without plies.
//
// A search with more and more plies: the winner tries the moves that keep the win by the values,
// the loser all of hers. It is exact, and quick where the end is near; what it looks at grows with
// the plies, so that it is of no use where they are many (solve --steps counts those).
#pragma once

#include <limits>

#include "noughts/core/budget.h"
#include "noughts/core/flat_table.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::study {

class FastestWin {
 public:
  // The values must outlive the search.
  FastestWin(const tables::ValueSource& values, const Budget& budget)
      : values_(values), rules_(values.rules()), budget_(budget) {}

  // Plies until the game ends from a board, X to move: the winner as fast, the loser as slowly as
  // can be; zero where it is over. Nothing for a draw.
  Result<std::optional<int>> plies(Board board);
  // Boards whose values were looked up so far.
  std::uint64_t boards() const { return known_.size(); }

 private:
  // What is known of a board: its value, and that its plies are more than `beyond`, at most
  // `within`.
  struct Bounds {
    std::int16_t beyond = -1;
    std::int16_t within = std::numeric_limits<std::int16_t>::max();
    std::optional<Value> value;
  };
  struct Child {
    Board board;  // the least of its images, X to move
    Bounds bounds;
  };
  using Children = FixedList<Child, kMaxMoves>;

  // Whether the game is over in so many plies at most from a board of this value.
  Result<bool> ends(Board board, Value value, int plies, Meter& meter);
  // In one ply or two.
  bool wins_at_once(Board board, int plies) const;
  bool loses_at_once(Board board, int plies) const;
  // Of more plies than two.
  Result<bool> wins(Board board, int plies, Meter& meter);
  Result<bool> loses(Board board, int plies, Meter& meter);
  int fewest_plies(Board board, Value value) const;
  Children children(Board board) const;
  Result<Value> value_of(const Child& child, Meter& meter);

  const tables::ValueSource& values_;
  Rules rules_;
  Budget budget_;
  FlatTable<Bounds> known_;
};

}  // namespace noughts::quixo::study
