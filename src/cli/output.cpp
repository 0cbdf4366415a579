#include "noughts/cli/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace noughts::cli {

int write_out(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote >= 0) {
      text.remove_prefix(static_cast<std::size_t>(wrote));
      continue;
    }
    if (errno != EAGAIN) return errno;
    pollfd room{descriptor, POLLOUT, 0};  // a pipe that somebody made not to wait
    if (::poll(&room, 1, -1) < 0) return errno;
  }
  return 0;
}

void say(std::string_view text) noexcept { static_cast<void>(write_out(STDERR_FILENO, text)); }

void keep_standard_descriptors() noexcept {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Open the other way round, so that its use is an error.
    const int mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) < 0) return;
  }
}

}  // namespace noughts::cli
