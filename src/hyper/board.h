// The n^k board: its cells and its lines.
//
// A cell has k coordinates, each 0 to n-1; cells are numbered with the first
// coordinate most significant. On 3^3 the three slices by first coordinate are
//
//      0  1  2       9 10 11      18 19 20       cell 14 = 9 + 3 + 2
//      3  4  5      12 13 14      21 22 23          has coordinates (1, 1, 2),
//      6  7  8      15 16 17      24 25 26          written "223"
//
// A line is a row of n cells in which every coordinate stays constant, rises
// 0, 1, ..., n-1, or falls n-1, ..., 0, and at least one of them moves. Read
// backwards it is the same line, so there are ((n+2)^k - n^k)/2 of them: each
// coordinate has n+2 kinds of behaviour, n of them constant.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noughts/core/result.h"

namespace noughts::hyper {

using Cell = std::uint32_t;
using Line = std::uint32_t;

// Bounds of what is held in memory: 16^5 fits, 2^12 does not.
inline constexpr std::uint64_t kMaxCells = 1u << 20;
inline constexpr std::uint64_t kMaxIncidences = 1u << 23;  // lines times side

class Board {
 public:
  // Fails unless side >= 2, dims >= 1 and the bounds above hold.
  static Result<std::shared_ptr<const Board>> make(int side, int dims);

  int side() const { return side_; }
  int dims() const { return dims_; }
  Cell cells() const { return cells_; }
  Line lines() const { return static_cast<Line>(line_cells_.size() / static_cast<Cell>(side_)); }

  // The n cells of a line, from one end to the other.
  std::span<const Cell> cells_of(Line line) const {
    return {line_cells_.data() + std::size_t{line} * static_cast<Cell>(side_),
            static_cast<std::size_t>(side_)};
  }
  std::span<const Line> lines_through(Cell cell) const {
    return {cell_lines_.data() + first_line_[cell], first_line_[cell + 1] - first_line_[cell]};
  }

  std::vector<int> coordinates(Cell cell) const;
  // Require: dims coordinates, each 0 to side-1.
  Cell cell_at(std::span<const int> coordinates) const;

 private:
  Board(int side, int dims, Cell cells);
  void make_lines();
  void make_incidence();

  int side_;
  int dims_;
  Cell cells_;
  std::vector<Cell> line_cells_;           // line by line
  std::vector<std::uint32_t> first_line_;  // where the lines of a cell begin
  std::vector<Line> cell_lines_;
};

// ((n+2)^k - n^k)/2. Require: side >= 2, dims >= 1, dims small enough to fit.
std::uint64_t line_count(int side, int dims);

}  // namespace noughts::hyper
