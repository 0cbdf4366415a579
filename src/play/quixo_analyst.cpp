#include "noughts/play/quixo_analyst.h"

#include "noughts/play/families.h"

namespace noughts::play {
namespace {

using quixo::Outcome;
using quixo::Value;

Rating rating_of(const Outcome& outcome) {
  return {.verdict = outcome.value == Value::kWin    ? Verdict::kWin
                     : outcome.value == Value::kLoss ? Verdict::kLoss
                                                     : Verdict::kDraw,
          .plies = outcome.plies};
}

// What a move is worth to the one who makes it, by what it leads to.
Rating rating_of_move(const Outcome& child) {
  Outcome outcome{quixo::for_opponent(child.value), child.plies};
  if (outcome.plies) ++*outcome.plies;
  return rating_of(outcome);
}

class QuixoAnalyst final : public Analyst {
 public:
  explicit QuixoAnalyst(std::shared_ptr<const quixo::ValueSource> values)
      : values_(std::move(values)) {}

  Result<Analysis> analyze(const State& state) override {
    const quixo::Rules& rules = values_->rules();
    const quixo::Position& position = position_of<quixo::Rules>(state);
    const auto outcome = values_->at(quixo::board_for_mover(position));
    if (!outcome) return outcome.error();
    Analysis analysis{
        .seat = state.seat(), .rating = rating_of(*outcome), .source = Source::kTable};
    for (const quixo::Move move : rules.moves(position)) {
      const auto child = values_->at(quixo::board_for_mover(rules.apply(position, move)));
      if (!child) return child.error();
      analysis.moves.push_back({quixo::to_text(rules, move), rating_of_move(*child)});
    }
    put_best_first(analysis);
    return analysis;
  }

 private:
  std::shared_ptr<const quixo::ValueSource> values_;
};

}  // namespace

std::shared_ptr<Analyst> make_quixo_analyst(std::shared_ptr<const quixo::ValueSource> values) {
  return std::make_shared<QuixoAnalyst>(std::move(values));
}

}  // namespace noughts::play
