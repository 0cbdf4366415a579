// A proved win, followed move by move.
//
// A certificate of kind strategy (certificate.h) gives the winner's moves for
// positions up to symmetry, several at once while the replies are forced. So
// what to do now may depend on how the game came here: a Strategy walks through
// the game of a position from its start.
//
//     Strategy strategy = *Strategy::make(rules, certificate);
//     strategy.advise(position)->move          the winner's move, if it is her turn
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper {

// A winning strategy of two-player boards, ready to be played.
class Strategy {
 public:
  // Fails unless the certificate is a winning strategy with these rules for two players.
  static Result<Strategy> make(const Rules& rules, const Certificate& certificate);

  const Rules& rules() const { return rules_; }
  int player() const { return player_; }
  std::size_t positions() const { return entries_.size(); }

  // What to do in a position that the strategy covers.
  struct Advice {
    std::optional<Cell> move;  // absent when the other player is to move
  };
  // Nothing where the winner has left the strategy, so that no win is proved.
  // Require: the game is not over.
  std::optional<Advice> advise(const Position& position) const;

 private:
  Strategy(const Rules& rules, int player) : rules_(rules), player_(player) {}

  // The winner's moves from here on, as cells of this board.
  std::vector<Cell> look_up(const std::string& marks) const;

  Rules rules_;
  int player_;
  std::unordered_map<std::string, std::vector<std::uint8_t>> entries_;
};

}  // namespace noughts::hyper
