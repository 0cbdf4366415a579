// Keeping one player from winning: a proof by potential and a little search.
//
// The others together only block; whether one of them completes a line does not
// matter for the claim "this player cannot force a win". Positions with the
// others to move are leaves when the potential is below 1. Elsewhere the others
// try their heaviest cells, a few per move (restricting them is sound), and all
// moves of the player follow. This settles the conjecture of seed 004 on 4^3.
#pragma once

#include <optional>

#include "core/cancel.h"
#include "hyper/certificate.h"
#include "hyper/rules.h"

namespace noughts::hyper {

// A certificate that the player (from 0) cannot force a win, or nothing if this
// simple way does not find one within `node_limit` positions. The board has at
// most 64 cells.
Result<std::optional<Certificate>> hold_player(const Rules& rules, int player,
                                               std::uint64_t node_limit,
                                               const CancelToken* cancel = nullptr);

// The claim that with `players` or more nobody can force a win: the potential
// is below 1 after any first mark. Require: holds_by_potential_at_start; more
// players only lower the potential.
Certificate potential_certificate(int side, int dims, int players);

// The certificates that together say: on this board, with `players` or more,
// nobody can force a win. Empty if one of them is not found.
Result<std::vector<Certificate>> hold_everyone(int side, int dims, int players,
                                               std::uint64_t node_limit,
                                               const CancelToken* cancel = nullptr);

}  // namespace noughts::hyper
