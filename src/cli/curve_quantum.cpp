// noughts curve quantum: the value under chance as an exact function of q.
#include <fmt/format.h>

#include <chrono>

#include "cli/games.h"
#include "cli/quantum_json.h"
#include "cli/verbs.h"
#include "quantum/curve.h"

namespace noughts::cli {
namespace {

using quantum::Curve;
using quantum::CurvePiece;
using quantum::CurvePieces;
using quantum::Root;

Json coefficients(const quantum::Polynomial& p) { return Json(p); }

// An interval with end points of 40 binary digits that holds the root.
Json interval_of(const Root& root) {
  constexpr int kBits = 40;
  if (quantum::is_rational(root)) {
    const std::string exact = to_text(quantum::rational_of(root));
    return Json::array({exact, exact});
  }
  const auto low = static_cast<std::int64_t>(root.digits >> (quantum::kRootBits - kBits));
  const auto fraction = [](std::int64_t numerator) {
    return to_text(quantum::make_rational(numerator, std::int64_t{1} << kBits));
  };
  return Json::array({fraction(low), fraction(low + 1)});
}

Json root_json(const Root& root) {
  Json json = {{"polynomial", coefficients(root.minimal)},
               {"interval", interval_of(root)},
               {"decimal", to_double(root)}};
  if (quantum::is_rational(root)) json["exact"] = to_text(quantum::rational_of(root));
  return json;
}

// A rational breakpoint as text, an algebraic one with polynomial and interval.
Json point_json(const Root& root) {
  if (quantum::is_rational(root)) return to_text(quantum::rational_of(root));
  return root_json(root);
}

Json best_json(const CurvePiece& piece) {
  Json best = Json::array();
  for (const int i : piece.best) best.push_back(pair_text(quantum::openings()[i]));
  return best;
}

Json pieces_json(const CurvePieces& pieces, bool with_best) {
  Json list = Json::array();
  for (const CurvePiece& piece : pieces) {
    Json json = {{"from", point_json(piece.from)},
                 {"to", point_json(piece.to)},
                 {"from_decimal", to_double(piece.from)},
                 {"to_decimal", to_double(piece.to)},
                 {"polynomial", coefficients(piece.polynomial)}};
    if (with_best) json["best"] = best_json(piece);
    list.push_back(std::move(json));
  }
  return list;
}

Json as_json(const quantum::Rules& rules, const Curve& curve, double seconds) {
  Json openings = Json::array();
  for (std::size_t i = 0; i < curve.openings.size(); ++i) {
    openings.push_back({{"move", pair_text(quantum::openings()[i])},
                        {"pieces", pieces_json(curve.openings[i], false)}});
  }
  Json fair = Json::array();
  for (const Root& root : curve.fair) fair.push_back(root_json(root));
  return {{"draw", to_text(rules.variant().draw)},
          {"double_win", rules.variant().double_win},
          {"denominator", curve.denominator},
          {"pieces", pieces_json(curve.game, true)},
          {"openings", openings},
          {"fair", fair},
          {"nodes", curve.nodes},
          {"seconds", seconds}};
}

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

void add_curve(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("curve", "The value as an exact function of a parameter");
  verb->require_subcommand(1);
  CLI::App* sub = verb->add_subcommand("quantum", "Quantum tic-tac-toe: value against q");
  auto options = std::make_shared<QuantumOptions>();
  options->add_scoring_to(*sub);
  context.add_common(*sub, "noughts curve quantum --draw -5");
  sub->callback([&context, options] {
    options->collapse = "chance";
    Result<quantum::Rules> rules = options->parse();
    if (!rules) return context.fail(rules.error());
    const auto start = std::chrono::steady_clock::now();
    Result<Curve> curve =
        quantum::make_curve(*rules, context.threads, &context.cancel, context.progress());
    if (!curve) return context.fail(curve.error());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    context.answer(as_json(*rules, *curve, seconds), [&] {
      return curve_text(*rules, *curve) +
             fmt::format("{} nodes in {:.1f} s\n", format_count(curve->nodes), seconds);
    });
  });
}

}  // namespace noughts::cli
