// Who sits at the board. A Player answers with the text of a legal move; what is
// known of positions comes from an Analyst (analysis.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "noughts/core/result.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// Who chooses a move.
class Player {
 public:
  virtual ~Player() = default;
  // Require: the game is not over.
  virtual Result<std::string> choose(const State& state) = 0;
  // The seat that chooses instead, if this player only decides who does, as dice do; ask
  // once for each choice, and then that seat's select.
  virtual std::optional<int> gives_to(const State&) { return std::nullopt; }
  // A choice that was given to `seat`, though by the rules another is to move.
  virtual Result<std::string> select(const State& state, int /*seat*/) { return choose(state); }
  // What there is to say about the last choice, for the people at the board.
  virtual std::string remark() const { return {}; }
  // How the last choice was known to be good; nothing: it was left to chance.
  virtual std::optional<Source> source() const { return std::nullopt; }
};

// How strong a player is: so many of its moves are any legal move, the others the best it knows.
struct Level {
  std::string_view name;
  double blunder;
  std::string_view about;
};
// From random to perfect.
std::span<const Level> levels();

// The share of random moves of a kind of player: one of the levels by name, or "perfect:SHARE",
// such as 0.2 for "perfect:0.2". Nothing if the kind is none of these; fails on a wrong share.
Result<std::optional<double>> parse_blunder(const std::string& kind);
// "random, easy, ..., perfect, perfect:SHARE": what parse_blunder takes.
std::string level_names();

// Each legal move as likely as the others.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);

// The player, but with probability `blunder` any legal move.
std::unique_ptr<Player> make_careless_player(std::unique_ptr<Player> player, std::uint64_t seed,
                                             double blunder);

// A best move by the analyst's ratings (one of those that lead side by side by the seed; in a
// drawn game those to which most replies lose, if the analyst tells), and with probability
// `blunder` any legal move. Where no best move is known it takes the analyst's guess, and where the
// analyst has none it fails with kMissing (guess.h has a player who goes on).
std::unique_ptr<Player> make_perfect_player(std::shared_ptr<Analyst> analyst, std::uint64_t seed,
                                            double blunder = 0);

}  // namespace noughts::play
