// The tables of Kutner's draft (Winning strategies in q-player n^k Tic-Tac-Toe),
// who can win on the boards that are searched, the map of the five categories of
// Golomb and Hales, the draft's figures (hyper_figures.h) and the map of the games
// worth playing (hyper_map.h).
#pragma once

#include "noughts/core/budget.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

struct HyperReportOptions {
  int max_side = 16;  // of the map
  int max_dims = 5;
  double seconds = 300;           // for the SAT solver, per board
  std::uint64_t games = 400'000;  // that the learned player trains with
  int max_players = 8;            // of the map of games worth playing
  std::string part = "all";       // or tables, figures, map
};

Report make_hyper_report(const HyperReportOptions& options, const Budget& budget);

}  // namespace noughts::research::reports
