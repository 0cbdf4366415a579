// What goes beyond the tables of the paper on quantum tic-tac-toe, or stands in its
// text: scorings side by side, when the game is fair, the longest best games, how long
// the System thinks. Each adds its files and its words to a report.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/quantum/rules.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// Tables 2, 3 and 4: the deterministic games and three chances under each scoring.
void add_scorings(Report& report, const Budget& budget);

// The draw scores that make the game fair at q = 1/2, and the fair q by draw score, as
// text, CSV and SVG. The draw of the scoring is not used.
void add_fairness(Report& report, const quantum::Variant& scoring, int threads,
                  const Budget& budget);

// The longest game of best play of each deterministic game and at q = 1/2.
void add_longest(Report& report, const quantum::Variant& scoring, const Budget& budget);

// Section 5: both values of every collapse after 2, 3 and 4 plies, at 21 values of q as in
// play, and at two of them each from nothing.
void add_responses(Report& report, const Budget& budget);

}  // namespace noughts::research::reports
