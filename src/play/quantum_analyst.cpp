#include "noughts/play/quantum_analyst.h"

#include <fmt/format.h>

#include <optional>

#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::play {
namespace {

using quantum::Position;
using quantum::Rules;

Rational complement(const Rational& q) {
  return {q.denominator() - q.numerator(), q.denominator()};
}

class QuantumAnalyst final : public Analyst {
 public:
  QuantumAnalyst(const Rules& rules, const Budget& budget)
      : rules_(rules), solver_(rules, budget) {}

  Result<Analysis> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int seat = state.seat();
    const Result<quantum::search::Value> value = solver_.value(p);
    if (!value) return value.error();
    const Result<std::vector<quantum::search::MoveValue>> values = move_values(solver_, p);
    if (!values) return values.error();
    Analysis analysis{.seat = seat, .rating = rating_of_score(*value, seat)};
    for (const quantum::search::MoveValue& move : *values) {
      analysis.moves.push_back({to_text(rules_, p, move.move), rating_of_score(move.value, seat)});
    }
    if (seat == quantum::kSystem && !analysis.moves.empty()) {
      add_odds(analysis.moves);
      analysis.best = analysis.moves.size();
    } else {
      put_best_first(analysis);
    }
    if (p.pending) {
      for (const int ply : Rules::cycle(p)) analysis.cycle.push_back(quantum::mark_name(ply));
    }
    return analysis;
  }

 private:
  // With probability q the System takes the outcome that is better for O.
  void add_odds(std::vector<RatedMove>& moves) const {
    const Rational q = rules_.variant().q;
    for (RatedMove& move : moves) {
      const Rating& other = moves[&move == &moves[0] ? 1 : 0].rating;
      move.odds.emplace();
      if (move.rating == other) continue;
      const bool for_x = move.rating > other;
      move.odds = {for_x ? 0 : 1, for_x ? complement(q) : q};
    }
  }

  Rules rules_;
  quantum::search::TableSolver solver_;
};

// Decides at each collapse whether X or O is favoured, then selects.
class Sampler : public Player {
 public:
  Sampler(const Rules& rules, std::uint64_t seed)
      : rules_(rules), random_(seed), analyst_(make_quantum_analyst(rules)) {}

  Result<std::string> choose(const State& state) override { return take(state, sample()); }
  std::string remark() const override { return remark_; }

 protected:
  struct Sample {
    bool favours_x = false;
    std::string how;
  };
  virtual Sample sample() = 0;
  // The outcome that is better for the one who is favoured.
  Result<std::string> take(const State& state, const Sample& sample) {
    const Result<Analysis> analysis = analyst_->analyze(state);
    if (!analysis) return analysis.error();
    const std::vector<RatedMove>& moves = analysis->moves;
    const std::size_t for_x = moves[0].rating < moves[1].rating ? 1 : 0;
    remark_ = fmt::format("{}, {}; {}: drawn for {}", words(moves[0]), words(moves[1]), sample.how,
                          sample.favours_x ? "X" : "O");
    return moves[sample.favours_x ? for_x : 1 - for_x].move;
  }
  void set_remark(std::string remark) { remark_ = std::move(remark); }

  Rules rules_;
  Random random_;

 private:
  static std::string words(const RatedMove& move) {
    const std::optional<int>& favours = move.odds->favours;
    return fmt::format("{} favours {} ({})", move.move,
                       !favours        ? "nobody"
                       : *favours == 0 ? "X"
                                       : "O",
                       to_text(*move.rating.score));
  }

  std::shared_ptr<Analyst> analyst_;
  std::string remark_;
};

class ChanceSampler final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  Sample sample() override {
    const Rational q = rules_.variant().q;
    const bool favours_o = random_.below(static_cast<std::uint64_t>(q.denominator())) <
                           static_cast<std::uint64_t>(q.numerator());
    return {!favours_o, fmt::format("p = {}, q = {}", to_text(complement(q)), to_text(q))};
  }
};

class DiceSampler final : public Sampler {
 public:
  DiceSampler(const Rules& rules, const DiceOdds& odds, std::uint64_t seed)
      : Sampler(rules, seed), odds_(odds) {}

  std::optional<int> gives_to(const State&) override {
    thrown_ = sample();
    set_remark(thrown_.how);
    return thrown_.favours_x ? 0 : 1;
  }
  // For the one whom the last throw named.
  Result<std::string> select(const State& state, int) override { return take(state, thrown_); }

 private:
  Sample sample() override {
    int sum = 0;
    std::string faces;
    for (int i = 0; i < odds_.dice; ++i) {
      const int face = 1 + static_cast<int>(random_.below(6));
      faces += fmt::format("{}{}", i > 0 ? " and " : "", face);
      sum += face;
    }
    return {sum <= odds_.low,
            fmt::format("the dice show {} (X selects up to {})", faces, odds_.low)};
  }

  DiceOdds odds_;
  Sample thrown_;
};

}  // namespace

std::shared_ptr<Analyst> make_quantum_analyst(const Rules& rules, const Budget& budget) {
  return std::make_shared<QuantumAnalyst>(rules, budget);
}

std::unique_ptr<Player> make_quantum_system(const Rules& rules, std::uint64_t seed) {
  return std::make_unique<ChanceSampler>(rules, seed);
}

Rational q_of(const DiceOdds& odds) {
  int throws = 0;
  int high = 0;
  for (int first = 1; first <= 6; ++first) {
    for (int second = 1; second <= 6; ++second) {
      ++throws;
      if ((odds.dice == 1 ? first : first + second) > odds.low) ++high;
    }
  }
  return {high, throws};
}

std::unique_ptr<Player> make_quantum_dice(const Rules& rules, const DiceOdds& odds,
                                          std::uint64_t seed) {
  return std::make_unique<DiceSampler>(rules, odds, seed);
}

}  // namespace noughts::play
