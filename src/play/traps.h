// How careful the other must be where everything draws.
//
// By its values alone a drawn position has nothing to choose from: on the empty 3x3 board of
// tic-tac-toe all nine moves draw. But after the corner one reply of eight keeps the draw and
// seven lose; after the middle it is four of eight. An analyst made here adds these counts to
// every move that draws, and so puts the most dangerous first.
//
//     values  11 draw, 12 draw, ..., 22 draw
//     traps   11 draw (1 holds, 7 lose), 22 draw (4 hold, 4 lose), ...
#pragma once

#include <memory>

#include "noughts/play/analysis.h"

namespace noughts::play {

// Adds `replies` to the moves that draw, for two players, by asking what is known about each
// position after one. What is not known, or no longer in time, stays without them.
class TrapFinder final : public Analyst {
 public:
  explicit TrapFinder(std::shared_ptr<Analyst> values) : values_(std::move(values)) {}
  Result<Analysis> analyze(const State& state) override;
  Result<Analysis> known(const State& state) override;
  bool reads_far() const override { return values_->reads_far(); }

 private:
  void count_replies_to(const State& state, Analysis& analysis);

  std::shared_ptr<Analyst> values_;
};

}  // namespace noughts::play
