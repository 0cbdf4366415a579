// Replies, then a pairing: the others together mark cells in an order that depends on
// what the player took, until pairs for all lines they have not touched must exist wherever
// her other marks are. docs/reference/certificate-replies.md tells the entries, the steps and why
// they prove the claim.
#pragma once

#include <optional>
#include <string>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::proof {

inline constexpr Cell kMaxReplyCells = 4096;

// Why the certificate does not hold; nothing: it does. Require: it is of kind replies, and the
// board is its own. Where the meter has an error nothing is said.
std::optional<std::string> check_replies(const Certificate& certificate, const Board& board,
                                         Meter& meter);

}  // namespace noughts::hyper::proof
