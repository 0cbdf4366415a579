// The full board, every tile shown, by the number of tiles of the player to move: a
// report of its own, since 6x6 takes long.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/rules.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// `sample` boards of each half are checked by the rules. Sizes 3 to 6; says so before it
// begins if memory does not suffice. `state`: folder where what is done is kept, or empty.
Report make_full_board_report(const quixo::LargeRules& rules, std::uint64_t sample,
                              const std::string& state, Workers& workers);

}  // namespace noughts::research::reports
