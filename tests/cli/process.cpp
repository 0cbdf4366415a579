#include "cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace cli_test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
    read_end = ends[0];
    write_end = ends[1];
  }
};

void close_end(int& end) {
  if (end >= 0) close(end);
  end = -1;
}

[[noreturn]] void become(const std::vector<std::string>& command, const Start& start, int in,
                         int out, int err) {
  if (!start.out_path.empty()) out = open(start.out_path.c_str(), O_WRONLY | O_CREAT, 0644);
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) _exit(126);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);  // the program's own choice is under test
  std::signal(SIGINT, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

// Moves what is there from the pipe to the text; false at the end.
bool drain(int& end, std::string& text) {
  char buffer[65536];
  const ssize_t count = read(end, buffer, sizeof buffer);
  if (count > 0) {
    text.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  close_end(end);
  return false;
}

void feed(int& end, const std::string& input, std::size_t& fed, bool keep_open) {
  const ssize_t count = write(end, input.data() + fed, input.size() - fed);
  if (count > 0) fed += static_cast<std::size_t>(count);
  if (count < 0 && errno != EAGAIN && errno != EINTR) close_end(end);
  if (fed == input.size() && !keep_open) close_end(end);
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Seconds of the processor that a child of this process has used, all its threads together.
double used_by(pid_t child) {
  const std::string stat = read_file("/proc/" + std::to_string(child) + "/stat");
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool signal_is_due(pid_t child, const Start& start, double seconds, const Outcome& outcome) {
  if (start.interrupt_on_output) return !outcome.out.empty();
  const bool worked =
      start.interrupt_after_work >= 0 && used_by(child) >= start.interrupt_after_work;
  return worked || (start.interrupt_after >= 0 && seconds > start.interrupt_after);
}

// Reads and writes until both outputs end, sending the signals that are due.
void converse(pid_t child, const Start& start, int in, int out, int err, Outcome& outcome) {
  const auto begin = Clock::now();
  const auto since = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  for (const int end : {in, out, err}) fcntl(end, F_SETFL, O_NONBLOCK);
  std::size_t fed = 0;
  bool interrupted =
      start.interrupt_after < 0 && start.interrupt_after_work < 0 && !start.interrupt_on_output;
  if (start.input.empty() && !start.keep_input_open) close_end(in);
  while (out >= 0 || err >= 0) {
    const bool more = in >= 0 && fed < start.input.size();
    pollfd ends[] = {{out, POLLIN, 0}, {err, POLLIN, 0}, {more ? in : -1, POLLOUT, 0}};
    poll(ends, 3, 20);
    if (ends[0].revents != 0) drain(out, outcome.out);
    if (ends[1].revents != 0) drain(err, outcome.err);
    if (ends[2].revents != 0) feed(in, start.input, fed, start.keep_input_open);
    if (!interrupted && signal_is_due(child, start, since(), outcome)) {
      outcome.worked_on = -used_by(child);
      kill(child, start.interrupt_with);
      interrupted = true;
    }
    if (since() > start.give_up_after && !outcome.timed_out) {
      kill(child, SIGKILL);
      outcome.timed_out = true;
    }
  }
  close_end(in);
}

}  // namespace

Outcome run(const std::vector<std::string>& command, const Start& start) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  const pid_t child = fork();
  if (child == 0) become(command, start, in.read_end, out.write_end, err.write_end);
  close_end(in.read_end);
  close_end(out.write_end);
  close_end(err.write_end);
  Outcome outcome;
  converse(child, start, in.write_end, out.read_end, err.read_end, outcome);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  for (const timeval& part : {usage.ru_utime, usage.ru_stime}) {
    outcome.worked_on +=
        static_cast<double>(part.tv_sec) + 1e-6 * static_cast<double>(part.tv_usec);
  }
  outcome.exit_code = exit_code_of(status);
  return outcome;
}

Outcome noughts(std::vector<std::string> arguments, const Start& start) {
  arguments.insert(arguments.begin(), NOUGHTS_BINARY);
  return run(arguments, start);
}

Outcome shell(const std::string& line, const Start& start) {
  const std::string folder = std::filesystem::path(NOUGHTS_BINARY).parent_path().string();
  return run(
      {"/bin/sh", "-c", "PATH=\"" + folder + ":$PATH\"; LC_ALL=C; export PATH LC_ALL; " + line},
      start);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool matches(const std::string& line, const std::string& pattern) {
  const std::string any = "<...>";
  const std::size_t at = pattern.find(any);
  if (at == std::string::npos) return line == pattern;
  if (line.compare(0, at, pattern, 0, at) != 0) return false;
  const std::string rest = pattern.substr(at + any.size());
  for (std::size_t from = at; from <= line.size(); ++from) {
    if (matches(line.substr(from), rest)) return true;
  }
  return false;
}

}  // namespace cli_test
