#include "noughts/store/scratch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "noughts/core/progress.h"

namespace noughts::store {
namespace {

// A file without a name, or one that is removed at once where the file system has none such.
int open_nameless(const Path& folder) {
#if defined(O_TMPFILE)
  const int fd = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
#endif
  std::string name = (folder / "noughts-scratch-XXXXXX").string();
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

Result<std::uint8_t*> map_scratch(const Path& folder, std::uint64_t bytes) {
  const int fd = open_nameless(folder);
  if (fd < 0) return system_error(folder, "keep a scratch file in", errno);
  if (const int full = posix_fallocate(fd, 0, static_cast<off_t>(bytes)); full != 0) {
    close(fd);
    return system_error(folder, fmt::format("take {} of scratch space in", format_bytes(bytes)),
                        full);
  }
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  const int reason = errno;
  close(fd);
  if (memory == MAP_FAILED) return system_error(folder, "map a scratch file in", reason);
  return static_cast<std::uint8_t*>(memory);
}

}  // namespace noughts::store
