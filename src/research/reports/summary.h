// The summary: small games of every family, solved when it is asked for, beside what was
// published about them. `make run` shows it.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// A text of one screen; the same as `parts` in the report's facts. Takes a few seconds.
Report make_summary(Workers& workers);

}  // namespace noughts::research::reports
