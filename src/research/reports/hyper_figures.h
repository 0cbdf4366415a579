// The figures of Kutner's draft that are computed: the map of optimal moves (Figure 1) and the
// time of a gather by array and by batch size (Figures 6 and 7).
#pragma once

#include "noughts/core/budget.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

Report make_hyper_figures(const Budget& budget);

}  // namespace noughts::research::reports
