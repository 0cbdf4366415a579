// Boards of at most 64 cells as words: what the searches run on.
//
// A set of cells is one 64-bit word, a line is such a set, and each player's
// marks are one. That a player completes a line by a cell is
//
//     rest = line & ~marks(player);   rest has one bit, and that cell is empty
//
// For equal positions up to symmetry, a Zobrist hash of the image under every
// symmetry is kept up to date (one exclusive-or of `symmetries` words per
// move). The image with the smallest hash is the canonical one: it costs one
// pass over the hashes and one image, not an image per symmetry. The image
// itself is the key, so no two different positions are ever taken for one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "noughts/hyper/rules.h"

namespace noughts::hyper::search {

using CellSet = std::uint64_t;
inline constexpr Cell kMaxSmallCells = 64;
constexpr CellSet bit_of(Cell cell) { return CellSet{1} << cell; }

// The static part, shared by all searches on one board.
class SmallBoard {
 public:
  // Require: the board has at most kMaxSmallCells cells.
  explicit SmallBoard(const Rules& rules);

  const Board& board() const { return rules_.board(); }
  const Rules& rules() const { return rules_; }
  Cell cells() const { return board().cells(); }
  int players() const { return rules_.players(); }
  CellSet all() const { return cells() == 64 ? ~CellSet{0} : bit_of(cells()) - 1; }
  const std::vector<CellSet>& lines() const { return lines_; }
  // The sets of the lines through a cell.
  const std::vector<CellSet>& through(Cell cell) const { return through_[cell]; }
  int symmetries() const { return rules_.symmetry_count(); }
  CellSet image(CellSet set, int symmetry) const;
  // For each symmetry, the random word of the image of the cell for the player.
  const std::uint64_t* zobrist(Cell cell, int player) const {
    return zobrist_.data() + (static_cast<std::size_t>(player) * cells() + cell) *
                                 static_cast<std::size_t>(symmetries());
  }

 private:
  Rules rules_;
  std::vector<CellSet> lines_;
  std::vector<std::vector<CellSet>> through_;
  std::vector<std::uint64_t> zobrist_;
};

// The Zobrist hashes of a position's images under all symmetries.
class ImageHashes {
 public:
  explicit ImageHashes(const SmallBoard& board)
      : board_(&board), hashes_(static_cast<std::size_t>(board.symmetries()), 0) {}

  // Places the mark, or takes it back.
  void flip(Cell cell, int player);
  // The least hash, and the symmetry that has it.
  std::uint64_t least() const;
  int least_symmetry() const;
  // The least hash with this mark, or these two, in addition.
  std::uint64_t least_with(Cell cell, int player) const;
  std::uint64_t least_with(Cell cell, int player, Cell other, int other_player) const;

 private:
  const SmallBoard* board_;
  std::vector<std::uint64_t> hashes_;
};

// A position up to symmetry, exactly: the canonical image's marks, as the
// binary digits of player + 1.
struct PositionKey {
  std::array<CellSet, 4> planes{};
  bool operator==(const PositionKey&) const = default;
};

// What a position remembered by its key costs, with its share of the buckets and of
// their growth.
inline constexpr std::uint64_t kEntryBytes = 80;

// Marks on a small board; moves are played and taken back.
class SmallPosition {
 public:
  explicit SmallPosition(const SmallBoard& board);
  SmallPosition(const SmallBoard& board, const Position& position);

  const SmallBoard& board() const { return *board_; }
  CellSet marks(int player) const { return marks_[static_cast<std::size_t>(player)]; }
  CellSet empty() const { return board_->all() & ~occupied_; }
  CellSet occupied() const { return occupied_; }
  int plies() const { return plies_; }
  int to_move() const { return plies_ % board_->players(); }

  void play(Cell cell, int player);
  void play(Cell cell) { play(cell, to_move()); }
  void undo(Cell cell, int player);

  bool has_line(int player) const;
  // Empty cells by which the player completes a line.
  CellSet completing(int player) const {
    const CellSet own = marks(player);
    const CellSet free = empty();
    CellSet found = 0;
    for (const CellSet line : board_->lines()) {
      const CellSet rest = line & ~own;
      if ((rest & (rest - 1)) == 0) found |= rest & free;
    }
    return found;
  }
  // Lines on which nobody else has a mark.
  bool is_open(CellSet line, int player) const { return (line & occupied_ & ~marks(player)) == 0; }

  // The marks cell by cell: '.' or the player's digit.
  std::string text() const;

  // The symmetry that leads to the canonical image, and that image.
  int canonical_symmetry() const { return hashes_.least_symmetry(); }
  PositionKey key() const { return key(canonical_symmetry()); }
  PositionKey key(int symmetry) const;

 private:
  const SmallBoard* board_;
  std::array<CellSet, kMaxPlayers> marks_{};
  CellSet occupied_ = 0;
  int plies_ = 0;
  ImageHashes hashes_;
};

}  // namespace noughts::hyper::search

template <>
struct std::hash<noughts::hyper::search::PositionKey> {
  std::size_t operator()(const noughts::hyper::search::PositionKey& key) const noexcept {
    std::uint64_t h = 0;
    for (const std::uint64_t plane : key.planes) {
      h = (h ^ plane) * 0x9e3779b97f4a7c15;
      h ^= h >> 29;
    }
    return h;
  }
};
