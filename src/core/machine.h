// What this machine still offers, and what we took of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace noughts {

// Memory that a process may still take without swapping, its control group
// (a container, say) considered; nothing if the system does not tell.
std::optional<std::uint64_t> available_memory();

// What this process has used so far.
struct Usage {
  double core_seconds = 0;        // of all threads, in the program and the system for it
  std::uint64_t peak_memory = 0;  // bytes
};
Usage usage();

// How the system tells it, each from the text of a file.

// MemAvailable of /proc/meminfo, in bytes.
std::optional<std::uint64_t> memory_in_meminfo(std::string_view meminfo);

// What a control group leaves: `limit` and `current` are its memory.max and
// memory.current (version 1: memory.limit_in_bytes and memory.usage_in_bytes),
// `stat` its memory.stat. Pages of files that are not in use count as used there
// although the system gives them up at once: they are free here. Nothing without a
// limit; 0 when the group is full.
std::optional<std::uint64_t> memory_in_group(std::string_view limit, std::string_view current,
                                             std::string_view stat);

}  // namespace noughts
