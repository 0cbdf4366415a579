// Pairing strategies, found by bipartite matching.
//
// If every line has two cells of its own, the defender answers a mark on one of
// them with the other and no line is ever completed by the attacker: an easy
// draw (category 5 of Golomb and Hales). Such pairs exist exactly when the graph
// of two copies of each line against the cells has a matching of all the copies:
// found by the algorithm of Hopcroft and Karp.
//
// With q players the same pairs let the others together keep one player from
// completing a line; the player whose turn is next answers.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "noughts/hyper/board.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

using Pairing = std::vector<std::array<Cell, 2>>;  // per line

std::optional<Pairing> find_pairing(const Board& board);

// Whether every line that is still open to the attacker has two empty cells of
// its own, so that the defenders hold from here whoever is to move.
bool holds_by_pairing(const SmallBoard& board, CellSet attacker, CellSet defenders);

// The claim that none of so many players can force a win.
proof::Certificate pairing_certificate(const Board& board, int players, const Pairing& pairing);

}  // namespace noughts::hyper::search
