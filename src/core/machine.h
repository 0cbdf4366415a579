// What this machine still offers.
#pragma once

#include <cstdint>

namespace noughts {

// Memory that a process may still take without swapping; 0 if unknown.
std::uint64_t available_memory();

}  // namespace noughts
