// noughts solve GAME: each game has its own options and answer, solve_GAME.cpp.
#include "cli/verbs.h"

namespace noughts::cli {

void add_solve(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("solve", "Solve a game");
  verb->require_subcommand(1);
  add_solve_quixo(*verb, context);
  add_solve_quantum(*verb, context);
  add_solve_hyper(*verb, context);
}

}  // namespace noughts::cli
