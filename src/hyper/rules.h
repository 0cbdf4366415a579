// Tic-tac-toe for q players on any lines: the rules, and nothing else.
//
// Players 0..q-1 take turns in order; each puts a mark on an empty cell. Who
// first holds all cells of a line wins, the others lose; a full board without
// such a line is a draw. (Players count from 0 here and from 1 in text.)
//
// Misère play turns it round: who completes a line is out. Her marks stay, her turns
// fall away, and the others go on in their order; the last one left wins. On a full
// board those who are still in draw, and the others have lost. So with two players
// whoever completes a line loses. Who is out, and whose turn it is, follows from the
// marks: of those still in, the first who has the fewest is to move.
//
// A position remembers the order in which its cells were played, because that
// is how it is written. Two positions are equal when the same marks stand on
// the same cells: what happened before does not matter for what follows. So
// parse(print(p)) == p, and images and canonical forms need not agree on the
// order of play.
//
// canonical() tries every listed symmetry (see symmetry.h): cheap up to some
// hundred cells, and on the largest boards the listed group is only a subgroup.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "noughts/hyper/board.h"
#include "noughts/hyper/marks.h"
#include "noughts/hyper/symmetry.h"

namespace noughts::hyper {

// Boards that can be played on; larger ones have structure and classes only.
inline constexpr Cell kMaxPlayCells = 4096;
inline constexpr Line kMaxPlayLines = 1u << 16;

// A mark on an empty cell.
struct Move {
  std::uint16_t cell = 0;
  bool operator==(const Move&) const = default;
};

// Marks on the board, with the order in which they were made. Equal marks are equal positions.
struct Position {
  std::vector<std::uint8_t> marks;    // per cell: 0 empty, otherwise player + 1
  std::vector<std::uint16_t> played;  // the cells in order of play
  std::int8_t winner = -1;            // who completed a line, or -1; misère: who is left
  std::uint8_t out = 0;               // misère: a bit for each player who is out
  std::uint8_t next = 0;              // misère: whose turn it is, or would be

  bool operator==(const Position& other) const { return marks == other.marks; }
};

// A game on one board for so many players.
class Rules {
 public:
  using Position = hyper::Position;
  using Move = hyper::Move;

  // Fails unless 2 <= players <= kMaxPlayers and the board can be played on.
  static Result<Rules> make(int side, int dims, int players = 2, bool misere = false);
  static Result<Rules> make(std::shared_ptr<const Board> board, int players = 2,
                            bool misere = false);

  // What the game was made of.
  const Board& board() const { return *board_; }
  const std::shared_ptr<const Board>& shared_board() const { return board_; }
  const Symmetries& symmetries() const { return *symmetries_; }
  int players() const { return players_; }
  bool misere() const { return misere_; }
  Cell cells() const { return board_->cells(); }

  // The empty board, and who moves in a position, from 0.
  Position initial() const { return {std::vector<std::uint8_t>(cells()), {}}; }
  int to_move(const Position& p) const {
    return misere_ ? p.next : static_cast<int>(p.played.size()) % players_;
  }
  // Whether a line is complete (misère: one player is left) or the board is full, and who has
  // won, if anybody.
  bool is_over(const Position& p) const { return p.winner >= 0 || p.played.size() == cells(); }
  std::optional<int> winner(const Position& p) const;

  // The empty cells; nothing once the game is over.
  std::vector<Move> moves(const Position& p) const;
  // Require: the move is legal in p.
  Position apply(const Position& p, const Move& move) const;
  // Positions that are not over from which one move leads here; each once. The
  // last mover may have played any of her marks last.
  std::vector<Position> predecessors(const Position& p) const;

  // The images of positions and moves under the symmetries of the board; 0 is the identity.
  int symmetry_count() const { return symmetries_->count(); }
  Position image(const Position& p, int symmetry) const;
  Move image(const Move& move, int symmetry) const {
    return {static_cast<std::uint16_t>(symmetries_->image(move.cell, symmetry))};
  }
  // The image whose marks, read cell by cell, come first.
  Position canonical(const Position& p) const;

  // The same marks with the state of each line.
  Marks marks_of(const Position& p) const;

 private:
  Rules(std::shared_ptr<const Board> board, int players, bool misere)
      : board_(std::move(board)),
        symmetries_(std::make_shared<const Symmetries>(*board_)),
        players_(players),
        misere_(misere) {}
  bool has_line_through(const std::vector<std::uint8_t>& marks, Cell cell) const;
  int next_in(int player, std::uint8_t out) const;

  std::shared_ptr<const Board> board_;
  std::shared_ptr<const Symmetries> symmetries_;
  int players_;
  bool misere_;
};

}  // namespace noughts::hyper

// By the marks.
template <>
struct std::hash<noughts::hyper::Position> {
  std::size_t operator()(const noughts::hyper::Position& p) const noexcept {
    std::uint64_t h = p.played.size();
    for (const std::uint8_t mark : p.marks) h = (h ^ mark) * 0x100000001b3;
    return h ^ (h >> 32);
  }
};
