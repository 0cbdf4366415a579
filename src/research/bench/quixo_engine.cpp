// The engine against the paper's algorithms, and against itself on more threads.
#include <fmt/format.h>

#include <cstring>

#include "noughts/quixo/solve/next_tier.h"
#include "noughts/research/bench/workload.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::research::bench {
namespace {

using quixo::Mover;
using quixo::Pair;
using quixo::engine::Engine;
using quixo::engine::PairSolution;
using quixo::solve::MemoryTier;

// Solves what the pair needs of the tiers above it, and returns the next one.
MemoryTier tier_above(const Engine& engine, Pair pair, Workers& workers) {
  MemoryTier next;
  const int cells = engine.rules().cells();
  for (int tier = cells; tier > pair.tier(); --tier) {
    MemoryTier current;
    const int spread = tier - pair.tier();
    for (int more = 0; more <= spread; ++more) {
      const int a = std::min(pair.a + more, pair.b + spread - more);
      const Pair above{a, tier - a};
      if (current.pairs.contains(above)) continue;
      current.pairs[above] = solve_pair(engine, above, &next, workers).value();
    }
    next = std::move(current);
  }
  return next;
}

// Every board, pair by pair, tables of the engine included.
quixo::Counts solve_all(const quixo::Rules& rules, Workers& workers) {
  const Engine engine(rules, true);
  quixo::Counts counts;
  MemoryTier next, current;
  for (int tier = rules.cells(); tier >= 0; --tier) {
    next.pairs = std::exchange(current.pairs, {});
    for (int a = 0; 2 * a <= tier; ++a) {
      const Pair pair{a, tier - a};
      auto solved = solve_pair(engine, pair, &next, workers).value();
      for (const Mover mover : pair.movers()) counts += solved.counts[mover];
      current.pairs[pair] = std::move(solved);
    }
  }
  return counts;
}

quixo::Counts solve_all_with_steps(const quixo::Rules& rules, Workers& workers) {
  const Engine engine(rules, false);
  auto solved = solve_whole(engine, workers).value();
  quixo::Counts counts;
  for (const auto& row : solved.counts) {
    for (const quixo::Counts& count : row) counts += count;
  }
  return counts;
}

// The whole 4x4 board, without and with steps: the paper's algorithms 5 and 6
// against the engine, one thread each, from the rules to the values.
Figures four_by_four(const Budget& budget, bool steps) {
  const quixo::Rules rules = *quixo::Rules::make(4);
  Workers one(1, {.cancel = budget.cancel});
  quixo::Counts solved;
  const double seconds = cpu_time_of(
      [&] { solved = steps ? solve_all_with_steps(rules, one) : solve_all(rules, one); });
  std::uint64_t reference_wins = 0;
  const double reference_seconds = cpu_time_of([&] {
    if (steps) {
      reference_wins = quixo::reference::ReferenceSteps::solve(rules, one).value().counts().win;
    } else {
      const quixo::reference::ReferenceSolver solver(rules, one);
      reference_wins = solve_reference(solver, 0).value().totals().win;
    }
  });
  const std::uint64_t wins = solved.win;
  if (wins != reference_wins) {
    throw Failure({ErrorCode::kWrongValue, "the engine and the reference disagree on 4x4"});
  }
  return Figures{{"states", std::uint64_t{43'046'721}},
                 {"seconds", seconds},
                 {"reference_seconds", reference_seconds},
                 {"ratio", reference_seconds / seconds},
                 {"wins", wins}};
}

// A pair by the paper's algorithm, and what it needs of the tiers above.
quixo::reference::ReferenceSolver::SolvedPair reference_pair(
    const quixo::reference::ReferenceSolver& solver, Pair pair, int cells) {
  if (pair.tier() == cells) return solver.solve_pair({pair.a, pair.b}, nullptr, nullptr).value();
  auto above_first = reference_pair(solver, {pair.a, pair.b + 1}, cells);
  auto above_second = reference_pair(solver, {pair.a + 1, pair.b}, cells);
  // Children of (x, o) are in (o, x + 1), those of (o, x) in (x, o + 1).
  return solver.solve_pair({pair.a, pair.b}, &above_second.second, &above_first.first).value();
}

// Two classes of more than 10^8 states, by both. Minutes, so only when asked for by its name.
Figures same_class(const Budget& budget) {
  constexpr Pair kPair{8, 15};
  const quixo::Rules rules = *quixo::Rules::make(5);
  Workers one(1, {.cancel = budget.cancel});
  const Engine engine(rules, true);
  auto next = tier_above(engine, kPair, one);
  PairSolution solved;
  const double seconds =
      cpu_time_of([&] { solved = solve_pair(engine, kPair, &next, one).value(); });
  const std::uint64_t wins = solved.counts[Mover::kA].win + solved.counts[Mover::kB].win;
  const quixo::reference::ReferenceSolver solver(rules, one);
  auto above_first = reference_pair(solver, {kPair.a, kPair.b + 1}, rules.cells());
  auto above_second = reference_pair(solver, {kPair.a + 1, kPair.b}, rules.cells());
  quixo::reference::ReferenceSolver::SolvedPair reference;
  const double reference_seconds = cpu_time_of([&] {
    reference =
        solver.solve_pair({kPair.a, kPair.b}, &above_second.second, &above_first.first).value();
  });
  if (reference.first.counts.win + reference.second.counts.win != wins) {
    throw Failure({ErrorCode::kWrongValue, "the engine and the reference disagree on 5x5"});
  }
  return Figures{{"class", fmt::format("({}, {})", kPair.a, kPair.b)},
                 {"states", states_of(rules, kPair)},
                 {"seconds", seconds},
                 {"reference_seconds", reference_seconds},
                 {"ratio", reference_seconds / seconds},
                 {"wins", wins}};
}

// One large class of 5x5. The reference would need a quarter of an hour for it,
// so its rate is taken from a smaller pair of the tier above.
Figures large_class(const Budget& budget) {
  constexpr Pair kPair{10, 13};
  constexpr int kReferenceA = 8, kReferenceB = 16;
  const quixo::Rules rules = *quixo::Rules::make(5);
  Workers one(1, {.cancel = budget.cancel});
  Workers two(2, {.cancel = budget.cancel});
  const Engine engine(rules, true);
  auto next = tier_above(engine, kPair, two);
  // The first solve warms the pool of planes.
  auto on_two = solve_pair(engine, kPair, &next, two).value();
  on_two = {};
  on_two = solve_pair(engine, kPair, &next, two).value();
  const double two_seconds = on_two.seconds;
  const auto counts = on_two.counts;
  on_two = {};
  PairSolution on_one;
  const double seconds =
      cpu_time_of([&] { on_one = solve_pair(engine, kPair, &next, one).value(); });
  if (on_one.counts != counts) {
    throw Failure({ErrorCode::kWrongValue, "one thread and two disagree on a class of 5x5"});
  }
  const quixo::reference::ReferenceSolver solver(rules, one);
  auto above_first = solver.solve_pair({kReferenceA, kReferenceB + 1}, nullptr, nullptr).value();
  auto above_second = solver.solve_pair({kReferenceA + 1, kReferenceB}, nullptr, nullptr).value();
  std::uint64_t reference_states = 0;
  const double reference_seconds = cpu_time_of([&] {
    // Children of (x, o) are in (o, x + 1), those of (o, x) in (x, o + 1).
    const auto pair =
        solver.solve_pair({kReferenceA, kReferenceB}, &above_second.second, &above_first.first)
            .value();
    reference_states = pair.first.counts.total() + pair.second.counts.total();
  });
  const std::uint64_t states = states_of(rules, kPair);
  const double engine_ns = seconds * 1e9 / static_cast<double>(states);
  const double reference_ns = reference_seconds * 1e9 / static_cast<double>(reference_states);
  return Figures{{"class", fmt::format("({}, {})", kPair.a, kPair.b)},
                 {"states", states},
                 {"seconds", seconds},
                 {"ns_per_state", engine_ns},
                 {"reference_ns_per_state", reference_ns},
                 {"ratio", reference_ns / engine_ns},
                 {"two_threads_ratio", on_one.seconds / two_seconds},
                 {"wins", counts[Mover::kA].win + counts[Mover::kB].win}};
}

// A tier in which every board is drawn: the cost of a class from the middle of the
// board without the tiers above it. There most boards are drawn, and a class is
// decided in two rounds and few sparse steps, as it is with this tier.
class DrawnTier final : public quixo::engine::NextTier {
 public:
  explicit DrawnTier(const Engine& engine) : engine_(engine) {}
  Result<quixo::engine::ConstPlanes> get(const quixo::PlaneId& id, bool, bool) override {
    const quixo::layout::ClassLayout layout(engine_.geometry(), id.pair);
    for (quixo::layout::Plane* plane : {&win_, &loss_}) {
      *plane = engine_.pool().take(layout.bytes).value();
      std::memset(plane->data(), 0, layout.bytes);
    }
    return quixo::engine::ConstPlanes{win_.data(), loss_.data()};
  }
  void release() override {
    win_ = {};
    loss_ = {};
  }

 private:
  const Engine& engine_;
  quixo::layout::Plane win_, loss_;
};

Figures middle_class(const Budget& budget) {
  constexpr Pair kPair{5, 7};
  const Engine engine(*quixo::Rules::make(5), true);
  Workers one(1, {.cancel = budget.cancel});
  DrawnTier next(engine);
  {  // pages that the system has handed out already, as they are in a long run
    std::vector<quixo::layout::Plane> planes(5);
    for (quixo::layout::Plane& plane : planes) {
      if (budget.cancelled()) throw Failure(cancelled_error());
      const Pair above{kPair.a, kPair.b + 1};
      plane =
          engine.pool().take(quixo::layout::ClassLayout(engine.geometry(), above).bytes).value();
      std::memset(plane.data(), 0, plane.bytes());
    }
  }
  PairSolution solved;
  const double seconds =
      cpu_time_of([&] { solved = solve_pair(engine, kPair, &next, one).value(); });
  const std::uint64_t states = states_of(engine.rules(), kPair);
  const double ns = seconds * 1e9 / static_cast<double>(states);
  constexpr double kAllStates = 847'288'609'443.0;
  return Figures{{"class", fmt::format("({}, {})", kPair.a, kPair.b)},
                 {"states", states},
                 {"seconds", seconds},
                 {"ns_per_state", ns},
                 {"core_hours_for_all_of_5x5", ns * kAllStates * 1e-9 / 3600}};
}

}  // namespace

std::vector<Workload> quixo_engine_workloads() {
  return {{"quixo/4x4", "4x4 against algorithm 5",
           [](const Budget& b) { return four_by_four(b, false); }},
          {"quixo/4x4-steps", "4x4 with steps against algorithm 6",
           [](const Budget& b) { return four_by_four(b, true); }},
          {"quixo/5x5-same-class", "classes above 10^8 states, all by algorithm 5 too", same_class,
           true},
          {"quixo/5x5-large-class", "a class of 5x5 against algorithm 5", large_class},
          {"quixo/5x5-middle-class", "cost per state in the middle of the board", middle_class}};
}

}  // namespace noughts::research::bench
