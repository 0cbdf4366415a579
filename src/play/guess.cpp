#include "noughts/play/guess.h"

#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quixo_search.h"

namespace noughts::play {
namespace {

template <class Rules>
std::unique_ptr<Player> guesser(const Rules&, std::uint64_t seed) {
  return make_random_player(seed);
}
template <class W>
std::unique_ptr<Player> guesser(const quixo::BasicRules<W>& rules, std::uint64_t seed) {
  return make_quixo_search_player(rules, {.seed = seed});
}
std::unique_ptr<Player> guesser(const hyper::Rules& rules, std::uint64_t) {
  return make_hyper_greedy_player(rules, {.penalty = hyper::Penalty::kFull});
}

}  // namespace

std::unique_ptr<Player> make_guessing_player(const Game& game, std::uint64_t seed) {
  return visit(game, [&](const auto& rules) { return guesser(rules, seed); });
}

}  // namespace noughts::play
