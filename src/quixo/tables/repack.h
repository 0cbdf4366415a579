// Some classes of a folder of tables, copied into another and packed as tight as can be.
//
// Every byte is compared with its checksum on the way; what the boards are is the same,
// and so are the digests. So were the tables made that are part of the program.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::tables {

// What the new folder lists: these classes, or all if none is named. Fails if one is missing or
// damaged.
Result<Manifest> repack(const store::Path& folder, const Rules& rules, std::vector<ClassId> classes,
                        const store::Path& out, Workers& workers);

}  // namespace noughts::quixo::tables
