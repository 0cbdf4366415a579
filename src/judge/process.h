// Another program that is asked line by line.
//
//     Result<std::unique_ptr<Process>> bot = Process::start("python3 bot.py");
//     (*bot)->write_line("X.../..../..../.... O", budget);
//     Result<std::string> answer = (*bot)->read_line(budget);
//
// The command is run by /bin/sh -c in a process group of its own, with pipes as its
// standard input and output; its standard error is ours. Ctrl-C on a terminal does not
// reach it: it is ended, with all that it started (supervisor.h), when the object goes. Nothing
// here waits longer than its budget, and a program that is gone raises no signal.
//
// Errors: kNoTime when the time is up, kCancelled, and kUnfinished when the program
// ended, or closed its end of the pipe.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "noughts/core/budget.h"
#include "noughts/core/result.h"

namespace noughts::judge {

class Process {
 public:
  static Result<std::unique_ptr<Process>> start(const std::string& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Result<void> write_line(std::string_view line, const Budget& budget);
  // Without its end. A line that is longer than any move is cut.
  Result<std::string> read_line(const Budget& budget);
  // Forgets what was written but not read yet; returns whether there was any.
  bool discard_input();

  // Ends the program: closes its input and gives it a moment, then kills it and all that it
  // started. Returns its exit code, or 128 plus the signal that ended it.
  int end();

 private:
  Process(pid_t pid, int control, int to, int from)
      : pid_(pid), control_(control), to_(to), from_(from) {}
  // Appends what has come; false at the end of the pipe.
  Result<bool> receive();
  bool has_ended() const;

  pid_t pid_;  // of its supervisor
  int control_;
  int to_;
  int from_;
  std::string pending_;  // read, and not yet a line
};

}  // namespace noughts::judge
