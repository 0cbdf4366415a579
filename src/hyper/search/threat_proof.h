// Proving a win of the first player with two players: threat sequences first,
// proof numbers over the rest.
//
// On 4^3 (Qubic) the first player wins (O. Patashnik, "Qubic: 4x4x4
// tic-tac-toe", 1980). Here this is proved by depth-first proof-number search
// over positions up to the 192 automorphisms:
//
//   - a position with the attacker to move is first tried by continuous threats:
//     each move makes three in an open line, so the reply is forced, until two
//     threats stand at once. That search is cut off at a number of nodes; a
//     failure means "not shown", never "lost";
//   - the attacker's quiet moves are restricted to the best few by a static
//     score (restricting the attacker is sound), the defender's replies are not;
//   - a move that makes a threat is merged with its forced reply. Its child
//     starts with a larger proof number (threat_child_proof): started at 1, the search
//     would pour everything into ever longer threat sequences.
//
// The result is a strategy: a certificate that verify.h replays. Positions are
// told apart by a 64-bit hash here; should two ever collide, the certificate
// would be refused.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper {

// See docs/results/hyper.md for what was tried.
struct ThreatTuning {
  int quiet_moves = 6;
  std::uint32_t threat_nodes = 500;
  std::uint32_t threat_child_proof = 18;
};

struct ThreatProof {
  std::optional<Certificate> certificate;  // nothing: not shown
  std::uint64_t nodes = 0;
  std::uint64_t threat_nodes = 0;
};

// Whether the first of two players wins on this board of at most 64 cells.
Result<ThreatProof> prove_first_player_win(const Rules& rules, const Budget& budget,
                                           const ThreatTuning& tuning = {});

}  // namespace noughts::hyper
