// An alliance against one player.
//
// Kutner's draft, Figure 8: on 3^2 with three players the first two "ally to force" the
// third to lose, and she alone decides which of them wins. That is so when it is her
// turn, she cannot win, and whatever she plays, one of the others completes a line
// before her next turn, those between passing by; and who does depends on her move.
//
// Best play of the third avoids it (solve.h); a policy may not. Here a game is looked for
// in which she follows a policy and the others help one another into such a position.
#pragma once

#include <optional>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/study/guided_tree.h"

namespace noughts::hyper::research {

struct AllianceGame {
  std::vector<Cell> moves;  // to the position
  // For each of the others who can win: the victim's move, then the round to that win.
  struct Ending {
    int winner;
    std::vector<Cell> moves;
  };
  std::vector<Ending> endings;
};

// The first such game in the order of cells, `victim` (from 0) following the policy;
// nothing if there is none. Fails when the budget ends.
Result<std::optional<AllianceGame>> find_alliance(const Rules& rules, int victim,
                                                  const study::Policy& policy,
                                                  const Budget& budget = {});

}  // namespace noughts::hyper::research
