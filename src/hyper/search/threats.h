// Winning by continuous threats: every move leaves one empty cell in a line of
// the attacker's, the defender must take it, until two such cells stand at once.
#pragma once

#include <cstdint>
#include <vector>

#include "noughts/hyper/search/duel.h"

namespace noughts::hyper::search {

class ThreatSearch {
 public:
  ThreatSearch();

  // Whether the attacker, to move, wins by threats alone, found within so many
  // nodes; `moves` are then his moves in order, each but the last with a forced
  // reply. Require: neither has a completed line.
  bool wins(const Duel& duel, std::uint64_t node_limit, std::vector<Cell>& moves);
  // The same with as few moves as possible.
  bool wins_soon(const Duel& duel, std::uint64_t node_limit, std::vector<Cell>& moves);

  // How many of these moves, with the replies they force, win here too; 0: they do not.
  static std::size_t replays(Duel duel, const std::vector<Cell>& moves);
  // Leaves out threats that the win does not need. Require: the moves win here.
  static void shorten(const Duel& duel, std::vector<Cell>& moves);

  std::uint64_t nodes() const { return nodes_; }

 private:
  enum class Answer : std::uint8_t { kWin, kNo, kTooLong, kCutOff };
  Answer start(const Duel& duel, std::size_t most, std::vector<Cell>& moves);
  // `most` moves at most; the attacker cannot complete a line at once.
  Answer search(const Duel& duel, std::size_t most, std::vector<Cell>& moves);

  std::uint64_t left_ = 0;
  std::uint64_t nodes_ = 0;
  // Positions searched to the end without a win, by hash; overwritten freely.
  struct Failed {
    CellSet attacker = 0;
    CellSet defender = 0;
  };
  std::vector<Failed> failed_;
};

}  // namespace noughts::hyper::search
