// Who sits at the board. A Player answers with the text of a legal move; what is
// known of positions comes from an Analyst (analysis.h).
#pragma once

#include <memory>
#include <string>

#include "noughts/core/result.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// Who chooses a move.
class Player {
 public:
  virtual ~Player() = default;
  // Require: the game is not over.
  virtual Result<std::string> choose(const State& state) = 0;
  // What there is to say about the last choice, for the people at the board.
  virtual std::string remark() const { return {}; }
};

// Each legal move as likely as the others.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);

// A best move by the analyst's ratings (one of the equally good ones by the
// seed), and with probability `blunder` any legal move.
std::unique_ptr<Player> make_perfect_player(std::shared_ptr<Analyst> analyst, std::uint64_t seed,
                                            double blunder = 0);

// The share of random moves that a kind of perfect player makes: 0 for "perfect", 0.2 for
// "perfect:0.2". Require: the kind is "perfect" or begins with "perfect:".
Result<double> parse_blunder(const std::string& kind);

}  // namespace noughts::play
