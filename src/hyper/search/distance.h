// How soon a decided game ends: the winner is fast, whoever loses is slow.
//
// One side attacks, the other defends: a player alone against all others, or all
// others together against her. The question asked of a position is whether the
// attack completes a line within d plies,
//
//     within(1)  no      the first d with "yes" is the distance: of a winner the
//     within(3)  no      fewest plies in which she can force her line, of a player
//     within(5)  yes     who is beaten the most that she can hold out
//
// searched depth first for growing d, with a memory of canonical positions that
// holds for each the largest d that failed and the least that did not. Without
// search: a line completed at once; more open threats than the other side has moves
// before they are carried out; and a line takes at least so many turns as it lacks marks.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "noughts/core/budget.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

// Remembers what it has found from one question to the next, within the memory of its
// budget: when that is full, it forgets.
class Distances {
 public:
  // The nodes of the budget are for each question anew. The board must outlive this.
  Distances(const SmallBoard& board, const Budget& budget) : board_(&board), budget_(budget) {}

  // Plies until the player has completed a line against all others. kWrongValue if she
  // cannot force it. Require: the game is not over.
  Result<int> to_win(int player, const Position& from) { return first(sides(player), from); }
  // Plies until one of the others has, who all play against her. kWrongValue if she can
  // avoid it. Require: the game is not over.
  Result<int> to_loss(int player, const Position& from) {
    const Side all = (Side{1} << board_->players()) - 1;
    return first(all & ~sides(player), from);
  }

  // What is remembered, at most the memory of the budget.
  std::uint64_t bytes() const;
  void forget();

 private:
  using Side = std::uint32_t;  // a bit for each player who attacks
  struct Bounds {
    std::uint8_t fails = 0;       // not within so many plies
    std::uint8_t suffices = 255;  // but within so many
  };
  using Memory = std::unordered_map<PositionKey, Bounds>;

  static Side sides(int player) { return Side{1} << player; }
  static bool attacks(Side side, int player) { return (side >> player & 1) != 0; }

  Result<int> first(Side attack, const Position& from);
  int deepen(SmallPosition& p, Side attack);  // 0: never, or stopped
  bool within(SmallPosition& p, Side attack, int plies, Memory& memory);
  bool within_by_moves(SmallPosition& p, Side attack, int plies, CellSet moves, Memory& memory);
  bool out_of_reach(const SmallPosition& p, Side attack, int plies) const;

  const SmallBoard* board_;
  Budget budget_;
  std::unordered_map<Side, Memory> memories_;
  Meter* meter_ = nullptr;  // of the question being searched
};

}  // namespace noughts::hyper::search
