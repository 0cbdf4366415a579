// noughts verify GAME: each game has its own kind of proof, verify_GAME.cpp.
#include "noughts/cli/verbs.h"

namespace noughts::cli {

void add_verify(const Command& program, Context& context) {
  const Command verb =
      program.sub("verify", "Check stored tables and proof files against the rules");
  verb.require_sub();
  add_verify_quixo(verb, context);
  add_verify_hyper(verb, context);
}

}  // namespace noughts::cli
