// What every verb of the command line shares: the options that all of them
// take, where output goes, how progress is shown, how an error ends.
//
// A verb is one function, add_<verb>(program, context). It declares its options and
// an action; the action does the work and either writes its answer with
// context.answer() or hands an Error to context.fail(). main() only dispatches.
#pragma once

#include <concepts>
#include <functional>
#include <string>

#include "noughts/cli/command.h"
#include "noughts/core/budget.h"
#include "noughts/core/json.h"
#include "noughts/core/progress.h"
#include "noughts/core/result.h"
#include "noughts/present/style.h"

namespace noughts::cli {

enum ExitCode {
  kExitDone = 0,
  kExitNo = 1,
  kExitUsage = 2,
  kExitFault = 3,
  kExitInterrupted = 130
};

int exit_code_of(ErrorCode code);

class Context {
 public:
  // Set from the options that every verb takes.
  bool json = false;
  bool quiet = false;
  int threads = 0;
  double memory_gib = 4;  // where a verb takes --memory

  // Ctrl-C sets this.
  CancelToken cancel;

  // Adds --json, --quiet and --threads, and the example to the help.
  void add_common(const Command& verb, const std::string& example);

  // Adds --memory: what budget() gives to searches.
  void add_memory(const Command& verb);

  // Writes the answer, the document with --json, else the text; only that one is made.
  template <std::invocable MakeDocument>
  void answer(const MakeDocument& document, const std::function<std::string()>& text) {
    if (json) {
      print_document(document());
    } else {
      print(text());
    }
  }
  // The same where the document is there already.
  void answer(const Json& document, const std::function<std::string()>& text);
  void print(const std::string& text);
  // What `act` prints, as text; it does not reach the output.
  std::string overhear(const std::function<void()>& act);

  // A sentence on standard error, unless --quiet.
  void note(const std::string& sentence) const;
  // Ends the run with the error's sentence on standard error.
  void fail(const Error& error);
  void set_exit_code(int code) { exit_code_ = code; }
  int exit_code() const { return exit_code_; }
  // Nothing more can be written: the reader is gone, the device is full.
  bool output_lost() const { return output_lost_; }

  present::RenderStyle style() const;

  // Long work whose result lies in files goes on when the terminal is closed.
  void outlive_terminal();

  // A bar on standard error if that is a terminal, else nothing. It vanishes when the work ends.
  ProgressListener progress();
  // What long work may take here: it ends with Ctrl-C, and shows the bar.
  Budget budget();

 private:
  void print_document(const Json& document);
  void clear_bar();

  int exit_code_ = kExitDone;
  bool output_lost_ = false;
  std::string* overheard_ = nullptr;
  bool bar_shown_ = false;
};

// A position given as text, as @file, or as - for standard input.
Result<std::string> read_position(const std::string& argument);

}  // namespace noughts::cli
