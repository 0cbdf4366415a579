// Tables of Quixo in `noughts bench`: making them, and asking them.
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/play/knowledge.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/research/bench/workload.h"

namespace noughts::research::bench {
namespace {

// A folder for as long as the object lives.
class ScratchFolder {
 public:
  static ScratchFolder make() {
    std::string pattern = std::filesystem::temp_directory_path() / "noughts-bench-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      throw Failure({ErrorCode::kSystem, fmt::format("cannot make the folder {}", pattern)});
    }
    return ScratchFolder(pattern);
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const store::Path& path() const { return path_; }

 private:
  explicit ScratchFolder(store::Path path) : path_(std::move(path)) {}
  store::Path path_;
};

// 4x4 with steps to disk; then random positions with all their moves, each
// asked once to warm the cache and once to be timed.
Figures tables(const Budget& budget) {
  constexpr int kPositions = 1000;
  const quixo::Rules rules = *quixo::Rules::make(4);
  auto folder = ScratchFolder::make();
  quixo::solve::Options options;
  options.steps = true;
  options.tables = folder.path();
  Workers one(1, {.cancel = budget.cancel});
  quixo::tables::Solution solved;
  const double solve_seconds =
      cpu_time_of([&] { solved = quixo::solve::run(rules, options, one).value(); });
  std::uint64_t bytes = 0;
  for (const auto& [id, entry] : solved.classes) bytes += entry.bytes;

  const auto game = play::make_game(rules);
  const auto made = play::make_analyst(*game, {.tables = folder.path().string(),
                                               .replies = false,
                                               .beyond = play::Beyond::kStop})
                        .value();
  const auto& analyst = made;
  Random random(1);
  std::vector<std::unique_ptr<play::State>> states;
  while (states.size() < kPositions) {
    auto next = game->initial();
    for (int ply = 0; ply < 20 && !next->result(); ++ply) {
      const auto moves = next->moves();
      next->play(moves[random.below(moves.size())]).value();
    }
    if (!next->result()) states.push_back(std::move(next));
  }
  double slowest = 0;
  double all = 0;
  for (const bool warm : {false, true}) {
    for (const auto& state : states) {
      const double seconds = cpu_time_of([&] { analyst->analyze(*state).value(); });
      if (!warm) continue;
      slowest = std::max(slowest, seconds);
      all += seconds;
    }
  }
  return Figures{{"solve_and_store_seconds", solve_seconds},
                 {"bytes", bytes},
                 {"positions", kPositions},
                 {"microseconds_per_position", 1e6 * all / kPositions},
                 {"slowest_microseconds", 1e6 * slowest},
                 {"digest", solved.digest()}};
}

}  // namespace

std::vector<Workload> quixo_table_workloads() {
  return {{"quixo/tables", "4x4 with steps stored, then positions with all their moves", tables}};
}

}  // namespace noughts::research::bench
