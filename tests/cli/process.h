// Runs a command as a shell would, and says all that came of it.
#pragma once

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace cli_test {

struct Outcome {
  int exit_code = -1;  // 128 + N if signal N ended it
  bool timed_out = false;
  double worked_on = 0;  // seconds of the processor after the signal, or in all without one
  std::string out;
  std::string err;
};

struct Start {
  std::string input = {};             // on standard input, which then ends
  bool keep_input_open = false;       // instead of ending
  std::string out_path = {};          // standard output goes there, not into Outcome::out
  std::filesystem::path folder = {};  // the working directory
  double interrupt_after = -1;        // seconds until the signal; -1: never
  bool interrupt_on_output = false;   // the signal as soon as something is written
  double interrupt_after_work = -1;   // the signal after so many seconds of the processor, if that
                                      // is earlier
  int interrupt_with = SIGINT;
  double give_up_after = 600;  // seconds until SIGKILL
};

Outcome run(const std::vector<std::string>& command, const Start& start = {});

// The program under test with these arguments.
Outcome noughts(std::vector<std::string> arguments, const Start& start = {});

// A line of shell, in which `noughts` is the program under test.
Outcome shell(const std::string& line, const Start& start = {});

std::string read_file(const std::filesystem::path& path);
std::vector<std::string> lines_of(const std::string& text);

// Whether `line` is `pattern` with each <...> replaced by some text.
bool matches(const std::string& line, const std::string& pattern);

using noughts::TemporaryFolder;

}  // namespace cli_test
