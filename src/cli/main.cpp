// noughts VERB GAME [options]: parses the command line and dispatches.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/verbs.h"

namespace {

// The handler can reach nothing but this pointer, set once before signals arrive.
noughts::CancelToken* interrupted = nullptr;

void on_interrupt(int) {
  if (interrupted->cancelled()) std::_Exit(noughts::cli::kExitInterrupted);  // the second time
  interrupted->cancel();
}

// CLI11's messages may span lines; ours is one sentence that says where help is.
void report_usage(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what();
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  std::string verb;
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    verb += " " + at->get_name();
  }
  fmt::print(stderr, "noughts: {} (see noughts{} --help)\n", message, verb);
}

int run(int argc, char** argv) {
  using namespace noughts::cli;
  Context context;
  interrupted = &context.cancel;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  std::signal(SIGPIPE, SIG_IGN);

  CLI::App app{"noughts: the tic-tac-toe family, solved exactly", "noughts"};
  app.set_version_flag("--version", "noughts " NOUGHTS_VERSION);
  app.require_subcommand(1);
  app.footer("Try: noughts tour");
  add_show(app, context);
  add_moves(app, context);
  add_perft(app, context);
  add_play(app, context);
  add_tour(app, context);
  add_bench(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    report_usage(app, error);
    return kExitUsage;
  }
  return context.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "noughts: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "noughts: {}\n", error.what());
  }
  return noughts::cli::kExitFault;
}
