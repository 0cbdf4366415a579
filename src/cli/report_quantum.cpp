// noughts report quantum: Table 1, Figures 5 to 8, the exact curves, and on
// request Table 6 of the paper, as text, CSV and SVG.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "noughts/cli/games.h"
#include "noughts/cli/quantum_figures.h"
#include "noughts/cli/quantum_json.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/text.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

using quantum::Collapse;
using quantum::Rules;
using quantum::Variant;

// Collects the files of one report; remembers the first failure.
class Files {
 public:
  explicit Files(std::string folder) : folder_(std::move(folder)) {}

  Result<void> add(const std::string& name, const std::string& text) {
    const std::string path = (std::filesystem::path(folder_) / name).string();
    const Result<void> written = write_file(path, text);
    if (written) names_.push_back(path);
    return written;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::string folder_;
  std::vector<std::string> names_;
};

Variant scoring(std::int64_t draw, bool double_win) {
  return {Collapse::kChance, {1, 2}, {draw, 1}, double_win};
}

Result<std::string> table_one(const CancelToken& cancel) {
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
    quantum::TableSolver solver(*Rules::make(row.variant), {.cancel = &cancel});
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

// The five searches of Table 6, with the paper's node counts.
Result<std::string> table_six(Context& context) {
  struct Row {
    const char* name;
    Variant variant;
    quantum::ReferenceKind kind;
    std::uint64_t published;
  };
  const auto chance = [](std::int64_t top, std::int64_t bottom) {
    return Variant{.collapse = Collapse::kChance, .q = {top, bottom}};
  };
  using quantum::ReferenceKind;
  const Row rows[] = {
      {"original", {}, ReferenceKind::kAlphaBeta, 87'833'388},
      {"q = 3/4, naive", chance(3, 4), ReferenceKind::kNaive, 140'389'750},
      {"q = 3/4, modified", chance(3, 4), ReferenceKind::kAlphaBeta, 137'103'153},
      {"q = 1/20, naive", chance(1, 20), ReferenceKind::kNaive, 355'203'626},
      {"q = 1/20, modified", chance(1, 20), ReferenceKind::kAlphaBeta, 357'285'830}};
  Progress progress(context.progress(), "searching as the paper does", std::size(rows));
  std::string text =
      fmt::format("{:<20} {:>14} {:>14} {:>10}\n", "search", "nodes", "paper", "seconds");
  for (const Row& row : rows) {
    const Rules rules = *Rules::make(row.variant);
    const auto start = std::chrono::steady_clock::now();
    const auto result =
        solve_reference(rules, rules.initial(), row.kind, {.cancel = &context.cancel});
    if (!result) return result.error();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    text += fmt::format("{:<20} {:>14} {:>14} {:>10.1f}\n", row.name, format_count(result->nodes),
                        format_count(row.published), seconds);
    progress.advance(1);
  }
  return text;
}

struct Figure {
  const char* name;
  Variant variant;
  bool by_opening;
};

Result<void> add_figures(Context& context, Files& files) {
  const auto grid = quantum::sweep_grid({0, 1}, {1, 1}, {1, 20});
  const Figure figures[] = {{"figure5", scoring(0, false), false},
                            {"figure6", scoring(0, true), false},
                            {"figure7", scoring(0, false), true},
                            {"figure8", scoring(-5, false), false}};
  for (const Figure& figure : figures) {
    const auto points = quantum::sweep(*Rules::make(figure.variant), *grid, context.threads,
                                       {.cancel = &context.cancel, .progress = context.progress()});
    if (!points) return points.error();
    auto done = files.add(fmt::format("{}.csv", figure.name), sweep_csv(*points));
    if (!done) return done;
    const play::Chart chart = sweep_chart(figure.variant, *points, figure.by_opening);
    done = files.add(fmt::format("{}.svg", figure.name), to_svg(chart));
    if (!done) return done;
  }
  return {};
}

Result<void> add_curves(Context& context, Files& files) {
  for (const auto& [draw, double_win] : {std::pair{0, false}, {0, true}, {-5, false}, {-5, true}}) {
    const Rules rules = *Rules::make(scoring(draw, double_win));
    const auto curve = make_curve(rules, context.threads,
                                  {.cancel = &context.cancel, .progress = context.progress()});
    if (!curve) return curve.error();
    const auto done =
        files.add(fmt::format("curve_draw{}{}.txt", draw, double_win ? "_double" : ""),
                  curve_text(rules, *curve));
    if (!done) return done;
  }
  return {};
}

Result<void> write_report(Context& context, Files& files, bool with_table_six) {
  const Result<std::string> first = table_one(context.cancel);
  if (!first) return first.error();
  auto done = files.add("table1.txt", *first);
  if (done) done = add_figures(context, files);
  if (done) done = add_curves(context, files);
  if (!done) return done;
  if (with_table_six) {
    const Result<std::string> table = table_six(context);
    if (!table) return table.error();
    done = files.add("table6.txt", *table);
    if (!done) return done;
  }
  return {};
}

void run(Context& context, const std::string& folder, bool with_table_six) {
  if (auto there = store::make_folder(folder); !there) return context.fail(there.error());
  Files files(folder);
  const Result<void> done = write_report(context, files, with_table_six);
  if (!done) return context.fail(done.error());
  context.answer({{"files", files.names()}},
                 [&] { return fmt::format("{}\n", fmt::join(files.names(), "\n")); });
}

}  // namespace

void add_report_quantum(const Command& verb, Context& context) {
  const Command sub = verb.sub("quantum", "Tables and figures of quantum tic-tac-toe");
  auto folder = std::make_shared<std::string>("report");
  auto table_six_too = std::make_shared<bool>(false);
  sub.option("--out", *folder, "Folder to write to").show_default();
  sub.flag("--table6", *table_six_too, "Also the paper's own searches, some minutes");
  context.add_common(sub, "noughts report quantum --out report");
  sub.on_run([&context, folder, table_six_too] { run(context, *folder, *table_six_too); });
}

}  // namespace noughts::cli
