// noughts study report GAME: the papers' tables and figures from what was solved.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/research/reports/hyper_report.h"
#include "noughts/research/reports/quantum_report.h"
#include "noughts/research/reports/quixo_full_report.h"
#include "noughts/research/reports/quixo_plies.h"
#include "noughts/research/reports/quixo_report.h"
#include "noughts/research/reports/quixo_studies.h"
#include "noughts/research/reports/report.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {
namespace {

constexpr const char* kQuixoStudies = R"(

Studies:
  algorithms   what each algorithm of the paper costs
  reachable    every way to count the boards that can arise
  random-win   how long random winning moves take
  empty-tiles  how often taking an empty tile is best
  full-board   every board without an empty tile, up to 6x6
  plies        how long games last; needs tables with steps
  fastest      how fast a position is won; searches without tables with steps)";

constexpr const char* kQuantumParts = R"(

Parts: tables, figures, curves; fair: draw scores and q that make the game fair;
lines: the longest best games; times: how long collapses take; table6: the
paper's own searches, some minutes; all: everything but table6.)";

using MakeReport = std::function<reports::Report()>;

// A folder that cannot be made is noticed before the work. Without one the report is
// only printed.
void run(Context& context, const std::string& game, const std::string& folder,
         const MakeReport& make) {
  if (!folder.empty()) store::make_folder(folder).value();
  const reports::Report report = make();
  std::vector<std::string> files;
  if (!folder.empty()) files = reports::write_report(report, folder).value();
  Json document = {{"game", game}, {"files", files}};
  document.update(report.facts);
  context.answer(document, [&] {
    std::string text = report.text;
    for (const std::string& file : files) text += fmt::format("wrote {}\n", file);
    return text;
  });
}

struct QuixoReportOptions : QuixoOptions {
  std::string study;
  std::string position;
  reports::EmptyTilesOptions empty_tiles;
  std::string state;
};

// The values of the board: from tables, or solved here.
std::shared_ptr<const quixo::tables::ValueSource> quixo_values(const QuixoReportOptions& options,
                                                               const quixo::Rules& rules,
                                                               Workers& workers) {
  if (options.tables.empty() && rules.size() > quixo::solve::kMostSolvedInMemory) {
    throw Failure(bad_input(
        "study report quixo needs --tables for 5x5; make them with solve quixo --size 5"));
  }
  return play::make_values(
             rules,
             {.tables = options.tables, .budget = workers.budget(), .threads = workers.threads()})
      .value();
}

// Where a study is asked about, if anywhere: read before anything is solved.
std::optional<quixo::Position> asked_position(const QuixoReportOptions& options,
                                              const quixo::Rules& rules) {
  if (options.position.empty()) return std::optional<quixo::Position>();
  const std::string text = read_position(options.position).value();
  const auto position = parse_position(rules, text).value();
  return std::optional(position);
}

reports::Report study_plies(const QuixoReportOptions& options, const quixo::Rules& rules,
                            Workers& workers) {
  if (options.tables.empty()) {
    throw Failure(
        bad_input("the study of plies needs --tables; make them with solve quixo --steps"));
  }
  const auto manifest = quixo::tables::Manifest::read(options.tables, rules).value();
  auto values = quixo_values(options, rules, workers);
  return reports::make_plies_report(std::move(values), manifest, options.tables, workers);
}

reports::Report study_quixo(const QuixoReportOptions& options, const quixo::Rules& rules,
                            Workers& workers) {
  if (options.study == "algorithms") return reports::make_algorithms_report(rules, workers);
  if (options.study == "reachable") return reports::make_reachable_report(rules, workers);
  if (options.study == "plies") return study_plies(options, rules, workers);
  const auto from = asked_position(options, rules);
  const auto values = quixo_values(options, rules, workers);
  if (options.study == "random-win") {
    return reports::make_random_win_report(*values, from, workers);
  }
  if (options.study == "fastest") {
    return reports::make_fastest_report(*values, from, workers.budget());
  }
  return reports::make_empty_tiles_report(*values, options.empty_tiles, workers);
}

// The one study of boards that have no tables.
reports::Report study_full_board(const QuixoReportOptions& options, Workers& workers) {
  const auto any = options.parse_any().value();
  return std::visit(
      [&](const auto& rules) {
        const auto large =
            quixo::LargeRules::make(rules.size(), rules.line(), rules.both_lines()).value();
        return reports::make_full_board_report(large, options.empty_tiles.sample, options.state,
                                               workers);
      },
      any);
}

reports::Report report_quixo(const QuixoReportOptions& options, Context& context) {
  Workers workers(context.threads, context.budget());
  if (options.study == "full-board") return study_full_board(options, workers);
  const quixo::Rules rules = options.parse().value();
  if (!options.study.empty()) return study_quixo(options, rules, workers);
  if (!options.tables.empty()) {
    auto manifest = quixo::tables::Manifest::read(options.tables, rules).value();
    auto values = quixo_values(options, rules, workers);
    return reports::make_quixo_report(*values, manifest, workers.budget());
  }
  if (rules.size() > 4) {
    throw Failure(bad_input(
        "study report quixo needs --tables for 5x5; make them with solve quixo --size 5"));
  }
  const quixo::engine::Engine engine(rules, false);
  auto solution = solve_whole(engine, workers).value();
  return reports::make_quixo_report(engine, std::move(solution), workers.budget());
}

void add_quixo(const Command& verb, Context& context) {
  const Command sub = verb.sub("quixo", "Quixo: tables 1 to 3, figures 6, 7, 9, or one study");
  auto options = std::make_shared<QuixoReportOptions>();
  options->add_to(sub);
  sub.option("--tables", options->tables, "Folder of solved tables; 5x5 needs it");
  auto folder = std::make_shared<std::string>();
  sub.option("--out", *folder, "Folder to write files to; without it, only print");
  sub.option("--study", options->study, "One study instead (see Studies below)")
      .one_of({"algorithms", "reachable", "random-win", "empty-tiles", "full-board", "plies",
               "fastest"});
  sub.option("--position", options->position, "With random-win or fastest: position to start from");
  sub.option("--sample", options->empty_tiles.sample,
             "With empty-tiles: boards per tier; with full-board: boards to check")
      .between(1, 1e12)
      .show_default();
  sub.option("--seed", options->empty_tiles.seed, "Seed of the sample").show_default();
  sub.option("--state", options->state, "With full-board: folder from which a stopped run resumes");
  context.add_common(
      sub, std::string("noughts study report quixo --size 4 --out report") + kQuixoStudies);
  sub.on_run([&context, options, folder] {
    run(context, "quixo", *folder, [&] { return report_quixo(*options, context); });
  });
}

// The scores that were chosen, if any were.
std::optional<quantum::Variant> chosen_scores(const play::Values& scoring) {
  const bool chosen =
      scoring.given("scores") || scoring.given("draw") || scoring.given("double-win");
  if (!chosen) return std::optional<quantum::Variant>();
  const quantum::Rules rules = play::chance_rules(scoring).value();
  return std::optional(rules.variant());
}

void add_quantum(const Command& verb, Context& context) {
  const Command sub = verb.sub("quantum", "Quantum tic-tac-toe: tables and figures");
  auto folder = std::make_shared<std::string>("report");
  auto options = std::make_shared<reports::QuantumReportOptions>();
  auto scoring = std::make_shared<play::Values>(play::scoring_parameters());
  sub.option("--out", *folder, "Folder to write to").show_default();
  sub.option("--part", options->part, "What to compute (see Parts below)")
      .one_of({"all", "tables", "figures", "curves", "fair", "lines", "times", "table6"})
      .show_default();
  sub.flag("--table6", options->table_six, "Also run the paper's own searches (some minutes)");
  sub.parameters(play::scoring_parameters(), *scoring);
  context.add_common(sub, std::string("noughts study report quantum --out report") + kQuantumParts);
  sub.on_run([&context, folder, options, scoring] {
    run(context, "quantum", *folder, [&] {
      auto chosen = chosen_scores(*scoring);
      options->scoring = chosen;
      options->threads = context.threads;
      return reports::make_quantum_report(*options, context.budget());
    });
  });
}

void add_hyper(const Command& verb, Context& context) {
  const Command sub = verb.sub("hyper", "n^k games: Kutner's tables and figures, categories, maps");
  context.add_common(sub, "noughts study report hyper --out results");
  auto folder = std::make_shared<std::string>();
  auto options = std::make_shared<reports::HyperReportOptions>();
  sub.option("--out", *folder, "Folder to write to").required();
  sub.option("--max-side", options->max_side, "Largest n of the map").between(2, 16);
  sub.option("--max-dims", options->max_dims, "Largest k of the map").between(1, 5);
  sub.option("--seconds", options->seconds, "Seconds for the SAT solver, per board")
      .between(0.0, 1e6);
  context.add_memory(sub);
  sub.option("--games", options->games, "Training games of the learned player");
  sub.option("--max-players", options->max_players, "Largest number of players on the map")
      .between(2, 8);
  sub.option("--part", options->part, "What to compute: tables, figures, map or all")
      .one_of({"all", "tables", "figures", "map"})
      .show_default();
  sub.on_run([&context, folder, options] {
    run(context, "hyper", *folder,
        [&] { return reports::make_hyper_report(*options, context.budget()); });
  });
}

}  // namespace

void add_study_report(const Command& study, Context& context) {
  const Command verb =
      study.sub("report", "Compute a paper's tables and figures again and compare");
  verb.require_sub();
  add_quixo(verb, context);
  add_quantum(verb, context);
  add_hyper(verb, context);
}

}  // namespace noughts::research::verbs
