// Which boards can arise from the empty one.
#pragma once

#include "noughts/quixo/engine/engine.h"

namespace noughts::quixo::engine {

// As count_reachable of rules.h, whole vectors of boards at a time. Require: the engine
// is not graded.
Result<std::uint64_t> count_reachable(const Engine& engine, Workers& workers);

}  // namespace noughts::quixo::engine
