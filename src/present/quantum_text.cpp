#include "noughts/present/quantum_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/present/family_documents.h"

namespace noughts::present {

using quantum::Collapse;
using quantum::curve::GameCurves;
using quantum::curve::Root;
using quantum::curve::ValuePiece;
using quantum::curve::ValuePieces;
using quantum::search::SweepPoint;

std::string variant_text(const quantum::Variant& variant) {
  const std::string who = variant.collapse == Collapse::kOpponent ? "the opponent selects"
                          : variant.collapse == Collapse::kMover
                              ? "the mover selects"
                              : "chance selects, q = " + to_text(variant.q);
  return fmt::format("{}, {}", who, scoring_text(variant));
}

std::string scoring_text(const quantum::Variant& variant) {
  const bool usual = variant.complete == quantum::kZeroSumScores.complete &&
                     variant.narrow == quantum::kZeroSumScores.narrow;
  const std::string wins = usual ? ""
                                 : fmt::format("complete win {}, narrow win {}, ",
                                               to_text(variant.complete), to_text(variant.narrow));
  const Rational twice(2 * variant.complete.numerator(), variant.complete.denominator());
  return fmt::format("{}draw {}{}", wins, to_text(variant.draw),
                     variant.double_win ? ", double win " + to_text(twice) : "");
}

std::string sweep_text(const std::vector<SweepPoint>& points) {
  std::string text = fmt::format("{:>8} {:>10}", "q", "value");
  for (const quantum::Pair opening : quantum::search::openings()) {
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

std::string sweep_csv(const std::vector<quantum::search::SweepPoint>& points) {
  std::string csv = "q,value";
  for (const quantum::Pair opening : quantum::search::openings()) csv += "," + pair_text(opening);
  csv += ",q_decimal,value_decimal";
  for (const quantum::Pair opening : quantum::search::openings()) {
    csv += fmt::format(",{}_decimal", pair_text(opening));
  }
  csv += "\n";
  for (const quantum::search::SweepPoint& point : points) {
    csv += to_text(point.q) + "," + to_text(point.solution.value);
    for (const auto& opening : point.solution.openings) csv += "," + to_text(opening.value);
    csv += fmt::format(",{},{}", to_double(point.q), to_double(point.solution.value));
    for (const auto& opening : point.solution.openings) {
      csv += fmt::format(",{}", to_double(opening.value));
    }
    csv += "\n";
  }
  return csv;
}

Chart sweep_chart(const quantum::Variant& variant,
                  const std::vector<quantum::search::SweepPoint>& points, bool by_opening) {
  Chart chart{fmt::format("Quantum tic-tac-toe under chance: {} ({})",
                          by_opening ? "value of each opening" : "value of the game",
                          scoring_text(variant)),
              "q, the probability that a collapse favours O",
              "value for X in points",
              {}};
  if (!by_opening) {
    Series series{"game", {}};
    for (const auto& point : points) {
      series.points.emplace_back(to_double(point.q), to_double(point.solution.value));
    }
    chart.series.push_back(std::move(series));
    return chart;
  }
  for (std::size_t i = 0; i < quantum::search::openings().size(); ++i) {
    Series series{pair_text(quantum::search::openings()[i]), {}};
    for (const auto& point : points) {
      series.points.emplace_back(to_double(point.q), to_double(point.solution.openings[i].value));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string root_text(const Root& root) {
  if (quantum::curve::is_rational(root)) return to_text(quantum::curve::rational_of(root));
  return fmt::format("{:.9f}", to_double(root));
}

namespace {

std::string pieces_text(const ValuePieces& pieces, std::int64_t denominator) {
  std::string text;
  for (const ValuePiece& piece : pieces) {
    const std::string polynomial = quantum::curve::to_text(piece.polynomial);
    text += fmt::format(
        "  {:>11} .. {:<11}  {}", root_text(piece.from), root_text(piece.to),
        denominator == 1 ? polynomial : fmt::format("({}) / {}", polynomial, denominator));
    std::string best;
    for (const int i : piece.best) best += " " + pair_text(quantum::search::openings()[i]);
    text += (best.empty() ? "" : "   best" + best) + "\n";
  }
  return text;
}

}  // namespace

std::string curve_text(const quantum::Rules& rules, const GameCurves& curve) {
  std::string text =
      fmt::format("value for X as a function of q, {}\n", scoring_text(rules.variant()));
  text += pieces_text(curve.game, curve.denominator);
  for (std::size_t i = 0; i < curve.openings.size(); ++i) {
    text += fmt::format("opening {}\n", pair_text(quantum::search::openings()[i]));
    text += pieces_text(curve.openings[i], curve.denominator);
  }
  text += "breakpoints that are not rational, each with its minimal polynomial\n";
  std::vector<Root> roots = curve.fair;
  for (const ValuePiece& piece : curve.game) roots.push_back(piece.to);
  for (const ValuePieces& pieces : curve.openings) {
    for (const ValuePiece& piece : pieces) roots.push_back(piece.to);
  }
  std::sort(roots.begin(), roots.end(),
            [](const Root& a, const Root& b) { return compare(a, b) < 0; });
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  for (const Root& root : roots) {
    if (quantum::curve::is_rational(root)) continue;
    text +=
        fmt::format("  {:.15f}  {} = 0\n", to_double(root), quantum::curve::to_text(root.minimal));
  }
  text += "fair (value 0) at q =";
  for (const Root& root : curve.fair) text += " " + root_text(root);
  return text + (curve.fair.empty() ? " nowhere\n" : "\n");
}

}  // namespace noughts::present
