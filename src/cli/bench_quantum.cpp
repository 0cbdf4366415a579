// The quantum tic-tac-toe workloads of `noughts bench`.
#include <fmt/format.h>

#include "cli/bench.h"
#include "core/random.h"
#include "quantum/rules.h"

namespace noughts::cli {
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
Result<Json> successors(Context&) {
  const quantum::Rules rules = *quantum::Rules::make();
  const std::vector<quantum::Position> positions = random_positions(rules, 4096);
  std::uint64_t count = 0;
  std::uint64_t digest = 0;
  const double seconds = time_of([&] {
    for (int round = 0; round < 50; ++round) {
      for (const quantum::Position& p : positions) {
        for (const quantum::Move& move : rules.moves(p)) {
          ++count;
          digest = (digest << 1 | digest >> 63) ^ state_key(rules.apply(p, move));
        }
      }
    }
  });
  return Json{{"count", count},
              {"seconds", seconds},
              {"rate", static_cast<double>(count) / seconds},
              {"digest", fmt::format("{:016x}", digest)}};
}

}  // namespace

std::vector<Workload> quantum_workloads() {
  return {{"quantum/successors", "successors of positions of random games", successors}};
}

}  // namespace noughts::cli
