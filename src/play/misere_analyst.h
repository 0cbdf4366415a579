// Misère n^k boards rated by searching: as hyper_analyst.h, for who is left.
#pragma once

#include <memory>

#include "noughts/core/budget.h"
#include "noughts/hyper/rules.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// Require: misère rules, at most 64 cells. What a few thousand positions do not decide on
// boards of more than 16 cells is unknown.
std::shared_ptr<Analyst> make_misere_analyst(const hyper::Rules& rules, const Budget& budget);

}  // namespace noughts::play
