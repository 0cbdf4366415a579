// Holding a player by a few replies and then a pairing.
//
// One step below the bound of pairings a board has a few lines too many for its cells. The
// others mark cells on many lines until the rest have pairs. They need not know where the
// player's marks are: it is enough that any set of lines they have not touched has twice as many
// cells as lines, and one more for each mark of hers (Hall's condition with a surplus). What
// they must know is whether a cell that they want is free. So the strategy is a tree with a
// branch for that only; 7^3 takes a few dozen entries where all her replies would be millions.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::search {

// That the player (from 0) of so many cannot force a win, if this way shows it. What is
// visited is counted by the meter.
Result<std::optional<proof::Certificate>> hold_by_replies(const Board& board, int players,
                                                          int player, Meter& meter);

}  // namespace noughts::hyper::search
