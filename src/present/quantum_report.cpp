#include "noughts/present/quantum_report.h"

#include <fmt/format.h>

#include "noughts/core/stopwatch.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quantum_text.h"
#include "noughts/quantum/search/printed.h"

namespace noughts::present {
namespace {

using quantum::Collapse;
using quantum::Rules;
using quantum::Variant;

Variant scoring(std::int64_t draw, bool double_win) {
  return {Collapse::kChance, {1, 2}, {draw, 1}, double_win};
}

Result<std::string> table_one(const Budget& budget) {
  struct Row {
    const char* name;
    Variant variant;
    const char* published;
  };
  const Row rows[] = {
      {"original, the opponent selects", {.collapse = Collapse::kOpponent}, "narrow win of X"},
      {"the mover selects", {.collapse = Collapse::kMover}, "complete win of X"},
      {"chance, q = 0", {.collapse = Collapse::kChance, .q = {0, 1}}, "complete win of X"},
      {"chance, q = 1", {.collapse = Collapse::kChance, .q = {1, 1}}, "draw"}};
  std::string text = fmt::format("{:<32} {:>6}  {:<18}", "game", "value", "published");
  for (const quantum::Pair opening : quantum::openings()) {
    text += fmt::format(" {:>4}", pair_text(opening));
  }
  text += "\n";
  for (const Row& row : rows) {
    quantum::TableSolver solver(*Rules::make(row.variant), budget);
    const Result<quantum::Solution> solution = solve(solver);
    if (!solution) return solution.error();
    text += fmt::format("{:<32} {:>6}  {:<18}", row.name, to_text(solution->value), row.published);
    for (const auto& opening : solution->openings) {
      text += fmt::format(" {:>4}", to_text(opening.value));
    }
    text += "\n";
  }
  return text;
}

// The five searches of Table 6, with the paper's node counts: exact ones, and
// those of its program as far as we can tell (quantum/search/printed.h).
Result<std::string> table_six(const Budget& budget) {
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
  for (const Row& row : rows) {
    const Rules rules = *Rules::make(row.variant);
    const auto printed = search_as_printed(rules, row.naive, silent);
    if (!printed) return printed.error();
    progress.advance(1);
    using quantum::ReferenceKind;
    const auto kind = row.naive ? ReferenceKind::kNaive : ReferenceKind::kAlphaBeta;
    const Stopwatch watch;
    const auto exact = solve_reference(rules, rules.initial(), kind, silent);
    if (!exact) return exact.error();
    text += fmt::format("{:<20} {:>14} {:>14} {:>14} {:>10.1f}\n", row.name,
                        format_count(row.published), format_count(printed->nodes),
                        format_count(exact->nodes), watch.seconds());
    progress.advance(1);
  }
  return text;
}

struct Figure {
  const char* name;
  Variant variant;
  bool by_opening;
};

Result<void> add_figures(Report& report, int threads, const Budget& budget) {
  const auto grid = quantum::sweep_grid({0, 1}, {1, 1}, {1, 20});
  const Figure figures[] = {{"figure5", scoring(0, false), false},
                            {"figure6", scoring(0, true), false},
                            {"figure7", scoring(0, false), true},
                            {"figure8", scoring(-5, false), false}};
  for (const Figure& figure : figures) {
    const auto points = quantum::sweep(*Rules::make(figure.variant), *grid, threads, budget);
    if (!points) return points.error();
    const Chart chart = sweep_chart(figure.variant, *points, figure.by_opening);
    report.files.push_back({fmt::format("{}.csv", figure.name), sweep_csv(*points)});
    report.files.push_back({fmt::format("{}.svg", figure.name), to_svg(chart)});
  }
  return {};
}

Result<void> add_curves(Report& report, int threads, const Budget& budget) {
  for (const auto& [draw, double_win] : {std::pair{0, false}, {0, true}, {-5, false}, {-5, true}}) {
    const Rules rules = *Rules::make(scoring(draw, double_win));
    const auto curve = make_curve(rules, threads, budget);
    if (!curve) return curve.error();
    report.files.push_back({fmt::format("curve_draw{}{}.txt", draw, double_win ? "_double" : ""),
                            curve_text(rules, *curve)});
  }
  return {};
}

}  // namespace

Result<Report> make_quantum_report(bool with_table_six, int threads, const Budget& budget) {
  Report report;
  Result<std::string> first = table_one(budget);
  if (!first) return first.error();
  report.text = std::move(*first);
  report.files.push_back({"table1.txt", report.text});
  if (auto done = add_figures(report, threads, budget); !done) return done.error();
  if (auto done = add_curves(report, threads, budget); !done) return done.error();
  if (with_table_six) {
    const Result<std::string> table = table_six(budget);
    if (!table) return table.error();
    report.files.push_back({"table6.txt", *table});
    report.text += "\n" + *table;
  }
  if (const auto stopped = budget.exhausted()) return *stopped;
  return report;
}

}  // namespace noughts::present
