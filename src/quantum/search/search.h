// The fast exact solver of the game at one q: table_search.h with numbers.
//
//     TableSolver solver(rules);
//     Result<Value> v = solver.value(position);        // exact, for X
//
// The table is kept between questions: the values of a position's moves cost
// little once the position is known. A question that is stopped (cancelled, out
// of nodes, time or memory) fails, and leaves only true bounds in the table.
#pragma once

#include <cstdint>
#include <memory>

#include "noughts/core/budget.h"
#include "noughts/quantum/search/scale.h"

namespace noughts::quantum::search {

class TableSolver {
 public:
  // The budget is that of each question, its memory that of the whole table.
  explicit TableSolver(const Rules& rules, const Budget& budget = {});
  ~TableSolver();
  TableSolver(TableSolver&&) noexcept;
  TableSolver& operator=(TableSolver&&) noexcept;

  const Rules& rules() const { return rules_; }
  // For the questions from now on.
  void set_budget(const Budget& budget);

  // The exact value for X with best play: of any position, pending and ended
  // ones included.
  Result<Value> value(const Position& position);

  // Whether a position is worth at least `value` to X (for kX), at most (for kO).
  // Cheaper than value(). Require: `value` is the value of some position of this
  // game.
  Result<bool> keeps(const Position& position, const Value& value, Player player);

  std::uint64_t nodes() const;  // positions searched so far
  std::uint64_t bytes() const;  // of the table

  class Impl;

 private:
  Rules rules_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace noughts::quantum::search
