// A source that stores codes of ranks (quixo/rank.h): how a rank follows from a code.
#pragma once

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::tables {

class RankedSource : public ValueSource {
 public:
  Result<std::optional<int>> rank(Board board) const override;

 protected:
  // The code of a board that is decided and not over. Require: has_ranks().
  virtual Result<int> code(Board board) const = 0;
  // Whether a child is lost that is over or in the next tier: asked of wins of code 0. Here the
  // children are looked up.
  virtual Result<bool> wins_at_once(Board board) const;
};

}  // namespace noughts::quixo::tables
