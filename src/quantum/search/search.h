// The fast exact solver: alpha-beta with a transposition table over folded,
// canonical positions (node.h), and exact windows at chance nodes.
//
// The value of a collapse, p max(a, b) + q min(a, b), grows with a and with b.
// So if b is known to lie in [b0, b1] and only values between alpha and beta
// matter, then a matters only between
//
//     the largest  a with chance(a, b1) <= alpha    (at or below it: fails low)
//     the smallest a with chance(a, b0) >= beta     (at or above it: fails high)
//
// Both follow from one division, the order of a and b need not be known first,
// and nothing is searched twice. The paper (section 4.1) searches with windows
// that may fail and then again (its Table 5).
//
//     TableSolver solver(rules);
//     Value v = solver.value(position);        // exact, for X
//
// The table is kept between calls: the values of a position's moves cost little
// once the position is known.
#pragma once

#include <cstdint>
#include <memory>

#include "noughts/core/cancel.h"
#include "noughts/quantum/search/scale.h"

namespace noughts::quantum {

class TableSolver {
 public:
  explicit TableSolver(const Rules& rules, const CancelToken* cancel = nullptr);
  ~TableSolver();
  TableSolver(TableSolver&&) noexcept;
  TableSolver& operator=(TableSolver&&) noexcept;

  const Rules& rules() const { return rules_; }

  // The exact value for X with best play: of any position, pending and ended
  // ones included. Meaningless after a cancellation.
  Value value(const Position& position);

  // Whether a position is worth at least `value` to X (for kX), at most (for kO).
  // Cheaper than value(). Require: `value` is the value of some position of this
  // game.
  bool keeps(const Position& position, const Value& value, Player player);

  std::uint64_t nodes() const;  // positions searched so far
  std::uint64_t bytes() const;  // of the table

  class Impl;

 private:
  Rules rules_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace noughts::quantum
