// noughts curve quantum: the value under chance as an exact function of q.
#include <fmt/format.h>

#include <chrono>

#include "noughts/cli/games.h"
#include "noughts/cli/quantum_json.h"
#include "noughts/cli/verbs.h"
#include "noughts/quantum/curve/curve.h"

namespace noughts::cli {
namespace {

using quantum::Curve;
using quantum::CurvePiece;
using quantum::CurvePieces;
using quantum::Root;

std::string point_text(const Root& root) {
  if (quantum::is_rational(root)) return to_text(quantum::rational_of(root));
  return fmt::format("{:.9f}", to_double(root));
}

std::string pieces_text(const CurvePieces& pieces, std::int64_t denominator) {
  std::string text;
  for (const CurvePiece& piece : pieces) {
    const std::string polynomial = quantum::to_text(piece.polynomial);
    text += fmt::format(
        "  {:>11} .. {:<11}  {}", point_text(piece.from), point_text(piece.to),
        denominator == 1 ? polynomial : fmt::format("({}) / {}", polynomial, denominator));
    std::string best;
    for (const int i : piece.best) best += " " + pair_text(quantum::openings()[i]);
    text += (best.empty() ? "" : "   best" + best) + "\n";
  }
  return text;
}

}  // namespace

std::string curve_text(const quantum::Rules& rules, const Curve& curve) {
  std::string text =
      fmt::format("value for X as a function of q, draw {}{}\n", to_text(rules.variant().draw),
                  rules.variant().double_win ? ", double win 40" : "");
  text += pieces_text(curve.game, curve.denominator);
  for (std::size_t i = 0; i < curve.openings.size(); ++i) {
    text += fmt::format("opening {}\n", pair_text(quantum::openings()[i]));
    text += pieces_text(curve.openings[i], curve.denominator);
  }
  text += "breakpoints that are not rational, each with its minimal polynomial\n";
  std::vector<Root> roots = curve.fair;
  for (const CurvePiece& piece : curve.game) roots.push_back(piece.to);
  for (const CurvePieces& pieces : curve.openings) {
    for (const CurvePiece& piece : pieces) roots.push_back(piece.to);
  }
  std::sort(roots.begin(), roots.end(),
            [](const Root& a, const Root& b) { return compare(a, b) < 0; });
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  for (const Root& root : roots) {
    if (quantum::is_rational(root)) continue;
    text += fmt::format("  {:.15f}  {} = 0\n", to_double(root), quantum::to_text(root.minimal));
  }
  text += "fair (value 0) at q =";
  for (const Root& root : curve.fair) text += " " + point_text(root);
  return text + (curve.fair.empty() ? " nowhere\n" : "\n");
}

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
    const auto start = std::chrono::steady_clock::now();
    Result<Curve> curve = quantum::make_curve(
        *rules, context.threads, {.cancel = &context.cancel, .progress = context.progress()});
    if (!curve) return context.fail(curve.error());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    context.answer(play::curve_document(rules->variant(), *curve, seconds), [&] {
      return curve_text(*rules, *curve) +
             fmt::format("{} nodes in {:.1f} s\n", format_count(curve->nodes), seconds);
    });
  });
}

}  // namespace noughts::cli
