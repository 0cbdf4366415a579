// noughts solve quantum --curve and --sweep: the value under chance for all q at once, as an
// exact function, and for many q one by one.
#pragma once

#include <string>

#include "noughts/cli/context.h"
#include "noughts/play/choice.h"

namespace noughts::cli {

class ChanceQuestion {
 public:
  void add_to(const Command& sub);
  bool asked() const { return curve_ || sweep_; }
  // Whether the options given go together; `rules` are those of the game.
  Result<void> check(const play::Values& rules) const;
  // Requires: asked, and the check passed.
  void answer(Context& context, const play::Values& rules) const;

 private:
  void curve(Context& context, const quantum::Rules& rules) const;
  void sweep(Context& context, const quantum::Rules& rules) const;

  bool curve_ = false;
  bool sweep_ = false;
  play::Values range_{play::sweep_range()};
  std::string csv_;
  std::string svg_;
  bool openings_ = false;
};

}  // namespace noughts::cli
