// What the Quixo paper shows of a solved board, from our own solution: its
// Tables 2 and 3, Figure 6, reachable boards, and boards worth looking at
// (Figures 7 and 9). Sizes 3 and 4 are solved whole, with their steps; 5x5 comes
// from tables, with what solving them took.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/tables/manifest.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// The facts are `boards`: those worth looking at, {about, position, value, plies}.
// Require: the engine is not graded, and the solution is its own.
Report make_quixo_report(const quixo::engine::Engine& engine, quixo::engine::WholeSolution solution,
                         const Budget& budget = {});

// Require: the values are those of the manifest's tables.
Report make_quixo_report(const quixo::tables::ValueSource& values,
                         const quixo::tables::Manifest& manifest, const Budget& budget = {});

// Counts, digest and rounds of each class, as lines of a file.
std::string tables_csv(const quixo::tables::Manifest& manifest);

}  // namespace noughts::research::reports
