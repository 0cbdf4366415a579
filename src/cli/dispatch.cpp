// Parses the words of the command line with CLI11 and runs the verb.
#include <CLI/CLI.hpp>
#include <sstream>

#include "noughts/cli/context.h"
#include "noughts/cli/usage.h"
#include "noughts/cli/verbs.h"
#include "noughts/cli/version.h"

namespace noughts::cli {

void dispatch(const std::vector<std::string>& words, Context& context) {
  CLI::App app{"noughts: the tic-tac-toe family, solved exactly", "noughts"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.footer("Try: noughts tour");
  const Command program(app);
  add_show(program, context);
  add_moves(program, context);
  add_perft(program, context);
  add_play(program, context);
  add_tour(program, context);
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
    context.fail(bad_input(usage_sentence(app, error, words)));
  }
}

}  // namespace noughts::cli
