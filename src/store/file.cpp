#include "noughts/store/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
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

// A pipe or a device, to its end.
Result<std::string> read_stream(const Path& path) {
  constexpr std::size_t kMost = std::size_t{1} << 30;  // one without an end is no file of ours
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path, "open", errno);
  std::string text;
  std::vector<char> buffer(kBufferSize);
  ssize_t got = 0;
  while (text.size() <= kMost && (got = ::read(fd, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  const int code = got < 0 ? errno : text.size() > kMost ? EFBIG : 0;
  ::close(fd);
  if (code == EFBIG) return Error{ErrorCode::kSystem, path.string() + " has no end"};
  if (code != 0) return system_error(path, "read", code);
  return text;
}

}  // namespace

Result<std::string> read_file(const Path& path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  using Type = std::filesystem::file_type;
  if (type == Type::fifo || type == Type::character || type == Type::socket) {
    return read_stream(path);
  }
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  const Bytes bytes = file->bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
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

Result<MappedFile> MappedFile::open(const Path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path, "open", errno);
  struct stat status {};
  int code = ::fstat(fd, &status) == 0 ? 0 : errno;
  void* data = nullptr;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (code == 0 && !S_ISREG(status.st_mode)) code = EISDIR;
  if (code == 0 && size > 0) {
    data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED) code = errno;
  }
  ::close(fd);
  if (code != 0) return system_error(path, "map", code);
  return MappedFile(static_cast<const std::uint8_t*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

}  // namespace noughts::store
