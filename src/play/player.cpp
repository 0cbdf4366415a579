#include "noughts/play/player.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/random.h"
#include "noughts/core/text.h"
#include "noughts/play/parameters.h"

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
  PerfectPlayer(std::shared_ptr<Analyst> analyst, std::uint64_t seed)
      : analyst_(std::move(analyst)), random_(seed) {}

  Result<std::string> choose(const State& state) override {
    const Result<Analysis> analysis = analyst_->known(state);
    if (!analysis) return analysis.error();
    source_ = analysis->best == 0 ? Source::kGuess : analysis->source;
    if (analysis->best > 0) return analysis->moves[random_.below(count_leaders(*analysis))].move;
    if (analysis->guess) return *analysis->guess;
    // Some values are known, but not which move is best.
    if (analysis->source == Source::kTable) {
      return Error{ErrorCode::kMissing, "no best move is known here"};
    }
    return analysis->moves.front().move;
  }
  // Where the System is to move, ratings are those of the first seat.
  Result<std::string> select(const State& state, int seat) override {
    const Result<Analysis> analysis = analyst_->analyze(state);
    if (!analysis) return analysis.error();
    source_ = analysis->source;
    const auto [worst, best] = std::minmax_element(
        analysis->moves.begin(), analysis->moves.end(),
        [](const RatedMove& a, const RatedMove& b) { return a.rating < b.rating; });
    return (seat == 0 ? best : worst)->move;
  }
  std::optional<Source> source() const override { return source_; }

 private:
  std::shared_ptr<Analyst> analyst_;
  Random random_;
  std::optional<Source> source_;
};

class CarelessPlayer final : public Player {
 public:
  CarelessPlayer(std::unique_ptr<Player> player, std::uint64_t seed, double blunder)
      : player_(std::move(player)), random_(seed), blunder_(blunder) {}

  Result<std::string> choose(const State& state) override {
    blundered_ = random_.unit() < blunder_;
    return blundered_ ? any_move(state, random_) : player_->choose(state);
  }
  Result<std::string> select(const State& state, int seat) override {
    blundered_ = random_.unit() < blunder_;
    return blundered_ ? any_move(state, random_) : player_->select(state, seat);
  }
  std::string remark() const override { return blundered_ ? "" : player_->remark(); }
  std::optional<Source> source() const override {
    return blundered_ ? std::nullopt : player_->source();
  }

 private:
  std::unique_ptr<Player> player_;
  Random random_;
  double blunder_;
  bool blundered_ = false;
};

constexpr std::string_view kShare = "perfect:";

Result<std::optional<double>> parse_share(const std::string& share) {
  const auto blunder = read_value(Parameter::number("share", "", 0, 1, ""), share);
  if (!blunder) {
    return bad_input(fmt::format("{} is not a share of random moves from 0 to 1, as in perfect:0.2",
                                 quote(share)));
  }
  return std::optional(std::get<double>(*blunder));
}

}  // namespace

std::span<const Level> levels() {
  static constexpr Level kLevels[] = {
      {"random", 1, "plays any legal move"},
      {"easy", 0.6, "plays its best move, but any move six times in ten"},
      {"medium", 0.3, "plays its best move, but any move three times in ten"},
      {"hard", 0.1, "plays its best move, but any move one time in ten"},
      {"perfect", 0, "always plays the best move it knows"},
  };
  return kLevels;
}

Result<std::optional<double>> parse_blunder(const std::string& kind) {
  if (kind.starts_with(kShare)) return parse_share(kind.substr(kShare.size()));
  for (const Level& level : levels()) {
    if (kind == level.name) return std::optional(level.blunder);
  }
  return std::optional<double>();
}

std::string level_names() {
  std::string names;
  for (const Level& level : levels()) names += fmt::format("{}, ", level.name);
  return names + std::string(kShare) + "SHARE";
}

std::unique_ptr<Player> make_random_player(std::uint64_t seed) {
  return std::make_unique<RandomPlayer>(seed);
}

std::unique_ptr<Player> make_perfect_player(std::shared_ptr<Analyst> analyst, std::uint64_t seed,
                                            double blunder) {
  auto player = std::make_unique<PerfectPlayer>(std::move(analyst), seed);
  if (blunder == 0) return player;
  // Another stream of chances: which moves are blunders must not tell which are chosen.
  return make_careless_player(std::move(player), ~seed, blunder);
}

std::unique_ptr<Player> make_careless_player(std::unique_ptr<Player> player, std::uint64_t seed,
                                             double blunder) {
  return std::make_unique<CarelessPlayer>(std::move(player), seed, blunder);
}

}  // namespace noughts::play
