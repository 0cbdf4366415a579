// Which squares of full boards (tile_kernels.h) are kept, and where.
//
// Of a square and its image in the mirror, left to right, the one with the lesser top is
// kept; kept squares are numbered by their tops. A top is seen as two numbers, its last
// rows and its first:
//
//     top = high | low        high < its image    kept, whatever low is
//                             high > its image    the image is kept
//                             equal               low decides likewise
//
// So a number is the first of its high half and a place among its low halves, from two small
// tables: where a board lies is asked for anywhere on the board, some thousand million times.
#pragma once

#include <array>
#include <vector>

#include "noughts/research/quixo/full/pushes.h"

namespace noughts::quixo::full {

class Squares {
 public:
  explicit Squares(const LargeRules& rules);

  std::size_t count() const { return count_; }  // of those that are kept

  struct Place {
    std::size_t number;
    bool is_mirrored;  // the image is kept, under this number
  };
  Place place(Top top) const {
    const High& high = highs_[top >> low_bits_];
    const std::uint32_t low = lows_[high.kind][top & low_bits(low_bits_)];
    return {high.first + (low >> 1), (low & 1) != 0};
  }
  // A row as it stands in the square that is kept.
  LargeCells row(LargeCells cells, bool mirrored) const { return rows_[mirrored][cells]; }

 private:
  enum Kind : std::uint32_t { kLess, kGreater, kEqual };  // a half against its image
  struct High {
    std::uint32_t first;
    Kind kind;
  };

  int low_bits_;
  std::size_t count_ = 0;
  std::vector<High> highs_;
  std::array<std::vector<std::uint32_t>, 3>
      lows_;  // by the kind of the high half: place and mirror
  std::array<std::array<std::uint8_t, kSquareWords>, 2> rows_;
};

}  // namespace noughts::quixo::full
