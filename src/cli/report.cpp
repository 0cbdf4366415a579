// noughts report GAME: the papers' tables and figures from what was solved.
#include "cli/verbs.h"

namespace noughts::cli {

void add_report(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("report", "Write the published tables and figures anew");
  verb->require_subcommand(1);
  add_report_quixo(*verb, context);
  add_report_quantum(*verb, context);
  add_report_hyper(*verb, context);
}

}  // namespace noughts::cli
