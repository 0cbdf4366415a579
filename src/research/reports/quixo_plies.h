// How long games last, from tables with plies: boards by plies and tier, the longest games, and
// what finding them took. Tables of some tiers will do.
#pragma once

#include <memory>

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/research/reports/report.h"

namespace noughts::research::reports {

// The facts are `tiers`: [{tiles, plies: [[win, loss], ...], longest, arising}].
// Require: the values are those of the manifest's tables, in this folder.
Report make_plies_report(std::shared_ptr<const quixo::tables::ValueSource> values,
                         const quixo::tables::Manifest& manifest, const store::Path& folder,
                         Workers& workers);

}  // namespace noughts::research::reports
