// What the Quixo paper says in passing, counted: the gain of its improvements, which
// boards can arise, how long random winners take, whether empty tiles are good. Each
// is a report of its own, since some take minutes.
#pragma once

#include <optional>

#include "noughts/core/parallel.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// Algorithms 1, 2 and 5 and what lies between, on one thread and on those of `workers`,
// beside the published times. Sizes 3 and 4.
Report make_algorithms_report(const quixo::Rules& rules, Workers& workers);

// Every definition of "reachable" that we know. Sizes 3 and 4.
Report make_reachable_report(const quixo::Rules& rules, Workers& workers);

// Any winning move, each as likely; from `position` too, if one is given. Sizes 3 and 4,
// with plies.
Report make_random_win_report(const quixo::tables::ValueSource& values,
                              const std::optional<quixo::Position>& position, Workers& workers);

struct EmptyTilesOptions {
  std::uint64_t sample = 1'000'000;  // boards of each tier
  std::uint64_t seed = 1;
};
// How often taking an empty tile is best, by tier and value. Any size.
Report make_empty_tiles_report(const quixo::tables::ValueSource& values,
                               const EmptyTilesOptions& options, Workers& workers);

// In how many plies a position is won or lost, and by which moves, searched over values without
// plies: where the end is near. The empty board, unless a position is given.
Report make_fastest_report(const quixo::tables::ValueSource& values,
                           const std::optional<quixo::Position>& position, const Budget& budget);

}  // namespace noughts::research::reports
