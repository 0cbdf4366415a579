// noughts solve GAME: each game has its own options and answer, solve_GAME.cpp.
#include "noughts/cli/verbs.h"

namespace noughts::cli {

void add_solve(const Command& program, Context& context) {
  const Command verb = program.sub("solve", "Solve a whole game and say who wins");
  verb.require_sub();
  add_solve_quixo(verb, context);
  add_solve_quantum(verb, context);
  add_solve_hyper(verb, context);
}

}  // namespace noughts::cli
