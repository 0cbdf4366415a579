// Tables in a folder, whichever of the two layouts they have: as the solver writes them
// (tables/class_table.h) or laid out for a web host (published.h).
#pragma once

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {

// Their manifest must be there and about these rules.
Result<std::unique_ptr<tables::ValueSource>> open_tables(const store::Path& folder,
                                                         const Rules& rules);

}  // namespace noughts::quixo
