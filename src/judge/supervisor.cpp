#include "noughts/judge/supervisor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace noughts::judge {
namespace {

// All of this runs between fork and the end of the supervisor, in a copy of a process that may have
// had many threads: system calls only, no memory is taken.

void on_child(int) {}

void close_from(unsigned first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0U) == 0) return;
#endif
  const auto most = static_cast<unsigned>(::sysconf(_SC_OPEN_MAX));
  for (unsigned file = first; file < most; ++file) ::close(static_cast<int>(file));
}

void signals_as_usual() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD}) {
    std::signal(signal, SIG_DFL);
  }
}

[[noreturn]] void become(const char* command, int input, int output) {
  ::setpgid(0, 0);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  close_from(STDERR_FILENO + 1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execl("/bin/sh", "sh", "-c", command, nullptr);
  ::_exit(127);
}

// Sends SIGKILL to each child that the system lists. False if it lists none.
bool kill_children() {
  const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> text;
  pid_t number = 0;
  bool any = false;
  for (ssize_t got; (got = ::read(file, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < got; ++i) {
      const char c = text[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        number = 10 * number + (c - '0');
      } else if (number > 0) {
        any = ::kill(number, SIGKILL) == 0 || any;
        number = 0;
      }
    }
  }
  ::close(file);
  return any;
}

// What ended, without waiting. False when there are no children any more.
bool reap(pid_t agent, int& status) {
  int ended = 0;
  pid_t pid = 0;
  while ((pid = ::waitpid(-1, &ended, WNOHANG)) > 0) {
    if (pid == agent) status = ended;
  }
  return pid == 0;
}

// Each round kills the children there are; theirs become ours and are killed in the next. What
// cannot be killed (a program with other rights) is left after two seconds.
void end_all(pid_t agent, int& status) {
  constexpr timespec kMoment{0, 1'000'000};
  for (int round = 0; round < 2'000 && reap(agent, status); ++round) {
    ::kill(-agent, SIGKILL);  // where the system does not list children
    kill_children();
    ::nanosleep(&kMoment, nullptr);
  }
}

[[noreturn]] void watch(pid_t agent, int control) {
  sigset_t none;
  sigemptyset(&none);
  int status = 0;
  while (reap(agent, status)) {
    pollfd end{control, POLLIN, 0};
    if (::ppoll(&end, 1, nullptr, &none) > 0) {
      end_all(agent, status);
      break;
    }
  }
  ::_exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

[[noreturn]] void be_supervisor(const char* command, int input, int output, int control) {
  ::setpgid(0, 0);
  signals_as_usual();
  std::signal(SIGCHLD, on_child);  // seen in ppoll only
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const pid_t agent = ::fork();
  if (agent < 0) ::_exit(126);
  if (agent == 0) {
    signals_as_usual();
    become(command, input, output);
  }
  ::setpgid(agent, agent);
  // Nothing of ours stays open here but the control pipe and standard error.
  ::dup2(control, STDIN_FILENO);
  ::close(STDOUT_FILENO);
  close_from(STDERR_FILENO + 1);
  watch(agent, STDIN_FILENO);
}

}  // namespace

Result<Supervised> supervise(const std::string& command, int input, int output) {
  std::array<int, 2> control;
  if (::pipe2(control.data(), O_CLOEXEC) != 0) {
    return Error{ErrorCode::kSystem, fmt::format("cannot make a pipe: {}", std::strerror(errno))};
  }
  // Signals wait until the new process has handlers of its own.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) be_supervisor(command.c_str(), input, output, control[0]);
  const int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(control[0]);
  if (pid > 0) return Supervised{pid, control[1]};
  ::close(control[1]);
  return Error{ErrorCode::kSystem, fmt::format("cannot start /bin/sh: {}", std::strerror(code))};
}

}  // namespace noughts::judge
