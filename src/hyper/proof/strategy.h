// A proved win, followed move by move.
//
// A certificate of kind threats (threat_walk.h) gives the winner's moves for
// positions up to symmetry, several at once while the replies are forced. So
// what to do now may depend on how the game came here: a Strategy walks through
// the game of a position from its start.
//
//     Strategy strategy = *Strategy::make(rules, certificate);
//     strategy.advise(position)->move          the winner's move, if it is her turn
//     strategy.advise(position)->plies         at most so many to the end of the game
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "noughts/hyper/proof/threat_walk.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper::proof {

// A winning strategy of two-player boards, ready to be played.
class Strategy {
 public:
  // Fails unless the certificate is a winning strategy with these rules for two players,
  // and holds: what is not proved is not followed.
  static Result<Strategy> make(const Rules& rules, const Certificate& certificate,
                               const Budget& budget = {});

  // The game, whose strategy it is (from 0), and how many positions it tells a move for.
  const Rules& rules() const { return rules_; }
  int player() const { return player_; }
  std::size_t positions() const { return entries_.size(); }

  // What to do in a position that the strategy covers.
  struct Advice {
    std::optional<Cell> move;  // absent when the other player is to move
    int plies;                 // at most, whatever the other does
  };
  // Nothing where the winner has left the strategy, so that no win is proved.
  // Require: the game is not over.
  std::optional<Advice> advise(const Position& position) const;

 private:
  struct Entry {
    std::vector<Cell> moves;
    std::vector<std::vector<Cell>> sequences;
    int plies = 0;
  };
  // What the winner is about to do.
  struct Plan {
    std::vector<Cell> moves;
    std::vector<std::vector<Cell>> sequences;  // for when the moves are played
    int end = 0;                               // the ply by which the game is over
  };

  Strategy(const Rules& rules, int player)
      : rules_(rules), player_(player), threat_rules_(rules.board()) {}

  // The entry of a position, as cells of this board.
  std::optional<Entry> look_up(const TwoSides& sides) const;
  std::optional<Cell> next_move(const TwoSides& sides, int ply, Plan& plan) const;

  Rules rules_;
  int player_;
  ThreatRules threat_rules_;
  std::unordered_map<TwoSides, Entry> entries_;  // both as they are on the canonical image
};

}  // namespace noughts::hyper::proof
