// What the paper on quantum tic-tac-toe shows: its tables and Figures 5 to 8, the exact
// curves, and the questions of quantum_studies.h; on request its Table 6, which takes
// minutes.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/quantum/rules.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

struct QuantumReportOptions {
  // tables, figures, curves, fair, lines, times, table6, or all of them but the last
  std::string part = "all";
  bool table_six = false;  // beside all others
  // Figures and curves for these scores instead of the paper's.
  std::optional<quantum::Variant> scoring = std::nullopt;
  int threads = 0;  // as for quantum::search::sweep; 0: all
};

Report make_quantum_report(const QuantumReportOptions& options, const Budget& budget);

}  // namespace noughts::research::reports
