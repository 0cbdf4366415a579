// Solving a board, or some of its tiers, as a sequence of classes.
//
//     tier 25   (0,25) (1,24) ... (12,13)        full board
//     tier 24   (0,24) (1,23) ... (12,12)        needs tier 25
//     ...
//     tier 0    (0,0)                            the empty board
//
// Each pair (x, o), (o, x) is solved from the next tier. With a folder for tables
// every finished pair is a checkpoint: its files are written, synced and renamed,
// then the manifest is replaced; the same command resumes after the last pair
// that the manifest lists, whatever ended the run. What was there before is read and
// compared with its checksums first, and what is damaged is solved again. Without a folder only the
// last tier is kept in memory. Sizes 3 and 4 may also be solved as a whole, which gives the plies
// (engine.h); a reference solver takes the same way.
#pragma once

#include <functional>
#include <optional>

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::solve {

// Another solver than the engine: it gives the values of boards with X to move, for all tiers from
// the full board down to one, with plies if asked for.
using BoardValues = std::function<Outcome(Board)>;
using OtherSolver =
    std::function<Result<BoardValues>(const Rules&, int last_tier, bool steps, Workers&)>;
// Which tables stay: all, or only those that the next tier needs.
enum class Keep { kAll, kNeeded };

// What to solve and where to keep it; without more words all tiers, in memory.
struct Options {
  std::optional<int> first_tier;  // the full board unless tables hold the tier above
  int last_tier = 0;
  // One pair alone, from tables of the next tier. Processes that do this may share the
  // folder: each writes files of its own (tables/manifest.h).
  std::optional<Pair> pair = {};
  void choose(Pair only) {
    pair = only;
    first_tier = last_tier = only.tier();
  }
  bool steps = false;
  // Tables with ranks (quixo/rank.h). Only the engine without steps, pair by pair, knows
  // them; other ways make tables without.
  bool ranks = true;
  OtherSolver reference = {};  // instead of the engine; plain and slow
  std::optional<store::Path> tables;
  Keep keep = Keep::kAll;
  // The most memory to take; all that is free unless said.
  std::optional<std::uint64_t> memory_bytes;
  // A folder for what does not fit: its files are paged in and out by the system.
  std::optional<store::Path> scratch;
};

// A pair of classes by itself: what solving it takes, and which pairs come before it.
struct PairJob {
  Pair pair;
  std::uint64_t states = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t disk_bytes = 0;
  std::uint64_t scratch_bytes = 0;
  double seconds_estimate = 0;
  std::vector<Pair> needs;
  bool done = false;  // found in the tables
};

// What a solve takes.
struct Plan {
  int classes = 0;
  int classes_done = 0;  // found in the tables
  std::uint64_t states = 0;
  std::uint64_t states_left = 0;
  std::uint64_t memory_bytes = 0;   // at the peak
  std::uint64_t scratch_bytes = 0;  // in files of the scratch folder, at the peak
  std::uint64_t disk_bytes = 0;     // what the tables will take in all
  double seconds_estimate = 0;      // for what is left
  std::vector<PairJob> jobs;        // the same pair by pair, over tables; only the engine has them
};

// What a solve will need. Fails on options that do not fit together, and on
// tables that cannot be continued.
Result<Plan> make_plan(const Rules& rules, const Options& options, int threads,
                       const Budget& budget = {});

// Solves and, where a folder is given, keeps tables, continuing what is there. Fails when the
// options do not fit together, a table is damaged or the workers' budget ends.
Result<tables::Solution> run(const Rules& rules, const Options& options, Workers& workers);

}  // namespace noughts::quixo::solve
