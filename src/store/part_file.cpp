#include "noughts/store/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string>

namespace noughts::store {
namespace {

constexpr std::size_t kLetters = 6;
constexpr std::string_view kEnding = ".part";

std::string some_letters() {
  std::random_device random;
  std::string letters;
  for (std::size_t i = 0; i < kLetters; ++i) letters += static_cast<char>('a' + random() % 26);
  return letters;
}

// Whether `name` is a file on its way to `of`.
bool is_part(std::string_view name, std::string_view of) {
  return name.size() == of.size() + 1 + kLetters + kEnding.size() && name.starts_with(of) &&
         name[of.size()] == '.' && name.ends_with(kEnding);
}

// Nobody has it: whoever creates such a file finds it gone once it has the lock.
void remove_unless_held(const Path& part) {
  const int fd = ::open(part.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status {};
  const bool plain = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  if (plain && ::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(part.c_str());
  ::close(fd);
}

void remove_left_over(const Path& path) {
  const Path folder = path.has_parent_path() ? path.parent_path() : Path(".");
  const std::string name = path.filename().string();
  std::error_code ignored;  // what stays only takes room
  std::filesystem::directory_iterator at(folder, ignored);
  for (; !ignored && at != std::filesystem::directory_iterator(); at.increment(ignored)) {
    if (is_part(at->path().filename().string(), name)) remove_unless_held(at->path());
  }
}

// Where a file system has no locks, the file simply is not locked.
void lock_part(int fd) {
  while (::flock(fd, LOCK_EX) != 0 && errno == EINTR) {
  }
}

}  // namespace

Result<PartFile> create_part(const Path& path) {
  remove_left_over(path);
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    PartFile part{fmt::format("{}.{}{}", path.string(), some_letters(), kEnding)};
    part.fd = ::open(part.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (part.fd < 0 && errno == EEXIST) continue;
    if (part.fd < 0) return system_error(path, "create", errno);
    lock_part(part.fd);
    struct stat status {};
    if (::fstat(part.fd, &status) == 0 && status.st_nlink > 0) return part;
    ::close(part.fd);  // taken for left over in the moment before the lock
  }
  return system_error(path, "create", EEXIST);
}

}  // namespace noughts::store
