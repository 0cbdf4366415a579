#include "noughts/play/player.h"

#include <fmt/format.h>

#include <cstdlib>

#include "noughts/core/random.h"
#include "noughts/core/text.h"

namespace noughts::play {
namespace {

std::string any_move(const State& state, Random& random) {
  const std::vector<std::string> moves = state.moves();
  return moves[random.below(moves.size())];
}

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
  Result<std::string> choose(const State& state) override { return any_move(state, random_); }

 private:
  Random random_;
};

class PerfectPlayer final : public Player {
 public:
  PerfectPlayer(std::shared_ptr<Analyst> analyst, std::uint64_t seed, double blunder)
      : analyst_(std::move(analyst)), random_(seed), blunder_(blunder) {}

  Result<std::string> choose(const State& state) override {
    if (blunder_ > 0 && random_.unit() < blunder_) return any_move(state, random_);
    const Result<Analysis> analysis = analyst_->analyze(state);
    if (!analysis) return analysis.error();
    if (analysis->best == 0) {
      return bad_input("no best move is known in this position; let another play");
    }
    return analysis->moves[random_.below(analysis->best)].move;
  }

 private:
  std::shared_ptr<Analyst> analyst_;
  Random random_;
  double blunder_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(std::uint64_t seed) {
  return std::make_unique<RandomPlayer>(seed);
}

std::unique_ptr<Player> make_perfect_player(std::shared_ptr<Analyst> analyst, std::uint64_t seed,
                                            double blunder) {
  return std::make_unique<PerfectPlayer>(std::move(analyst), seed, blunder);
}

Result<double> parse_blunder(const std::string& kind) {
  if (kind == "perfect") return 0.0;
  char* end = nullptr;
  const std::string share = kind.substr(std::string("perfect:").size());
  const double blunder = std::strtod(share.c_str(), &end);
  if (share.empty() || *end != '\0' || !(blunder >= 0 && blunder <= 1)) {
    return bad_input(fmt::format("{} is not a share of random moves from 0 to 1", quote(share)));
  }
  return blunder;
}

}  // namespace noughts::play
