#include "noughts/play/quixo_analyst.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <type_traits>

#include "noughts/core/bits.h"
#include "noughts/play/families.h"
#include "noughts/play/quixo_searcher.h"
#include "noughts/quixo/fortress.h"

namespace noughts::play {

using quixo::Outcome;
using quixo::Value;
using quixo::tables::ValueSource;

Rating rating_of(const Outcome& outcome) {
  return {.verdict = outcome.value == Value::kWin    ? Verdict::kWin
                     : outcome.value == Value::kLoss ? Verdict::kLoss
                                                     : Verdict::kDraw,
          .plies = outcome.plies};
}

namespace {

using quixo::Board;
using quixo::Move;

bool is_missing(const Error& error) { return error.code == ErrorCode::kMissing; }

// What a board is worth to its mover.
Result<Rating> rate_board(const ValueSource& values, Board board) {
  const auto outcome = values.at(board);
  if (!outcome) return outcome.error();
  const auto rank = values.rank(board);
  if (!rank) return rank.error();
  Rating rating = rating_of(*outcome);
  rating.rank = *rank;
  return rating;
}

// What a move from one board to the other is worth to the one who makes it.
Result<Rating> rate_move(const ValueSource& values, Board from, Board to) {
  const auto child = values.at(to);
  if (!child) return child.error();
  Outcome outcome{quixo::for_opponent(child->value), child->plies};
  if (outcome.plies) ++*outcome.plies;
  Rating rating = rating_of(outcome);
  if (outcome.value != Value::kDraw && values.has_ranks()) {
    // A new tile is a step of its own, whatever comes after it.
    const bool steps = quixo::class_of(to).tier() > quixo::class_of(from).tier();
    const auto rank = steps ? Result<std::optional<int>>(0) : values.rank(to);
    if (!rank) return rank.error();
    if (*rank) rating.rank = **rank + 1;
  }
  return rating;
}

template <class R>
Fortress fortress_of(const R& rules, quixo::Player player, typename R::Cells cells) {
  Fortress fortress{.player = static_cast<int>(player), .cells = {}};
  for_each_bit(cells,
               [&](int cell) { fortress.cells.push_back(quixo::square_name(rules.size(), cell)); });
  return fortress;
}

// The values of several places; nobody has any of boards above 5x5.
template <class R>
class Lookup {
 public:
  Lookup(const R& rules, std::vector<QuixoPlace> places)
      : rules_(rules), places_(std::move(places)) {}

  // kMissing if neither the position nor any of its moves is known.
  Result<Analysis> look_up(const typename R::Position& position) const {
    if constexpr (std::is_same_v<R, quixo::Rules>) {
      for (const QuixoPlace& place : places_) {
        auto whole = from_one(*place.values, position);
        if (whole) whole->how = place.how;
        if (whole || !is_missing(whole.error())) return whole;
      }
      return from_all(position);
    } else {
      return nothing();
    }
  }
  bool is_far() const {
    return std::any_of(places_.begin(), places_.end(),
                       [](const QuixoPlace& place) { return place.values->is_far(); });
  }

 private:
  static Error nothing() {
    return {ErrorCode::kMissing,
            "no table here has the value of this board; give the folder of its tables"};
  }
  static Analysis begin(const quixo::Position& position) {
    return {.seat = static_cast<int>(position.to_move), .source = Source::kTable};
  }

  Result<Analysis> from_one(const ValueSource& values, const quixo::Position& position) const {
    const Board board = quixo::board_for_mover(position);
    const auto rating = rate_board(values, board);
    if (!rating) return rating.error();
    Analysis analysis = begin(position);
    analysis.rating = *rating;
    for (const Move move : rules_.moves(position)) {
      const auto rated =
          rate_move(values, board, quixo::board_for_mover(rules_.apply(position, move)));
      if (!rated) return rated.error();
      analysis.moves.push_back({quixo::to_text(rules_, move), *rated});
    }
    return analysis;
  }

  // Each value from the first place that has it.
  Result<Analysis> from_all(const quixo::Position& position) const {
    const Board board = quixo::board_for_mover(position);
    Analysis analysis = begin(position);
    bool any = false;
    const auto ask = [&](auto rate) -> Result<Rating> {
      for (const QuixoPlace& place : places_) {
        const Result<Rating> rating = rate(*place.values);
        if (!rating && is_missing(rating.error())) continue;
        any = any || rating;
        return rating;
      }
      return Rating{};
    };
    const auto here = ask([&](const ValueSource& values) { return rate_board(values, board); });
    if (!here) return here.error();
    analysis.rating = *here;
    for (const Move move : rules_.moves(position)) {
      const Board to = quixo::board_for_mover(rules_.apply(position, move));
      const auto rated =
          ask([&](const ValueSource& values) { return rate_move(values, board, to); });
      if (!rated) return rated.error();
      analysis.moves.push_back({quixo::to_text(rules_, move), *rated});
    }
    if (!any) return nothing();
    conclude(analysis);
    return analysis;
  }

  // A move wins, or all are known: so is the position. Where it is lost, so are all moves.
  static void conclude(Analysis& analysis) {
    if (analysis.rating.verdict == Verdict::kUnknown && !analysis.moves.empty()) {
      const auto less = [](const RatedMove& a, const RatedMove& b) { return a.rating < b.rating; };
      analysis.rating =
          std::max_element(analysis.moves.begin(), analysis.moves.end(), less)->rating;
    }
    if (analysis.rating.verdict != Verdict::kLoss) return;
    for (RatedMove& move : analysis.moves) {
      if (move.rating.verdict == Verdict::kUnknown) move.rating.verdict = Verdict::kLoss;
    }
  }

  R rules_;
  std::vector<QuixoPlace> places_;
};

template <class R>
class QuixoChain final : public Analyst {
 public:
  QuixoChain(const R& rules, std::vector<QuixoPlace> places,
             std::optional<QuixoSearching> searching)
      : rules_(rules), lookup_(rules, std::move(places)), searching_(searching) {}

  Result<Analysis> known(const State& state) override {
    return searching_ && searching_->decides ? analyze(state) : looked_up(state);
  }

  Result<Analysis> analyze(const State& state) override {
    const auto& position = position_of<R>(state);
    Result<Analysis> found = looked_up(state);
    const bool done = found ? found->complete() : !is_missing(found.error());
    if (done || !searching_) return found;
    if (!found) found = Analysis{.seat = state.seat()};
    if (auto searched = search(position, *found); !searched) return searched.error();
    finish(position, *found);
    return found;
  }
  bool reads_far() const override { return lookup_.is_far(); }

 private:
  Result<Analysis> looked_up(const State& state) const {
    const auto& position = position_of<R>(state);
    Result<Analysis> found = lookup_.look_up(position);
    if (!found && is_missing(found.error()) && rules_.winner(position)) found = over(position);
    if (found) finish(position, *found);
    return found;
  }

  // A line stands already.
  Analysis over(const typename R::Position& position) const {
    Analysis analysis{.seat = static_cast<int>(position.to_move)};
    const bool won = rules_.winner(position) == position.to_move;
    analysis.rating = {.verdict = won ? Verdict::kWin : Verdict::kLoss, .plies = 0};
    return analysis;
  }

  void finish(const typename R::Position& position, Analysis& analysis) const {
    analysis.cannot_lose.clear();
    put_best_first(analysis);
    // On smaller boards there is no fortress, and the values say all there is to say.
    if (rules_.size() >= quixo::kLeastFortress && !analysis.moves.empty()) {
      put_certainties(rules_, position, analysis);
    }
  }

  // Rates the moves that are unknown.
  Result<void> search(const typename R::Position& position, Analysis& analysis) {
    const std::lock_guard lock(mutex_);
    if (!searcher_) searcher_.emplace(rules_, searching_->options);
    // In the order of the rules: what is searched alike stays so, whatever the search tried first.
    if (analysis.moves.empty()) {
      for (const Move move : rules_.moves(position)) {
        analysis.moves.push_back({quixo::to_text(rules_, move)});
      }
    }
    std::vector<Move> unknown;
    for (const Move move : rules_.moves(position)) {
      if (find(analysis, move)->rating.verdict == Verdict::kUnknown) unknown.push_back(move);
    }
    const auto found = searching_->decides ? searcher_->decide(position, unknown)
                                           : searcher_->rate(position, unknown);
    if (!found) return found.error();
    for (const SearchedMove& searched : found->moves) {
      const auto rated = find(analysis, searched.move);
      rated->rating = searched.rating;
      rated->estimate = searched.estimate;
    }
    tell(analysis, *found);
    if (searching_->decides) analysis.how = "a search to the end";
    return {};
  }

  std::vector<RatedMove>::iterator find(Analysis& analysis, Move move) const {
    const std::string text = quixo::to_text(rules_, move);
    return std::find_if(analysis.moves.begin(), analysis.moves.end(),
                        [&](const RatedMove& rated) { return rated.move == text; });
  }

  // How the position is known now, and which of the moves are known otherwise.
  static void tell(Analysis& analysis, const SearchedMoves& found) {
    const std::size_t searched = found.moves.size();
    if (analysis.rating.verdict != Verdict::kUnknown) {
      analysis.how =
          fmt::format("the value is from a table; {} of {} moves were searched, {} moves ahead",
                      searched, analysis.moves.size(), found.depth);
    } else {
      put_best_first(analysis);
      analysis.rating = analysis.moves.front().rating;
      analysis.estimate = analysis.moves.front().estimate;
      analysis.how = fmt::format("searched {} moves ahead", found.depth);
      const bool guess = analysis.rating.verdict == Verdict::kUnknown;
      analysis.source = guess ? Source::kGuess : Source::kSearch;
      if (searched == analysis.moves.size()) return;
    }
    for (RatedMove& move : analysis.moves) {
      Source source = Source::kTable;
      if (move.estimate) {
        const bool guess = move.rating.verdict == Verdict::kUnknown;
        source = guess ? Source::kGuess : Source::kSearch;
      }
      if (source != analysis.source) move.source = source;
    }
  }

  R rules_;
  Lookup<R> lookup_;
  std::optional<QuixoSearching> searching_;   // nothing: values only
  std::mutex mutex_;                          // of the search
  std::optional<QuixoSearcher<R>> searcher_;  // made when first needed
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

std::shared_ptr<Analyst> make_quixo_analyst(QuixoValues values) {
  const quixo::Rules rules = values->rules();
  return std::make_shared<QuixoChain<quixo::Rules>>(
      rules, std::vector<QuixoPlace>{{std::move(values)}}, std::nullopt);
}

template <class R>
std::shared_ptr<Analyst> make_quixo_chain(const R& rules, std::vector<QuixoPlace> places,
                                          const std::optional<QuixoSearching>& searching) {
  return std::make_shared<QuixoChain<R>>(rules, std::move(places), searching);
}

using quixo::LargeRules;
using quixo::Rules;
template void put_certainties(const Rules&, const Rules::Position&, Analysis&);
template void put_certainties(const LargeRules&, const LargeRules::Position&, Analysis&);
template std::shared_ptr<Analyst> make_quixo_chain(const Rules&, std::vector<QuixoPlace>,
                                                   const std::optional<QuixoSearching>&);
template std::shared_ptr<Analyst> make_quixo_chain(const LargeRules&, std::vector<QuixoPlace>,
                                                   const std::optional<QuixoSearching>&);

}  // namespace noughts::play
