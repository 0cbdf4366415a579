#include "noughts/judge/decide.h"

#include <algorithm>

#include "noughts/judge/exam.h"
#include "noughts/play/families.h"
#include "noughts/play/guess.h"
#include "noughts/play/quixo_search.h"
#include "noughts/quixo/search/search.h"

namespace noughts::judge {
namespace {

using play::Analysis;
using play::RatedMove;
using play::Verdict;
using quixo::Rules;

constexpr std::uint64_t kStrongNodes =
    60'000;  // a move of the strongest player: a tenth of a second

play::Rating rating_of(const std::optional<quixo::Outcome>& outcome) {
  if (!outcome) return {};
  const bool won = outcome->value == quixo::Value::kWin;
  return {.verdict = won ? Verdict::kWin : Verdict::kLoss, .plies = outcome->plies};
}

// A move is worth the opposite of the position that it leaves, one ply later.
std::optional<quixo::Outcome> before(std::optional<quixo::Outcome> outcome) {
  if (!outcome) return outcome;
  outcome->value = quixo::for_opponent(outcome->value);
  if (outcome->plies) ++*outcome->plies;
  return outcome;
}

bool is_open(const RatedMove& move) { return move.rating.verdict == Verdict::kUnknown; }

class DecidingAnalyst final : public play::Analyst {
 public:
  DecidingAnalyst(const play::Game& game, std::shared_ptr<play::Analyst> knowing,
                  const DecideOptions& options)
      : rules_(play::rules_of<Rules>(game)),
        search_(rules_, kTableBytes),
        known_{std::move(knowing), make_exam_analyst(game)},
        options_(options) {}

  Result<Analysis> analyze(const play::State& state) override {
    for (const auto& analyst : known_) {
      if (analyst == nullptr) continue;
      auto known = analyst->known(state);
      if (known ? known->complete() : known.error().code != ErrorCode::kMissing) return known;
    }
    const auto& position = play::position_of<Rules>(state);
    Analysis analysis{.seat = state.seat()};
    auto found = search_.run(position, budget(options_.nodes), {.score_all = true});
    if (!found) return found.error();
    // Only a win leaves moves open that are worth a closer look.
    const bool won = found->moves.front().score > quixo::kDecided;
    for (const quixo::ScoredMove& move : found->moves) {
      auto outcome = quixo::outcome_of(move.score);
      if (won && !outcome) {
        auto closer = outcome_after(position, move.move);
        if (!closer) return closer.error();
        outcome = *closer;
      }
      analysis.moves.push_back({.move = quixo::to_text(rules_, move.move),
                                .rating = rating_of(outcome),
                                .estimate = quixo::estimate_of(move.score)});
    }
    finish(analysis);
    return analysis;
  }

 private:
  static constexpr std::size_t kTableBytes = std::size_t{4} << 20;

  Budget budget(std::uint64_t nodes) const { return {.nodes = nodes, .cancel = options_.cancel}; }

  Result<std::optional<quixo::Outcome>> outcome_after(const Rules::Position& position,
                                                      quixo::Move move) {
    auto found = search_.run(rules_.apply(position, move), budget(options_.move_nodes), {});
    if (!found) return found.error();
    return before(quixo::outcome_of(found->moves.front().score));
  }

  static void finish(Analysis& analysis) {
    play::put_best_first(analysis);
    analysis.rating = analysis.moves.front().rating;
    if (analysis.rating.verdict == Verdict::kUnknown) analysis.source = play::Source::kGuess;
    // A win by a move seen later need not be the fastest.
    analysis.at_most = std::any_of(analysis.moves.begin(), analysis.moves.end(), is_open);
    analysis.how = "a search to the end";
  }

  Rules rules_;
  quixo::Search<Rules> search_;
  std::vector<std::shared_ptr<play::Analyst>> known_;  // asked before anything is searched
  DecideOptions options_;
};

template <class R>
std::unique_ptr<play::Player> strongest(const R&, const play::Game& game, std::uint64_t seed,
                                        const CancelToken*) {
  return play::make_guessing_player(game, seed);
}
template <class W>
std::unique_ptr<play::Player> strongest(const quixo::BasicRules<W>& rules, const play::Game&,
                                        std::uint64_t seed, const CancelToken* cancel) {
  return play::make_quixo_search_player(rules,
                                        {.nodes = kStrongNodes, .seed = seed, .cancel = cancel});
}

}  // namespace

std::shared_ptr<play::Analyst> make_deciding_analyst(const play::Game& game,
                                                     std::shared_ptr<play::Analyst> knowing,
                                                     const DecideOptions& options) {
  constexpr int kSize = 5;  // smaller boards are solved; of larger ones a search decides too few
  constexpr const char* kBetween = "XOX.O/.OXO./X.O.X/OX.X./O.XO. X";  // neither early nor late
  if (game.family() != play::Family::kQuixo) return nullptr;
  if (play::rules_of<Rules>(game).size() != kSize) return nullptr;
  const auto state = game.parse(kBetween);
  if (state && !(*state)->result() && knowing->known(**state)) return nullptr;
  return std::make_shared<DecidingAnalyst>(game, std::move(knowing), options);
}

std::unique_ptr<play::Player> make_strongest_player(const play::Game& game, std::uint64_t seed,
                                                    const CancelToken* cancel) {
  return visit(game, [&](const auto& rules) { return strongest(rules, game, seed, cancel); });
}

}  // namespace noughts::judge
