#include "noughts/present/quixo_studies.h"

#include <fmt/format.h>

#include "noughts/core/stopwatch.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/reference/variants.h"
#include "noughts/quixo/study/empty_tiles.h"
#include "noughts/quixo/study/random_win.h"
#include "noughts/quixo/study/reachable_kinds.h"

namespace noughts::present {
namespace {

std::string stem(const quixo::Rules& rules, std::string_view study) {
  return fmt::format("quixo-{0}x{0}-{1}", rules.size(), study);
}

Report finish(std::string text, std::string csv, const std::string& name, Json facts) {
  Report report;
  report.text = std::move(text);
  report.facts = std::move(facts);
  report.files = {{name + ".txt", report.text}, {name + ".csv", std::move(csv)}};
  return report;
}

// Seconds of one thread in the Japanese version, Table 2.
std::string published_time(const quixo::Rules& rules) {
  if (rules.line() != rules.size()) return "";
  return fmt::format(
      "\nPublished for Algorithm 5 on one thread of a Core i9-9960X: {} (the Japanese version, "
      "Table 2).\nFor the others the paper gives no times.\n",
      rules.size() == 3 ? "about 0.1 s" : "13.4 s, with steps");
}

}  // namespace

Result<Report> make_algorithms_report(const quixo::Rules& rules, Workers& workers) {
  std::string text = fmt::format(
      "The algorithms of the Quixo paper on {0}x{0}\n\n{1:<20} {2:>7} {3:>9} {4:>9} {5:>6} "
      "{6:>16}\n",
      rules.size(), "algorithm", "threads", "wall s", "core s", "passes", "boards asked");
  std::string csv = "algorithm,threads,seconds,core_seconds,passes,asked,win,loss,draw\n";
  Json runs = Json::array();
  const int most = workers.threads();
  for (const int threads : most == 1 ? std::vector{1} : std::vector{1, most}) {
    Workers here(threads, workers.budget());
    const quixo::ReferenceSolver solver(rules, here);
    for (const quixo::Variant& variant : quixo::all_variants()) {
      const Stopwatch wall, core(Stopwatch::Kind::kProcessor);
      const auto run = quixo::run_variant(solver, variant, here);
      if (!run) return run.error();
      text +=
          fmt::format("{:<20} {:>7} {:>9.2f} {:>9.2f} {:>6} {:>16}\n", variant.name, threads,
                      wall.seconds(), core.seconds(), run->most_passes, format_count(run->asked));
      csv += fmt::format("{},{},{:.3f},{:.3f},{},{},{},{},{}\n", variant.name, threads,
                         wall.seconds(), core.seconds(), run->most_passes, run->asked,
                         run->counts.win, run->counts.loss, run->counts.draw);
      runs.push_back({{"algorithm", variant.name},
                      {"threads", threads},
                      {"passes", run->most_passes},
                      {"asked", run->asked},
                      {"win", run->counts.win},
                      {"loss", run->counts.loss},
                      {"draw", run->counts.draw}});
    }
  }
  text += "\npasses: the most that one pair of classes needed, Algorithm 1: over all boards.\n" +
          published_time(rules);
  return finish(std::move(text), std::move(csv), stem(rules, "algorithms"), {{"runs", runs}});
}

Result<Report> make_reachable_report(const quixo::Rules& rules, Workers& workers) {
  const auto kinds = quixo::count_reachable_kinds(rules, workers.budget());
  if (!kinds) return kinds.error();
  std::string text = fmt::format("Boards of {0}x{0} that can arise\n\n", rules.size());
  std::string csv = "what,boards\n";
  Json rows = Json::array();
  for (const quixo::ReachableKind& kind : *kinds) {
    text += fmt::format("{:>12}  {}\n", format_count(kind.boards), kind.what);
    csv += fmt::format("\"{}\",{}\n", kind.what, kind.boards);
    rows.push_back({{"what", kind.what}, {"boards", kind.boards}});
  }
  if (rules.size() == 4 && rules.line() == 4) text += "\nThe paper: 41,252,106.\n";
  return finish(std::move(text), std::move(csv), stem(rules, "reachable"), {{"kinds", rows}});
}

Result<Report> make_random_win_report(const quixo::ValueSource& values, Workers& workers) {
  const quixo::Rules& rules = values.rules();
  std::string text = fmt::format("{0}x{0}: any winning move, each as likely\n", rules.size());
  std::string csv = "defence,plies,boards,mean,longest\n";
  Json defences = Json::array();
  for (const auto& [name, defence] :
       {std::pair("best", quixo::Defence::kBest), std::pair("random", quixo::Defence::kRandom)}) {
    const auto win = quixo::expect_random_win(values, defence, workers);
    if (!win) return win.error();
    const std::string board = to_text(rules, {win->longest_board, quixo::Player::kX});
    text += fmt::format(
        "\nagainst the {} defence, expected plies (within {:.0e} of each)\n"
        "from the empty board {:.9g}\nfrom the worst board {:.9g}: {}\n\n"
        "{:>6} {:>12} {:>14} {:>14}\n",
        name, win->error, win->initial, win->longest, board, "plies", "boards", "mean", "longest");
    for (const auto& row : win->by_plies) {
      text += fmt::format("{:>6} {:>12} {:>14.6f} {:>14.6f}\n", row.plies, format_count(row.boards),
                          row.mean, row.longest);
      csv += fmt::format("{},{},{},{:.9g},{:.9g}\n", name, row.plies, row.boards, row.mean,
                         row.longest);
    }
    defences.push_back({{"defence", name},
                        {"initial", win->initial},
                        {"longest", win->longest},
                        {"position", board},
                        {"error", win->error}});
  }
  text += "\nplies: to the end under perfect play of both.\n";
  return finish(std::move(text), std::move(csv), stem(rules, "random-win"),
                {{"defences", defences}});
}

Result<Report> make_empty_tiles_report(const quixo::ValueSource& values, std::uint64_t sample,
                                       Workers& workers) {
  const quixo::Rules& rules = values.rules();
  const auto rows = quixo::count_empty_tiles(values, sample, 1, workers);
  if (!rows) return rows.error();
  std::string text = fmt::format(
      "{0}x{0}: boards with both kinds of moves, and in how many of them some move of a kind "
      "keeps the value{1}\n\n{2:>5} {3:>12} {4:>10} {5:>10}",
      rules.size(), values.has_plies() ? ", or is best by plies too" : "", "tiles", "boards",
      "empty %", "own %");
  if (values.has_plies()) text += fmt::format(" {:>12} {:>10}", "empty best %", "own best %");
  text += "\n";
  std::string csv = "tiles,boards,empty_keeps,own_keeps,empty_best,own_best\n";
  Json tiers = Json::array();
  for (const quixo::EmptyTiles& row : *rows) {
    if (row.boards == 0) continue;
    const auto percent = [&](std::uint64_t part) {
      return 100 * static_cast<double>(part) / static_cast<double>(row.boards);
    };
    text += fmt::format("{:>5} {:>12} {:>10.2f} {:>10.2f}", row.tier, format_count(row.boards),
                        percent(row.empty_keeps), percent(row.own_keeps));
    if (values.has_plies()) {
      text += fmt::format(" {:>12.2f} {:>10.2f}", percent(row.empty_best), percent(row.own_best));
    }
    text += "\n";
    csv += fmt::format("{},{},{},{},{},{}\n", row.tier, row.boards, row.empty_keeps, row.own_keeps,
                       row.empty_best, row.own_best);
    tiers.push_back({{"tiles", row.tier},
                     {"boards", row.boards},
                     {"empty_keeps", row.empty_keeps},
                     {"own_keeps", row.own_keeps},
                     {"empty_best", row.empty_best},
                     {"own_best", row.own_best}});
  }
  return finish(std::move(text), std::move(csv), stem(rules, "empty-tiles"), {{"tiers", tiers}});
}

}  // namespace noughts::present
