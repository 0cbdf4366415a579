// Many boards at once.
//
// Whoever asks a ValueSource (probe.h) for one board pays for locks and for finding the
// class and the chunk anew. For many boards that costs more than the values: here it is
// paid once for each class and chunk.
#pragma once

#include <span>

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::tables {

// outcomes[i] is what source.at(boards[i]) gives; the first error ends it. Threads may do so side
// by side, each with boards of its own. Require: as many outcomes as boards.
Result<void> probe_each(const ValueSource& source, std::span<const Board> boards,
                        std::span<Outcome> outcomes);

}  // namespace noughts::quixo::tables
