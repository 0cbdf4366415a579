// The n^k workloads of `noughts bench`.
#include <fmt/format.h>

#include "cli/bench.h"
#include "core/random.h"
#include "hyper/rules.h"

namespace noughts::cli {
namespace {

// A random game on the board up to the given number of marks, nobody having won.
hyper::Marks random_marks(const hyper::Board& board, int players, hyper::Cell count,
                          Random& random) {
  while (true) {
    hyper::Marks marks(board, players);
    while (marks.marked() < count) {
      const auto cell = static_cast<hyper::Cell>(random.below(board.cells()));
      if (marks.owner(cell) >= 0) continue;
      if (marks.place(cell, static_cast<int>(marks.marked()) % players)) break;
    }
    if (marks.marked() == count) return marks;
  }
}

// Every move on positions of 4^3: placed, tested for a win, taken back; one core.
Result<Json> successors(Context&) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3);
  Random random(1);
  std::vector<hyper::Marks> positions;
  for (hyper::Cell i = 0; i < 64; ++i) {
    positions.push_back(random_marks(rules.board(), 2, 8 + i % 32, random));
  }
  std::uint64_t count = 0;
  std::uint64_t wins = 0;
  const double seconds = time_of([&] {
    for (int round = 0; round < 4000; ++round) {
      for (hyper::Marks& marks : positions) {
        const int mover = static_cast<int>(marks.marked()) % 2;
        for (hyper::Cell cell = 0; cell < rules.cells(); ++cell) {
          if (marks.owner(cell) >= 0) continue;
          wins += marks.place(cell, mover);
          marks.remove(cell);
          ++count;
        }
      }
    }
  });
  return Json{{"count", count},
              {"seconds", seconds},
              {"rate", static_cast<double>(count) / seconds},
              {"digest", fmt::format("{:016x}", wins)}};
}

}  // namespace

std::vector<Workload> hyper_workloads() {
  return {{"hyper/successors", "moves on random 4^3 positions, tested for a win", successors}};
}

}  // namespace noughts::cli
