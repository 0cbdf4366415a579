// The map of the games worth playing over n, k and q, as text, CSV and SVG, with the
// certificates behind each cell (research/hyper/interest.h).
#pragma once

#include "noughts/core/budget.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

struct InterestMapOptions {
  int max_side = 8;
  int max_dims = 4;
  int max_players = 8;
  double seconds = 300;  // for the SAT solver, per game
};

// Files: hyper-interesting.txt, .csv, .svg, and certificates/*.cert.
Report make_interest_map(const InterestMapOptions& options, const Budget& budget);

}  // namespace noughts::research::reports
