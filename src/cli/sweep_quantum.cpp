// noughts sweep quantum: the value and the openings for many q, as CSV and SVG.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/quantum_figures.h"
#include "noughts/cli/quantum_json.h"
#include "noughts/cli/verbs.h"

namespace noughts::cli {
namespace {

using quantum::SweepPoint;

struct Arguments {
  QuantumOptions rules;
  std::string from = "0";
  std::string to = "1";
  std::string step = "1/20";
  std::string csv;
  std::string svg;
  bool openings = false;
};

std::string as_text(const std::vector<SweepPoint>& points) {
  std::string text = fmt::format("{:>8} {:>10}", "q", "value");
  for (const quantum::Pair opening : quantum::openings()) {
    text += fmt::format(" {:>10}", pair_text(opening));
  }
  text += "\n";
  for (const SweepPoint& point : points) {
    text += fmt::format("{:>8} {:>10}", to_text(point.q), decimal_text(point.solution.value));
    for (const auto& opening : point.solution.openings) {
      text += fmt::format(" {:>10}", decimal_text(opening.value));
    }
    text += "\n";
  }
  return text;
}

void run(Context& context, const Arguments& arguments) {
  Result<quantum::Rules> rules = arguments.rules.parse();
  if (!rules) return context.fail(rules.error());
  auto grid = present::sweep_grid(arguments.from, arguments.to, arguments.step);
  if (!grid) return context.fail(grid.error());
  auto points = quantum::sweep(*rules, *grid, context.threads, &context.cancel, context.progress());
  if (!points) return context.fail(points.error());
  if (!arguments.csv.empty()) {
    const auto written = write_file(arguments.csv, sweep_csv(*points));
    if (!written) return context.fail(written.error());
  }
  if (!arguments.svg.empty()) {
    const play::Chart chart = sweep_chart(rules->variant(), *points, arguments.openings);
    const auto written = write_file(arguments.svg, to_svg(chart));
    if (!written) return context.fail(written.error());
  }
  context.answer(present::sweep_document(rules->variant(), *points),
                 [&] { return as_text(*points); });
}

}  // namespace

void add_sweep(const Command& program, Context& context) {
  const Command verb = program.sub("sweep", "The values for many settings of a parameter");
  verb.require_sub();
  const Command sub = verb.sub("quantum", "Quantum tic-tac-toe for many q");
  auto arguments = std::make_shared<Arguments>();
  arguments->rules.collapse = "chance";
  arguments->rules.add_scoring_to(sub);
  sub.option("--from", arguments->from, "First q").show_default();
  sub.option("--to", arguments->to, "Last q").show_default();
  sub.option("--step", arguments->step, "Distance between values of q").show_default();
  sub.option("--csv", arguments->csv, "Write the values to this file");
  sub.option("--svg", arguments->svg, "Draw the values in this file");
  sub.flag("--openings", arguments->openings, "Draw each opening instead of the game");
  context.add_common(sub, "noughts sweep quantum --draw -5 --svg figure8.svg");
  sub.on_run([&context, arguments] { run(context, *arguments); });
}

}  // namespace noughts::cli
