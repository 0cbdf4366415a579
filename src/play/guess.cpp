#include "noughts/play/guess.h"

#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quixo_search.h"

namespace noughts::play {
namespace {

constexpr std::uint64_t kGuessingNodes = 60'000;  // a move of Quixo: a tenth of a second

template <class Rules>
std::unique_ptr<Player> guesser(const Rules&, std::uint64_t seed, const CancelToken*) {
  return make_random_player(seed);
}
template <class W>
std::unique_ptr<Player> guesser(const quixo::BasicRules<W>& rules, std::uint64_t seed,
                                const CancelToken* cancel) {
  return make_quixo_search_player(rules, {.nodes = kGuessingNodes, .seed = seed, .cancel = cancel});
}
std::unique_ptr<Player> guesser(const hyper::Rules& rules, std::uint64_t, const CancelToken*) {
  return make_hyper_greedy_player(rules, {.penalty = hyper::study::Penalty::kFull});
}

// Plays what is known, and guesses where nothing is.
class LevelPlayer final : public Player {
 public:
  LevelPlayer(std::unique_ptr<Player> knowing, std::unique_ptr<Player> guessing)
      : knowing_(std::move(knowing)), guessing_(std::move(guessing)), last_(knowing_.get()) {}

  Result<std::string> choose(const State& state) override {
    last_ = knowing_.get();
    Result<std::string> move = knowing_->choose(state);
    if (move || move.error().code != ErrorCode::kMissing) return move;
    last_ = guessing_.get();
    return guessing_->choose(state);
  }
  Result<std::string> select(const State& state, int seat) override {
    last_ = knowing_.get();
    return knowing_->select(state, seat);
  }
  std::string remark() const override { return last_->remark(); }
  std::optional<Source> source() const override { return last_->source(); }

 private:
  std::unique_ptr<Player> knowing_;
  std::unique_ptr<Player> guessing_;
  Player* last_;  // who made the last choice
};

}  // namespace

std::unique_ptr<Player> make_guessing_player(const Game& game, std::uint64_t seed,
                                             const CancelToken* cancel) {
  return visit(game, [&](const auto& rules) { return guesser(rules, seed, cancel); });
}

std::unique_ptr<Player> make_level_player(const Game& game, std::shared_ptr<Analyst> analyst,
                                          std::uint64_t seed, double blunder) {
  if (blunder == 1) return make_random_player(seed);
  auto player = make_guessing_player(game, seed);
  if (analyst != nullptr) {
    player = std::make_unique<LevelPlayer>(make_perfect_player(std::move(analyst), seed),
                                           std::move(player));
  }
  // Another stream of chances: which moves are blunders must not tell which are chosen.
  return blunder == 0 ? std::move(player) : make_careless_player(std::move(player), ~seed, blunder);
}

}  // namespace noughts::play
