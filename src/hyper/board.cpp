#include "noughts/hyper/board.h"

#include <fmt/format.h>

#include "noughts/core/combinatorics.h"

namespace noughts::hyper {
namespace {

// side^dims, or more than `limit` as soon as it is.
std::uint64_t bounded_power(int side, int dims, std::uint64_t limit) {
  std::uint64_t product = 1;
  for (int i = 0; i < dims && product <= limit; ++i) product *= static_cast<std::uint64_t>(side);
  return product;
}

}  // namespace

std::uint64_t line_count(int side, int dims) {
  const auto n = static_cast<std::uint64_t>(side);
  return (int_power(n + 2, dims) - int_power(n, dims)) / 2;
}

Result<std::shared_ptr<const Board>> Board::make(int side, int dims) {
  if (side < 2) return bad_input(fmt::format("a board needs a side of at least 2, not {}", side));
  if (dims < 1) return bad_input(fmt::format("a board needs at least 1 dimension, not {}", dims));
  const std::uint64_t cells = bounded_power(side, dims, kMaxCells);
  if (cells > kMaxCells ||
      line_count(side, dims) * static_cast<std::uint64_t>(side) > kMaxIncidences) {
    return bad_input(
        fmt::format("the board {}^{} is too big: at most {} cells, and lines times side at most {}",
                    side, dims, kMaxCells, kMaxIncidences));
  }
  return std::shared_ptr<const Board>(new Board(side, dims, static_cast<Cell>(cells)));
}

Board::Board(int side, int dims, Cell cells) : side_(side), dims_(dims), cells_(cells) {
  make_lines();
  make_incidence();
}

// A line is a word over the n constants and the letters "rises", "falls". Of a
// line and its reverse the word is kept whose first moving coordinate rises.
void Board::make_lines() {
  const int rises = side_;
  const int falls = side_ + 1;
  std::vector<int> word(static_cast<std::size_t>(dims_), 0);
  line_cells_.reserve(line_count(side_, dims_) * static_cast<std::uint64_t>(side_));
  while (true) {
    int first_moving = 0;
    for (int i = dims_ - 1; i >= 0; --i) {
      if (word[i] >= rises) first_moving = word[i];
    }
    if (first_moving == rises) {
      for (int step = 0; step < side_; ++step) {
        Cell cell = 0;
        for (const int letter : word) {
          const int at = letter == rises ? step : letter == falls ? side_ - 1 - step : letter;
          cell = cell * static_cast<Cell>(side_) + static_cast<Cell>(at);
        }
        line_cells_.push_back(cell);
      }
    }
    int place = dims_ - 1;
    while (place >= 0 && word[place] == falls) word[place--] = 0;
    if (place < 0) break;
    ++word[place];
  }
}

void Board::make_incidence() {
  first_line_.assign(cells_ + 1, 0);
  for (const Cell cell : line_cells_) ++first_line_[cell + 1];
  for (Cell cell = 0; cell < cells_; ++cell) first_line_[cell + 1] += first_line_[cell];
  cell_lines_.resize(line_cells_.size());
  std::vector<std::uint32_t> next(first_line_.begin(), first_line_.end() - 1);
  for (Line line = 0; line < lines(); ++line) {
    for (const Cell cell : cells_of(line)) cell_lines_[next[cell]++] = line;
  }
}

std::vector<int> Board::coordinates(Cell cell) const {
  std::vector<int> result(static_cast<std::size_t>(dims_));
  for (int i = dims_ - 1; i >= 0; --i) {
    result[static_cast<std::size_t>(i)] = static_cast<int>(cell % static_cast<Cell>(side_));
    cell /= static_cast<Cell>(side_);
  }
  return result;
}

Cell Board::cell_at(std::span<const int> coordinates) const {
  Cell cell = 0;
  for (const int c : coordinates) cell = cell * static_cast<Cell>(side_) + static_cast<Cell>(c);
  return cell;
}

}  // namespace noughts::hyper
