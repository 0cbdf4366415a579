// noughts sweep quantum: the value and the openings for many q, as CSV and SVG.
#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

struct SweepArguments {
  play::Values values{play::sweep_parameters()};
  std::string csv;
  std::string svg;
  bool openings = false;
};

void run(Context& context, const SweepArguments& arguments) {
  Result<quantum::Rules> rules = play::chance_rules(arguments.values);
  if (!rules) return context.fail(rules.error());
  auto grid =
      quantum::sweep_grid(arguments.values.fraction("from"), arguments.values.fraction("to"),
                          arguments.values.fraction("step"));
  if (!grid) return context.fail(grid.error());
  auto points = quantum::sweep(*rules, *grid, context.threads,
                               {.cancel = &context.cancel, .progress = context.progress()});
  if (!points) return context.fail(points.error());
  if (!arguments.csv.empty()) {
    const auto written = store::write_file(arguments.csv, present::sweep_csv(*points));
    if (!written) return context.fail(written.error());
  }
  if (!arguments.svg.empty()) {
    const auto chart = present::sweep_chart(rules->variant(), *points, arguments.openings);
    const auto written = store::write_file(arguments.svg, to_svg(chart));
    if (!written) return context.fail(written.error());
  }
  context.answer(present::sweep_document(rules->variant(), *points),
                 [&] { return present::sweep_text(*points); });
}

}  // namespace

void add_sweep(const Command& program, Context& context) {
  const Command verb = program.sub("sweep", "The values for many settings of a parameter");
  verb.require_sub();
  const Command sub = verb.sub("quantum", "Quantum tic-tac-toe for many q");
  auto arguments = std::make_shared<SweepArguments>();
  sub.parameters(play::sweep_parameters(), arguments->values);
  sub.option("--csv", arguments->csv, "Write the values to this file");
  sub.option("--svg", arguments->svg, "Draw the values in this file");
  sub.flag("--openings", arguments->openings, "Draw each opening instead of the game");
  context.add_common(sub, "noughts sweep quantum --draw -5 --svg figure8.svg");
  sub.on_run([&context, arguments] { run(context, *arguments); });
}

}  // namespace noughts::cli
