#include "noughts/play/misere_analyst.h"

#include "noughts/hyper/search/misere.h"
#include "noughts/play/families.h"
#include "noughts/play/prospects.h"

namespace noughts::play {
namespace {

using hyper::Position;
using hyper::Rules;
using hyper::search::Goal;

constexpr hyper::Cell kMisereCellsSearchedWhole = 16;
constexpr std::uint64_t kMisereNodes = 8'000;

class MisereAnalyst final : public Analyst {
 public:
  MisereAnalyst(const Rules& rules, const Budget& budget)
      : rules_(rules),
        board_(rules_),
        large_(rules.cells() > kMisereCellsSearchedWhole),
        solver_(board_, {.memory_bytes = budget.memory_bytes,
                         .nodes = large_ ? kMisereNodes : 0,
                         .cancel = budget.cancel}) {}

  Result<Analysis> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int mover = rules_.to_move(p);
    if (large_) solver_.forget();  // few nodes: the answer must not depend on former questions
    Analysis analysis{.seat = mover};
    for (int player = 0; player < rules_.players(); ++player) {
      const Result<Prospects> prospects = prospects_of(p, player);
      if (!prospects) return prospects.error();
      analysis.players.push_back(*prospects);
    }
    analysis.rating =
        rating_of(analysis.players[static_cast<std::size_t>(mover)], rules_.players());
    for (const hyper::Move& move : rules_.moves(p)) {
      const Result<Prospects> after = prospects_of(rules_.apply(p, move), mover);
      if (!after) return after.error();
      analysis.moves.push_back({to_text(rules_, p, move), rating_of(*after, rules_.players())});
    }
    put_best_first(analysis);
    return analysis;
  }

 private:
  Result<Prospects> prospects_of(const Position& p, int player) {
    if (p.winner >= 0) return Prospects{p.winner == player, p.winner == player};
    if (p.out >> player & 1) return Prospects{false, false};
    if (rules_.is_over(p)) return Prospects{false, true};
    return prospects_by(
        [&](Goal goal) { return answer_or_open(solver_.reaches(player, goal, p), large_); });
  }

  Rules rules_;
  hyper::search::SmallBoard board_;
  bool large_;
  hyper::search::MisereSolver solver_;
};

}  // namespace

std::shared_ptr<Analyst> make_misere_analyst(const Rules& rules, const Budget& budget) {
  return std::make_shared<MisereAnalyst>(rules, budget);
}

}  // namespace noughts::play
