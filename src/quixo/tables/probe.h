// Where the values of boards come from: a solve in memory, or tables on disk.
//
// Whoever analyses, plays or reports asks a ValueSource and need not know which
// it is. A board is asked with X to move (value.h); a board that is over has a
// value too, in zero plies.
#pragma once

#include <memory>

#include "noughts/quixo/solve.h"
#include "noughts/quixo/tables/manifest.h"
#include "noughts/quixo/tables/tables.h"

namespace noughts::quixo {

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  virtual const Rules& rules() const = 0;
  virtual bool has_plies() const = 0;
  // Safe to call from several threads.
  virtual Result<Outcome> at(Board board) const = 0;
  // Counts of all boards by class and, in memory, by plies; empty where the source
  // does not keep them.
  virtual Solution summary() const { return {}; }
};

// Solves sizes 3 and 4 by the engine and keeps everything in memory, plies included.
Result<std::unique_ptr<ValueSource>> solve_in_memory(const Rules& rules, Workers& workers,
                                                     const ProgressListener& listener = {});

// The same from a solution at hand. Require: the engine is not graded.
std::unique_ptr<ValueSource> values_of(const Engine& engine, WholeSolution solution);

// Tables in a folder. Their manifest must be there and about these rules.
Result<std::unique_ptr<ValueSource>> open_tables(const store::Path& folder, const Rules& rules);

}  // namespace noughts::quixo
