// noughts study summary: small games of every family, solved now, beside published numbers.
#include "noughts/cli/context.h"
#include "noughts/research/reports/summary.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {

void add_study_summary(const Command& study, Context& context) {
  const Command verb = study.sub("summary", "Solve small games and compare with published results");
  context.add_common(verb, "noughts study summary");
  verb.on_run([&context] {
    Workers workers(context.threads, context.budget());
    const reports::Report summary = reports::make_summary(workers);
    context.answer(summary.facts, [&] { return summary.text; });
  });
}

}  // namespace noughts::research::verbs
