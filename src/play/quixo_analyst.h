// Quixo positions rated by looking up their values.
//
// A move's rating is that of the position before it for the player who makes it:
// plies and ranks count this move. They are absent for draws and where the tables hold
// none.
#pragma once

#include <memory>

#include "noughts/play/analysis.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::play {

// The mover's rating of a board with this outcome.
Rating rating_of(const quixo::Outcome& outcome);

// Rates by values that were solved or stored.
std::shared_ptr<Analyst> make_quixo_analyst(std::shared_ptr<const quixo::ValueSource> values);

}  // namespace noughts::play
