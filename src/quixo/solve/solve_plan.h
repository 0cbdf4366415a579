// What a solve will do and need, and what a folder of tables holds of it already.
#pragma once

#include <set>
#include <vector>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo::solve {

int first_tier(const Rules& rules, const Options& options);

// In the order of solving.
std::vector<Pair> pairs_of(const Rules& rules, const Options& options);

// The classes of the next tier that a pair is solved from.
std::vector<ClassId> needed_classes(const Rules& rules, Pair pair);

// What the tables of so many boards take, more or less.
std::uint64_t table_bytes(const Rules& rules, std::uint64_t states, bool steps);
// What the lists of levels of plies take while such a pair is solved: in nameless files beside
// the tables, in memory without tables.
std::uint64_t list_bytes(const Options& options, std::uint64_t states);

// Whether the tables will have ranks.
bool makes_ranks(const Options& options);

// How pairs are solved, in so much memory.
engine::PairOptions pair_options(const Options& options, std::uint64_t memory_limit);
engine::LevelOptions level_options(std::uint64_t memory_limit);

// The memory that a solve may take: what it was given, or what is free.
std::uint64_t memory_limit(const Options& options);

// The program, its tables of moves and masks, and what threads pack and write.
inline constexpr std::uint64_t kProgramBytes = std::uint64_t{60} << 20;

// What solving a pair takes, with the program itself; `held` is of planes that stay in memory
// all the while. With a scratch folder as much as does not fit is put there.
struct Room {
  std::uint64_t memory = 0;
  std::uint64_t scratch = 0;
  std::uint64_t planes_in_memory = 0;  // the most of planes that may lie in memory
};
Room room_for(const engine::Engine& engine, Pair pair, const Options& options, std::uint64_t limit,
              std::uint64_t held = 0);

// What a pair that is solved keeps in memory without tables, for the next tier: planes, or lists
// of levels of plies.
std::uint64_t kept_bytes(const engine::Engine& engine, Pair pair, const Options& options);

// Whether every board is solved at once, which gives the plies.
bool solves_whole(const Rules& rules, const Options& options);

Result<void> check_options(const Rules& rules, const Options& options);

struct Resumed {
  tables::Manifest manifest;
  std::set<Pair> pairs_done;
  // Files of the tiers to solve that are damaged or not what the manifest lists: their
  // pairs are not done, and are to be solved again.
  std::vector<std::string> damaged;
};
// Fails on tables that cannot be continued. With workers every chunk of the tiers to
// solve is compared with its checksum.
Result<Resumed> read_folder(const std::shared_ptr<const layout::TableLayout>& layout,
                            const Options& options, Workers* workers = nullptr);

// What a pair takes by the clock, more or less.
double seconds_of(const Rules& rules, const Options& options, Pair pair, int threads);

// The pairs to solve, each as a job of its own; none for other ways than the engine's. Its memory
// is what it was given or what it needs, whatever is free on this machine.
Result<std::vector<PairJob>> jobs_from(const Rules& rules, const Options& options,
                                       const Resumed& resumed, int threads, const Budget& budget);

Result<Plan> plan_from(const Rules& rules, const Options& options, const Resumed& resumed,
                       int threads, const Budget& budget);

}  // namespace noughts::quixo::solve
