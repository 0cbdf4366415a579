// The Quixo workloads of `noughts bench`.
#include <fmt/format.h>

#include "noughts/bench/workload.h"
#include "noughts/core/random.h"
#include "noughts/quixo/rules.h"

namespace noughts::bench {
namespace {

// Successors of random 5x5 boards, one core. The digest mixes them all in order.
Result<Figures> successors(const Budget& budget) {
  const quixo::Rules rules = *quixo::Rules::make(5);
  Random random(1);
  std::vector<quixo::Board> boards(4096);
  for (quixo::Board& board : boards) {
    const auto x = static_cast<quixo::Cells>(random.next()) & rules.all_cells();
    const auto o = static_cast<quixo::Cells>(random.next()) & rules.all_cells() & ~x;
    board = quixo::make_board(x, o);
  }
  std::uint64_t count = 0;
  quixo::Board digest = 0;
  const double seconds = cpu_time_of([&] {
    for (int round = 0; round < 500 && !budget.cancelled(); ++round) {
      for (const quixo::Board board : boards) {
        rules.for_each_child({board, quixo::Player::kX}, [&](quixo::Board child) {
          ++count;
          digest = (digest ^ child) * 0x9e3779b97f4a7c15;
        });
      }
    }
  });
  return Figures{{"count", count},
                 {"seconds", seconds},
                 {"rate", static_cast<double>(count) / seconds},
                 {"digest", fmt::format("{:016x}", digest)}};
}

}  // namespace

std::vector<Workload> quixo_workloads() {
  return {{"quixo/successors", "children of random 5x5 boards", successors}};
}

}  // namespace noughts::bench
