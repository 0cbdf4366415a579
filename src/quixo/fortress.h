// A set of 2n tiles that cannot be driven out, on every board of n >= 5 with lines of n.
//
//     . D D D D D        D: the owner's tiles. Row 0 without the corner, column 1 without
//     D D . . . .        row 2, and (1,0), (2,0), (2,n-1); n = 6 here.
//     D . . . . D
//     . D . . . .
//     . D . . . .
//     . D . . . .
//
// With the opponent to move, whatever stands on the other cells, the owner does not
// lose: every move of the opponent has an answer that wins, or that puts everything
// back as it was. docs/results/quixo-fortress.md has the proof; fortress_answer is its table, and
// the tests play it out on boards from 5 to 20. Rows and columns count from 0 at the top left.
#pragma once

#include <optional>
#include <vector>

#include "noughts/quixo/rules.h"

namespace noughts::quixo {

inline constexpr int kLeastFortress = 5;

// A push on a board of any size.
struct Push {
  int row;
  int col;
  Side side;
  bool operator==(const Push&) const = default;
};

// Fails where there is no fortress, with a sentence.
Result<void> can_have_fortress(int size, int line);

struct FortressCell {
  int row;
  int col;
};
// Require: size >= kLeastFortress.
std::vector<FortressCell> fortress_cells(int size);

// The owner's answer to a push of the opponent; none if that push completes the owner's
// line. Require: the opponent's push is legal beside the fortress.
std::optional<Push> fortress_answer(int size, const Push& push);

// X's fortress and nothing else, O to move. Fails on boards that have none.
template <class R>
Result<typename R::Position> fortress_position(const R& rules);

// Where fortresses can stand on a board: eight images of one.
template <class R>
class Fortresses {
 public:
  using Board = typename R::Board;
  using Cells = typename R::Cells;
  using Position = typename R::Position;

  // Knows none on boards smaller than 5x5, or if shorter lines win.
  explicit Fortresses(const R& rules);

  // The cells of a fortress that the player owns; nothing if there is none.
  std::optional<Cells> of(Board board, Player player) const {
    for (const Cells cells : images_) {
      if ((cells & ~cells_of(board, player)) == 0) return cells;
    }
    return std::nullopt;
  }
  // The owner of a fortress who has just moved: she cannot lose.
  std::optional<Player> holder(const Position& position) const {
    const Player player = opponent(position.to_move);
    return of(position.board, player) ? std::optional(player) : std::nullopt;
  }
  // Moves after which the mover holds a fortress.
  std::vector<Move> holding_moves(const R& rules, const Position& position) const;

  // The table's answer of the holder to `move`; nothing if that completes her line.
  // Require: holder(position), and the move is legal.
  std::optional<Move> answer(const R& rules, const Position& position, const Move& move) const;

 private:
  std::vector<Cells> images_;  // by symmetry
  std::vector<int> back_;      // the symmetry that undoes each
};

extern template class Fortresses<Rules>;
extern template class Fortresses<LargeRules>;

}  // namespace noughts::quixo
