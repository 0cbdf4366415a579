// What a certificate can claim, and how the claim reads.
//
// A kind of proof can support some claims and no others: a full board without a
// line says nothing about who wins. One table tells which; the checker refuses
// everything that is not in it, and docs/reference/certificate-kinds.md says why each row holds.
#pragma once

#include <optional>
#include <string>

#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::proof {

// A row of the table: what a kind of certificate can prove.
struct Provable {
  CertificateKind kind;
  Claim claim;
  int least_players;
  int most_players;
  bool or_more;        // may also speak of every larger number of players
  bool of_one_player;  // about the player who is named; otherwise about nobody alone
};

// The row that the head of a certificate falls under; nothing: it proves nothing.
std::optional<Provable> provable(const Certificate& certificate);

// "player 1 can force a win on 4^3 with 2 players": what the head says, true or not.
std::string claim_text(const Certificate& certificate);

}  // namespace noughts::hyper::proof
