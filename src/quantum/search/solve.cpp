#include "noughts/quantum/search/solve.h"

#include <algorithm>
#include <unordered_set>

namespace noughts::quantum {

Solution solve(TableSolver& solver) {
  const Rules& rules = solver.rules();
  Solution solution;
  solution.value = solver.value(rules.initial());
  for (const Pair opening : openings()) {
    const Position p = rules.apply(rules.initial(), {opening, false});
    solution.openings.push_back({opening, solver.value(p)});
  }
  return solution;
}

std::vector<MoveValue> move_values(TableSolver& solver, const Position& position) {
  std::vector<MoveValue> values;
  for (const Move& move : solver.rules().moves(position)) {
    values.push_back({move, solver.value(solver.rules().apply(position, move))});
  }
  return values;
}

Move best_move(TableSolver& solver, const Position& position) {
  const Rules& rules = solver.rules();
  const MoveList moves = rules.moves(position);
  const int seat = rules.to_move(position);
  if (seat == kSystem) {
    const bool favours_o = rules.variant().q >= Rational{1, 2};
    const Value a = solver.value(rules.apply(position, moves[0]));
    const Value b = solver.value(rules.apply(position, moves[1]));
    return moves[less(favours_o ? b : a, favours_o ? a : b) ? 1 : 0];
  }
  const Value value = solver.value(position);
  for (const Move& move : moves) {
    if (solver.keeps(rules.apply(position, move), value, static_cast<Player>(seat))) return move;
  }
  return moves[0];  // only after a cancellation
}

std::vector<Move> best_line(TableSolver& solver, Position position) {
  std::vector<Move> line;
  while (!solver.rules().is_over(position)) {
    line.push_back(best_move(solver, position));
    position = solver.rules().apply(position, line.back());
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

bool less(const Value& a, const Value& b) {
  // Values of one game have denominators that divide a common unit, and are
  // small: whole parts first, then the rests over the denominators.
  const auto floor_of = [](const Value& v) {
    const Wide quotient = v.numerator / v.denominator;
    return v.numerator % v.denominator < 0 ? quotient - 1 : quotient;
  };
  Value left = a;
  Value right = b;
  while (true) {
    const Wide l = floor_of(left);
    const Wide r = floor_of(right);
    if (l != r) return l < r;
    // Both rests lie in [0, 1): compare their reciprocals the other way round.
    const Value left_rest = {left.numerator - l * left.denominator, left.denominator};
    const Value right_rest = {right.numerator - r * right.denominator, right.denominator};
    if (right_rest.numerator == 0) return false;
    if (left_rest.numerator == 0) return true;
    left = {right_rest.denominator, right_rest.numerator};
    right = {left_rest.denominator, left_rest.numerator};
  }
}

}  // namespace noughts::quantum
