#include "noughts/play/quixo_analyst.h"

#include <algorithm>

#include "noughts/quixo/notation.h"

namespace noughts::play {
namespace {

using quixo::Outcome;
using quixo::Value;

struct RatedMove {
  std::string text;
  Outcome outcome;  // for the mover, this move included
};

// Greater is better for the mover.
int rank(const Outcome& outcome) {
  constexpr int kFar = 1000;
  const int plies = outcome.plies.value_or(0);
  if (outcome.value == Value::kWin) return kFar - plies;
  return outcome.value == Value::kDraw ? 0 : plies - kFar;
}

Outcome for_mover(const Outcome& child) {
  Outcome outcome{quixo::for_opponent(child.value), child.plies};
  if (outcome.plies) ++*outcome.plies;
  return outcome;
}

void put_outcome(Json& to, const Outcome& outcome) {
  to["value"] = quixo::value_name(outcome.value);
  if (outcome.plies) to["plies"] = *outcome.plies;
}

class QuixoAnalyst final : public Analyst {
 public:
  explicit QuixoAnalyst(std::shared_ptr<const quixo::ValueSource> values)
      : values_(std::move(values)) {}

  Result<Json> analyze(const State& state) override {
    const quixo::Rules& rules = values_->rules();
    const quixo::Position& position = position_of<quixo::Rules>(state);
    auto outcome = outcome_of(*values_, position);
    if (!outcome) return outcome.error();
    std::vector<RatedMove> moves;
    for (const quixo::Move move : rules.moves(position)) {
      auto child = outcome_of(*values_, rules.apply(position, move));
      if (!child) return child.error();
      moves.push_back({quixo::to_text(rules, move), for_mover(*child)});
    }
    std::stable_sort(moves.begin(), moves.end(), [](const RatedMove& a, const RatedMove& b) {
      return rank(a.outcome) > rank(b.outcome);
    });
    Json report = {{"to_move", state.to_move()}};
    put_outcome(report, *outcome);
    report["moves"] = list(moves, *outcome);
    Json best = Json::array();
    for (const RatedMove& move : moves) {
      if (rank(move.outcome) == rank(moves.front().outcome)) best.push_back(move.text);
    }
    report["best"] = best;
    return report;
  }

 private:
  static Json list(const std::vector<RatedMove>& moves, const Outcome& position) {
    Json array = Json::array();
    for (const RatedMove& move : moves) {
      Json entry = {{"move", move.text}};
      put_outcome(entry, move.outcome);
      entry["keeps"] = move.outcome.value == position.value;
      const auto first = std::find_if(moves.begin(), moves.end(), [&](const RatedMove& other) {
        return other.outcome.value == move.outcome.value;
      });
      if (move.outcome.plies) {
        entry["slower"] = std::abs(*move.outcome.plies - *first->outcome.plies);
      }
      array.push_back(std::move(entry));
    }
    return array;
  }

  std::shared_ptr<const quixo::ValueSource> values_;
};

}  // namespace

Result<Outcome> outcome_of(const quixo::ValueSource& values, const quixo::Position& position) {
  return values.at(quixo::board_for_mover(position));
}

std::shared_ptr<Analyst> make_quixo_analyst(std::shared_ptr<const quixo::ValueSource> values) {
  return std::make_shared<QuixoAnalyst>(std::move(values));
}

}  // namespace noughts::play
