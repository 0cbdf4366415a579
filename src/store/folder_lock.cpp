#include "noughts/store/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace noughts::store {
namespace {

// For people only: "process 123 on node1".
std::string own_name() {
  std::array<char, 65> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("process {} on {}", ::getpid(), host.data());
}

void sign(int fd) {
  const std::string name = own_name() + "\n";
  const bool empty = ::ftruncate(fd, 0) == 0;
  // A lock without a name is a lock.
  if (empty) static_cast<void>(::pwrite(fd, name.data(), name.size(), 0) == 0);
}

std::string last_signed(int fd) {
  std::array<char, 128> text{};
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  const std::string name(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const std::string line = name.substr(0, name.find('\n'));
  return line.empty() ? "" : fmt::format(" ({} was the last to begin)", line);
}

}  // namespace

Result<FolderLock> FolderLock::take(const Path& folder, Holder holder) {
  const Path path = folder / "lock";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return system_error(path, "create", errno);
  FolderLock lock(fd);
  const int kind = holder == Holder::kAlone ? LOCK_EX : LOCK_SH;
  if (::flock(fd, kind | LOCK_NB) == 0) {
    sign(fd);
    return lock;
  }
  if (errno != EWOULDBLOCK) return system_error(path, "lock", errno);
  return Error{ErrorCode::kSystem,
               fmt::format("another process is writing in {}{}; wait for it or choose another "
                           "folder",
                           folder.string(), last_signed(fd))};
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace noughts::store
