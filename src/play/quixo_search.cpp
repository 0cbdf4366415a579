#include "noughts/play/quixo_search.h"

#include <fmt/format.h>

#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/quixo_searcher.h"
#include "noughts/quixo/fortress.h"

namespace noughts::play {
namespace {

Budget budget_of(const QuixoSearchOptions& options, double share = 1) {
  const auto nodes = static_cast<std::uint64_t>(static_cast<double>(options.nodes) * share);
  const Budget budget{.nodes = nodes, .cancel = options.cancel};
  return options.nodes != 0 ? budget : budget.within(options.seconds * share);
}

// What a score proves, or nothing.
Rating rating_of_score(quixo::search::Score score) {
  const auto outcome = quixo::search::outcome_of(score);
  return outcome ? rating_of(*outcome) : Rating{};
}

template <class R>
class SearchPlayer final : public Player {
 public:
  SearchPlayer(const R& rules, const QuixoSearchOptions& options)
      : rules_(rules),
        search_(rules, options.table_bytes),
        fortresses_(rules),
        options_(options),
        random_(options.seed) {}

  Result<std::string> choose(const State& state) override {
    const auto& position = position_of<R>(state);
    source_ = Source::kGuess;
    const Result<quixo::Move> move = think(position);
    if (!move) return move.error();
    left_.push_back(quixo::board_for_mover(rules_.apply(position, *move)));
    return quixo::to_text(rules_, *move);
  }
  std::string remark() const override { return remark_; }
  std::optional<Source> source() const override { return source_; }

 private:
  using Position = typename R::Position;

  // With moves that hold a fortress at hand, half of the time is for a win; then one of
  // them is chosen.
  Result<quixo::Move> think(const Position& position) {
    const std::vector<quixo::Move> holding = fortresses_.holding_moves(rules_, position);
    quixo::search::Options<typename R::Board> options{.left = left_, .seed = random_.next()};
    auto found = search_.run(position, budget_of(options_, holding.empty() ? 1 : 0.5), options);
    if (!found) return found.error();
    const auto outcome = quixo::search::outcome_of(found->moves.front().score);
    remark_ = fmt::format("looked {} moves ahead", found->depth);
    if (outcome) {
      source_ = Source::kSearch;
      remark_ = fmt::format("{} in {}", quixo::value_name(outcome->value), *outcome->plies);
    }
    if (holding.empty() || outcome) return found->moves.front().move;
    options.only = holding;
    found = search_.run(position, budget_of(options_, 0.5), options);
    if (!found) return found.error();
    source_ = Source::kProof;
    remark_ = "holds a fortress and cannot lose";
    return found->moves.front().move;
  }

  R rules_;
  quixo::search::AlphaBeta<R> search_;
  quixo::Fortresses<R> fortresses_;
  QuixoSearchOptions options_;
  Random random_;
  std::vector<typename R::Board> left_;  // boards left to the opponent
  std::string remark_;
  Source source_ = Source::kGuess;
};

}  // namespace

template <class R>
Result<SearchedMoves> QuixoSearcher<R>::rate(const typename R::Position& position,
                                             const std::vector<quixo::Move>& moves) {
  search_.forget();
  const auto found =
      search_.run(position, budget_of(options_),
                  {.score_all = true, .only = moves, .left = {}, .seed = options_.seed});
  if (!found) return found.error();
  SearchedMoves rated{.moves = {}, .depth = found->depth};
  for (const quixo::search::ScoredMove& move : found->moves) {
    rated.moves.push_back(
        {move.move, rating_of_score(move.score), quixo::search::estimate_of(move.score)});
  }
  return rated;
}

template <class R>
Result<SearchedMoves> QuixoSearcher<R>::decide(const typename R::Position& position,
                                               const std::vector<quixo::Move>& moves) {
  auto rated = rate(position, moves);
  if (!rated || rated->moves.front().rating.verdict != Verdict::kWin) return rated;
  for (SearchedMove& move : rated->moves) {
    if (move.rating.verdict != Verdict::kUnknown) continue;
    const auto child = search_.run(rules_.apply(position, move.move), budget_of(options_), {});
    if (!child) return child.error();
    auto outcome = quixo::search::outcome_of(child->moves.front().score);
    if (!outcome) continue;
    // A move is worth the opposite of the position that it leaves, one ply later.
    move.rating =
        rating_of(quixo::Outcome{quixo::for_opponent(outcome->value), *outcome->plies + 1});
  }
  return rated;
}

template <class R>
std::unique_ptr<Player> make_quixo_search_player(const R& rules,
                                                 const QuixoSearchOptions& options) {
  return std::make_unique<SearchPlayer<R>>(rules, options);
}

using quixo::LargeRules;
using quixo::Rules;
template class QuixoSearcher<Rules>;
template class QuixoSearcher<LargeRules>;
template std::unique_ptr<Player> make_quixo_search_player(const Rules&, const QuixoSearchOptions&);
template std::unique_ptr<Player> make_quixo_search_player(const LargeRules&,
                                                          const QuixoSearchOptions&);

}  // namespace noughts::play
