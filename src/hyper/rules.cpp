#include "noughts/hyper/rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace noughts::hyper {

Result<Rules> Rules::make(int side, int dims, int players) {
  if (players < 2 || players > kMaxPlayers) {
    return bad_input(fmt::format("2 to {} players can play, not {}", kMaxPlayers, players));
  }
  Result<std::shared_ptr<const Board>> board = Board::make(side, dims);
  if (!board) return board.error();
  if ((*board)->cells() > kMaxPlayCells || (*board)->lines() > kMaxPlayLines) {
    return bad_input(fmt::format(
        "the board {}^{} has {} cells and {} lines; games are played on at "
        "most {} cells and {} lines",
        side, dims, (*board)->cells(), (*board)->lines(), kMaxPlayCells, kMaxPlayLines));
  }
  return Rules(std::move(*board), players);
}

std::optional<int> Rules::winner(const Position& p) const {
  if (p.winner < 0) return std::nullopt;
  return p.winner;
}

std::vector<Move> Rules::moves(const Position& p) const {
  std::vector<Move> list;
  if (is_over(p)) return list;
  list.reserve(cells() - p.played.size());
  for (Cell cell = 0; cell < cells(); ++cell) {
    if (p.marks[cell] == 0) list.push_back({static_cast<std::uint16_t>(cell)});
  }
  return list;
}

bool Rules::has_line_through(const std::vector<std::uint8_t>& marks, Cell cell) const {
  const std::uint8_t mark = marks[cell];
  const auto complete = [&](Line line) {
    const auto cells_of_line = board_->cells_of(line);
    return std::all_of(cells_of_line.begin(), cells_of_line.end(),
                       [&](Cell c) { return marks[c] == mark; });
  };
  const auto lines = board_->lines_through(cell);
  return std::any_of(lines.begin(), lines.end(), complete);
}

Position Rules::apply(const Position& p, const Move& move) const {
  const int mover = to_move(p);
  Position next = p;
  next.marks[move.cell] = static_cast<std::uint8_t>(mover + 1);
  next.played.push_back(move.cell);
  if (has_line_through(next.marks, move.cell)) next.winner = static_cast<std::int8_t>(mover);
  return next;
}

std::vector<Position> Rules::predecessors(const Position& p) const {
  std::vector<Position> found;
  if (p.played.empty()) return found;
  const std::size_t q = static_cast<std::size_t>(players_);
  const std::size_t last = p.played.size() - 1;
  for (std::size_t turn = last % q; turn <= last; turn += q) {
    // Take this mark away; the mover's later marks move one turn earlier. No
    // line is complete at the end, so none was on the way.
    Position before = p;
    before.marks[p.played[turn]] = 0;
    for (std::size_t t = turn; t + q <= last; t += q) before.played[t] = p.played[t + q];
    before.played.pop_back();
    before.winner = -1;
    const bool over = p.winner >= 0 &&
                      std::any_of(before.played.begin(), before.played.end(),
                                  [&](Cell cell) { return has_line_through(before.marks, cell); });
    if (!over) found.push_back(std::move(before));
  }
  return found;
}

Position Rules::image(const Position& p, int symmetry) const {
  const auto map = symmetries_->map(symmetry);
  Position result{std::vector<std::uint8_t>(cells()), p.played, p.winner};
  for (Cell cell = 0; cell < cells(); ++cell) result.marks[map[cell]] = p.marks[cell];
  for (std::uint16_t& cell : result.played) cell = map[cell];
  return result;
}

Position Rules::canonical(const Position& p) const {
  std::vector<std::uint8_t> best = p.marks;
  std::vector<std::uint8_t> marks(cells());
  int best_symmetry = 0;
  for (int symmetry = 1; symmetry < symmetry_count(); ++symmetry) {
    const auto map = symmetries_->map(symmetry);
    for (Cell cell = 0; cell < cells(); ++cell) marks[map[cell]] = p.marks[cell];
    if (marks < best) {
      best.swap(marks);
      best_symmetry = symmetry;
    }
  }
  return image(p, best_symmetry);
}

Marks Rules::marks_of(const Position& p) const {
  Marks marks(*board_, players_);
  for (std::size_t turn = 0; turn < p.played.size(); ++turn) {
    marks.place(p.played[turn], static_cast<int>(turn) % players_);
  }
  return marks;
}

}  // namespace noughts::hyper
