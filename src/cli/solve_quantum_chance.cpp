#include "noughts/cli/solve_quantum_chance.h"

#include <fmt/format.h>

#include "noughts/core/stopwatch.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/store/file.h"

namespace noughts::cli {

void ChanceQuestion::add_to(const Command& sub) {
  sub.flag("--curve", curve_, "Give the exact value as a function of q, and fair q");
  sub.flag("--sweep", sweep_, "Give the value and the openings for many q");
  sub.parameters(play::sweep_range(), range_);
  sub.option("--csv", csv_, "With --sweep: write the values to this file");
  sub.option("--svg", svg_, "With --sweep: draw the values in this file");
  sub.flag("--openings", openings_, "With --sweep: draw each opening instead of the game");
}

Result<void> ChanceQuestion::check(const play::Values& rules) const {
  if (curve_ && sweep_) return bad_input("give --curve or --sweep, not both");
  if (!sweep_) {
    for (const play::Parameter& limit : play::sweep_range()) {
      if (range_.given(limit.name)) {
        return bad_input(fmt::format("--{} needs --sweep; add it", limit.name));
      }
    }
    if (!csv_.empty() || !svg_.empty() || openings_) {
      return bad_input("--csv, --svg and --openings need --sweep; add it");
    }
  }
  if (!asked()) return {};
  const char* name = curve_ ? "--curve" : "--sweep";
  if (rules.given("q") || rules.given("dice")) {
    return bad_input(fmt::format("{} covers many values of q; leave out --q and --dice", name));
  }
  if (rules.given("collapse") && rules.text("collapse") != "chance") {
    return bad_input(fmt::format("{} needs collapse by chance; leave out --collapse {}", name,
                                 "the " + rules.text("collapse")));
  }
  return {};
}

void ChanceQuestion::answer(Context& context, const play::Values& values) const {
  const Result<quantum::Rules> rules = play::chance_rules(values);
  if (!rules) return context.fail(rules.error());
  if (curve_) return curve(context, *rules);
  sweep(context, *rules);
}

void ChanceQuestion::curve(Context& context, const quantum::Rules& rules) const {
  const Stopwatch watch;
  const Result<quantum::curve::GameCurves> curve = quantum::curve::make_curves(
      rules, context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  if (!curve) return context.fail(curve.error());
  const double seconds = watch.seconds();
  context.answer([&] { return present::curve_document(rules.variant(), *curve, seconds); },
                 [&] {
                   return present::curve_text(rules, *curve) +
                          fmt::format("{} nodes in {:.1f} s\n", format_count(curve->nodes),
                                      seconds);
                 });
}

void ChanceQuestion::sweep(Context& context, const quantum::Rules& rules) const {
  const auto grid = quantum::search::sweep_grid(range_.fraction("from"), range_.fraction("to"),
                                                range_.fraction("step"));
  if (!grid) return context.fail(grid.error());
  const auto points = quantum::search::sweep(
      rules, *grid, context.threads, {.cancel = &context.cancel, .progress = context.progress()});
  if (!points) return context.fail(points.error());
  if (!csv_.empty()) {
    const auto written = store::write_file(csv_, present::sweep_csv(*points));
    if (!written) return context.fail(written.error());
  }
  if (!svg_.empty()) {
    const auto chart = present::sweep_chart(rules.variant(), *points, openings_);
    const auto written = store::write_file(svg_, to_svg(chart));
    if (!written) return context.fail(written.error());
  }
  context.answer([&] { return present::sweep_document(rules.variant(), *points); },
                 [&] { return present::sweep_text(*points); });
}

}  // namespace noughts::cli
