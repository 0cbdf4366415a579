#include "noughts/research/reports/summary.h"

#include <fmt/format.h>

#include "noughts/core/stopwatch.h"
#include "noughts/core/text.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/play/known_proofs.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/quixo/engine/reachable.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/research/reports/quixo_published.h"

namespace noughts::research::reports {
namespace {

constexpr const char* kSame = "the same";
constexpr const char* kNothing = "-";

struct SummaryRow {
  std::string about;
  std::string here;
  std::string published;
};

struct SummaryPart {
  std::string title;
  std::vector<SummaryRow> rows;
  double seconds = 0;
};

std::string count_or_same(std::uint64_t here, std::uint64_t published) {
  if (published == 0) return kNothing;
  return here == published ? kSame : format_count(published);
}

SummaryPart solve_quixo(int size, Workers& workers) {
  const quixo::Rules rules = *quixo::Rules::make(size);
  const quixo::engine::Engine engine(rules, false);
  auto solution = solve_whole(engine, workers).value();
  const auto reachable = count_reachable(engine, workers).value();
  quixo::Counts totals;
  for (const auto& by_x : solution.counts) {
    for (const quixo::Counts& counts : by_x) totals += counts;
  }
  const auto empty = quixo::solve::values_of(engine, std::move(solution))->at(0).value();
  const std::string value = fmt::format("{} in {}", value_name(empty.value), *empty.plies);
  const PublishedQuixo paper = *published_quixo(rules);
  const quixo::Counts none;
  const quixo::Counts& printed = paper.totals ? *paper.totals : none;
  return SummaryPart{
      fmt::format("Quixo {0}x{0}, all {1} boards", size, format_count(totals.total())),
      {{"the empty board", value, value == paper.initial ? kSame : paper.initial},
       {"boards won", format_count(totals.win), count_or_same(totals.win, printed.win)},
       {"boards lost", format_count(totals.loss), count_or_same(totals.loss, printed.loss)},
       {"boards drawn", format_count(totals.draw), count_or_same(totals.draw, printed.draw)},
       {"boards that can arise", format_count(reachable),
        count_or_same(reachable, paper.reachable.value_or(0))}}};
}

// A value for X as the quantum paper names it.
std::string outcome_of(const quantum::Variant& variant, const quantum::search::Value& value) {
  if (value == variant.complete) return "complete win of X";
  if (value == variant.narrow) return "narrow win of X";
  return value == variant.draw ? "draw" : to_text(value);
}

SummaryPart solve_quantum(const Budget& budget) {
  struct Game {
    const char* about;
    quantum::Collapse collapse;
    Rational q;
    const char* published;  // the quantum paper, Table 1
  };
  const Game games[] = {
      {"the opponent selects", quantum::Collapse::kOpponent, {1, 2}, "narrow win of X"},
      {"the mover selects", quantum::Collapse::kMover, {1, 2}, "complete win of X"},
      {"chance selects, always for X", quantum::Collapse::kChance, {0, 1}, "complete win of X"},
      {"chance selects, always for O", quantum::Collapse::kChance, {1, 1}, "draw"}};
  SummaryPart part{"Quantum tic-tac-toe", {}};
  for (const Game& game : games) {
    quantum::Variant variant;
    variant.collapse = game.collapse;
    variant.q = game.q;
    quantum::search::TableSolver solver(*quantum::Rules::make(variant), budget);
    const auto solution = solve(solver).value();
    const std::string here = outcome_of(variant, solution.value);
    part.rows.push_back({game.about, here, here == game.published ? kSame : game.published});
  }
  return part;
}

// Who can force a win: "player 1", "nobody", or "open".
std::string winner_of(int side, int dims, int players, const Budget& budget) {
  const auto report =
      hyper::search::solve(*hyper::Rules::make(side, dims, players), budget).value();
  bool open = false;
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    if (report.players[i].can_force_win == true) return fmt::format("player {}", i + 1);
    open = open || !report.players[i].can_force_win;
  }
  return std::string(open ? "open" : "nobody");
}

SummaryPart solve_hyper(const Budget& budget) {
  SummaryPart part{"Who can force a win on n^k boards", {}};
  const auto add = [&](const char* about, const std::string& here, const char* published) {
    part.rows.push_back({about, here, here == published ? kSame : published});
  };
  const auto cube = winner_of(3, 3, 2, budget);
  const auto three = winner_of(4, 3, 3, budget);
  const bool proved = play::known_strategy(*hyper::Rules::make(4, 3)) != nullptr;
  add("3^3, two players", cube, "player 1");
  add("4^3 (Qubic), two players, proof checked", proved ? "player 1" : "unknown", "player 1");
  add("4^3, three players", three, "conjectured");
  return part;
}

std::string text_of(const SummaryPart& part) {
  std::string text =
      fmt::format("{:<43}{:<20}{}\n", fmt::format("{} ({:.1f} s)", part.title, part.seconds),
                  "here", "published");
  for (const SummaryRow& row : part.rows) {
    text += fmt::format("  {:<41}{:<20}{}\n", row.about, row.here, row.published);
  }
  return text + "\n";
}

Json json_of(const SummaryPart& part) {
  Json rows = Json::array();
  for (const SummaryRow& row : part.rows) {
    rows.push_back({{"about", row.about}, {"here", row.here}, {"published", row.published}});
  }
  return {{"title", part.title}, {"seconds", part.seconds}, {"rows", rows}};
}

}  // namespace

Report make_summary(Workers& workers) {
  Report report;
  Json& parts = report.facts["parts"] = Json::array();
  const Stopwatch all;
  for (const auto& solve : std::initializer_list<std::function<Result<SummaryPart>()>>{
           [&] { return solve_quixo(3, workers); }, [&] { return solve_quixo(4, workers); },
           [&] { return solve_quantum(workers.budget()); },
           [&] { return solve_hyper(workers.budget()); }}) {
    const Stopwatch watch;
    SummaryPart part = solve().value();
    part.seconds = watch.seconds();
    report.text += text_of(part);
    parts.push_back(json_of(part));
  }
  const double seconds = all.seconds();
  report.facts["seconds"] = seconds;
  report.text +=
      fmt::format("Solved, and the stored proof of Qubic checked, in {:.1f} s.\n", seconds);
  return report;
}

}  // namespace noughts::research::reports
