// Quantum tic-tac-toe: rules and notation, exact values at one q and at all of them.
//
//     noughts::quantum::search::TableSolver solver(rules);
//     const auto value = solver.value(position);          // exact, for X
//
// Link noughts::quantum.
#pragma once

#include "noughts/core/rational.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/version.h"
