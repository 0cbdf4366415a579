// Proving a win of the first player with two players, and making the proof small.
//
// On 4^3 (Qubic) the first player wins (O. Patashnik, "Qubic: 4x4x4
// tic-tac-toe", 1980). Here this is proved by threat sequences first and proof
// numbers over the rest, over positions up to the 192 automorphisms
// (threat_graph.h); a small strategy is chosen among what was proved
// (threat_choice.h) and written as a certificate of kind threats, which the
// checker replays. Positions are told apart by a 64-bit hash here; should two ever
// collide, the certificate would be refused.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/threat_graph.h"

namespace noughts::hyper::search {

struct ThreatProof {
  std::optional<proof::Certificate> certificate;  // nothing: not shown
  std::uint64_t nodes = 0;
  std::uint64_t threat_nodes = 0;
};

// Whether the first of two players wins on this board of at most 64 cells.
Result<ThreatProof> prove_first_player_win(const Rules& rules, const Budget& budget,
                                           const ThreatTuning& tuning = {});

}  // namespace noughts::hyper::search
