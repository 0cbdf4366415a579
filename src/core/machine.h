// What this machine still offers, and what we took of it.
#pragma once

#include <cstdint>

namespace noughts {

// Memory that a process may still take without swapping; 0 if unknown.
std::uint64_t available_memory();

// What this process has used so far.
struct Usage {
  double core_seconds = 0;        // of all threads, in the program and the system for it
  std::uint64_t peak_memory = 0;  // bytes
};
Usage usage();

}  // namespace noughts
