#include "noughts/quixo/publish/sight.h"

#include <algorithm>
#include <bit>

#include "noughts/core/bits.h"

namespace noughts::quixo::publish {
namespace {

constexpr int kBitsPerLine = 4;

// Whether the mover, X, has won by a move that led to this board.
bool won_by(const Rules& rules, Board moved) {
  return final_value(rules, swap_colours(moved)) == Value::kLoss;
}

}  // namespace

Sight::Sight(const Rules& rules) : rules_(rules) {
  if (rules.line() != rules.size()) return;
  lines_ = rules.lines();
  const int size = rules.size();
  for (std::size_t i = 0; i < lines_.size(); ++i) one_each_ |= LineCounts{1} << (kBitsPerLine * i);
  for (int row = 0; row < size; ++row) {
    for (Cells cells = 0; cells < Cells{1} << size; ++cells) {
      LineCounts counts = 0;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const int tiles = std::popcount(lines_[i] & (cells << (row * size)));
        counts |= static_cast<LineCounts>(tiles) << (kBitsPerLine * i);
      }
      of_row_.push_back(counts);
    }
  }
  changes_.resize(static_cast<std::size_t>(rules.cells()));
  for (const MoveShape& shape : rules.shapes()) {
    for_each_bit(shape.hole_to_end, [&](int cell) { changes_[cell].push_back(shape); });
  }
}

std::optional<Value> Sight::value(Board board) const {
  if (lines_.empty()) {
    if (const auto over = final_value(rules_, board)) return over;
    return wins_with_any_move(board) ? std::optional(Value::kWin) : std::nullopt;
  }
  const LineCounts mine = count(cells_of(board, Player::kX));
  const LineCounts theirs = count(cells_of(board, Player::kO));
  if ((with_at_least(mine, rules_.size()) | with_at_least(theirs, rules_.size())) != 0) {
    return final_value(rules_, board);
  }
  const LineCounts nearly = with_at_least(mine, rules_.size() - 1);
  return completes_one_of(nearly, board) ? std::optional(Value::kWin) : std::nullopt;
}

Sight::LineCounts Sight::count(Cells cells) const {
  const int size = rules_.size();
  const auto row_cells = static_cast<Cells>(low_bits(size));
  LineCounts counts = 0;
  for (int row = 0; row < size; ++row, cells >>= size) {
    counts += of_row_[static_cast<std::size_t>(row << size) | (cells & row_cells)];
  }
  return counts;
}

bool Sight::completes_one_of(LineCounts nearly, Board board) const {
  const Cells blocked = cells_of(board, Player::kO);
  for (; nearly != 0; nearly &= nearly - 1) {
    const Cells line = lines_[static_cast<std::size_t>(std::countr_zero(nearly) / kBitsPerLine)];
    const Cells missing = line & ~cells_of(board, Player::kX);
    for (const MoveShape& shape : changes_[static_cast<std::size_t>(std::countr_zero(missing))]) {
      if (blocked >> shape.move.from & 1) continue;
      const Board moved = Rules::apply(board, shape, Player::kX);
      if ((line & ~cells_of(moved, Player::kX)) == 0 && won_by(rules_, moved)) return true;
    }
  }
  return false;
}

bool Sight::wins_with_any_move(Board board) const {
  bool wins = false;
  rules_.for_each_child({board, Player::kX},
                        [&](Board moved) { wins = wins || won_by(rules_, moved); });
  return wins;
}

}  // namespace noughts::quixo::publish
