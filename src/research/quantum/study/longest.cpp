#include "noughts/research/quantum/study/longest.h"

#include <algorithm>

#include "noughts/core/flat_table.h"
#include "noughts/quantum/search/node.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum::study {
namespace {

class LongestSearch {
 public:
  LongestSearch(search::TableSolver& solver, const Budget& budget)
      : solver_(solver),
        rules_(solver.rules()),
        meter_(budget, "looking for the longest best game") {}

  Result<LongestLine> run(const Position& from) {
    LongestLine line;
    const Result<search::Value> value = solver_.value(from);
    if (!value) return value.error();
    Step now{{}, from, *value};
    line.plies = length_from(now);
    for (int left = line.plies; !failed() && !rules_.is_over(now.position);) {
      for (const Step& next : best_steps(now)) {
        if (failed()) break;
        const int ply = next.move.selects ? 0 : 1;
        if (length_from(next) + ply != left) continue;
        line.moves.push_back(next.move);
        left -= ply;
        now = next;
        break;
      }
    }
    if (failed()) return *error_;
    line.positions = seen_.size();
    return line;
  }

 private:
  struct Step {
    Move move;
    Position position;
    search::Value value;
  };

  bool failed() {
    if (!error_ && meter_.error()) error_ = *meter_.error();
    return error_.has_value();
  }

  // The moves that keep the value; outcomes that the System may take, with their own.
  std::vector<Step> best_steps(const Step& from) {
    const int seat = rules_.to_move(from.position);
    return seat == kSystem ? likely_outcomes(from) : kept_moves(from, static_cast<Player>(seat));
  }

  std::vector<Step> kept_moves(const Step& from, Player player) {
    std::vector<Step> steps;
    for (const Move& move : rules_.moves(from.position)) {
      const Position next = rules_.apply(from.position, move);
      const Result<bool> keeps = solver_.keeps(next, from.value, player);
      if (!keeps) {
        error_ = keeps.error();
        return {};
      }
      if (*keeps) steps.push_back({move, next, from.value});
    }
    return steps;
  }

  std::vector<Step> likely_outcomes(const Step& from) {
    const Result<std::vector<search::MoveValue>> both = search::move_values(solver_, from.position);
    if (!both) {
      error_ = both.error();
      return {};
    }
    const search::Value& a = (*both)[0].value;
    const search::Value& b = (*both)[1].value;
    const Rational& q = rules_.variant().q;
    std::vector<Step> steps;
    for (const search::MoveValue& outcome : *both) {
      const bool favours_x = outcome.value == std::max(a, b);
      const bool favours_o = outcome.value == std::min(a, b);
      if (!(favours_x && q < 1) && !(favours_o && q > 0)) continue;
      steps.push_back({outcome.move, rules_.apply(from.position, outcome.move), outcome.value});
    }
    return steps;
  }

  // The most plies that a game of best play can still take.
  int length_from(const Step& from) {
    if (rules_.is_over(from.position) || failed()) return 0;
    if (from.position.pending) return longest_of(from);
    if (from.position.plies >= search::kKeyedPlies)
      return kPlies - from.position.plies;  // the ninth ply
    const std::uint64_t key = search::canonical_key(search::make_node(from.position).codes);
    if (const std::uint8_t* known = seen_.find(key)) return *known;
    if (!meter_.spend() || !meter_.holds(seen_.bytes_needed())) return 0;
    const int longest = longest_of(from);
    seen_.at(key, static_cast<std::uint8_t>(longest));
    return longest;
  }

  int longest_of(const Step& from) {
    int longest = 0;
    for (const Step& next : best_steps(from)) {
      longest = std::max(longest, length_from(next) + (next.move.selects ? 0 : 1));
      if (longest == kPlies - from.position.plies || failed()) break;
    }
    return longest;
  }

  search::TableSolver& solver_;
  const Rules& rules_;
  Meter meter_;
  FlatTable<std::uint8_t> seen_;  // the plies that are left
  std::optional<Error> error_;
};

}  // namespace

Result<LongestLine> longest_best_line(search::TableSolver& solver, const Position& from,
                                      const Budget& budget) {
  return LongestSearch(solver, budget).run(from);
}

}  // namespace noughts::quantum::study
