#include "noughts/core/machine.h"

#include <sys/resource.h>

#include <fstream>
#include <limits>
#include <string>

namespace noughts {
namespace {

// "MemAvailable:   12345 kB"
std::uint64_t mem_available() {
  std::ifstream info("/proc/meminfo");
  std::string key, unit;
  std::uint64_t amount = 0;
  while (info >> key >> amount) {
    std::getline(info, unit);
    if (key == "MemAvailable:") return amount * 1024;
  }
  return 0;
}

// The limit of a container, less what it uses; without one, no limit.
std::uint64_t group_available() {
  std::uint64_t most = 0;
  std::uint64_t used = 0;
  std::ifstream("/sys/fs/cgroup/memory.max") >> most;  // "max" reads as no number
  std::ifstream("/sys/fs/cgroup/memory.current") >> used;
  if (most == 0) return std::numeric_limits<std::uint64_t>::max();
  return most > used ? most - used : 0;
}

}  // namespace

Usage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

std::uint64_t available_memory() { return std::min(mem_available(), group_available()); }

}  // namespace noughts
