// noughts VERB GAME [options]: parses the command line and dispatches.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <new>
#include <sstream>

#include "cli/usage.h"
#include "cli/verbs.h"

namespace {

// The handler can reach nothing but this pointer, set once before signals arrive.
noughts::CancelToken* interrupted = nullptr;

void on_interrupt(int) {
  if (interrupted->cancelled()) std::_Exit(noughts::cli::kExitInterrupted);  // the second time
  interrupted->cancel();
}

// Ctrl-C must also end a wait for input, so interrupted reads do not resume.
void listen_for_interrupts(noughts::CancelToken& cancel) {
  interrupted = &cancel;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

int run(int argc, char** argv) {
  using namespace noughts::cli;
  Context context;
  listen_for_interrupts(context.cancel);

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
  add_solve(app, context);
  add_analyze(app, context);
  add_line(app, context);
  add_curve(app, context);
  add_report(app, context);
  add_sweep(app, context);
  add_verify(app, context);
  add_classify(app, context);
  add_filling(app, context);
  add_tree(app, context);
  add_train(app, context);
  add_serve(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    app.exit(success, text);
    context.print(text.str());
  } catch (const CLI::ParseError& error) {
    context.fail(noughts::bad_input(usage_sentence(app, error)));
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
