// What the paper on quantum tic-tac-toe shows: Table 1, Figures 5 to 8, the exact
// curves, and on request its Table 6, which takes minutes.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/present/report.h"

namespace noughts::present {

// `threads` as for quantum::sweep; 0: all.
Result<Report> make_quantum_report(bool with_table_six, int threads, const Budget& budget);

}  // namespace noughts::present
