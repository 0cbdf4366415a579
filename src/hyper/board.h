// A board: its cells and its lines.
//
// Most boards are grids. A cell has k coordinates, each from 0 up; cells are numbered
// with the first coordinate most significant. On 3^3 the three slices by first
// coordinate are
//
//      0  1  2       9 10 11      18 19 20       cell 14 = 9 + 3 + 2
//      3  4  5      12 13 14      21 22 23          has coordinates (1, 1, 2),
//      6  7  8      15 16 17      24 25 26          written "223"
//
// A line is a row of so many neighbouring cells in which every coordinate stays constant,
// rises by one a step or falls by one a step, and at least one of them moves. Read
// backwards it is the same line. On n^k lines have n cells, so a coordinate has n+2 kinds
// of behaviour, n of them constant, and there are ((n+2)^k - n^k)/2 lines. Other grids
// are rectangles, and boards whose lines are shorter than their side.
//
// Any other board is a list of lines of any sizes on cells with names.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "noughts/core/result.h"

namespace noughts::hyper {

using Cell = std::uint32_t;
using Line = std::uint32_t;

// Bounds of what is held in memory: 16^5 fits, 2^12 does not.
inline constexpr std::uint64_t kMaxCells = 1u << 20;
inline constexpr std::uint64_t kMaxIncidences = 1u << 23;  // cells of all lines together
inline constexpr std::size_t kMaxListedLine = 255;         // cells of a line that is listed

// So many cells along each coordinate, and the cells of a line.
struct Grid {
  std::vector<int> extents;
  int length = 0;
};

// Any lines: sets of cells, and the name of each cell.
struct LineList {
  std::vector<std::vector<Cell>> lines;
  std::vector<std::string> names;  // one for each cell
};

class Board {
 public:
  // n^k. Fails unless side >= 2, dims >= 1 and the bounds above hold.
  static Result<std::shared_ptr<const Board>> make(int side, int dims);
  // Fails unless a line of at least two cells fits and the bounds above hold. A grid of equal
  // extents with lines as long as its side is n^k.
  static Result<std::shared_ptr<const Board>> make(const Grid& grid);
  // Fails unless there are cells and lines within the bounds above, and each line is a set of
  // cells of the board.
  static Result<std::shared_ptr<const Board>> make(LineList list);

  // Whether it is n^k with lines from one side to the other.
  bool is_power() const { return power_; }
  // Whether cells have coordinates; a list has one coordinate, the number of the cell.
  bool is_grid() const { return names_.empty(); }
  // "4^3"; "5x5 (4 in a row)"; "25 cells and 28 lines".
  std::string name() const;

  // Cells along the first coordinate, which are those along each where all are equal.
  int side() const { return extents_.front(); }
  int dims() const { return static_cast<int>(extents_.size()); }
  const std::vector<int>& extents() const { return extents_; }
  const std::vector<std::string>& names() const { return names_; }  // of a list
  // Cells of the longest line, and of the shortest.
  int longest() const { return longest_; }
  int shortest() const { return shortest_; }
  bool has_equal_lines() const { return longest_ == shortest_; }

  Cell cells() const { return cells_; }
  Line lines() const { return static_cast<Line>(first_cell_.size() - 1); }

  // The cells of a line, of a grid from one end to the other.
  std::span<const Cell> cells_of(Line line) const {
    return {line_cells_.data() + first_cell_[line], first_cell_[line + 1] - first_cell_[line]};
  }
  int size_of(Line line) const {
    return static_cast<int>(first_cell_[line + 1] - first_cell_[line]);
  }
  std::span<const Line> lines_through(Cell cell) const {
    return {cell_lines_.data() + first_line_[cell], first_line_[cell + 1] - first_line_[cell]};
  }
  // Whether cells and lines are the same, in the same order; names do not matter.
  bool has_lines_of(const Board& other) const {
    return cells_ == other.cells_ && first_cell_ == other.first_cell_ &&
           line_cells_ == other.line_cells_;
  }

  std::vector<int> coordinates(Cell cell) const;
  // Require: dims coordinates, each within its extent.
  Cell cell_at(std::span<const int> coordinates) const;

 private:
  explicit Board(const Grid& grid);
  explicit Board(LineList list);
  void make_lines(int length);
  void make_incidence();

  bool power_ = false;
  std::vector<int> extents_;
  std::vector<std::string> names_;
  Cell cells_;
  int longest_ = 0;
  int shortest_ = 0;
  std::vector<std::uint32_t> first_cell_{0};  // where the cells of a line begin
  std::vector<Cell> line_cells_;              // line by line
  std::vector<std::uint32_t> first_line_;     // where the lines of a cell begin
  std::vector<Line> cell_lines_;
};

// ((n+2)^k - n^k)/2. Require: side >= 2, dims >= 1, dims small enough to fit.
std::uint64_t line_count(int side, int dims);

}  // namespace noughts::hyper
