#include "noughts/quixo/fortress.h"

namespace noughts::quixo {

Result<void> can_have_fortress(int size, int line) {
  if (size >= kLeastFortress && line == size) return {};
  return bad_input("a fortress needs a board of at least 5x5 and lines as long as its side");
}

std::vector<FortressCell> fortress_cells(int size) {
  std::vector<FortressCell> cells = {{1, 0}, {2, 0}, {2, size - 1}};
  for (int i = 1; i < size; ++i) {
    cells.push_back({0, i});
    if (i != 2) cells.push_back({i, 1});
  }
  return cells;
}

std::optional<Push> fortress_answer(int size, const Push& push) {
  const int last = size - 1;
  const bool from_corner = push.row == 0 && push.col == 0;
  // Row 0 moves up into the hole or the column does: the line is there.
  if (from_corner && push.side == Side::kBottom) return std::nullopt;
  if (from_corner && push.side == Side::kRight) return Push{2, last, Side::kTop};
  if (push.side == Side::kTop && push.col == last && push.row >= 3) {
    return Push{3, last, Side::kTop};
  }
  if (push.side == Side::kTop && push.col >= 2) return Push{2, last, Side::kLeft};
  return Push{2, 0, Side::kTop};
}

template <class R>
Result<typename R::Position> fortress_position(const R& rules) {
  if (auto possible = can_have_fortress(rules.size(), rules.line()); !possible) {
    return possible.error();
  }
  typename R::Cells cells = 0;
  for (const FortressCell& cell : fortress_cells(rules.size())) {
    cells |= typename R::Cells{1} << (cell.row * rules.size() + cell.col);
  }
  return typename R::Position{R::tile(cells, Player::kX), Player::kO};
}

template <class R>
Fortresses<R>::Fortresses(const R& rules) {
  const auto position = fortress_position(rules);
  if (!position) return;
  const Cells base = cells_of(position->board, Player::kX);
  for (int symmetry = 0; symmetry < rules.symmetry_count(); ++symmetry) {
    images_.push_back(rules.image(base, symmetry));
    // No two images are the same, so the way back is the one that gives the first.
    int back = 0;
    while (rules.image(images_.back(), back) != base) ++back;
    back_.push_back(back);
  }
}

template <class R>
std::vector<Move> Fortresses<R>::holding_moves(const R& rules, const Position& position) const {
  std::vector<Move> holding;
  for (const Move move : rules.moves(position)) {
    const Position next = rules.apply(position, move);
    if (!rules.is_over(next) && of(next.board, position.to_move)) holding.push_back(move);
  }
  return holding;
}

template <class R>
std::optional<Move> Fortresses<R>::answer(const R& rules, const Position& position,
                                          const Move& move) const {
  const Cells own = cells_of(position.board, opponent(position.to_move));
  int symmetry = 0;
  while ((images_[symmetry] & ~own) != 0) ++symmetry;
  const Move seen = rules.image(move, back_[symmetry]);
  const int size = rules.size();
  const auto reply = fortress_answer(size, {seen.from / size, seen.from % size, seen.side});
  if (!reply) return std::nullopt;
  const auto from = static_cast<std::uint8_t>(reply->row * size + reply->col);
  return rules.image(Move{from, reply->side}, symmetry);
}

template Result<Position> fortress_position(const Rules&);
template Result<LargePosition> fortress_position(const LargeRules&);
template class Fortresses<Rules>;
template class Fortresses<LargeRules>;

}  // namespace noughts::quixo
