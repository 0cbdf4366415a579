#include "noughts/research/reports/quixo_studies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noughts/core/stopwatch.h"
#include "noughts/quixo/notation.h"
#include "noughts/research/quixo/reference/variants.h"
#include "noughts/research/quixo/study/empty_tiles.h"
#include "noughts/research/quixo/study/fastest.h"
#include "noughts/research/quixo/study/random_win.h"
#include "noughts/research/quixo/study/reachable_kinds.h"

namespace noughts::research::reports {
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
      "Table 2).\nThe English version has times for 5x5 only: 19,500 minutes on one thread, 1,900 "
      "on up to 32.\nFor the other algorithms neither gives a time.\n",
      rules.size() == 3 ? "about 0.1 s" : "13.4 s, with steps");
}

}  // namespace

Report make_algorithms_report(const quixo::Rules& rules, Workers& workers) {
  std::string text = fmt::format(
      "The algorithms of the Quixo paper on {0}x{0}\n\n{1:<20} {2:>7} {3:>9} {4:>9} {5:>6} "
      "{6:>16}\n",
      rules.size(), "algorithm", "threads", "wall s", "core s", "passes", "boards asked");
  std::string csv = "algorithm,threads,seconds,core_seconds,passes,asked,win,loss,draw\n";
  Json runs = Json::array();
  const int most = workers.threads();
  for (const int threads : most == 1 ? std::vector{1} : std::vector{1, most}) {
    Workers here(threads, workers.budget());
    const quixo::reference::ReferenceSolver solver(rules, here);
    for (const quixo::reference::Variant& variant : quixo::reference::all_variants()) {
      const Stopwatch wall, core(Stopwatch::Kind::kProcessor);
      const auto run = quixo::reference::run_variant(solver, variant, here).value();
      text += fmt::format("{:<20} {:>7} {:>9.3f} {:>9.3f} {:>6} {:>16}\n", variant.name, threads,
                          wall.seconds(), core.seconds(), run.most_passes, format_count(run.asked));
      csv += fmt::format("{},{},{:.3f},{:.3f},{},{},{},{},{}\n", variant.name, threads,
                         wall.seconds(), core.seconds(), run.most_passes, run.asked, run.counts.win,
                         run.counts.loss, run.counts.draw);
      runs.push_back({{"algorithm", variant.name},
                      {"threads", threads},
                      {"passes", run.most_passes},
                      {"asked", run.asked},
                      {"win", run.counts.win},
                      {"loss", run.counts.loss},
                      {"draw", run.counts.draw}});
    }
  }
  text += "\npasses: the most that one pair of classes needed, Algorithm 1: over all boards.\n" +
          published_time(rules);
  return finish(std::move(text), std::move(csv), stem(rules, "algorithms"), {{"runs", runs}});
}

Report make_reachable_report(const quixo::Rules& rules, Workers& workers) {
  const auto kinds = quixo::study::count_reachable_kinds(rules, workers.budget()).value();
  std::string text = fmt::format("Boards of {0}x{0} that can arise\n\n", rules.size());
  std::string csv = "what,boards\n";
  Json rows = Json::array();
  for (const quixo::study::ReachableKind& kind : kinds) {
    text += fmt::format("{:>12}  {}\n", format_count(kind.boards), kind.what);
    csv += fmt::format("\"{}\",{}\n", kind.what, kind.boards);
    rows.push_back({{"what", kind.what}, {"boards", kind.boards}});
  }
  if (rules.size() == 4 && rules.line() == 4) text += "\nThe paper: 41,252,106.\n";
  return finish(std::move(text), std::move(csv), stem(rules, "reachable"), {{"kinds", rows}});
}

namespace {

// Won boards by plies or by tiles, for each defence.
std::string random_win_table(const std::vector<quixo::study::RandomWin::Row>& rows,
                             std::string_view key) {
  std::string text =
      fmt::format("\n{:>6} {:>12} {:>14} {:>14}\n", key, "boards", "mean", "longest");
  for (const auto& row : rows) {
    text += fmt::format("{:>6} {:>12} {:>14.6f} {:>14.6f}\n", row.key, format_count(row.boards),
                        row.mean, row.longest);
  }
  return text;
}

std::string random_win_csv(const std::vector<quixo::study::RandomWin::Row>& rows,
                           std::string_view key, std::string_view defence) {
  std::string csv;
  for (const auto& row : rows) {
    csv += fmt::format("{},{},{},{},{:.9g},{:.9g}\n", defence, key, row.key, row.boards, row.mean,
                       row.longest);
  }
  return csv;
}

Json random_win_rows(const std::vector<quixo::study::RandomWin::Row>& rows, const char* key) {
  Json list = Json::array();
  for (const auto& row : rows) {
    list.push_back(
        {{key, row.key}, {"boards", row.boards}, {"mean", row.mean}, {"longest", row.longest}});
  }
  return list;
}

// The expected plies from one board, whoever wins.
std::string expected_text(const std::optional<double>& plies) {
  return plies ? fmt::format("{:.9g}", *plies) : "nobody wins";
}

}  // namespace

Report make_random_win_report(const quixo::tables::ValueSource& values,
                              const std::optional<quixo::Position>& position, Workers& workers) {
  const quixo::Rules& rules = values.rules();
  const auto wins = quixo::study::RandomWins::solve(values, workers).value();
  std::string text = fmt::format("{0}x{0}: any winning move, each as likely\n", rules.size());
  std::string csv = "defence,by,key,boards,mean,longest\n";
  Json defences = Json::array();
  for (const auto& [name, defence] : {std::pair("best", quixo::study::Defence::kBest),
                                      std::pair("random", quixo::study::Defence::kRandom)}) {
    const quixo::study::RandomWin& win = wins.against(defence);
    const std::string board = to_text(rules, {win.longest_board, quixo::Player::kX});
    text += fmt::format(
        "\nagainst the {} defence, expected plies, each proved within {:.0e} of itself\n"
        "from the empty board {:.9g}\nfrom the worst board {:.9g}: {}\n",
        name, win.error, win.initial, win.longest, board);
    Json facts = {{"defence", name},
                  {"initial", win.initial},
                  {"longest", win.longest},
                  {"position", board},
                  {"error", win.error},
                  {"substitutions", win.substitutions},
                  {"by_plies", random_win_rows(win.by_plies, "plies")},
                  {"by_tiles", random_win_rows(win.by_tiles, "tiles")}};
    if (position) {
      const auto here = wins.at(quixo::board_for_mover(*position), defence);
      text += fmt::format("from {}: {}\n", to_text(rules, *position), expected_text(here));
      facts["asked"] = here ? Json(*here) : Json();
    }
    text += random_win_table(win.by_plies, "plies") + random_win_table(win.by_tiles, "tiles");
    csv +=
        random_win_csv(win.by_plies, "plies", name) + random_win_csv(win.by_tiles, "tiles", name);
    defences.push_back(std::move(facts));
  }
  text += "\nwon boards that are not over; plies: to the end under perfect play of both.\n";
  return finish(std::move(text), std::move(csv), stem(rules, "random-win"),
                {{"defences", defences}});
}

namespace {

// Half of the interval that holds a share with probability 95 %, after Wilson, in percent.
double half_interval(std::uint64_t part, std::uint64_t all) {
  constexpr double kNormal = 1.96;
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(part) / n;
  const double spread = std::sqrt(p * (1 - p) / n + kNormal * kNormal / (4 * n * n));
  return 100 * kNormal * spread / (1 + kNormal * kNormal / n);
}

std::string share_text(std::uint64_t part, std::uint64_t all, bool sampled) {
  if (all == 0) return "";
  const double percent = 100 * static_cast<double>(part) / static_cast<double>(all);
  if (!sampled) return fmt::format("{:.2f}", percent);
  return fmt::format("{:.1f} +- {:.1f}", percent, half_interval(part, all));
}

// One line for each tier that has boards of the value.
std::string empty_tiles_table(const std::vector<quixo::study::EmptyTiles>& rows, quixo::Value value,
                              bool plies) {
  std::string text = fmt::format("\n{} boards\n{:>5} {:>12} {:>14} {:>14}", value_name(value),
                                 "tiles", "boards", "empty %", "own %");
  if (plies) text += fmt::format(" {:>14} {:>14}", "empty best %", "own best %");
  text += "\n";
  for (const quixo::study::EmptyTiles& row : rows) {
    const auto& here = row.of(value);
    if (here.boards == 0) continue;
    const auto share = [&](std::uint64_t part) {
      return share_text(part, here.boards, row.sampled);
    };
    text += fmt::format("{:>5} {:>12} {:>14} {:>14}", row.tier, format_count(here.boards),
                        share(here.empty_keeps), share(here.own_keeps));
    if (plies) text += fmt::format(" {:>14} {:>14}", share(here.empty_best), share(here.own_best));
    text += "\n";
  }
  return text;
}

}  // namespace

Report make_empty_tiles_report(const quixo::tables::ValueSource& values,
                               const EmptyTilesOptions& options, Workers& workers) {
  const quixo::Rules& rules = values.rules();
  const auto rows =
      quixo::study::count_empty_tiles(values, options.sample, options.seed, workers).value();
  const bool plies = values.has_plies();
  std::string text = fmt::format(
      "{0}x{0}: boards with both kinds of moves, and in how many of them some move of a kind "
      "keeps the value{1}\n",
      rules.size(), plies ? ", or is best by plies too" : "");
  text += empty_tiles_table(rows, quixo::Value::kWin, plies);
  text += empty_tiles_table(rows, quixo::Value::kDraw, false);
  if (plies) text += empty_tiles_table(rows, quixo::Value::kLoss, plies);
  text += fmt::format(
      "\nTiers of more than {} boards are sampled (seed {}); +- is the interval of 95 %.\n",
      format_count(options.sample), options.seed);
  std::string csv = "tiles,sampled,value,boards,empty_keeps,own_keeps,empty_best,own_best\n";
  Json tiers = Json::array();
  for (const quixo::study::EmptyTiles& row : rows) {
    for (const auto value : {quixo::Value::kWin, quixo::Value::kDraw, quixo::Value::kLoss}) {
      const auto& here = row.of(value);
      if (here.boards == 0) continue;
      csv += fmt::format("{},{},{},{},{},{},{},{}\n", row.tier, row.sampled ? "yes" : "no",
                         value_name(value), here.boards, here.empty_keeps, here.own_keeps,
                         here.empty_best, here.own_best);
      tiers.push_back({{"tiles", row.tier},
                       {"sampled", row.sampled},
                       {"value", value_name(value)},
                       {"boards", here.boards},
                       {"empty_keeps", here.empty_keeps},
                       {"own_keeps", here.own_keeps},
                       {"empty_best", here.empty_best},
                       {"own_best", here.own_best}});
    }
  }
  return finish(std::move(text), std::move(csv), stem(rules, "empty-tiles"), {{"tiers", tiers}});
}

namespace {

// A move and those that are its images, with what comes of it for the player who makes it.
struct RatedMoves {
  quixo::Board after;  // the least image, the other player as X
  std::vector<std::string> moves;
  quixo::Outcome outcome;
};

std::string outcome_text(const quixo::Outcome& outcome) {
  const std::string_view value = value_name(outcome.value);
  return outcome.plies ? fmt::format("{} in {} plies", value, *outcome.plies) : std::string(value);
}

// With its plies, searched where the values have none.
quixo::Outcome full_outcome(const quixo::tables::ValueSource& values,
                            quixo::study::FastestWin& fastest, quixo::Board board) {
  quixo::Outcome outcome = values.at(board).value();
  if (!values.has_plies()) outcome.plies = fastest.plies(board).value();
  return outcome;
}

std::vector<RatedMoves> rate_moves(const quixo::tables::ValueSource& values,
                                   quixo::study::FastestWin& fastest,
                                   const quixo::Position& position) {
  const quixo::Rules& rules = values.rules();
  std::vector<RatedMoves> rated;
  for (const quixo::Move& move : rules.moves(position)) {
    const quixo::Board after = rules.canonical(quixo::board_for_mover(rules.apply(position, move)));
    auto same = std::find_if(rated.begin(), rated.end(),
                             [&](const RatedMoves& r) { return r.after == after; });
    if (same == rated.end()) {
      auto outcome = full_outcome(values, fastest, after);
      outcome.value = for_opponent(outcome.value);
      if (outcome.plies) *outcome.plies += 1;
      rated.push_back({after, {}, outcome});
      same = rated.end() - 1;
    }
    same->moves.push_back(to_text(rules, move));
  }
  return rated;
}

}  // namespace

Report make_fastest_report(const quixo::tables::ValueSource& values,
                           const std::optional<quixo::Position>& position, const Budget& budget) {
  const quixo::Rules& rules = values.rules();
  const quixo::Position from = position.value_or(rules.initial());
  quixo::study::FastestWin fastest(values, budget);
  const auto outcome = full_outcome(values, fastest, quixo::board_for_mover(from));
  const auto rated = rate_moves(values, fastest, from);
  const auto plies_json = [](const quixo::Outcome& found) {
    return found.plies ? Json(*found.plies) : Json();
  };
  std::string text = fmt::format("{}: {}\n", to_text(rules, from), outcome_text(outcome));
  std::string csv = "move,images,value,plies\n";
  Json moves = Json::array();
  for (const RatedMoves& each : rated) {
    text += fmt::format("{:>5}  {}{}\n", each.moves.front(), outcome_text(each.outcome),
                        each.moves.size() == 1 ? ""
                                               : fmt::format(", as {} moves that are its images",
                                                             each.moves.size() - 1));
    csv += fmt::format("{},{},{},{}\n", each.moves.front(), each.moves.size(),
                       value_name(each.outcome.value),
                       each.outcome.plies ? fmt::to_string(*each.outcome.plies) : "");
    moves.push_back({{"moves", each.moves},
                     {"value", value_name(each.outcome.value)},
                     {"plies", plies_json(each.outcome)}});
  }
  text += fmt::format("boards that were looked up: {}\n", format_count(fastest.boards()));
  return finish(std::move(text), std::move(csv), stem(rules, "fastest"),
                {{"position", to_text(rules, from)},
                 {"value", value_name(outcome.value)},
                 {"plies", plies_json(outcome)},
                 {"moves", moves},
                 {"searched", fastest.boards()}});
}

}  // namespace noughts::research::reports
