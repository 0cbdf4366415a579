#include "noughts/quantum/search/solve.h"

#include <array>
#include <unordered_set>

namespace noughts::quantum::search {

std::span<const Pair> openings() {
  static constexpr std::array<Pair, 8> kOpenings = {
      {{0, 1}, {0, 2}, {0, 4}, {0, 5}, {0, 8}, {1, 4}, {1, 5}, {1, 7}}};
  return kOpenings;
}

Result<Solution> solve(TableSolver& solver) {
  const Rules& rules = solver.rules();
  const Result<Value> value = solver.value(rules.initial());
  if (!value) return value.error();
  Solution solution{*value, {}};
  for (const Pair opening : openings()) {
    const Result<Value> after = solver.value(rules.apply(rules.initial(), {opening, false}));
    if (!after) return after.error();
    solution.openings.push_back({opening, *after});
  }
  return solution;
}

Result<std::vector<MoveValue>> move_values(TableSolver& solver, const Position& position) {
  std::vector<MoveValue> values;
  for (const Move& move : solver.rules().moves(position)) {
    const Result<Value> value = solver.value(solver.rules().apply(position, move));
    if (!value) return value.error();
    values.push_back({move, *value});
  }
  return values;
}

namespace {

Result<Move> likely_selection(TableSolver& solver, const Position& position) {
  const Result<std::vector<MoveValue>> both = move_values(solver, position);
  if (!both) return both.error();
  const MoveValue& a = (*both)[0];
  const MoveValue& b = (*both)[1];
  const bool favours_o = solver.rules().variant().q >= Rational(1, 2);
  return (favours_o ? b.value < a.value : a.value < b.value) ? b.move : a.move;
}

}  // namespace

Result<Move> best_move(TableSolver& solver, const Position& position) {
  const Rules& rules = solver.rules();
  const int seat = rules.to_move(position);
  if (seat == kSystem) return likely_selection(solver, position);
  const Result<Value> value = solver.value(position);
  if (!value) return value.error();
  for (const Move& move : rules.moves(position)) {
    const Result<bool> keeps =
        solver.keeps(rules.apply(position, move), *value, static_cast<Player>(seat));
    if (!keeps) return keeps.error();
    if (*keeps) return move;
  }
  return Error{ErrorCode::kWrongValue, "no move keeps the value of its position"};
}

Result<std::vector<Move>> best_line(TableSolver& solver, Position position) {
  std::vector<Move> line;
  while (!solver.rules().is_over(position)) {
    const Result<Move> move = best_move(solver, position);
    if (!move) return move.error();
    line.push_back(*move);
    position = solver.rules().apply(position, *move);
  }
  return line;
}

std::vector<Position> early_collapses(const Rules& rules, int plies) {
  std::vector<Position> pending;
  std::vector<Position> layer = {rules.initial()};
  for (int ply = 1; ply <= plies; ++ply) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<Position> next_layer;
    for (const Position& p : layer) {
      for (const Move& move : rules.moves(p)) {
        const Position next = rules.apply(p, move);
        if (!seen.insert(canonical_state_key(rules, next)).second) continue;
        if (!next.pending) {
          next_layer.push_back(next);
          continue;
        }
        pending.push_back(next);
        for (const Move& selection : rules.moves(next)) {
          const Position settled = rules.apply(next, selection);
          if (rules.is_over(settled)) continue;
          if (seen.insert(canonical_state_key(rules, settled)).second)
            next_layer.push_back(settled);
        }
      }
    }
    layer = std::move(next_layer);
  }
  return pending;
}

}  // namespace noughts::quantum::search
