// One attacker against one defender on a small board, all lines counted at once.
//
// The number of marks that a side has on each line is kept as binary digits,
// one set of lines for each digit. With three lines a, b, c that hold 3, 1, 2
// marks:
//
//     digit 1   a . c        a = 2 + 1
//     digit 0   a b .        b = 1, c = 2
//
// A mark adds one to all lines through its cell by a ripple of carries, and the
// lines with exactly so many marks are an "and" of digits: a handful of word
// operations however many lines there are. A threat search does little else,
// and runs several times as fast with this as with a walk over the lines.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

inline constexpr std::size_t kMaxDuelLines = 128;
inline constexpr int kMaxDuelSide = 8;

// A set of at most kMaxDuelLines lines.
struct LineSet {
  std::array<std::uint64_t, 2> words{};

  static LineSet of(std::size_t line) {
    LineSet set;
    set.words[line / 64] = std::uint64_t{1} << line % 64;
    return set;
  }
  friend LineSet operator&(const LineSet& a, const LineSet& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
  }
  friend LineSet operator|(const LineSet& a, const LineSet& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend LineSet operator^(const LineSet& a, const LineSet& b) {
    return {{a.words[0] ^ b.words[0], a.words[1] ^ b.words[1]}};
  }
  LineSet operator~() const { return {{~words[0], ~words[1]}}; }

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t word = 0; word < words.size(); ++word) {
      for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
};

// How many marks one side has on every line.
class LineCounts {
 public:
  void add(LineSet lines) {
    for (LineSet& digit : digits_) {
      const LineSet carry = digit & lines;
      digit = digit ^ lines;
      lines = carry;
    }
  }
  LineSet any() const { return digits_[0] | digits_[1] | digits_[2]; }
  // Require: 0 < count < kMaxDuelSide.
  LineSet exactly(int count) const {
    return choose(0, count) & choose(1, count) & choose(2, count);
  }

 private:
  LineSet choose(std::size_t digit, int count) const {
    return (count >> digit & 1) != 0 ? digits_[digit] : ~digits_[digit];
  }
  std::array<LineSet, 3> digits_;  // counts below kMaxDuelSide
};

// The static part: lines and the lines through each cell.
class DuelBoard {
 public:
  // Whether a board is within the limits above; its lines must be of one size.
  static bool fits(const Rules& rules) {
    return rules.cells() <= kMaxSmallCells && rules.board().lines() <= kMaxDuelLines &&
           rules.board().has_equal_lines() && rules.board().longest() <= kMaxDuelSide;
  }
  // Require: the board fits.
  explicit DuelBoard(const SmallBoard& board)
      : side_(board.board().longest()), lines_(board.lines()) {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      for (Cell cell = 0; cell < board.cells(); ++cell) {
        if (lines_[line] & bit_of(cell)) through_[cell] = through_[cell] | LineSet::of(line);
      }
    }
  }
  int side() const { return side_; }  // cells of a line
  CellSet line(std::size_t line) const { return lines_[line]; }
  const LineSet& through(Cell cell) const { return through_[cell]; }

 private:
  int side_;
  std::vector<CellSet> lines_;
  std::array<LineSet, kMaxSmallCells> through_{};
};

// A position of the duel; cheap to copy, so nothing is ever taken back.
class Duel {
 public:
  explicit Duel(const DuelBoard& board) : board_(&board) {}

  const DuelBoard& board() const { return *board_; }
  CellSet attacker() const { return attacker_.marks; }
  CellSet defender() const { return defender_.marks; }
  CellSet occupied() const { return attacker_.marks | defender_.marks; }

  void attack(Cell cell) { place(attacker_, cell); }
  void defend(Cell cell) { place(defender_, cell); }

  // Empty cells by which the side completes a line.
  CellSet attacker_completes() const { return completing(attacker_, defender_); }
  CellSet defender_completes() const { return completing(defender_, attacker_); }

  // The attacker's threats: lines of his that lack two marks. Playing one of
  // the two cells forces the defender into the other.
  struct Threats {
    CellSet cells = 0;
    CellSet doubles = 0;                              // cells that threaten two others at once
    std::array<std::uint8_t, kMaxSmallCells> answer;  // to each of `cells`
  };
  void find_threats(Threats& threats) const {
    open(attacker_, defender_, board_->side() - 2).for_each([&](std::size_t line) {
      const CellSet rest = board_->line(line) & ~attacker_.marks;
      const auto low = static_cast<std::uint8_t>(std::countr_zero(rest));
      const auto high = static_cast<std::uint8_t>(63 - std::countl_zero(rest));
      note(threats, low, high);
      note(threats, high, low);
    });
  }

 private:
  struct Side {
    CellSet marks = 0;
    LineCounts counts;
  };
  void place(Side& side, Cell cell) {
    side.marks |= bit_of(cell);
    side.counts.add(board_->through(cell));
  }
  // Lines with so many marks of the one side and none of the other.
  static LineSet open(const Side& own, const Side& other, int marks) {
    return own.counts.exactly(marks) & ~other.counts.any();
  }
  CellSet completing(const Side& own, const Side& other) const {
    CellSet found = 0;
    open(own, other, board_->side() - 1).for_each([&](std::size_t line) {
      found |= board_->line(line) & ~own.marks;
    });
    return found;
  }
  static void note(Threats& threats, std::uint8_t cell, std::uint8_t answer) {
    if (threats.cells & bit_of(cell) && threats.answer[cell] != answer) {
      threats.doubles |= bit_of(cell);
    }
    threats.cells |= bit_of(cell);
    threats.answer[cell] = answer;
  }

  const DuelBoard* board_;
  Side attacker_;
  Side defender_;
};

}  // namespace noughts::hyper::search
