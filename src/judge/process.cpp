#include "noughts/judge/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "noughts/core/stopwatch.h"
#include "noughts/judge/supervisor.h"

namespace noughts::judge {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr double kFarewell = 0.5;  // seconds to end by itself once its input is closed

Error system_error(const char* what) {
  return {ErrorCode::kSystem, fmt::format("{}: {}", what, std::strerror(errno))};
}

Error ended_error() { return {ErrorCode::kUnfinished, "the program ended"}; }

// Until the deadline, but never so long that a wish to stop goes unseen.
int slice_milliseconds(const Budget& budget) {
  constexpr std::chrono::milliseconds kSlice(50);
  if (budget.deadline == Budget::Clock::time_point::max()) return kSlice.count();
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(budget.deadline - Budget::Clock::now());
  return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), kSlice).count());
}

Result<void> wait_for(int file, short events, const Budget& budget) {
  while (true) {
    if (budget.cancelled()) return cancelled_error();
    pollfd poll_one{file, events, 0};
    const int ready = ::poll(&poll_one, 1, slice_milliseconds(budget));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return system_error("cannot wait for the program");
    if (const auto stopped = budget.exhausted()) return *stopped;
  }
}

// Holds back the signal that writing to a closed pipe raises in this thread.
class PipeSignalHeld {
 public:
  PipeSignalHeld() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalHeld() {
    const timespec at_once{0, 0};
    if (sigismember(&before_, SIGPIPE) == 0) sigtimedwait(&pipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalHeld(const PipeSignalHeld&) = delete;
  PipeSignalHeld& operator=(const PipeSignalHeld&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
};

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const std::string& command) {
  std::array<int, 2> input;
  std::array<int, 2> output;
  if (pipe2(input.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe");
  if (pipe2(output.data(), O_CLOEXEC) != 0) {
    const Error error = system_error("cannot make a pipe");
    for (const int file : input) close(file);
    return error;
  }
  const auto started = supervise(command, input[0], output[1]);
  close(input[0]);
  close(output[1]);
  if (!started) {
    close(input[1]);
    close(output[0]);
    return started.error();
  }
  for (const int file : {input[1], output[0]}) fcntl(file, F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Process>(new Process(started->pid, started->control, input[1], output[0]));
}

Process::~Process() { end(); }

Result<void> Process::write_line(std::string_view line, const Budget& budget) {
  const std::string whole = std::string(line) + '\n';
  std::size_t written = 0;
  while (written < whole.size()) {
    const PipeSignalHeld held;
    const ssize_t count = write(to_, whole.data() + written, whole.size() - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      if (auto ready = wait_for(to_, POLLOUT, budget); !ready) return ready;
    } else if (errno == EPIPE) {
      return ended_error();
    } else if (errno != EINTR) {
      return system_error("cannot write to the program");
    }
  }
  return {};
}

Result<bool> Process::receive() {
  std::array<char, kLongestLine> buffer;
  while (true) {
    const ssize_t count = read(from_, buffer.data(), buffer.size());
    if (count == 0) return false;
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
      return system_error("cannot read from the program");
    }
    if (count < 0) return true;
    // What no line can hold is not kept, so that a flood takes no memory.
    if (pending_.size() < kLongestLine) {
      pending_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (pending_.find('\n') != std::string::npos) return true;
  }
}

Result<std::string> Process::read_line(const Budget& budget) {
  while (true) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos || pending_.size() >= kLongestLine) {
      std::string line = pending_.substr(0, std::min(end, kLongestLine));
      pending_.erase(0, end == std::string::npos ? end : end + 1);
      return line;
    }
    if (auto ready = wait_for(from_, POLLIN, budget); !ready) return ready.error();
    const Result<bool> open = receive();
    if (!open) return open.error();  // a fault of this machine and not the program's
    if (!*open) return ended_error();
  }
}

bool Process::discard_input() {
  bool any = false;
  do {
    any = any || !pending_.empty();
    pending_.clear();
    static_cast<void>(receive());
  } while (!pending_.empty());
  return any;
}

bool Process::has_ended() const {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

int Process::end() {
  if (pid_ <= 0) return 0;
  close(to_);
  const Stopwatch watch;
  while (!has_ended() && watch.seconds() < kFarewell) {
    discard_input();  // it may want to say something before it goes
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  close(control_);  // all that is left of it is killed
  close(from_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace noughts::judge
