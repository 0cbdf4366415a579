// noughts verify GAME: each game has its own kind of proof, verify_GAME.cpp.
#include "cli/verbs.h"

namespace noughts::cli {

void add_verify(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("verify", "Check what was solved and stored");
  verb->require_subcommand(1);
  add_verify_quixo(*verb, context);
  add_verify_hyper(*verb, context);
}

}  // namespace noughts::cli
