#include "noughts/play/quantum_analyst.h"

#include <fmt/format.h>

#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::play {
namespace {

using quantum::Move;
using quantum::MoveValue;
using quantum::Position;
using quantum::Rules;
using quantum::TableSolver;
using quantum::Value;

std::string name_of(int seat) {
  return seat == quantum::kSystem ? "System" : seat == 0 ? "X" : "O";
}

Rational complement(const Rational& q) {
  return {q.denominator() - q.numerator(), q.denominator()};
}

class QuantumAnalyst final : public Analyst {
 public:
  QuantumAnalyst(const Rules& rules, const CancelToken* cancel)
      : rules_(rules), solver_(rules, {.cancel = cancel}) {}

  Result<Json> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const Result<Value> known = solver_.value(p);
    if (!known) return known.error();
    const Value& value = *known;
    const Result<std::vector<MoveValue>> values = move_values(solver_, p);
    if (!values) return values.error();
    const std::vector<MoveValue>& moves = *values;
    Json report;
    if (!moves.empty()) report["to_move"] = name_of(rules_.to_move(p));
    report["value"] = to_double(value);
    report["exact"] = to_text(value);
    Json list = Json::array();
    Json best = Json::array();
    for (const MoveValue& move : moves) {
      const std::string text = to_text(rules_, p, move.move);
      list.push_back(
          {{"move", text}, {"value", to_double(move.value)}, {"exact", to_text(move.value)}});
      // The System has no best move; both outcomes are possible.
      if (move.value == value || rules_.to_move(p) == quantum::kSystem) best.push_back(text);
    }
    if (!moves.empty() && rules_.to_move(p) == quantum::kSystem) add_odds(moves, list);
    report["moves"] = std::move(list);
    report["best"] = std::move(best);
    if (p.pending) report["cycle"] = cycle_of(p);
    return report;
  }

 private:
  void add_odds(const std::vector<MoveValue>& moves, Json& list) const {
    const Rational q = rules_.variant().q;
    const bool equal = moves[0].value == moves[1].value;
    const bool first_for_x = moves[1].value < moves[0].value;
    for (int i = 0; i < 2; ++i) {
      const bool for_x = first_for_x == (i == 0);
      list[i]["favours"] = equal ? "nobody" : for_x ? "X" : "O";
      if (!equal) list[i]["probability"] = to_text(for_x ? complement(q) : q);
    }
  }

  static Json cycle_of(const Position& p) {
    Json marks = Json::array();
    for (const int ply : Rules::cycle(p)) marks.push_back(quantum::mark_name(ply));
    return marks;
  }

  Rules rules_;
  TableSolver solver_;
};

// Decides at each collapse whether X or O is favoured, then selects.
class Drawer : public play::Player {
 public:
  Drawer(const Rules& rules, std::uint64_t seed) : rules_(rules), solver_(rules), random_(seed) {}

  Result<std::string> choose(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const Result<std::vector<MoveValue>> values = move_values(solver_, p);
    if (!values) return values.error();
    const std::vector<MoveValue>& moves = *values;
    const bool equal = moves[0].value == moves[1].value;
    const int for_x = moves[0].value < moves[1].value ? 1 : 0;
    const auto [favours_x, how] = draw();
    const int chosen = favours_x ? for_x : 1 - for_x;
    const auto words = [&](int i) {
      return fmt::format("{} {} ({})", i == 0 ? "selA" : "selB",
                         equal        ? "favours nobody"
                         : i == for_x ? "favours X"
                                      : "favours O",
                         to_text(moves[i].value));
    };
    remark_ =
        fmt::format("{}, {}; {}: drawn for {}", words(0), words(1), how, favours_x ? "X" : "O");
    return to_text(rules_, p, moves[chosen].move);
  }
  std::string remark() const override { return remark_; }

 protected:
  struct Draw {
    bool favours_x;
    std::string how;
  };
  virtual Draw draw() = 0;

  Rules rules_;
  TableSolver solver_;
  Random random_;

 private:
  std::string remark_;
};

class ChanceDrawer final : public Drawer {
 public:
  using Drawer::Drawer;

 private:
  Draw draw() override {
    const Rational q = rules_.variant().q;
    const bool favours_o = random_.below(static_cast<std::uint64_t>(q.denominator())) <
                           static_cast<std::uint64_t>(q.numerator());
    return {!favours_o, fmt::format("p = {}, q = {}", to_text(complement(q)), to_text(q))};
  }
};

class DiceDrawer final : public Drawer {
 public:
  DiceDrawer(const Rules& rules, const DiceOdds& odds, std::uint64_t seed)
      : Drawer(rules, seed), odds_(odds) {}

 private:
  Draw draw() override {
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
};

}  // namespace

std::shared_ptr<Analyst> make_quantum_analyst(const Rules& rules, const CancelToken* cancel) {
  return std::make_shared<QuantumAnalyst>(rules, cancel);
}

std::unique_ptr<play::Player> make_quantum_system(const Rules& rules, std::uint64_t seed) {
  return std::make_unique<ChanceDrawer>(rules, seed);
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

std::unique_ptr<play::Player> make_quantum_dice(const Rules& rules, const DiceOdds& odds,
                                                std::uint64_t seed) {
  return std::make_unique<DiceDrawer>(rules, odds, seed);
}

}  // namespace noughts::play
