// Memory that lies in a file, so that the system can page it out to a disk of one's choice.
//
// The file has no name (or loses it at once), so that nothing is left of it however the
// program ends; its room on the disk is taken when it is made, so that a full disk is
// told then and not met later.
#pragma once

#include <cstdint>

#include "noughts/store/file.h"

namespace noughts::store {

// Zeroed memory of so many bytes, to be given back by munmap. Fails with the system's
// reason if the folder is missing, read-only or full.
Result<std::uint8_t*> map_scratch(const Path& folder, std::uint64_t bytes);

}  // namespace noughts::store
