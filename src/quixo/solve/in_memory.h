// Values of all boards of size 3 or 4, solved and kept in memory, plies included.
#pragma once

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::solve {

inline constexpr int kMostSolvedInMemory = 4;

// Fails when the workers' budget ends, and for sizes above 4.
Result<std::unique_ptr<tables::ValueSource>> solve_in_memory(const Rules& rules, Workers& workers);

// The same from a solution at hand. Require: the engine is not graded.
std::unique_ptr<tables::ValueSource> values_of(const engine::Engine& engine,
                                               engine::WholeSolution solution);

}  // namespace noughts::quixo::solve
