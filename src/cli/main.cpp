// noughts VERB GAME [options]: parses the command line and dispatches.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <sstream>

#include "noughts/cli/context.h"
#include "noughts/cli/usage.h"
#include "noughts/cli/verbs.h"
#include "noughts/cli/version.h"

namespace {

// The handler can reach nothing but this pointer, set once before signals arrive.
noughts::CancelToken* interrupted = nullptr;

void on_interrupt(int) {
  if (interrupted->cancelled()) std::_Exit(noughts::cli::kExitInterrupted);  // the second time
  interrupted->cancel();
}

void handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

// Before anything of the program or of its libraries runs, so that Ctrl-C in its first
// moments ends it as at any other time; nothing has been begun then. What comes earlier
// still meets the system's loader and ends as the system has it.
void handle_early(int, char**, char**) {
  handle([](int) { std::_Exit(noughts::cli::kExitInterrupted); });
}
#ifndef NOUGHTS_SANITIZED  // a sanitizer must stand before what it watches
[[gnu::used, gnu::section(".preinit_array")]] void (*const first_of_all)(int, char**,
                                                                         char**) = handle_early;
#endif

// Ctrl-C must also end a wait for input, so interrupted reads do not resume. When
// this ends, so does the token, and all is said: what comes later is ignored.
class Interrupts {
 public:
  explicit Interrupts(noughts::CancelToken& cancel) {
    interrupted = &cancel;
    handle(on_interrupt);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error like a full disk
  }
  ~Interrupts() { handle(SIG_IGN); }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
};

// Does what the words say; the answer, or why not, is in the context.
void dispatch(const std::vector<std::string>& words, noughts::cli::Context& context) {
  using namespace noughts::cli;
  CLI::App app{"noughts: the tic-tac-toe family, solved exactly", "noughts"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.footer("Try: noughts tour");
  const Command program(app);
  add_show(program, context);
  add_moves(program, context);
  add_perft(program, context);
  add_play(program, context);
  add_tour(program, context, [&context](const auto& stop) { dispatch(stop, context); });
  add_bench(program, context);
  add_solve(program, context);
  add_analyze(program, context);
  add_line(program, context);
  add_curve(program, context);
  add_report(program, context);
  add_sweep(program, context);
  add_repack(program, context);
  add_publish(program, context);
  add_verify(program, context);
  add_classify(program, context);
  add_filling(program, context);
  add_tree(program, context);
  add_train(program, context);
  add_judge(program, context);
  add_agent(program, context);
  add_serve(program, context);
  add_completion(program, context, app);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes from the back
  } catch (const CLI::Success& success) {                               // --help, --version
    std::ostringstream text;
    app.exit(success, text);
    context.print(text.str());
  } catch (const CLI::ParseError& error) {
    context.fail(noughts::bad_input(usage_sentence(app, error, words)));
  }
}

int run(const std::vector<std::string>& words) {
  noughts::cli::Context context;
  const Interrupts interrupts(context.cancel);
  if (words.empty()) {
    context.print(noughts::cli::front_page());
  } else {
    dispatch(words, context);
  }
  return context.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
#ifdef NOUGHTS_SANITIZED
  handle_early(argc, argv, nullptr);
#endif
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "noughts: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "noughts: {}\n", error.what());
  }
  return noughts::cli::kExitFault;
}
