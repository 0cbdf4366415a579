#include "noughts/fetch/partial.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace noughts::fetch {

store::Path partial_path(const store::Path& path) { return path.string() + ".partial"; }

Result<Partial> Partial::open(const store::Path& path) {
  const store::Path part = partial_path(path);
  const int fd = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (fd < 0) return store::system_error(part, "write", errno);
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    return Error{ErrorCode::kSystem, part.string() + " is no plain file; remove it"};
  }
  return Partial(path, fd, static_cast<std::uint64_t>(status.st_size));
}

Partial::Partial(Partial&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

Partial::~Partial() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> Partial::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  for (std::size_t done = 0; done < to.size();) {
    const ssize_t got =
        ::pread(fd_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
    if (got < 0) return store::system_error(partial_path(path_), "read", errno);
    if (got == 0) return Error{ErrorCode::kUnfinished, path_.string() + " was cut short"};
    done += static_cast<std::size_t>(got);
  }
  return {};
}

Result<void> Partial::cut(std::uint64_t size) {
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) {
    return store::system_error(partial_path(path_), "write", errno);
  }
  size_ = size;
  return {};
}

Result<void> Partial::append(store::Bytes bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote =
        ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_));
    if (wrote < 0) return store::system_error(partial_path(path_), "write", errno);
    done += static_cast<std::size_t>(wrote);
    size_ += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

Result<void> Partial::finish() {
  if (::fsync(fd_) != 0) return store::system_error(partial_path(path_), "sync", errno);
  if (::rename(partial_path(path_).c_str(), path_.c_str()) != 0) {
    return store::system_error(path_, "rename", errno);
  }
  ::close(std::exchange(fd_, -1));
  return {};
}

}  // namespace noughts::fetch
