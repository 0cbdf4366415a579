#include "noughts/store/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

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

}  // namespace

Error system_error(const Path& path, std::string_view what, int code) {
  const std::string name = path.string();
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return {
          ErrorCode::kNoSpace,
          fmt::format("no space left to write {}; make room and run the same command again", name)};
    case ENOENT:
      return {ErrorCode::kMissing, fmt::format("{} does not exist", name)};
    default:
      return {ErrorCode::kSystem, fmt::format("cannot {} {}: {}", what, name, std::strerror(code))};
  }
}

Result<NewFile> NewFile::create(const Path& path) {
  const Path part = path.string() + ".part";
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return system_error(part, "create", errno);
  return NewFile(path, fd);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_),
      buffer_(std::move(other.buffer_)) {}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(part_path().c_str());
}

Path NewFile::part_path() const { return path_.string() + ".part"; }

Result<void> NewFile::append(Bytes bytes) {
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  size_ += bytes.size();
  return buffer_.size() >= kBufferSize ? flush() : Result<void>{};
}

Result<void> NewFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t wrote = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return system_error(part_path(), "write", errno);
    done += static_cast<std::size_t>(wrote);
  }
  buffer_.clear();
  return {};
}

Result<void> NewFile::commit() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (::fsync(fd_) != 0) return system_error(part_path(), "sync", errno);
  if (::rename(part_path().c_str(), path_.c_str()) != 0) {
    return system_error(path_, "rename", errno);
  }
  ::close(std::exchange(fd_, -1));
  return sync_folder(folder_of(path_));
}

Result<void> write_file(const Path& path, std::string_view content) {
  // A device, a pipe or a link is written to where it leads and never replaced.
  std::error_code ignored;
  const auto type = std::filesystem::symlink_status(path, ignored).type();
  using Type = std::filesystem::file_type;
  if (type != Type::not_found && type != Type::regular && type != Type::directory) {
    std::ofstream out(path, std::ios::binary);
    out << content;
    out.close();
    if (!out) return system_error(path, "write", errno);
    return {};
  }
  auto file = NewFile::create(path);
  if (!file) return file.error();
  auto done = file->append({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
  return done ? file->commit() : done;
}

Result<std::string> read_file(const Path& path) {
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

Result<FolderLock> FolderLock::take(const Path& folder) {
  const Path path = folder / "lock";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return system_error(path, "create", errno);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Error{ErrorCode::kSystem,
                 fmt::format("another process is writing in {}; wait for it or choose another "
                             "folder",
                             folder.string())};
  }
  return FolderLock(fd);
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace noughts::store
