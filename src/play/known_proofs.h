// Proofs that are part of the program: data/*.cert, put into it when it is built.
#pragma once

#include <memory>
#include <string>

#include "noughts/hyper/proof/strategy.h"

namespace noughts::play {

// The text of the certificate that the first player wins Qubic.
const std::string& qubic_certificate();

// The proved win for two players on this board, if the program has one. It is checked when it
// is first asked for.
std::shared_ptr<const hyper::proof::Strategy> known_strategy(const hyper::Rules& rules);

}  // namespace noughts::play
