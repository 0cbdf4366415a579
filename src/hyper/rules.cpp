#include "noughts/hyper/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace noughts::hyper {

Result<Rules> Rules::make(int side, int dims, int players, bool misere) {
  Result<std::shared_ptr<const Board>> board = Board::make(side, dims);
  if (!board) return board.error();
  return make(std::move(*board), players, misere);
}

Result<Rules> Rules::make(std::shared_ptr<const Board> board, int players, bool misere) {
  if (players < 2 || players > kMaxPlayers) {
    return bad_input(fmt::format("2 to {} players can play, not {}", kMaxPlayers, players));
  }
  if (board->cells() > kMaxPlayCells || board->lines() > kMaxPlayLines) {
    return bad_input(
        fmt::format("the board {} has {} cells and {} lines; games are played on at "
                    "most {} cells and {} lines",
                    board->name(), board->cells(), board->lines(), kMaxPlayCells, kMaxPlayLines));
  }
  return Rules(std::move(board), players, misere);
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

// Who moves after the player: the next one who is not out.
int Rules::next_in(int player, std::uint8_t out) const {
  do {
    player = (player + 1) % players_;
  } while (out >> player & 1);
  return player;
}

Position Rules::apply(const Position& p, const Move& move) const {
  const int mover = to_move(p);
  Position next = p;
  next.marks[move.cell] = static_cast<std::uint8_t>(mover + 1);
  next.played.push_back(move.cell);
  const bool completed = has_line_through(next.marks, move.cell);
  if (completed && misere_) next.out |= static_cast<std::uint8_t>(1u << mover);
  next.next = static_cast<std::uint8_t>(next_in(mover, next.out));
  const bool one_left = misere_ && std::popcount(next.out) == players_ - 1;
  if (completed && (!misere_ || one_left)) {
    next.winner = static_cast<std::int8_t>(misere_ ? next.next : mover);
  }
  return next;
}

std::vector<Position> Rules::predecessors(const Position& p) const {
  std::vector<Position> found;
  if (p.played.empty()) return found;
  const int mover = p.marks[p.played.back()] - 1;
  std::vector<std::size_t> turns;  // of the last mover
  for (std::size_t turn = 0; turn < p.played.size(); ++turn) {
    if (p.marks[p.played[turn]] == mover + 1) turns.push_back(turn);
  }
  for (std::size_t i = 0; i < turns.size(); ++i) {
    // Take this mark away; the mover's later marks move one turn earlier.
    Position before = p;
    before.marks[p.played[turns[i]]] = 0;
    for (std::size_t t = i; t + 1 < turns.size(); ++t) {
      before.played[turns[t]] = p.played[turns[t + 1]];
    }
    before.played.pop_back();
    before.winner = -1;
    before.out &= static_cast<std::uint8_t>(~(1u << mover));
    before.next = static_cast<std::uint8_t>(mover);
    // She had no line yet: with one, the game was over or she was out. If she has none
    // now, she had none on the way.
    const bool has_line_now = misere_ ? (p.out >> mover & 1) != 0 : p.winner >= 0;
    const bool had_line =
        has_line_now && std::any_of(before.played.begin(), before.played.end(), [&](Cell cell) {
          return before.marks[cell] == mover + 1 && has_line_through(before.marks, cell);
        });
    if (!had_line) found.push_back(std::move(before));
  }
  return found;
}

Position Rules::image(const Position& p, int symmetry) const {
  const auto map = symmetries_->map(symmetry);
  Position result = p;
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
  for (const std::uint16_t cell : p.played) marks.place(cell, p.marks[cell] - 1);
  return marks;
}

}  // namespace noughts::hyper
