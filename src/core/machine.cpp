#include "noughts/core/machine.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string>

#include "noughts/core/text.h"

namespace noughts {
namespace {

std::string text_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::optional<std::uint64_t> number(std::string_view text) {
  text = trim(text);
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The number that follows a word.
std::optional<std::uint64_t> number_after(std::string_view text, std::string_view word) {
  const auto words = split_words(text);
  const auto found = std::ranges::find(words, word);
  if (words.end() - found < 2) return std::nullopt;
  return number(found[1]);
}

std::optional<std::uint64_t> group_memory() {
  const std::string limit = text_of("/sys/fs/cgroup/memory.max");
  if (!limit.empty()) {
    return memory_in_group(limit, text_of("/sys/fs/cgroup/memory.current"),
                           text_of("/sys/fs/cgroup/memory.stat"));
  }
  return memory_in_group(text_of("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
                         text_of("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
                         text_of("/sys/fs/cgroup/memory/memory.stat"));
}

}  // namespace

std::optional<std::uint64_t> memory_in_meminfo(std::string_view meminfo) {
  const auto kibibytes = number_after(meminfo, "MemAvailable:");
  if (!kibibytes) return std::nullopt;
  return *kibibytes * 1024;
}

std::optional<std::uint64_t> memory_in_group(std::string_view limit, std::string_view current,
                                             std::string_view stat) {
  const auto most = number(limit);  // "max" is no number
  const auto used = number(current);
  if (!most || !used) return std::nullopt;
  // Version 1 tells of the group itself and, as total_..., of all groups below it.
  auto idle = number_after(stat, "total_inactive_file");
  if (!idle) idle = number_after(stat, "inactive_file");
  const std::uint64_t held = *used - std::min(*used, idle.value_or(0));
  return *most - std::min(*most, held);
}

std::optional<std::uint64_t> available_memory() {
  const auto machine = memory_in_meminfo(text_of("/proc/meminfo"));
  const auto group = group_memory();
  if (machine && group) return std::min(*machine, *group);
  return machine ? machine : group;
}

Usage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

}  // namespace noughts
