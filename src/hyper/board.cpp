#include "noughts/hyper/board.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "noughts/core/combinatorics.h"

namespace noughts::hyper {
namespace {

bool all_equal(const std::vector<int>& extents) {
  return std::all_of(extents.begin(), extents.end(), [&](int e) { return e == extents.front(); });
}

// "4^3", "5x5", "4x6"; more than two dimensions as a power where they are equal.
std::string grid_name(const std::vector<int>& extents, bool power) {
  if (all_equal(extents) && (power || extents.size() > 2)) {
    return fmt::format("{}^{}", extents.front(), extents.size());
  }
  return fmt::format("{}", fmt::join(extents, "x"));
}

bool is_full_power(const Grid& grid) {
  return all_equal(grid.extents) && grid.length == grid.extents.front();
}

// The product of the extents, or more than `limit` as soon as it is.
std::uint64_t bounded_product(const std::vector<int>& extents, std::uint64_t limit) {
  std::uint64_t product = 1;
  for (const int e : extents) {
    if (product <= limit) product *= static_cast<std::uint64_t>(e);
  }
  return product;
}

// Where a line that moves along a coordinate can begin.
int starts(int extent, int length) { return std::max(0, extent - length + 1); }

// Each coordinate is constant, or rises or falls from one of its starts; of a line and its
// reverse one counts. Require: at most kMaxCells cells.
std::uint64_t line_count(const Grid& grid) {
  std::uint64_t words = 1;
  std::uint64_t cells = 1;
  for (const int e : grid.extents) {
    words *= static_cast<std::uint64_t>(e + 2 * starts(e, grid.length));
    cells *= static_cast<std::uint64_t>(e);
  }
  return (words - cells) / 2;
}

Error too_big(const std::string& name) {
  return bad_input(
      fmt::format("the board {} is too big: at most {} cells, and lines times side at most {}",
                  name, kMaxCells, kMaxIncidences));
}

}  // namespace

std::uint64_t line_count(int side, int dims) {
  const auto n = static_cast<std::uint64_t>(side);
  return (int_power(n + 2, dims) - int_power(n, dims)) / 2;
}

Result<std::shared_ptr<const Board>> Board::make(int side, int dims) {
  if (side < 2) return bad_input(fmt::format("a board needs a side of at least 2, not {}", side));
  if (dims < 1) return bad_input(fmt::format("a board needs at least 1 dimension, not {}", dims));
  if (dims > 20) return too_big(fmt::format("{}^{}", side, dims));  // 2^20 cells are the most
  return make(Grid{std::vector<int>(static_cast<std::size_t>(dims), side), side});
}

Result<std::shared_ptr<const Board>> Board::make(const Grid& grid) {
  const std::string name = grid_name(grid.extents, is_full_power(grid));
  if (grid.length < 2) {
    return bad_input(fmt::format("a line needs at least 2 cells, not {}", grid.length));
  }
  if (*std::max_element(grid.extents.begin(), grid.extents.end()) < grid.length) {
    return bad_input(fmt::format("no line of {} cells fits on the board {}; choose a shorter line",
                                 grid.length, name));
  }
  if (bounded_product(grid.extents, kMaxCells) > kMaxCells ||
      line_count(grid) * static_cast<std::uint64_t>(grid.length) > kMaxIncidences) {
    return too_big(name);
  }
  return std::shared_ptr<const Board>(new Board(grid));
}

Result<std::shared_ptr<const Board>> Board::make(LineList list) {
  const std::size_t cells = list.names.size();
  std::uint64_t incidences = 0;
  for (const std::vector<Cell>& line : list.lines) {
    incidences += line.size();
    if (line.empty() || line.size() > kMaxListedLine) {
      return bad_input(
          fmt::format("a line has 1 to {} cells, not {}", kMaxListedLine, line.size()));
    }
    std::vector<Cell> sorted = line;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.back() >= cells) {
      return bad_input(fmt::format("there is no cell {} on a board of {}", sorted.back(), cells));
    }
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      return bad_input("a line has the same cell twice");
    }
  }
  if (cells == 0 || list.lines.empty()) return bad_input("a board needs cells and lines");
  if (cells > kMaxCells || incidences > kMaxIncidences) {
    return too_big(fmt::format("of {} cells and {} lines", cells, list.lines.size()));
  }
  return std::shared_ptr<const Board>(new Board(std::move(list)));
}

Board::Board(const Grid& grid)
    : power_(is_full_power(grid)),
      extents_(grid.extents),
      cells_(static_cast<Cell>(bounded_product(grid.extents, kMaxCells))),
      longest_(grid.length),
      shortest_(grid.length) {
  make_lines(grid.length);
  make_incidence();
}

Board::Board(LineList list)
    : extents_{static_cast<int>(list.names.size())},
      names_(std::move(list.names)),
      cells_(static_cast<Cell>(names_.size())),
      longest_(0),
      shortest_(static_cast<int>(kMaxListedLine)) {
  for (const std::vector<Cell>& line : list.lines) {
    line_cells_.insert(line_cells_.end(), line.begin(), line.end());
    first_cell_.push_back(static_cast<std::uint32_t>(line_cells_.size()));
    longest_ = std::max(longest_, static_cast<int>(line.size()));
    shortest_ = std::min(shortest_, static_cast<int>(line.size()));
  }
  make_incidence();
}

std::string Board::name() const {
  if (!is_grid()) return fmt::format("{} cells and {} lines", cells_, lines());
  const std::string grid = grid_name(extents_, power_);
  return power_ ? grid : fmt::format("{} ({} in a row)", grid, longest_);
}

// A line is a word with a letter for each coordinate: its constant, or where it begins to
// rise, or to fall. Of a line and its reverse the word is kept whose first moving
// coordinate rises.
void Board::make_lines(int length) {
  std::vector<int> word(extents_.size(), 0);
  const auto rises = [&](std::size_t i) {
    return word[i] >= extents_[i] && word[i] < extents_[i] + starts(extents_[i], length);
  };
  const auto at = [&](std::size_t i, int step) {
    if (word[i] < extents_[i]) return word[i];
    if (rises(i)) return word[i] - extents_[i] + step;
    return word[i] - extents_[i] - starts(extents_[i], length) + length - 1 - step;
  };
  const std::uint64_t count = line_count(Grid{extents_, length});
  line_cells_.reserve(count * static_cast<std::uint64_t>(length));
  first_cell_.reserve(count + 1);
  while (true) {
    std::size_t moving = 0;
    while (moving < word.size() && word[moving] < extents_[moving]) ++moving;
    if (moving < word.size() && rises(moving)) {
      for (int step = 0; step < length; ++step) {
        Cell cell = 0;
        for (std::size_t i = 0; i < word.size(); ++i) {
          cell = cell * static_cast<Cell>(extents_[i]) + static_cast<Cell>(at(i, step));
        }
        line_cells_.push_back(cell);
      }
      first_cell_.push_back(static_cast<std::uint32_t>(line_cells_.size()));
    }
    std::size_t place = word.size();
    while (place > 0 &&
           word[place - 1] + 1 == extents_[place - 1] + 2 * starts(extents_[place - 1], length)) {
      word[--place] = 0;
    }
    if (place == 0) break;
    ++word[place - 1];
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
  std::vector<int> result(extents_.size());
  for (std::size_t i = extents_.size(); i-- > 0;) {
    const auto extent = static_cast<Cell>(extents_[i]);
    result[i] = static_cast<int>(cell % extent);
    cell /= extent;
  }
  return result;
}

Cell Board::cell_at(std::span<const int> coordinates) const {
  Cell cell = 0;
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    cell = cell * static_cast<Cell>(extents_[i]) + static_cast<Cell>(coordinates[i]);
  }
  return cell;
}

}  // namespace noughts::hyper
