#include "noughts/research/reports/quantum_studies.h"

#include <fmt/format.h>

#include "noughts/core/parallel.h"
#include "noughts/present/chart.h"
#include "noughts/present/quantum_text.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/sweep.h"
#include "noughts/research/quantum/study/fair.h"
#include "noughts/research/quantum/study/longest.h"
#include "noughts/research/quantum/study/response.h"

namespace noughts::research::reports {
namespace {

using quantum::Collapse;
using quantum::Rules;
using quantum::Variant;

struct NamedGame {
  const char* name;
  Collapse collapse;
  Rational q;
};
constexpr NamedGame kNamedGames[] = {
    {"opponent", Collapse::kOpponent, {1, 2}}, {"mover", Collapse::kMover, {1, 2}},
    {"q = 0", Collapse::kChance, {0, 1}},      {"q = 1/4", Collapse::kChance, {1, 4}},
    {"q = 1/2", Collapse::kChance, {1, 2}},    {"q = 3/4", Collapse::kChance, {3, 4}},
    {"q = 1", Collapse::kChance, {1, 1}}};

Variant variant_of(const NamedGame& game, const Variant& scoring) {
  Variant variant = scoring;
  variant.collapse = game.collapse;
  variant.q = game.q;
  return variant;
}

void add_text(Report& report, const std::string& file, const std::string& text) {
  report.files.push_back({file, text});
  report.text += (report.text.empty() ? "" : "\n") + text;
}

}  // namespace

void add_scorings(Report& report, const Budget& budget) {
  struct Row {
    const char* name;
    Variant scoring;
  };
  const Row rows[] = {
      {"Table 2, original", with_scores({}, quantum::kOriginalScores)},
      {"Table 2, double win 2", with_scores({.double_win = true}, quantum::kOriginalScores)},
      {"Table 3, zero-sum", {}},
      {"Table 3, double win 40", {.double_win = true}},
      {"Table 4, draw -5", {.draw = -5}},
      {"Table 4, double win 40", {.draw = -5, .double_win = true}}};
  std::string text = fmt::format("{:<24} {:>8} {:>6} {:>4} ", "value for X by scoring", "complete",
                                 "narrow", "draw");
  for (const NamedGame& game : kNamedGames) text += fmt::format(" {:>9}", game.name);
  text += "\n";
  for (const Row& row : rows) {
    text += fmt::format("{:<24} {:>8} {:>6} {:>4} ", row.name, to_text(row.scoring.complete),
                        to_text(row.scoring.narrow), to_text(row.scoring.draw));
    for (const NamedGame& game : kNamedGames) {
      const Rules rules = *Rules::make(variant_of(game, row.scoring));
      quantum::search::TableSolver solver(rules, budget);
      const quantum::search::Value value = solver.value(rules.initial()).value();
      text += fmt::format(" {:>9}", to_text(value));
    }
    text += "\n";
  }
  text +=
      "Table 2 gives points to both players; what counts here is by how much the winner is "
      "ahead.\n";
  add_text(report, "scorings.txt", text);
}

namespace {

// Draw scores of the picture: steps of one, where a draw is worse than a loss of four.
constexpr int kLeastDraw = -100;
constexpr int kMostDraw = 1;
constexpr int step_from(int draw) { return draw < -20 ? 4 : 1; }

struct FairPoint {
  Rational draw;
  std::optional<quantum::study::FairChances> chances;
};

std::vector<FairPoint> fair_points(const Variant& scoring, int threads, const Budget& budget) {
  std::vector<FairPoint> points;
  for (int draw = kLeastDraw; draw <= kMostDraw; draw += step_from(draw))
    points.push_back({draw, {}});
  Progress progress(budget.progress, "looking for the fair q of each draw score", points.size());
  Workers workers(threads, {.cancel = budget.cancel});
  Budget share = budget;
  share.progress = {};
  share.memory_bytes /= static_cast<std::uint64_t>(workers.threads());
  workers
      .for_each(0, points.size(),
                [&](std::size_t i) -> Result<void> {
                  Variant variant = scoring;
                  variant.draw = points[i].draw;
                  const Rules rules = *Rules::make(variant);
                  points[i].chances = quantum::study::fair_chances(rules, share).value();
                  progress.advance(1);
                  return {};
                })
      .value();
  return points;
}

std::string draws_text(const std::optional<quantum::study::FairDraws>& draws) {
  if (!draws) return "none";
  if (draws->low == draws->high) return to_text(draws->low);
  // The least that can be given stands for everything below.
  if (draws->low == -quantum::kMaxDraw) return "up to " + to_text(draws->high);
  return fmt::format("{} to {}", to_text(draws->low), to_text(draws->high));
}

std::string chances_text(const quantum::study::FairChances& chances) {
  const bool one = chances.low == chances.high;
  return present::root_text(chances.low) + (one ? "" : " to " + present::root_text(chances.high));
}

present::Chart fair_chart(const std::vector<FairPoint>& points) {
  present::Chart chart{"Quantum tic-tac-toe under chance: the q that makes the game fair",
                       "what a draw is worth to X",
                       "fair q, the probability that a collapse favours O",
                       {}};
  present::Series series{"fair q", {}};
  for (const FairPoint& point : points) {
    if (!point.chances) continue;
    for (const quantum::curve::Root& root : {point.chances->low, point.chances->high}) {
      const std::pair at(to_double(point.draw), to_double(root));
      if (series.points.empty() || series.points.back() != at) series.points.push_back(at);
    }
  }
  chart.series.push_back(std::move(series));
  return chart;
}

}  // namespace

void add_fairness(Report& report, const Variant& scoring, int threads, const Budget& budget) {
  std::string text = "for which draw scores the game is fair\n";
  for (const Rational& q :
       {Rational(1, 4), Rational(1, 3), Rational(1, 2), Rational(2, 3), Rational(3, 4)}) {
    Variant variant = scoring;
    variant.collapse = Collapse::kChance;
    variant.q = q;
    variant.draw = 0;
    const auto draws = quantum::study::fair_draws(*Rules::make(variant), budget);
    // With scores that are fractions some q are out of reach.
    if (!draws && draws.error().code != ErrorCode::kBadInput) throw Failure(draws.error());
    text += fmt::format("  q = {:<4} {}\n", to_text(q),
                        draws ? draws_text(*draws) : draws.error().message);
  }
  const auto points = fair_points(scoring, threads, budget);
  text += fmt::format("\n{:>6}  {:<24}  {}\n", "draw", "fair q", "root of");
  std::string csv = "draw,q_low,q_high,polynomial_low,polynomial_high\n";
  for (const FairPoint& point : points) {
    const std::string draw = to_text(point.draw);
    if (!point.chances) {
      text += fmt::format("{:>6}  none\n", draw);
      continue;
    }
    const auto& [low, high] = *point.chances;
    text += fmt::format("{:>6}  {:<24}  {}\n", draw, chances_text(*point.chances),
                        is_rational(low) ? "" : quantum::curve::to_text(low.minimal));
    csv += fmt::format("{},{:.12f},{:.12f},{},{}\n", draw, to_double(low), to_double(high),
                       quantum::curve::to_text(low.minimal), quantum::curve::to_text(high.minimal));
  }
  add_text(report, "fair.txt", text);
  report.files.push_back({"fair.csv", csv});
  report.files.push_back({"fair.svg", present::to_svg(fair_chart(points))});
}

void add_longest(Report& report, const Variant& scoring, const Budget& budget) {
  std::string text =
      fmt::format("{:<9} {:>7} {:>6} {:>12}  {}\n", "game", "value", "plies", "positions",
                  "a longest game in which every ply and selection is best; none is longer");
  for (const NamedGame& game : kNamedGames) {
    const Rules rules = *Rules::make(variant_of(game, scoring));
    quantum::search::TableSolver solver(rules, budget);
    const auto line = quantum::study::longest_best_line(solver, rules.initial(), budget).value();
    const auto value = solver.value(rules.initial()).value();
    quantum::Position p = rules.initial();
    for (const quantum::Move& move : line.moves) p = rules.apply(p, move);
    text += fmt::format("{:<9} {:>7} {:>6} {:>12}  {}\n", game.name, to_text(value), line.plies,
                        format_count(line.positions), to_text(rules, p));
  }
  text += "Sakuta and Tomioka: 8 plies in the original game (Figure 2).\n";
  add_text(report, "longest.txt", text);
}

namespace {

void join(quantum::study::ResponseTimes& all, const quantum::study::ResponseTimes& more) {
  all.collapses += more.collapses;
  all.total += more.total;
  all.slowest = std::max(all.slowest, more.slowest);
  for (std::size_t i = 0; i < all.above.size(); ++i) all.above[i] += more.above[i];
}

}  // namespace

void add_responses(Report& report, const Budget& budget) {
  const auto grid = quantum::search::sweep_grid({0, 1}, {1, 1}, {1, 20});
  // Each answer from nothing takes minutes: only at the two q of the paper's Table 6.
  const std::vector<Rational> few = {{1, 20}, {3, 4}};
  Progress progress(budget.progress, "timing collapses", grid->size() + few.size());
  Budget silent = budget;
  silent.progress = {};
  constexpr const char* kPublished[] = {"83.4", "15.5", "2.4"};  // the slowest after 2, 3, 4 plies
  std::string text = "both values of each collapse, up to symmetry (processor time)\n";
  std::string csv =
      "kept,q,ply,collapses,total,slowest,above_0.5,above_0.1,above_0.01,above_0.001\n";
  for (const bool afresh : {false, true}) {
    std::map<int, quantum::study::ResponseTimes> all;
    for (const Rational& q : afresh ? few : *grid) {
      const Rules rules = *Rules::make({.collapse = Collapse::kChance, .q = q});
      const auto times = quantum::study::measure_responses(rules, afresh, silent).value();
      for (const auto& [ply, row] : times) {
        join(all[ply], row);
        csv += fmt::format("{},{},{},{},{:.3f},{:.4f},{}\n", afresh ? "no" : "yes", to_text(q), ply,
                           row.collapses, row.total, row.slowest, fmt::join(row.above, ","));
      }
      progress.advance(1);
    }
    text += fmt::format("\n{}\n{:>3} {:>10} {:>10} {:>10} {:>12} {:>9} {:>9} {:>9} {:>9}\n",
                        afresh ? "each from nothing, at q = 1/20 and 3/4"
                               : "with what is known since the game began, at 21 values of q",
                        "ply", "collapses", "mean s", "slowest s", "the paper's", "> 0.5 s",
                        "> 0.1 s", "> 0.01 s", "> 1 ms");
    for (const auto& [ply, row] : all) {
      text += fmt::format(
          "{:>3} {:>10} {:>10.6f} {:>10.4f} {:>12} {:>9} {:>9} {:>9} {:>9}\n", ply,
          format_count(row.collapses), row.total / static_cast<double>(row.collapses), row.slowest,
          kPublished[ply - 2], format_count(row.above[0]), format_count(row.above[1]),
          format_count(row.above[2]), format_count(row.above[3]));
    }
  }
  text +=
      "\nThe paper counts 1,846 to 10,346 collapses above 0.5 s for each q, around 8,000 for "
      "most.\n";
  add_text(report, "responses.txt", text);
  report.files.push_back({"responses.csv", csv});
}

}  // namespace noughts::research::reports
