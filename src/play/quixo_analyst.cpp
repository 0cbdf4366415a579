#include "noughts/play/quixo_analyst.h"

#include "noughts/play/families.h"
#include "noughts/play/quixo_search.h"
#include "noughts/quixo/fortress.h"

namespace noughts::play {

using quixo::Outcome;
using quixo::Value;

Rating rating_of(const Outcome& outcome) {
  return {.verdict = outcome.value == Value::kWin    ? Verdict::kWin
                     : outcome.value == Value::kLoss ? Verdict::kLoss
                                                     : Verdict::kDraw,
          .plies = outcome.plies};
}

namespace {

class QuixoAnalyst final : public Analyst {
 public:
  explicit QuixoAnalyst(std::shared_ptr<const quixo::ValueSource> values)
      : values_(std::move(values)) {}

  Result<Analysis> analyze(const State& state) override {
    const quixo::Rules& rules = values_->rules();
    const quixo::Position& position = position_of<quixo::Rules>(state);
    const Board board = quixo::board_for_mover(position);
    const auto outcome = values_->at(board);
    if (!outcome) return outcome.error();
    const auto rank = values_->rank(board);
    if (!rank) return rank.error();
    Analysis analysis{
        .seat = state.seat(), .rating = rating_of(*outcome), .source = Source::kTable};
    analysis.rating.rank = *rank;
    for (const quixo::Move move : rules.moves(position)) {
      auto rated = rate(board, quixo::board_for_mover(rules.apply(position, move)));
      if (!rated) return rated.error();
      rated->move = quixo::to_text(rules, move);
      analysis.moves.push_back(*std::move(rated));
    }
    put_best_first(analysis);
    // On smaller boards there is no fortress, and the values say all there is to say.
    if (rules.size() >= quixo::kLeastFortress && !analysis.moves.empty()) {
      put_certainties(rules, position, analysis);
    }
    return analysis;
  }
  bool reads_far() const override { return values_->is_far(); }

 private:
  using Board = quixo::Board;

  // What a move from one board to the other is worth to the one who makes it.
  Result<RatedMove> rate(Board from, Board to) const {
    const auto child = values_->at(to);
    if (!child) return child.error();
    Outcome outcome{quixo::for_opponent(child->value), child->plies};
    if (outcome.plies) ++*outcome.plies;
    RatedMove rated{.move = {}, .rating = rating_of(outcome)};
    if (outcome.value != Value::kDraw && values_->has_ranks()) {
      // A new tile is a step of its own, whatever comes after it.
      const bool steps = quixo::class_of(to).tier() > quixo::class_of(from).tier();
      const auto rank = steps ? Result<std::optional<int>>(0) : values_->rank(to);
      if (!rank) return rank.error();
      if (*rank) rated.rating.rank = **rank + 1;
    }
    return rated;
  }

  std::shared_ptr<const quixo::ValueSource> values_;
};

}  // namespace

std::shared_ptr<Analyst> make_quixo_analyst(std::shared_ptr<const quixo::ValueSource> values) {
  return std::make_shared<QuixoAnalyst>(std::move(values));
}

}  // namespace noughts::play
