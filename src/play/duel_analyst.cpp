#include "noughts/play/duel_analyst.h"

#include <algorithm>
#include <map>

#include "noughts/hyper/search/cell_order.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threats.h"
#include "noughts/play/families.h"

namespace noughts::play {
namespace {

using hyper::Cell;
using hyper::Position;
using hyper::Rules;
using hyper::search::Goal;

constexpr std::uint64_t kThreatNodes = 20'000;
// Late in the game a search may tell a draw.
constexpr std::size_t kSearchedEmptyCells = 24;
constexpr std::uint64_t kSearchNodes = 5'000;

// Who wins, in at most so many plies. Nobody: a draw, or better for neither.
struct Known {
  std::optional<int> winner;
  int plies = 0;
  Source source = Source::kSearch;
};

class DuelAnalyst final : public Analyst {
 public:
  DuelAnalyst(const Rules& rules, const Budget& budget,
              std::shared_ptr<const hyper::proof::Strategy> strategy)
      : rules_(rules),
        board_(rules_),
        duel_board_(board_),
        solver_(
            board_,
            {.memory_bytes = budget.memory_bytes, .nodes = kSearchNodes, .cancel = budget.cancel}),
        strategy_(std::move(strategy)) {}

  Result<Analysis> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int mover = rules_.to_move(p);
    solver_.forget();  // few nodes: the answer must not depend on former questions
    Analysis analysis{.seat = mover, .at_most = true};
    for (const hyper::Move& move : rules_.moves(p)) {
      const Result<std::optional<Known>> known = known_of(rules_.apply(p, move));
      if (!known) return known.error();
      analysis.moves.push_back({to_text(rules_, p, move), rating_of(*known, mover)});
      if (*known && (*known)->source == Source::kProof) analysis.source = Source::kProof;
    }
    spread_over_images(state, analysis.moves);
    const Result<std::optional<Known>> here = known_of(p);
    if (!here) return here.error();
    analysis.rating = rating_here(*here, mover);
    put_best_first(analysis);
    if (analysis.best > 0) analysis.rating = analysis.moves.front().rating;
    tell(analysis, *here, mover);
    suggest(analysis, board_, p);
    return analysis;
  }

 private:
  // The mover's view of a position after a move of hers.
  static Rating rating_of(const std::optional<Known>& known, int mover) {
    if (!known) return {};
    if (!known->winner) return {Verdict::kDraw};
    return {*known->winner == mover ? Verdict::kWin : Verdict::kLoss, known->plies + 1};
  }
  static Rating rating_here(const std::optional<Known>& known, int mover) {
    Rating rating = rating_of(known, mover);
    if (rating.plies) --*rating.plies;
    return rating;
  }

  // A proved strategy knows one of several moves that are images of one another.
  static void spread_over_images(const State& state, std::vector<RatedMove>& moves) {
    const std::vector<std::size_t> first = state.first_images();
    std::map<std::size_t, Rating> known;  // the best by the first image
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Rating& best = known[first[i]];
      if (best.verdict == Verdict::kUnknown || best < moves[i].rating) {
        if (moves[i].rating.verdict != Verdict::kUnknown) best = moves[i].rating;
      }
    }
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].rating = known[first[i]];
  }

  void tell(Analysis& analysis, const std::optional<Known>& here, int mover) const {
    const Verdict verdict = analysis.rating.verdict;
    for (int player = 0; player < 2; ++player) {
      Prospects prospects;
      if (verdict == Verdict::kDraw) prospects = {false, true};
      if (verdict == Verdict::kWin || verdict == Verdict::kLoss) {
        const bool wins = (verdict == Verdict::kWin) == (player == mover);
        prospects = {wins, wins};
      }
      analysis.players.push_back(prospects);
    }
    if (verdict == Verdict::kUnknown && strategy_ != nullptr) {
      analysis.how = "the game left the proved strategy; no win is known from here";
    } else if (here && here->source == Source::kProof) {
      analysis.how = "proved strategy";
    } else if (verdict == Verdict::kWin || verdict == Verdict::kLoss) {
      analysis.source = Source::kSearch;
      analysis.how = "threats";
    }
  }

  // Nothing: not known.
  Result<std::optional<Known>> known_of(const Position& p) {
    if (p.winner >= 0) return std::optional(Known{p.winner, 0});
    if (rules_.is_over(p)) return std::optional(Known{});
    const int mover = rules_.to_move(p);
    if (const int plies = plies_by_threats(p); plies > 0) {
      return std::optional(Known{mover, plies});
    }
    if (strategy_ != nullptr) {
      if (const auto advice = strategy_->advise(p)) {
        return std::optional(Known{strategy_->player(), advice->plies, Source::kProof});
      }
    }
    if (const auto forced = forced_reply(p)) {
      if (*forced == hyper::search::kMaxSmallCells) return std::optional(Known{1 - mover, 2});
      Result<std::optional<Known>> after =
          known_of(rules_.apply(p, {static_cast<std::uint16_t>(*forced)}));
      if (after && *after && (*after)->winner) ++(*after)->plies;
      return after;
    }
    return by_search(p);
  }

  hyper::search::Duel duel_of(const Position& p) const {
    hyper::search::Duel duel(duel_board_);
    for (std::size_t i = 0; i < p.played.size(); ++i) {
      if (i % 2 == p.played.size() % 2) {
        duel.attack(p.played[i]);
      } else {
        duel.defend(p.played[i]);
      }
    }
    return duel;
  }

  // Plies until the mover has won by threats alone; 0: she does not.
  int plies_by_threats(const Position& p) {
    hyper::search::Duel duel = duel_of(p);
    if (duel.attacker_completes() != 0) return 1;
    std::vector<Cell> moves;
    if (!threats_.wins(duel, kThreatNodes, moves)) return 0;
    hyper::search::ThreatSearch::shorten(duel, moves);
    std::vector<Cell> soon;
    if (threats_.wins_soon(duel, kThreatNodes, soon)) moves = std::move(soon);
    int plies = 0;
    for (const Cell cell : moves) {
      duel.attack(cell);
      const hyper::search::CellSet answers = duel.attacker_completes();
      if (!std::has_single_bit(answers)) break;
      duel.defend(static_cast<Cell>(std::countr_zero(answers)));
      plies += 2;
    }
    return plies + 3;
  }

  // The one cell that the mover must take; kMaxSmallCells if there are several.
  std::optional<Cell> forced_reply(const Position& p) const {
    const hyper::search::CellSet cells = duel_of(p).defender_completes();
    if (cells == 0) return std::nullopt;
    if (!std::has_single_bit(cells)) return hyper::search::kMaxSmallCells;
    return static_cast<Cell>(std::countr_zero(cells));
  }

  // Late in the game: a draw, or who wins, without the plies.
  Result<std::optional<Known>> by_search(const Position& p) {
    if (rules_.cells() - p.played.size() > kSearchedEmptyCells) return std::optional<Known>();
    for (int player = 0; player < 2; ++player) {
      const Result<bool> wins = solver_.reaches(player, Goal::kWin, p);
      if (!wins && wins.error().code == ErrorCode::kNoSpace) return std::optional<Known>();
      if (!wins) return wins.error();
      if (*wins)
        return std::optional(Known{player, static_cast<int>(rules_.cells() - p.played.size())});
    }
    return std::optional(Known{});
  }

  Rules rules_;
  hyper::search::SmallBoard board_;
  hyper::search::DuelBoard duel_board_;
  hyper::search::ThreatSearch threats_;
  hyper::search::Solver solver_;
  std::shared_ptr<const hyper::proof::Strategy> strategy_;
};

}  // namespace

std::shared_ptr<Analyst> make_duel_analyst(const Rules& rules, const Budget& budget,
                                           std::shared_ptr<const hyper::proof::Strategy> strategy) {
  return std::make_shared<DuelAnalyst>(rules, budget, std::move(strategy));
}

void suggest(Analysis& analysis, const hyper::search::SmallBoard& board, const Position& p) {
  if (analysis.best > 0 || analysis.moves.empty()) return;
  const hyper::search::SmallPosition small(board, p);
  std::optional<int> most;
  for (const hyper::Move& move : board.rules().moves(p)) {
    const std::string text = to_text(board.rules(), p, move);
    const auto rated = std::find_if(analysis.moves.begin(), analysis.moves.end(),
                                    [&](const RatedMove& m) { return m.move == text; });
    if (rated->rating < analysis.moves.front().rating) continue;
    const int weight = threat_weight(small, move.cell);
    if (most && weight <= *most) continue;
    most = weight;
    analysis.guess = text;
  }
  analysis.source = Source::kGuess;
}

}  // namespace noughts::play
