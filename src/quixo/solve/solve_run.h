// One run of run(): what all ways of solving share. A way (solve_whole.cpp,
// solve_pairs.cpp) gives one class after the other; the run writes it or only takes its
// digest, compares it with what the folder had, and keeps the manifest. It also knows what
// there is room for.
#pragma once

#include <chrono>
#include <string>

#include "noughts/quixo/solve/solve_plan.h"
#include "noughts/store/folder_lock.h"

namespace noughts::quixo::solve {

using Clock = std::chrono::steady_clock;
inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<tables::PlyCount> ply_counts(const std::vector<Counts>& by_plies);

// `count` is one more than the most plies of a board: more than a table holds are an error.
Result<void> check_plies(std::size_t count);

class Run {
 public:
  Run(const Rules& rules, const Options& options, Workers& workers);

  // Locks and reads the folder, and asks for room for the whole.
  Result<void> prepare();
  // Whoever cannot mend must hear what is broken.
  Error with_damage(const Error& error) const;
  // Memory and disk, before each pair; `held` is memory of our own to be used again.
  Result<void> check_room(std::uint64_t memory, std::uint64_t scratch, std::uint64_t disk,
                          std::uint64_t held = 0) const;

  // Writes the class, or only takes its digest; then it is part of the manifest.
  Result<tables::ManifestEntry> keep_class(ClassId id, const Counts& counts,
                                           const tables::ChunkMaker& make,
                                           const tables::ChunkMaker& make_ranks = {});
  // What is made anew must be what it was: all below it was made from that.
  Result<void> take_entry(ClassId id, const tables::ManifestEntry& entry);
  void add_plies(const std::vector<tables::PlyCount>& counts);
  // The tables of a tier, if the tier below needs them no more.
  void drop_unneeded(int tier) const;

  const Rules rules;
  const Options options;
  Workers& workers;
  const std::shared_ptr<const layout::TableLayout> layout;
  Resumed resumed = {};
  tables::Solution solution = {};
  std::uint64_t memory_limit = 0;

 private:
  Result<void> check_needs(Pair pair) const;
  Error no_memory(std::uint64_t needed, const std::string& there) const;

  std::optional<store::FolderLock> lock_;
};

// The ways: every board at once or pair by pair by the engine, and by a reference solver.
Result<void> solve_all_at_once(Run& run);
Result<void> solve_by_reference(Run& run);
Result<void> solve_pair_by_pair(Run& run);

}  // namespace noughts::quixo::solve
