#include "noughts/research/reports/quantum_report.h"

#include <fmt/format.h>

#include <array>

#include "noughts/core/stopwatch.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/research/quantum/reference/printed.h"
#include "noughts/research/quantum/reference/reference.h"
#include "noughts/research/reports/quantum_studies.h"

namespace noughts::research::reports {
namespace {

using quantum::Collapse;
using quantum::Rules;
using quantum::Variant;

Variant scoring(std::int64_t draw, bool double_win) {
  return {Collapse::kChance, {1, 2}, {draw, 1}, double_win};
}

std::string table_one(const Variant& scoring, const Budget& budget) {
  struct Row {
    const char* name;
    Collapse collapse;
    Rational q;
    const char* published;
  };
  const Row rows[] = {
      {"original, the opponent selects", Collapse::kOpponent, {1, 2}, "narrow win of X"},
      {"the mover selects", Collapse::kMover, {1, 2}, "complete win of X"},
      {"chance, q = 0", Collapse::kChance, {0, 1}, "complete win of X"},
      {"chance, q = 1", Collapse::kChance, {1, 1}, "draw"}};
  std::string text = fmt::format("{:<32} {:>6}  {:<18}", "game", "value", "published");
  for (const quantum::Pair opening : quantum::search::openings()) {
    text += fmt::format(" {:>4}", present::pair_text(opening));
  }
  text += "\n";
  for (const Row& row : rows) {
    Variant variant = scoring;
    variant.collapse = row.collapse;
    variant.q = row.q;
    quantum::search::TableSolver solver(*Rules::make(variant), budget);
    const quantum::search::Solution solution = solve(solver).value();
    text += fmt::format("{:<32} {:>6}  {:<18}", row.name, to_text(solution.value), row.published);
    for (const auto& opening : solution.openings) {
      text += fmt::format(" {:>4}", to_text(opening.value));
    }
    text += "\n";
  }
  return text;
}

// The five searches of Table 6, with the paper's node counts: exact ones, and
// those of its program as far as we can tell (research/quantum/reference/printed.h).
std::string table_six(const Budget& budget) {
  struct Row {
    const char* name;
    Variant variant;
    bool naive;
    std::uint64_t published;
  };
  const auto chance = [](std::int64_t top, std::int64_t bottom) {
    return Variant{.collapse = Collapse::kChance, .q = {top, bottom}};
  };
  const Row rows[] = {{"original", {}, false, 87'833'388},
                      {"q = 3/4, naive", chance(3, 4), true, 140'389'750},
                      {"q = 3/4, modified", chance(3, 4), false, 137'103'153},
                      {"q = 1/20, naive", chance(1, 20), true, 355'203'626},
                      {"q = 1/20, modified", chance(1, 20), false, 357'285'830}};
  Progress progress(budget.progress, "searching as the paper does", 2 * std::size(rows));
  Budget silent = budget;
  silent.progress = {};
  std::string text = fmt::format("{:<20} {:>14} {:>14} {:>14} {:>10}\n", "search", "paper",
                                 "as printed", "exact", "seconds");
  std::array<std::uint64_t, 3> naive{};
  std::string relations;
  for (const Row& row : rows) {
    const Rules rules = *Rules::make(row.variant);
    const auto printed = quantum::reference::search_as_printed(rules, row.naive, silent).value();
    progress.advance(1);
    using quantum::reference::ReferenceKind;
    const auto kind = row.naive ? ReferenceKind::kNaive : ReferenceKind::kAlphaBeta;
    const Stopwatch watch;
    const auto exact = solve_reference(rules, rules.initial(), kind, silent).value();
    text += fmt::format("{:<20} {:>14} {:>14} {:>14} {:>10.1f}\n", row.name,
                        format_count(row.published), format_count(printed.nodes),
                        format_count(exact.nodes), watch.seconds());
    progress.advance(1);
    const std::array nodes = {row.published, printed.nodes, exact.nodes};
    if (row.naive) naive = nodes;
    if (row.naive || row.variant.collapse != Collapse::kChance) continue;
    relations += fmt::format("{:<20}", row.name);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double share = static_cast<double>(nodes[i]) / static_cast<double>(naive[i]);
      relations += fmt::format(" {:>+12.1f} %", 100 * (share - 1));
    }
    relations += "\n";
  }
  return text + "\nmodified against naive\n" + relations;
}

struct Figure {
  std::string name;
  Variant variant;
  bool by_opening;
};

std::vector<Figure> figures_of(const QuantumReportOptions& options) {
  if (options.scoring) {
    return {{"value", *options.scoring, false}, {"openings", *options.scoring, true}};
  }
  return {{"figure5", scoring(0, false), false},
          {"figure6", scoring(0, true), false},
          {"figure7", scoring(0, false), true},
          {"figure8", scoring(-5, false), false}};
}

void add_figures(Report& report, const QuantumReportOptions& options, const Budget& budget) {
  const auto grid = quantum::search::sweep_grid({0, 1}, {1, 1}, {1, 20});
  for (const Figure& figure : figures_of(options)) {
    const auto points =
        quantum::search::sweep(*Rules::make(figure.variant), *grid, options.threads, budget)
            .value();
    const present::Chart chart = present::sweep_chart(figure.variant, points, figure.by_opening);
    report.files.push_back({fmt::format("{}.csv", figure.name), present::sweep_csv(points)});
    report.files.push_back({fmt::format("{}.svg", figure.name), present::to_svg(chart)});
  }
}

void add_curves(Report& report, const QuantumReportOptions& options, const Budget& budget) {
  struct Named {
    std::string name;
    Variant variant;
  };
  std::vector<Named> curves = {{"curve_draw0", scoring(0, false)},
                               {"curve_draw0_double", scoring(0, true)},
                               {"curve_draw-5", scoring(-5, false)},
                               {"curve_draw-5_double", scoring(-5, true)},
                               {"curve_original", with_scores({}, quantum::kOriginalScores)}};
  if (options.scoring) curves = {{"curve", *options.scoring}};
  for (const Named& curve : curves) {
    const Rules rules = *Rules::make(curve.variant);
    const auto made = quantum::curve::make_curves(rules, options.threads, budget).value();
    report.files.push_back({curve.name + ".txt", present::curve_text(rules, made)});
  }
}

void add_tables(Report& report, const QuantumReportOptions& options, const Budget& budget) {
  std::string first = table_one(options.scoring.value_or(Variant{}), budget);
  report.text += first;
  report.files.push_back({"table1.txt", std::move(first)});
  add_scorings(report, budget);
}

void add_table_six(Report& report, const Budget& budget) {
  const std::string table = table_six(budget);
  report.files.push_back({"table6.txt", table});
  report.text += (report.text.empty() ? "" : "\n") + table;
}

}  // namespace

Report make_quantum_report(const QuantumReportOptions& options, const Budget& budget) {
  Report report;
  const bool all = options.part == "all";
  const Variant scoring = options.scoring.value_or(Variant{});
  const auto add = [&](std::string_view part, auto&& work) {
    if (part == options.part || (all && (part != "table6" || options.table_six))) work();
  };
  add("tables", [&] { add_tables(report, options, budget); });
  add("lines", [&] { add_longest(report, scoring, budget); });
  add("figures", [&] { add_figures(report, options, budget); });
  add("curves", [&] { add_curves(report, options, budget); });
  add("fair", [&] { add_fairness(report, scoring, options.threads, budget); });
  add("times", [&] { add_responses(report, budget); });
  add("table6", [&] { add_table_six(report, budget); });
  if (const auto stopped = budget.exhausted()) throw Failure(*stopped);
  return report;
}

}  // namespace noughts::research::reports
