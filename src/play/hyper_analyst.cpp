#include "noughts/play/hyper_analyst.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/distance.h"
#include "noughts/hyper/search/duel.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/play/duel_analyst.h"
#include "noughts/play/families.h"
#include "noughts/play/known_proofs.h"
#include "noughts/play/misere_analyst.h"
#include "noughts/play/prospects.h"

namespace noughts::play {
namespace {

using hyper::Position;
using hyper::Rules;
using hyper::search::Goal;

// Larger boards are searched a little: what that leaves open is reported as null.
constexpr std::uint64_t kNodesOnLargeBoards = 5'000;
// For each player whom the others may beat together. Early positions take the most, and are
// remembered: on 4^3 the start takes 5,000 to 160,000.
constexpr std::uint64_t kBeatNodesAtStart = 3'000'000;
constexpr std::uint64_t kBeatNodesEarly = 100'000;
constexpr std::uint64_t kBeatNodes = 20'000;

constexpr Prospects kWon = {true, true};
constexpr Prospects kHeld = {false, true};
constexpr Prospects kLost = {false, false};

class HyperAnalyst final : public Analyst {
 public:
  HyperAnalyst(const Rules& rules, const Budget& budget)
      : rules_(rules),
        board_(rules_),
        solver_(board_, share_of(rules, budget)),
        distances_(board_, share_of(rules, budget)),
        beat_budget_{.memory_bytes = budget.memory_bytes / 2,
                     .nodes = budget.nodes,
                     .cancel = budget.cancel} {
    if (rules.cells() <= kMostCellsSearchedWhole || rules.players() == 2) return;
    for (int player = 0; player < rules.players(); ++player) beats_.emplace_back(board_, player);
  }

  Result<Analysis> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int mover = rules_.to_move(p);
    Analysis analysis{.seat = mover};
    if (const Result<void> begun = begin_question(); !begun) return begun.error();
    // The later seats are beaten soonest.
    std::vector<std::optional<BeatPlan>> plans(static_cast<std::size_t>(rules_.players()));
    beat_nodes_left_ = beat_budget_.nodes;
    for (int player = rules_.players(); player-- > 0;) {
      const Result<std::optional<BeatPlan>> plan = beaten(p, player);
      if (!plan) return plan.error();
      plans[static_cast<std::size_t>(player)] = *plan;
    }
    const std::optional<BeatPlan>& against_mover = plans[static_cast<std::size_t>(mover)];
    for (int player = 0; player < rules_.players(); ++player) {
      const std::optional<BeatPlan>& plan = plans[static_cast<std::size_t>(player)];
      if (plan) tell(analysis, p, player, *plan);
      const Result<Prospects> prospects = plan ? kLost : prospects_of(p, player);
      if (!prospects) return prospects.error();
      analysis.players.push_back(*prospects);
    }
    analysis.rating =
        rating_of(analysis.players[static_cast<std::size_t>(mover)], rules_.players());
    analysis.at_most = against_mover.has_value();
    for (const hyper::Move& move : rules_.moves(p)) {
      const Position after = rules_.apply(p, move);
      const Result<Rating> rating =
          against_mover ? beaten_after(after, against_mover->plies) : rate(after, mover);
      if (!rating) return rating.error();
      analysis.moves.push_back({to_text(rules_, p, move), *rating});
    }
    put_best_first(analysis);
    if (against_mover) {
      // How long she holds out with each move is not known, so neither is the best.
      analysis.rating = {Verdict::kExposed, against_mover->plies};
      analysis.best = 0;
      suggest(analysis, board_, p);
      analysis.source = Source::kSearch;
      return analysis;
    }
    if (analysis.best > 0) analysis.rating = analysis.moves.front().rating;
    suggest(analysis, board_, p);
    return analysis;
  }

 private:
  using BeatPlan = hyper::search::BeatSearch::Plan;

  // Where nodes are few the answer must not depend on former questions: the searches forget them.
  // What they know of the start of the game is kept, since it takes the most.
  Result<void> begin_question() {
    if (rules_.cells() <= kMostCellsSearchedWhole) return {};
    solver_.forget();
    distances_.forget();
    const bool settled = std::all_of(beats_.begin(), beats_.end(),
                                     [](const auto& search) { return search.settled(); });
    if (settled) {
      for (hyper::search::BeatSearch& search : beats_) search.rewind();
      return {};
    }
    for (hyper::search::BeatSearch& search : beats_) search.forget();
    beat_nodes_left_ = beat_budget_.nodes;
    for (int player = rules_.players(); player-- > 0;) {
      const auto plan = beaten(rules_.initial(), player);
      if (!plan) return plan.error();
    }
    for (hyper::search::BeatSearch& search : beats_) search.settle();
    return {};
  }

  // How the others together beat a player from here, if that is found soon; on boards that
  // are searched whole it is not asked.
  Result<std::optional<BeatPlan>> beaten(const Position& p, int player) {
    if (beats_.empty() || rules_.is_over(p)) return std::optional<BeatPlan>();
    hyper::search::BeatSearch& search = beats_[static_cast<std::size_t>(player)];
    Budget budget = beat_budget_;
    budget.memory_bytes = room_for(search);
    const bool early = p.played.size() < 2 * static_cast<std::size_t>(rules_.players());
    budget.nodes = p.played.empty() ? kBeatNodesAtStart : early ? kBeatNodesEarly : kBeatNodes;
    if (beat_budget_.nodes != 0) {
      if (beat_nodes_left_ == 0) return std::optional<BeatPlan>();
      budget.nodes = std::min(budget.nodes, beat_nodes_left_);
    }
    Meter meter(budget, "beating");
    std::optional<BeatPlan> plan = search.beats(p, meter);
    beat_nodes_left_ -= std::min(beat_nodes_left_, meter.nodes());
    if (!plan && meter.error() && meter.error()->code != ErrorCode::kNoSpace) return *meter.error();
    return plan;
  }

  // The seat in work has the memory that the others leave, and that is half of it at least.
  std::uint64_t room_for(hyper::search::BeatSearch& search) {
    const std::uint64_t half = beat_budget_.memory_bytes / 2;
    if (search.bytes() > half) search.forget();
    std::uint64_t others = 0;
    for (const hyper::search::BeatSearch& seat : beats_)
      others += &seat == &search ? 0 : seat.bytes();
    if (others <= half) return beat_budget_.memory_bytes - others;
    for (hyper::search::BeatSearch& seat : beats_) {
      if (&seat != &search) seat.forget();
    }
    return beat_budget_.memory_bytes;
  }

  // Who is beaten whatever she does is beaten after each of her moves: at once if one of the
  // others completes a line before her next turn.
  Rating beaten_after(const Position& after, int plies) const {
    const hyper::search::SmallPosition p(board_, after);
    for (int later = 0; later < rules_.players() - 1; ++later) {
      if (later >= std::popcount(p.empty())) break;
      if (p.completing((p.to_move() + later) % rules_.players()) == 0) continue;
      return {Verdict::kExposed, std::min(plies, later + 2)};
    }
    return {Verdict::kExposed, plies};
  }

  // Who can be beaten, and what the others do first.
  void tell(Analysis& analysis, const Position& p, int player, const BeatPlan& plan) const {
    std::string how = fmt::format("the others together beat player {} in at most {} moves",
                                  player + 1, plan.plies);
    for (const hyper::Cell cell : plan.moves) {
      how += (cell == plan.moves.front() ? ", by " : " ") +
             to_text(rules_, p, {static_cast<std::uint16_t>(cell)});
    }
    analysis.how += (analysis.how.empty() ? "" : "; ") + how;
  }

  // Half of the memory for each of two searches; on large boards a quarter, and the other half
  // is for who can be beaten.
  static Budget share_of(const Rules& rules, const Budget& budget) {
    const bool large = rules.cells() > kMostCellsSearchedWhole;
    return {.memory_bytes = budget.memory_bytes / (large ? 4 : 2),
            .nodes = large ? kNodesOnLargeBoards : 0,
            .cancel = budget.cancel};
  }

  // What a move to this position is worth to the player who made it.
  Result<Rating> rate(const Position& p, int player) {
    const Result<Prospects> prospects = prospects_of(p, player);
    if (!prospects) return prospects.error();
    Rating rating = rating_of(*prospects, rules_.players());
    if (rules_.is_over(p) && p.winner >= 0) rating.plies = 1;
    if (rules_.is_over(p)) return rating;
    Result<int> plies = Error{ErrorCode::kNoSpace, ""};
    if (rating.verdict == Verdict::kWin) plies = distances_.to_win(player, p);
    if (prospects->can_avoid_loss == false) plies = distances_.to_loss(player, p);
    if (plies) rating.plies = *plies + 1;
    if (!plies && plies.error().code != ErrorCode::kNoSpace) return plies.error();
    return rating;
  }

  Result<Prospects> prospects_of(const Position& p, int player) {
    if (rules_.is_over(p)) return p.winner < 0 ? kHeld : p.winner == player ? kWon : kLost;
    // On boards that are searched whole too little memory is another matter, and an error.
    const bool large = rules_.cells() > kMostCellsSearchedWhole;
    return prospects_by(
        [&](Goal goal) { return answer_or_open(solver_.reaches(player, goal, p), large); });
  }

  Rules rules_;
  hyper::search::SmallBoard board_;
  hyper::search::Solver solver_;
  hyper::search::Distances distances_;
  Budget beat_budget_;                            // memory for all players, nodes for each question
  std::uint64_t beat_nodes_left_ = 0;             // of the question that is asked
  std::vector<hyper::search::BeatSearch> beats_;  // one for each player; none where all is searched
};

// A player who follows a policy.
class PolicyPlayer final : public Player {
 public:
  PolicyPlayer(std::shared_ptr<const Rules> rules, hyper::study::Policy policy)
      : rules_(std::move(rules)), policy_(std::move(policy)) {}
  Result<std::string> choose(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const Result<hyper::Move> move = policy_(p);
    if (!move) return move.error();
    return to_text(*rules_, p, *move);
  }
  std::optional<Source> source() const override { return Source::kGuess; }

 private:
  std::shared_ptr<const Rules> rules_;
  hyper::study::Policy policy_;
};

}  // namespace

Result<std::shared_ptr<Analyst>> make_hyper_analyst(
    const Rules& rules, const Budget& budget,
    std::shared_ptr<const hyper::proof::Strategy> strategy) {
  if (rules.cells() > hyper::search::kMaxSmallCells) {
    return bad_input(
        "positions are analysed on boards of at most 64 cells; choose a smaller board");
  }
  if (rules.misere()) return make_misere_analyst(rules, budget);
  const bool duel =
      rules.players() == 2 && rules.board().shortest() > 2 && hyper::search::DuelBoard::fits(rules);
  if (duel && rules.cells() > kMostCellsSearchedWhole) {
    if (strategy == nullptr) strategy = known_strategy(rules);
    return make_duel_analyst(rules, budget, std::move(strategy));
  }
  return std::shared_ptr<Analyst>(std::make_shared<HyperAnalyst>(rules, budget));
}

std::unique_ptr<Player> make_hyper_greedy_player(const Rules& rules,
                                                 const hyper::study::ScoreWeights& weights) {
  auto kept = std::make_shared<const Rules>(rules);
  return std::make_unique<PolicyPlayer>(kept, hyper::study::greedy_policy(*kept, weights));
}

Result<std::unique_ptr<Player>> make_hyper_learned_player(const Rules& rules,
                                                          const std::string& path) {
  if (rules.misere()) return bad_input("learned players know the normal game, not misère play");
  Result<hyper::study::Learner> learner = hyper::study::Learner::load(rules, path);
  if (!learner) return learner.error();
  auto kept = std::make_shared<const Rules>(rules);
  hyper::study::Policy policy =
      [l = std::move(*learner)](const Position& p) -> Result<hyper::Move> { return l.choose(p); };
  return std::unique_ptr<Player>(std::make_unique<PolicyPlayer>(kept, std::move(policy)));
}

}  // namespace noughts::play
