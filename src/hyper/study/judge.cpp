// Players and judges by the exact solver.
#include <memory>
#include <unordered_set>

#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/learn.h"

namespace noughts::hyper::study {
namespace {

// What the player can force from here: 2 a win, 1 no loss, 0 neither.
Result<int> worth(search::Solver& solver, const Rules& rules, const Position& p, int player) {
  if (rules.is_over(p)) return p.winner < 0 ? 1 : p.winner == player ? 2 : 0;
  const Result<bool> win = solver.reaches(player, search::Goal::kWin, p);
  if (!win) return win.error();
  if (*win) return 2;
  const Result<bool> hold = solver.reaches(player, search::Goal::kNotLose, p);
  if (!hold) return hold.error();
  return *hold ? 1 : 0;
}

std::vector<Position> all_positions(const Rules& rules, std::uint64_t most) {
  std::vector<Position> list{rules.initial()};
  std::unordered_set<Position> seen{rules.initial()};
  for (std::size_t i = 0; i < list.size() && list.size() <= most; ++i) {
    const Position p = list[i];
    for (const Move& move : rules.moves(p)) {
      Position child = rules.canonical(rules.apply(p, move));
      if (!rules.is_over(child) && seen.insert(child).second) list.push_back(std::move(child));
    }
  }
  return list;
}

std::vector<Position> random_positions(const Rules& rules, std::uint64_t count,
                                       std::uint64_t seed) {
  Random random(seed);
  std::vector<Position> list;
  std::unordered_set<Position> seen;  // so that early positions do not count many times
  while (list.size() < count) {
    Position p = rules.initial();
    const std::uint64_t plies = random.below(rules.cells());
    for (std::uint64_t i = 0; i < plies && !rules.is_over(p); ++i) {
      const std::vector<Move> moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
    }
    if (!rules.is_over(p) && seen.insert(rules.canonical(p)).second) list.push_back(std::move(p));
  }
  return list;
}

}  // namespace

Result<Judgement> judge(const Rules& rules, const Policy& policy, std::uint64_t samples,
                        std::uint64_t seed, const Budget& budget) {
  if (rules.cells() > search::kMaxSmallCells)
    return bad_input("exact values need a board of at most 64 cells; choose a smaller one");
  const search::SmallBoard board(rules);
  search::Solver solver(board, budget);
  std::vector<Position> positions = all_positions(rules, samples);
  if (positions.size() > samples) positions = random_positions(rules, samples, seed);
  Judgement judgement;
  for (const Position& p : positions) {
    const int mover = rules.to_move(p);
    const Result<int> before = worth(solver, rules, p, mover);
    if (!before) return before.error();
    const Result<Move> move = policy(p);
    if (!move) return move.error();
    const Result<int> after = worth(solver, rules, rules.apply(p, *move), mover);
    if (!after) return after.error();
    ++judgement.positions;
    judgement.mistakes += *after < *before;
  }
  return judgement;
}

Policy perfect_policy(const Rules& rules, const Budget& budget) {
  auto board = std::make_shared<search::SmallBoard>(rules);
  auto solver = std::make_shared<search::Solver>(*board, budget);
  return [&rules, board, solver](const Position& p) -> Result<Move> {
    Move best;
    int best_worth = -1;
    for (const Move& move : rules.moves(p)) {
      const Result<int> after = worth(*solver, rules, rules.apply(p, move), rules.to_move(p));
      if (!after) return after.error();
      if (*after > best_worth) {
        best = move;
        best_worth = *after;
      }
      if (best_worth == 2) break;
    }
    return best;
  };
}

}  // namespace noughts::hyper::study
