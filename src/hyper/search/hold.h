// Keeping one player from winning: a proof by potential and a little search.
//
// The others together only block; whether one of them completes a line does not
// matter for the claim "this player cannot force a win". Positions with the
// others to move are leaves when the potential is below 1. Elsewhere the others
// try their heaviest cells, a few per move (restricting them is sound), and all
// moves of the player follow. This settles the conjecture of
// Kutner's draft on 4^3.
#pragma once

#include <optional>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper::search {

// That the player (from 0) cannot force a win, if this simple way shows it. The
// board has at most 64 cells. What is visited is counted by the meter.
Result<std::optional<proof::Certificate>> hold_player(const Rules& rules, int player, Meter& meter);

// The claim that with `players` or more nobody can force a win: the potential
// is below 1 after any first mark. Require: holds_by_potential_at_start; more
// players only lower the potential.
proof::Certificate potential_certificate(const Board& board, int players);

// The certificates that together say: on this board, with `players` or more,
// nobody can force a win. Empty if one of them is not found; the nodes of the budget
// are for each seat anew.
Result<std::vector<proof::Certificate>> hold_everyone(int side, int dims, int players,
                                                      const Budget& budget);

}  // namespace noughts::hyper::search
