// Parses the words of the command line with CLI11 and runs the verb.
#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>

#include "noughts/cli/context.h"
#include "noughts/cli/usage.h"
#include "noughts/cli/verbs.h"
#include "noughts/cli/version.h"
#include "noughts/cli/words.h"

namespace noughts::cli {
namespace {

// The help of VERB GAME begins with what the verb does, then names the game.
class HelpFormatter final : public CLI::Formatter {
  std::string make_description(const CLI::App* app) const override {
    const CLI::App* verb = app->get_parent();
    const bool is_game = verb != nullptr && verb->get_parent() != nullptr;
    return (is_game ? verb->get_description() + "\n" : "") + CLI::Formatter::make_description(app);
  }
};

}  // namespace

void dispatch(std::vector<std::string> words, Context& context,
              const std::vector<AddVerb>& others) {
  CLI::App app{"noughts: the tic-tac-toe family, solved exactly", "noughts"};
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("--version", version_text(), "Show the version");
  app.require_subcommand(1);
  app.footer("Try: noughts tour");
  const Command program(app);
  add_play(program, context);
  add_show(program, context);
  add_analyze(program, context);
  add_line(program, context);
  add_solve(program, context);
  add_verify(program, context);
  add_judge(program, context);
  add_serve(program, context);
  add_tables(program, context);
  for (const AddVerb add : others) add(program, context);
  add_tour(program, context);
  add_completion(program, context, app);
  const std::string renewed = renew(words);
  name_the_only_game(app, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes from the back
  } catch (const CLI::Success& success) {                               // --help, --version
    std::ostringstream text;
    app.exit(success, text);
    context.print(text.str());
  } catch (const CLI::ParseError& error) {
    context.fail(bad_input(usage_sentence(app, error, words)));
  } catch (const Failure& failure) {  // a verb ends where value() of a Result has none
    context.fail({failure.code(), failure.what()});
  }
  // Whoever reads an error reads that alone.
  if (!renewed.empty() && context.exit_code() == kExitDone) context.note(renewed);
}

}  // namespace noughts::cli
