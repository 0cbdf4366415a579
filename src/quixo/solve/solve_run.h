// One run of solve(): what all ways of solving share. A way (solve_whole.cpp,
// solve_pairs.cpp) gives one class after the other; the run writes it or only takes its
// digest, compares it with what the folder had, and keeps the manifest. It also knows what
// there is room for.
#pragma once

#include <chrono>
#include <string>

#include "noughts/quixo/solve/solve_plan.h"
#include "noughts/store/folder_lock.h"

namespace noughts::quixo {

using SolveClock = std::chrono::steady_clock;
inline double seconds_since(SolveClock::time_point start) {
  return std::chrono::duration<double>(SolveClock::now() - start).count();
}

std::vector<PlyCount> ply_counts(const std::vector<Counts>& by_plies);

// `count` is one more than the most plies of a board: more than a table holds are an error.
Result<void> check_plies(std::size_t count);

class SolveRun {
 public:
  SolveRun(const Rules& rules, const SolveOptions& options, Workers& workers);

  // Locks and reads the folder, and asks for room for the whole.
  Result<void> prepare();
  // Whoever cannot mend must hear what is broken.
  Error with_damage(const Error& error) const;
  // Memory and disk, before each pair; `held` is memory of our own to be used again.
  Result<void> check_room(std::uint64_t memory, std::uint64_t scratch, std::uint64_t disk,
                          std::uint64_t held = 0) const;

  // Writes the class, or only takes its digest; then it is part of the manifest.
  Result<ManifestEntry> keep_class(ClassId id, const Counts& counts, const ChunkMaker& make,
                                   const ChunkMaker& make_ranks = {});
  // What is made anew must be what it was: all below it was made from that.
  Result<void> take_entry(ClassId id, const ManifestEntry& entry);
  void add_plies(const std::vector<PlyCount>& counts);
  // The tables of a tier, if the tier below needs them no more.
  void drop_unneeded(int tier) const;

  const Rules rules;
  const SolveOptions options;
  Workers& workers;
  const std::shared_ptr<const TableLayout> layout;
  Resumed resumed = {};
  Solution solution = {};
  std::uint64_t memory_limit = 0;

 private:
  Result<void> check_needs(Pair pair) const;
  Error no_memory(std::uint64_t needed, const std::string& there) const;

  std::optional<store::FolderLock> lock_;
};

// The ways: every board at once or pair by pair by the engine, and by a reference solver.
Result<void> solve_all_at_once(SolveRun& run);
Result<void> solve_by_reference(SolveRun& run);
Result<void> solve_pair_by_pair(SolveRun& run);

}  // namespace noughts::quixo
