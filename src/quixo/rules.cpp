#include "noughts/quixo/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/bits.h"
#include "noughts/core/combinatorics.h"
#include "noughts/quixo/fortress.h"

namespace noughts::quixo {

template <class W>
Result<BasicRules<W>> BasicRules<W>::make(int size, int line, BothLines both_lines,
                                          FortressRule fortress) {
  if (size < kMinSize || size > kLargestSize) {
    return bad_input(
        fmt::format("quixo boards have size {} to {}, not {}", kMinSize, kLargestSize, size));
  }
  if (size > kMaxSize) {
    return bad_input(
        fmt::format("there are no tables above {0}x{0}, and none can be made: {1}x{1} "
                    "is too large to solve",
                    kMaxSize, size));
  }
  if (line == 0) line = size;
  if (line < kMinSize || line > size) {
    return bad_input(fmt::format("a line on a {0}x{0} board has {1} to {0} tiles, not {2}", size,
                                 kMinSize, line));
  }
  if (fortress == FortressRule::kWins) {
    if (auto possible = can_have_fortress(size, line); !possible) return possible.error();
  }
  return BasicRules(size, line, both_lines, fortress);
}

template <class W>
BasicRules<W>::BasicRules(int size, int line, BothLines both_lines, FortressRule fortress)
    : size_(size), line_(line), both_lines_(both_lines), fortress_(fortress) {
  make_directions();
  make_shapes();
  make_groups();
  make_row_images();
  if (fortress == FortressRule::kWins) make_fortresses();
}

template <class W>
void BasicRules<W>::make_directions() {
  const auto starts_where = [&](int row_step, int col_step) {
    Cells starts = 0;
    for (int row = 0; row < size_; ++row) {
      for (int col = 0; col < size_; ++col) {
        const int last_row = row + row_step * (line_ - 1);
        const int last_col = col + col_step * (line_ - 1);
        if (last_row < size_ && last_col >= 0 && last_col < size_) {
          starts |= Cells{1} << (row * size_ + col);
        }
      }
    }
    Direction direction{row_step * size_ + col_step, starts, {}};
    int length = 1;
    for (std::uint8_t& shift : direction.shifts) {
      const int more = std::min(length, line_ - length);
      shift = static_cast<std::uint8_t>(more * direction.stride);
      length += more;
    }
    return direction;
  };
  directions_ = {starts_where(0, 1), starts_where(1, 0), starts_where(1, 1), starts_where(1, -1)};
}

template <class W>
void BasicRules<W>::make_shapes() {
  const int last = size_ - 1;
  for (int row = 0; row < size_; ++row) {
    for (int col = 0; col < size_; ++col) {
      if (row != 0 && row != last && col != 0 && col != last) continue;
      const auto add = [&](Side side, int end_row, int end_col) {
        if (end_row == row && end_col == col) return;
        const int row_step = (row > end_row) - (row < end_row);
        const int col_step = (col > end_col) - (col < end_col);
        Cells path = 0;
        for (int r = end_row, c = end_col;; r += row_step, c += col_step) {
          path |= Cells{1} << (r * size_ + c);
          if (r == row && c == col) break;
        }
        const int shift = row_step * size_ + col_step;  // from the end towards the hole
        const auto from = static_cast<std::uint8_t>(row * size_ + col);
        const Shape shape{{from, side},
                          path,
                          Cells{1} << (end_row * size_ + end_col),
                          static_cast<std::uint8_t>(std::max(shift, 0)),
                          static_cast<std::uint8_t>(std::max(-shift, 0))};
        shape_of_[from][static_cast<int>(side)] = shape;
        shapes_[shape_count_++] = shape;
      };
      add(Side::kLeft, row, 0);
      add(Side::kRight, row, last);
      add(Side::kTop, 0, col);
      add(Side::kBottom, last, col);
    }
  }
}

template <class W>
void BasicRules<W>::make_groups() {
  for (const Shape& shape : shapes()) {
    Group& group = groups_[shape.move.from / kGroupCells];
    const Cells cell = Cells{1} << (shape.move.from % kGroupCells);
    for (Cells blocked = 0; blocked < kSets; ++blocked) {
      if (!(blocked & cell)) group.moves[blocked][group.counts[blocked]++] = shape.move;
    }
    group.is_long |= group.counts[0] > kMostOfGroup / 2;
  }
}

template <class W>
int BasicRules<W>::image_cell(int cell, int symmetry) const {
  int row = cell / size_;
  int col = cell % size_;
  if (symmetry & 1) col = size_ - 1 - col;
  if (symmetry & 2) row = size_ - 1 - row;
  if (symmetry & 4) std::swap(row, col);
  return row * size_ + col;
}

template <class W>
void BasicRules<W>::make_row_images() {
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    for (int row = 0; row < size_; ++row) {
      for (std::size_t content = 0; content < std::size_t{1} << size_; ++content) {
        Cells& image = (*row_images_)[symmetry][row][content];
        for_each_bit(content, [&](int col) {
          image |= Cells{1} << image_cell(row * size_ + col, symmetry);
        });
      }
    }
  }
}

template <class W>
void BasicRules<W>::make_fortresses() {
  Cells cells = 0;
  for (const FortressCell& cell : fortress_cells(size_)) {
    cells |= Cells{1} << (cell.row * size_ + cell.col);
  }
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    fortresses_[symmetry] = image(cells, symmetry);
  }
}

template <class W>
auto BasicRules<W>::lines() const -> std::vector<Cells> {
  std::vector<Cells> all;
  for (const Direction& d : directions_) {
    for_each_bit(d.starts, [&](int start) {
      Cells line = 0;
      for (int i = 0; i < line_; ++i) line |= Cells{1} << (start + i * d.stride);
      all.push_back(line);
    });
  }
  return all;
}

template <class W>
std::optional<Player> BasicRules<W>::winner(const Position& p) const {
  const bool mine = has_line(cells_of(p.board, p.to_move));
  const bool theirs = has_line(cells_of(p.board, opponent(p.to_move)));
  if (mine && theirs) {
    // The last mover is the opponent of the player to move.
    return both_lines_ == BothLines::kMoverLoses ? p.to_move : opponent(p.to_move);
  }
  if (mine) return p.to_move;
  if (theirs || wins_by_fortress(cells_of(p.board, opponent(p.to_move)))) {
    return opponent(p.to_move);
  }
  return std::nullopt;
}

template <class W>
auto BasicRules<W>::moves(const Position& p) const -> MoveList {
  MoveList list;
  if (is_over(p)) return list;
  Cells blocked = cells_of(p.board, opponent(p.to_move));
  std::size_t size = 0;
  for (const Group& group : groups_) {
    const Cells set = blocked & (kSets - 1);
    // As many as a group can have, not as many as there are: faster, and the next overwrites.
    const Move* const first = group.moves[set].data();
    Move* const to = list.begin() + size;
    constexpr std::size_t kHalf = kMostOfGroup / 2;
    std::copy_n(first, kHalf, to);
    if (group.is_long) std::copy_n(first + kHalf, kMostOfGroup - kHalf, to + kHalf);
    size += group.counts[set];
    blocked >>= kGroupCells;
  }
  list.resize(size);
  return list;
}

template <class W>
auto BasicRules<W>::predecessors(const Position& p, Taken taken) const -> std::vector<Position> {
  const Player mover = opponent(p.to_move);
  const Cells own = cells_of(p.board, mover);
  std::vector<Position> found;
  for (const Shape& shape : shapes()) {
    if (!(own & shape.end)) continue;
    Board before = undo(p.board, shape);
    if (taken == Taken::kOwnTile) before |= tile(Cells{1} << shape.move.from, mover);
    const Position parent{before, mover};
    if (!is_over(parent)) found.push_back(parent);
  }
  const auto by_board = [](const Position& a, const Position& b) { return a.board < b.board; };
  std::sort(found.begin(), found.end(), by_board);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

template <class W>
auto BasicRules<W>::predecessors(const Position& p) const -> std::vector<Position> {
  std::vector<Position> all = predecessors(p, Taken::kOwnTile);
  const std::vector<Position> fewer = predecessors(p, Taken::kEmptyTile);
  all.insert(all.end(), fewer.begin(), fewer.end());
  return all;
}

template <class W>
Move BasicRules<W>::image(const Move& move, int symmetry) const {
  Side side = move.side;
  if (symmetry & 1) {
    if (side == Side::kLeft)
      side = Side::kRight;
    else if (side == Side::kRight)
      side = Side::kLeft;
  }
  if (symmetry & 2) {
    if (side == Side::kTop)
      side = Side::kBottom;
    else if (side == Side::kBottom)
      side = Side::kTop;
  }
  if (symmetry & 4) {
    constexpr Side kTransposed[] = {Side::kTop, Side::kBottom, Side::kLeft, Side::kRight};
    side = kTransposed[static_cast<int>(side)];
  }
  return {static_cast<std::uint8_t>(image_cell(move.from, symmetry)), side};
}

template <class W>
auto BasicRules<W>::canonical(Board board) const -> Board {
  Board least = board;
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    least = std::min(least, image(board, symmetry));
  }
  return least;
}

template class BasicRules<OneWord>;
template class BasicRules<TwoWords>;

std::uint64_t count_reachable(const Rules& rules) {
  // One bit per board, numbered in base three.
  std::array<std::uint32_t, 1 << 16> ternary{};
  for (std::uint32_t cells = 1; cells < 1u << rules.cells() && cells < ternary.size(); ++cells) {
    ternary[cells] = ternary[cells & (cells - 1)] +
                     static_cast<std::uint32_t>(int_power(3, std::countr_zero(cells)));
  }
  // One board of eight images is searched from, and
  // all of them are marked, so that asking whether a child is new takes one look.
  std::vector<std::uint64_t> seen(int_power(3, rules.cells()) / 64 + 1);
  const auto index_of = [&](Board board) {
    return ternary[cells_of(board, Player::kX)] + 2 * ternary[cells_of(board, Player::kO)];
  };
  const auto is_seen = [&](std::uint32_t index) { return seen[index / 64] >> (index % 64) & 1; };
  std::uint64_t count = 0;
  std::vector<Board> open;
  const auto reach = [&](Board board) {
    if (is_seen(index_of(board))) return;
    for (int symmetry = 0; symmetry < rules.symmetry_count(); ++symmetry) {
      const std::uint32_t index = index_of(rules.image(board, symmetry));
      count += !is_seen(index);
      seen[index / 64] |= std::uint64_t{1} << (index % 64);
    }
    if (!rules.is_over({board, Player::kX})) open.push_back(board);
  };
  reach(rules.initial().board);
  while (!open.empty()) {
    const Board board = open.back();
    open.pop_back();
    rules.for_each_child({board, Player::kX}, [&](Board child) { reach(swap_colours(child)); });
  }
  return count;
}

}  // namespace noughts::quixo
