// noughts report GAME: the papers' tables and figures from what was solved.
#include "noughts/cli/verbs.h"

namespace noughts::cli {

void add_report(const Command& program, Context& context) {
  const Command verb = program.sub("report", "Write the published tables and figures anew");
  verb.require_sub();
  add_report_quixo(verb, context);
  add_report_quantum(verb, context);
  add_report_hyper(verb, context);
}

}  // namespace noughts::cli
