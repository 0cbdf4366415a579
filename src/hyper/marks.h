// Marks on a board, with the state of every line kept up to date.
//
// Each line is one 64-bit word with a byte per player: how many cells of the
// line that player holds. On a board of side 4, with players 1, 2 and 3,
//
//     0x00000000000102   player 1 holds two cells, player 2 one: dead
//     0x00000000030000   player 3 holds three: one more completes it
//
// so placing a mark is one addition per line through the cell, taking it back
// one subtraction, and the questions are comparisons of words:
//
//     complete for player p     word == n << 8p        n: cells of this line
//     open to player p          (word & ~(0xff << 8p)) == 0
//
// This replaces the gather of all cells of all lines after each move in Kutner's draft.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "noughts/hyper/board.h"

namespace noughts::hyper {

inline constexpr int kMaxPlayers = 8;

class Marks {
 public:
  // Require: 1 <= players <= kMaxPlayers, board outlives this.
  Marks(const Board& board, int players);

  const Board& board() const { return *board_; }
  int players() const { return players_; }
  // The owner from 0, or -1 for an empty cell.
  int owner(Cell cell) const { return owners_[cell]; }
  Cell marked() const { return marked_; }
  bool full() const { return marked_ == board_->cells(); }

  // Puts a mark; returns whether it completes a line. Require: the cell is empty.
  bool place(Cell cell, int player) {
    const std::uint64_t one = std::uint64_t{1} << (8 * player);
    bool completed = false;
    for (const Line line : board_->lines_through(cell)) {
      lines_[line] += one;
      completed |= lines_[line] == full(line) << (8 * player);
    }
    owners_[cell] = static_cast<std::int8_t>(player);
    ++marked_;
    return completed;
  }
  // Takes a mark back. Require: the cell is marked.
  void remove(Cell cell) {
    const std::uint64_t one = std::uint64_t{1} << (8 * owners_[cell]);
    for (const Line line : board_->lines_through(cell)) lines_[line] -= one;
    owners_[cell] = -1;
    --marked_;
  }
  // Whether a mark of the player on this empty cell would complete a line.
  bool would_complete(Cell cell, int player) const {
    for (const Line line : board_->lines_through(cell)) {
      if (lines_[line] == (full(line) - 1) << (8 * player)) return true;
    }
    return false;
  }

  int held(Line line, int player) const {
    return static_cast<int>(lines_[line] >> (8 * player) & 0xff);
  }
  bool is_open_to(Line line, int player) const {
    return (lines_[line] & ~(std::uint64_t{0xff} << (8 * player))) == 0;
  }
  // Nobody can complete it any more.
  bool is_dead(Line line) const;
  bool is_complete(Line line, int player) const {
    return lines_[line] == full(line) << (8 * player);
  }
  // The one player with marks on the line; -1 if it is empty or dead.
  int sole_owner(Line line) const;
  Line dead_lines() const;

 private:
  std::uint64_t full(Line line) const { return static_cast<std::uint64_t>(board_->size_of(line)); }

  const Board* board_;
  int players_;
  Cell marked_ = 0;
  std::vector<std::int8_t> owners_;
  std::vector<std::uint64_t> lines_;
};

}  // namespace noughts::hyper
