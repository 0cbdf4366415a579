#include "noughts/play/quixo_search.h"

#include <fmt/format.h>

#include <type_traits>

#include "noughts/core/bits.h"
#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/traps.h"
#include "noughts/quixo/fortress.h"
#include "noughts/quixo/search/search.h"
#include "noughts/quixo/tables/opening.h"

namespace noughts::play {
namespace {

Budget budget_of(const QuixoSearchOptions& options, double share = 1) {
  const auto nodes = static_cast<std::uint64_t>(static_cast<double>(options.nodes) * share);
  const Budget budget{.nodes = nodes, .cancel = options.cancel};
  return options.nodes != 0 ? budget : budget.within(options.seconds * share);
}

// What a score proves, or nothing.
Rating rating_of_score(quixo::Score score) {
  const auto outcome = quixo::outcome_of(score);
  return outcome ? rating_of(*outcome) : Rating{};
}

template <class R>
Fortress fortress_of(const R& rules, quixo::Player player, typename R::Cells cells) {
  Fortress fortress{.player = static_cast<int>(player), .cells = {}};
  for_each_bit(cells,
               [&](int cell) { fortress.cells.push_back(quixo::square_name(rules.size(), cell)); });
  return fortress;
}

// Openings with plies where all moves have them, else with ranks.
class OpeningValues final : public Analyst {
 public:
  OpeningValues(std::shared_ptr<Analyst> plies, std::shared_ptr<Analyst> ranks)
      : plies_(std::move(plies)), ranks_(std::move(ranks)) {}

  Result<Analysis> analyze(const State& state) override {
    const int tiles = quixo::class_of(position_of<quixo::Rules>(state).board).tier();
    return (tiles < quixo::kOpeningPliesTier ? plies_ : ranks_)->analyze(state);
  }

 private:
  std::shared_ptr<Analyst> plies_;
  std::shared_ptr<Analyst> ranks_;
};

// The openings that the program knows by itself (quixo/tables/opening.h); null if it knows
// none of these rules. They are opened once.
template <class R>
std::shared_ptr<Analyst> opening_values(const R& rules) {
  if constexpr (std::is_same_v<R, quixo::Rules>) {
    if (!quixo::has_opening_tables(rules)) return nullptr;
    using Shared = std::shared_ptr<const quixo::ValueSource>;
    const auto open = [&](auto opener) {
      auto opened = opener(rules);
      return opened ? Shared(std::move(*opened)) : nullptr;
    };
    static const Shared plies = open(quixo::open_opening_plies);
    static const Shared ranks = open(quixo::open_opening_tables);
    if (plies == nullptr || ranks == nullptr) return nullptr;
    return std::make_shared<OpeningValues>(make_quixo_analyst(plies), make_quixo_analyst(ranks));
  }
  return nullptr;
}

// The same with the traps in drawn ones.
template <class R>
std::shared_ptr<Analyst> opening_of(const R& rules) {
  const auto values = opening_values(rules);
  return values == nullptr ? nullptr : std::make_shared<TrapFinder>(values);
}

// Whether the values of all moves are among the openings, if there are any.
bool is_opening(const quixo::Rules::Position& position) {
  return quixo::class_of(position.board).tier() < quixo::kOpeningTier;
}
bool is_opening(const quixo::LargeRules::Position&) { return false; }

// The openings alone, and that they are nothing else.
class OpeningAnalyst final : public Analyst {
 public:
  explicit OpeningAnalyst(std::shared_ptr<Analyst> values) : values_(std::move(values)) {}

  Result<Analysis> analyze(const State& state) override {
    if (!is_opening(position_of<quixo::Rules>(state))) {
      return Error{ErrorCode::kMissing,
                   fmt::format("boards with {} tiles and more are not among the openings that the "
                               "program knows by itself",
                               quixo::kOpeningTier)};
    }
    auto analysis = values_->analyze(state);
    if (analysis) {
      analysis->how =
          fmt::format("the opening tables: boards with fewer than {} tiles", quixo::kOpeningTier);
    }
    return analysis;
  }

 private:
  std::shared_ptr<Analyst> values_;
};

template <class R>
class SearchAnalyst final : public Analyst {
 public:
  SearchAnalyst(const R& rules, const QuixoSearchOptions& options)
      : rules_(rules), search_(rules), opening_(opening_of(rules)), options_(options) {}

  Result<Analysis> analyze(const State& state) override {
    const auto& position = position_of<R>(state);
    if (opening_ != nullptr && is_opening(position)) return opening_->analyze(state);
    Analysis analysis{.seat = state.seat()};
    if (const auto winner = rules_.winner(position)) {
      const bool won = *winner == position.to_move;
      analysis.rating = {.verdict = won ? Verdict::kWin : Verdict::kLoss, .plies = 0};
      return analysis;
    }
    const auto found =
        search_.run(position, budget_of(options_), {.score_all = true, .seed = options_.seed});
    if (!found) return found.error();
    for (const quixo::ScoredMove& move : found->moves) {
      analysis.moves.push_back({.move = quixo::to_text(rules_, move.move),
                                .rating = rating_of_score(move.score),
                                .estimate = quixo::estimate_of(move.score)});
    }
    put_best_first(analysis);
    analysis.rating = analysis.moves.front().rating;
    analysis.estimate = analysis.moves.front().estimate;
    if (analysis.rating.verdict == Verdict::kUnknown) analysis.source = Source::kGuess;
    analysis.how = fmt::format("searched {} moves ahead", found->depth);
    put_certainties(rules_, position, analysis);
    return analysis;
  }
  bool looks_ahead() const override { return true; }

 private:
  R rules_;
  quixo::Search<R> search_;
  std::shared_ptr<Analyst> opening_;
  QuixoSearchOptions options_;
};

template <class R>
class SearchPlayer final : public Player {
 public:
  SearchPlayer(const R& rules, const QuixoSearchOptions& options)
      : rules_(rules),
        search_(rules),
        fortresses_(rules),
        options_(options),
        random_(options.seed) {
    if (auto opening = opening_of(rules)) opening_ = make_perfect_player(opening, options.seed);
  }

  Result<std::string> choose(const State& state) override {
    const auto& position = position_of<R>(state);
    if (opening_ != nullptr && is_opening(position)) {
      auto known = opening_->choose(state);
      remark_ = opening_->remark();
      source_ = opening_->source().value_or(Source::kTable);
      return known;
    }
    remark_.clear();
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
    quixo::SearchOptions<typename R::Board> options{.left = left_, .seed = random_.next()};
    auto found = search_.run(position, budget_of(options_, holding.empty() ? 1 : 0.5), options);
    if (!found) return found.error();
    const auto outcome = quixo::outcome_of(found->moves.front().score);
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
  quixo::Search<R> search_;
  quixo::Fortresses<R> fortresses_;
  std::unique_ptr<Player> opening_;
  QuixoSearchOptions options_;
  Random random_;
  std::vector<typename R::Board> left_;  // boards left to the opponent
  std::string remark_;
  Source source_ = Source::kGuess;
};

}  // namespace

template <class R>
void put_certainties(const R& rules, const typename R::Position& position, Analysis& analysis) {
  const quixo::Fortresses<R> fortresses(rules);
  const quixo::Player mover = position.to_move;
  const quixo::Player other = opponent(mover);
  const Verdict verdict = analysis.rating.verdict;
  const bool drawn = verdict == Verdict::kDraw;
  // The second player never wins; and a fortress can be made in one move.
  const bool mover_holds = drawn || verdict == Verdict::kWin ||
                           position.board == rules.initial().board ||
                           !fortresses.holding_moves(rules, position).empty();
  if (mover_holds) analysis.cannot_lose.push_back(static_cast<int>(mover));
  if (drawn || verdict == Verdict::kLoss || fortresses.holder(position)) {
    analysis.cannot_lose.push_back(static_cast<int>(other));
  }
  for (const int seat : analysis.cannot_lose) {
    const auto player = static_cast<quixo::Player>(seat);
    const auto cells = fortresses.of(position.board, player);
    if (cells) analysis.fortress = fortress_of(rules, player, *cells);
  }
}

template <class R>
std::shared_ptr<Analyst> make_quixo_search_analyst(const R& rules,
                                                   const QuixoSearchOptions& options) {
  return std::make_shared<SearchAnalyst<R>>(rules, options);
}

template <class R>
std::unique_ptr<Player> make_quixo_search_player(const R& rules,
                                                 const QuixoSearchOptions& options) {
  return std::make_unique<SearchPlayer<R>>(rules, options);
}

std::shared_ptr<Analyst> make_opening_analyst(const Game& game) {
  if (game.family() != Family::kQuixo) return nullptr;
  auto values = opening_values(rules_of<quixo::Rules>(game));
  if (values == nullptr) return nullptr;
  return std::make_shared<OpeningAnalyst>(std::move(values));
}

using quixo::LargeRules;
using quixo::Rules;
template std::shared_ptr<Analyst> make_quixo_search_analyst(const Rules&,
                                                            const QuixoSearchOptions&);
template std::shared_ptr<Analyst> make_quixo_search_analyst(const LargeRules&,
                                                            const QuixoSearchOptions&);
template std::unique_ptr<Player> make_quixo_search_player(const Rules&, const QuixoSearchOptions&);
template std::unique_ptr<Player> make_quixo_search_player(const LargeRules&,
                                                          const QuixoSearchOptions&);
template void put_certainties(const Rules&, const Rules::Position&, Analysis&);
template void put_certainties(const LargeRules&, const LargeRules::Position&, Analysis&);

}  // namespace noughts::play
