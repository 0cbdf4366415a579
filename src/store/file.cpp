#include "noughts/store/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "noughts/core/cancel.h"
#include "noughts/store/part_file.h"

namespace noughts::store {
namespace {

constexpr std::size_t kBufferSize = 1 << 20;

Result<void> sync_folder(const Path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return system_error(folder, "open", errno);
  const int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  // Some file systems cannot sync folders and need not.
  if (code != 0 && code != EINVAL) return system_error(folder, "sync", code);
  return {};
}

Path folder_of(const Path& path) { return path.has_parent_path() ? path.parent_path() : Path("."); }

// Where a new file goes: to a plain file, there or not yet, or into what is there.
struct Destination {
  Path path;
  bool plain = true;
  std::optional<mode_t> mode = {};  // of the file that is replaced
};

// Follows links, those that lead nowhere yet included. The links in /proc, where
// /dev/stdout leads, stand for open files and are written to as they are.
Result<Destination> destination_of(Path path) {
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks; ++i) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
      if (errno == ENOENT) return Destination{path};
      return system_error(path, "create", errno);
    }
    if (S_ISDIR(status.st_mode)) return system_error(path, "write", EISDIR);
    if (S_ISREG(status.st_mode)) return Destination{path, true, status.st_mode & 07777};
    if (!S_ISLNK(status.st_mode)) return Destination{path, false};
    if (path.string().starts_with("/proc/")) return Destination{path, false};
    std::error_code code;
    const Path target = std::filesystem::read_symlink(path, code);
    if (code) return system_error(path, "read the link", code.value());
    path = target.is_absolute() ? target : folder_of(path) / target;
  }
  return system_error(path, "write", ELOOP);
}

}  // namespace

Error system_error(const Path& path, std::string_view what, int code) {
  const std::string name = path.string();
  const std::string sentence = fmt::format("cannot {} {}: {}", what, name, std::strerror(code));
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return {
          ErrorCode::kNoSpace,
          fmt::format("no space left to write {} ({}); make room and run the same command again",
                      name, std::strerror(code))};
    case ENOENT:
      if (what != "open") return {ErrorCode::kMissing, sentence};
      return {ErrorCode::kMissing, fmt::format("{} does not exist", name)};
    case EINTR:  // by Ctrl-C: signals that nobody handles interrupt nothing
      return cancelled_error();
    default:
      return {ErrorCode::kSystem, sentence};
  }
}

Result<NewFile> NewFile::create(const Path& path) {
  auto to = destination_of(path);
  if (!to) return to.error();
  if (!to->plain) {
    const int fd = ::open(to->path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) return system_error(path, "write", errno);
    return NewFile(to->path, {}, fd);
  }
  auto part = create_part(to->path);
  if (!part) return part.error();
  if (to->mode) static_cast<void>(::fchmod(part->fd, *to->mode));  // a stranger's mode is no fault
  return NewFile(to->path, part->path, part->fd);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::move(other.part_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_),
      buffer_(std::move(other.buffer_)) {}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

Result<void> NewFile::append(Bytes bytes) {
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  size_ += bytes.size();
  return buffer_.size() >= kBufferSize ? flush() : Result<void>{};
}

Result<void> NewFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t wrote = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (wrote < 0) return system_error(path_, "write", errno);
    done += static_cast<std::size_t>(wrote);
  }
  buffer_.clear();
  return {};
}

Result<void> NewFile::commit() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (part_.empty()) {
    if (::close(std::exchange(fd_, -1)) != 0) return system_error(path_, "write", errno);
    return {};
  }
  if (::fsync(fd_) != 0) return system_error(path_, "sync", errno);
  if (::rename(part_.c_str(), path_.c_str()) != 0) {
    if (errno != ENOENT) return system_error(path_, "rename", errno);
    return Error{ErrorCode::kSystem,
                 fmt::format("{} was removed while it was written, perhaps by a process on "
                             "another machine; run the same command again",
                             part_.string())};
  }
  ::close(std::exchange(fd_, -1));
  return sync_folder(folder_of(path_));
}

Result<void> write_file(const Path& path, std::string_view content) {
  auto file = NewFile::create(path);
  if (!file) return file.error();
  auto done = file->append({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
  return done ? file->commit() : done;
}

namespace {

constexpr std::size_t kMostOfAStream = std::size_t{1}
                                       << 30;  // one without an end is no file of ours

// To the end, or to `most` bytes.
Result<std::string> read_to_end(const Path& path, int fd, std::size_t most) {
  std::string text;
  std::vector<char> buffer(kBufferSize);
  ssize_t got = 0;
  while (text.size() <= most && (got = ::read(fd, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (got < 0) return system_error(path, "read", errno);
  if (text.size() > most) return Error{ErrorCode::kSystem, path.string() + " has no end"};
  return text;
}

}  // namespace

PlainFile::PlainFile(PlainFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

PlainFile::~PlainFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<PlainFile> PlainFile::open(const Path& path) {
  // A pipe without a writer must not hold up whoever looks what it is.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error(path, "open", errno);
  PlainFile file(path, fd);
  struct stat status {};
  if (::fstat(fd, &status) != 0) return system_error(path, "open", errno);
  if (S_ISDIR(status.st_mode)) return system_error(path, "read", EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kSystem,
                 fmt::format("{} is not a plain file; move it away", path.string())};
  }
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

Result<void> PlainFile::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    const ssize_t got = ::pread(fd_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0) return system_error(path_, "read", errno);
    if (got == 0) {
      return Error{ErrorCode::kUnfinished,
                   fmt::format("{} was cut short after it was opened; solve or copy it again, then "
                               "restart this program",
                               path_.string())};
    }
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

void PlainFile::drop(std::uint64_t offset, std::uint64_t size) const {
  static_cast<void>(::posix_fadvise(fd_, static_cast<off_t>(offset), static_cast<off_t>(size),
                                    POSIX_FADV_DONTNEED));  // only a wish
}

Result<std::string> PlainFile::read_all() const {
  return read_to_end(path_, fd_, std::numeric_limits<std::size_t>::max() / 2);
}

Result<std::string> read_plain_file(const Path& path) {
  auto file = PlainFile::open(path);
  if (!file) return file.error();
  return file->read_all();
}

Result<std::string> read_file(const Path& path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  using Type = std::filesystem::file_type;
  if (type != Type::fifo && type != Type::character && type != Type::socket) {
    return read_plain_file(path);
  }
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path, "open", errno);
  auto text = read_to_end(path, fd, kMostOfAStream);
  ::close(fd);
  return text;
}

Result<void> make_folder(const Path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return system_error(path, "create", code.value());
  return {};
}

Result<std::uint64_t> free_space(const Path& folder) {
  std::error_code code;
  const auto space = std::filesystem::space(folder, code);
  if (code) return system_error(folder, "measure", code.value());
  return static_cast<std::uint64_t>(space.available);
}

}  // namespace noughts::store
