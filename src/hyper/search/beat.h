// Beating one player: the others together complete a line by threats.
//
// Against one player the others have several threats in a round, and only one
// is answered:
//
//     their round     A makes a line of n-1, B makes another
//     her turn        two cells complete a line; she takes one of them
//     their round     the other is taken: she has lost
//
// So a few heavy cells per move and more and more rounds are tried; all her
// replies follow where she is not forced. On 4^3 this shows that with three to
// eight players nobody can avoid losing, in seconds.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper {

// That the player (from 0) cannot avoid losing, if this simple way shows it. The
// board has at most 64 cells, the game more than two players. What is visited is
// counted by the meter.
Result<std::optional<Certificate>> beat_player(const Rules& rules, int player, Meter& meter);

}  // namespace noughts::hyper
