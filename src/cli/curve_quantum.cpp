// noughts curve quantum: the value under chance as an exact function of q.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/quantum/curve/curve.h"

namespace noughts::cli {

void add_curve(const Command& program, Context& context) {
  const Command verb = program.sub("curve", "The value as an exact function of a parameter");
  verb.require_sub();
  const Command sub = verb.sub("quantum", "Quantum tic-tac-toe: value against q");
  auto scoring = std::make_shared<play::Values>(play::scoring_parameters());
  sub.parameters(play::scoring_parameters(), *scoring);
  context.add_common(sub, "noughts curve quantum --draw -5");
  sub.on_run([&context, scoring] {
    Result<quantum::Rules> rules = play::chance_rules(*scoring);
    if (!rules) return context.fail(rules.error());
    const Stopwatch watch;
    Result<quantum::Curve> curve = quantum::make_curve(
        *rules, context.threads, {.cancel = &context.cancel, .progress = context.progress()});
    if (!curve) return context.fail(curve.error());
    const double seconds = watch.seconds();
    context.answer(present::curve_document(rules->variant(), *curve, seconds), [&] {
      return present::curve_text(*rules, *curve) +
             fmt::format("{} nodes in {:.1f} s\n", format_count(curve->nodes), seconds);
    });
  });
}

}  // namespace noughts::cli
