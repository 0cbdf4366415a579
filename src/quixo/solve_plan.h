// What a solve will do and need, and what a folder of tables holds of it already.
#pragma once

#include <set>
#include <vector>

#include "noughts/quixo/solve.h"
#include "noughts/quixo/tables/tables.h"

namespace noughts::quixo {

int first_tier(const Rules& rules, const SolveOptions& options);

// The pairs (a, b), a <= b, in the order of solving.
std::vector<ClassId> pairs_of(const Rules& rules, const SolveOptions& options);
// The one or two classes of a pair.
std::vector<ClassId> classes_of_pair(ClassId pair);

// Boards of all classes of the pairs.
std::uint64_t states_of(const Rules& rules, const std::vector<ClassId>& pairs);
// What the tables of so many boards take, more or less.
std::uint64_t table_bytes(std::uint64_t states, bool steps);

// Whether every board is solved at once, which gives the plies.
bool solves_whole(const Rules& rules, const SolveOptions& options);

Result<void> check_options(const Rules& rules, const SolveOptions& options);

struct Resumed {
  Manifest manifest;
  std::set<ClassId> pairs_done;  // a <= b
};
// Fails on tables that cannot be continued.
Result<Resumed> read_folder(const std::shared_ptr<const TableLayout>& layout,
                            const SolveOptions& options);

}  // namespace noughts::quixo
