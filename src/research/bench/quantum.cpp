// The quantum tic-tac-toe workloads of `noughts bench`.
#include <fmt/format.h>

#include "noughts/core/random.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/sweep.h"
#include "noughts/research/bench/workload.h"
#include "noughts/research/quantum/reference/reference.h"

namespace noughts::research::bench {
namespace {

// Positions of random games, none of them over.
std::vector<quantum::Position> random_positions(const quantum::Rules& rules, std::size_t count) {
  Random random(1);
  std::vector<quantum::Position> positions;
  while (positions.size() < count) {
    quantum::Position p = rules.initial();
    while (!rules.is_over(p) && positions.size() < count) {
      positions.push_back(p);
      const quantum::MoveList moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
    }
  }
  return positions;
}

// Successors of positions of random games, one core. The digest mixes them all.
Figures successors(const Budget& budget) {
  const quantum::Rules rules = *quantum::Rules::make();
  const std::vector<quantum::Position> positions = random_positions(rules, 4096);
  std::uint64_t count = 0;
  std::uint64_t digest = 0;
  const double seconds = cpu_time_of([&] {
    for (int round = 0; round < 50 && !budget.cancelled(); ++round) {
      for (const quantum::Position& p : positions) {
        for (const quantum::Move& move : rules.moves(p)) {
          ++count;
          digest = (digest << 1 | digest >> 63) ^ state_key(rules.apply(p, move));
        }
      }
    }
  });
  return Figures{{"count", count},
                 {"seconds", seconds},
                 {"rate", static_cast<double>(count) / seconds},
                 {"digest", fmt::format("{:016x}", digest)}};
}

std::uint64_t mix(std::uint64_t digest, const std::string& text) {
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return digest;
}

std::uint64_t digest_of(const quantum::search::Solution& solution) {
  std::uint64_t digest = mix(0xcbf29ce484222325, to_text(solution.value));
  for (const auto& opening : solution.openings) digest = mix(digest, to_text(opening.value));
  return digest;
}

quantum::Rules chance_rules(const Rational& q) {
  return *quantum::Rules::make({.collapse = quantum::Collapse::kChance, .q = q});
}

// The whole game at q = 3/4: the paper's modified alpha-beta against the table.
Figures against_paper(const Budget& budget) {
  const quantum::Rules rules = chance_rules({3, 4});
  quantum::reference::ReferenceResult reference;
  const double slow = cpu_time_of([&] {
    reference = solve_reference(rules, rules.initial(),
                                quantum::reference::ReferenceKind::kAlphaBeta, budget)
                    .value();
  });
  quantum::search::Value value;
  std::uint64_t nodes = 0;
  const double fast = cpu_time_of([&] {
    quantum::search::TableSolver solver(rules, budget);
    value = solver.value(rules.initial()).value();
    nodes = solver.nodes();
  });
  if (value != reference.value) {
    throw Failure({ErrorCode::kWrongValue, "table and alpha-beta differ at q = 3/4"});
  }
  return Figures{{"value", to_text(value)},   {"alphabeta_nodes", reference.nodes},
                 {"alphabeta_seconds", slow}, {"table_nodes", nodes},
                 {"seconds", fast},           {"ratio", slow / fast}};
}

Figures all_openings(const Budget& budget) {
  quantum::search::TableSolver solver(chance_rules({3, 4}), budget);
  quantum::search::Solution solution;
  const double seconds = cpu_time_of([&] { solution = solve(solver).value(); });
  return Figures{{"nodes", solver.nodes()},
                 {"bytes", solver.bytes()},
                 {"digest", fmt::format("{:016x}", digest_of(solution))},
                 {"seconds", seconds}};
}

Figures paper_sweep(const Budget& budget) {
  const auto grid = quantum::search::sweep_grid({0, 1}, {1, 1}, {1, 20});
  std::vector<quantum::search::SweepPoint> points;
  const double seconds = cpu_time_of([&] {
    points = quantum::search::sweep(chance_rules({1, 2}), *grid, 1, budget).value();
  });
  std::uint64_t digest = 0;
  for (const auto& point : points) digest = digest * 31 + digest_of(point.solution);
  return Figures{
      {"points", points.size()}, {"seconds", seconds}, {"digest", fmt::format("{:016x}", digest)}};
}

Figures whole_curve(const Budget& budget) {
  const quantum::Rules rules = chance_rules({1, 2});
  quantum::curve::GameCurves curve;
  const double seconds =
      cpu_time_of([&] { curve = quantum::curve::make_curves(rules, 1, budget).value(); });
  std::uint64_t digest = 0xcbf29ce484222325;
  std::size_t pieces = curve.game.size();
  for (const auto& opening : curve.openings) {
    pieces += opening.size();
    for (const auto& piece : opening) {
      digest = mix(digest, quantum::curve::to_text(piece.polynomial) +
                               quantum::curve::to_text(piece.to.minimal));
    }
  }
  return Figures{{"pieces", pieces},
                 {"nodes", curve.nodes},
                 {"seconds", seconds},
                 {"digest", fmt::format("{:016x}", digest)}};
}

// Every collapse after 2 and 3 plies, up to symmetry, and one in `every` of those
// after 4, at the 21 values of q of the paper: how long the values of both
// outcomes take, with the table that a playing program has after its first
// answer.
Figures slowest_answer(const Budget& budget, std::uint64_t every) {
  const auto grid = quantum::search::sweep_grid({0, 1}, {1, 1}, {1, 20});
  double slowest = 0;
  double total = 0;
  std::uint64_t count = 0;
  for (const Rational& q : *grid) {
    const quantum::Rules rules = chance_rules(q);
    quantum::search::TableSolver solver(rules, budget);
    solver.value(rules.initial()).value();  // start-up
    for (const quantum::Position& p : quantum::search::early_collapses(rules, 4)) {
      if (p.plies == 4 && history_key(p) % every != 0) continue;
      const double seconds = cpu_time_of([&] { move_values(solver, p).value(); });
      slowest = std::max(slowest, seconds);
      total += seconds;
      ++count;
    }
  }
  return Figures{{"collapses", count}, {"seconds", total}, {"slowest_seconds", slowest}};
}

}  // namespace

std::vector<Workload> quantum_workloads() {
  return {{"quantum/successors", "successors of positions of random games", successors},
          {"quantum/table-vs-alphabeta", "the game at q = 3/4, table against the paper's search",
           against_paper},
          {"quantum/openings", "all eight openings at q = 3/4", all_openings},
          {"quantum/sweep", "all openings at 21 values of q, one core", paper_sweep},
          {"quantum/curve", "the whole exact curve, one core", whole_curve},
          {"quantum/collapse", "both values of early collapses",
           [](const Budget& budget) { return slowest_answer(budget, 16); }},
          {"quantum/all-collapses", "the same for all after 2 to 4 plies, only when asked for",
           [](const Budget& budget) { return slowest_answer(budget, 1); }, true}};
}

}  // namespace noughts::research::bench
