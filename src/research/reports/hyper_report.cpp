#include "noughts/research/reports/hyper_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/research/reports/hyper_figures.h"
#include "noughts/research/reports/hyper_interest.h"
#include "noughts/research/reports/hyper_map.h"
#include "noughts/research/reports/svg_map.h"

namespace noughts::research::reports {
namespace {

// The same, without a bar of its own.
Budget quiet(Budget budget) {
  budget.progress = {};
  return budget;
}

// --- the map of categories ------------------------------------------------------

struct Square {
  int side;
  int dims;
  hyper::study::Classification c;
};

std::string category_of(const Square& s) {
  return s.c.category ? std::to_string(*s.c.category) : "open";
}

std::string map_text(const std::vector<Square>& squares, const HyperReportOptions& a) {
  std::string text = "Categories of Golomb and Hales, two players on n^k\n\n   k:";
  for (int k = 1; k <= a.max_dims; ++k) text += fmt::format("{:>6}", k);
  for (int n = 2; n <= a.max_side; ++n) {
    text += fmt::format("\nn={:<3}", n);
    for (const Square& s : squares) {
      if (s.side == n) text += fmt::format("{:>6}", category_of(s));
    }
  }
  text += "\n\n";
  for (const Square& s : squares) {
    text += fmt::format("{}^{}: {}; pairing {}, drawn filling {}; {}{}\n", s.side, s.dims,
                        category_of(s), s.c.pairing ? "yes" : "no", yes_no_open(s.c.drawn_filling),
                        s.c.how, s.c.source.empty() ? "" : " (" + s.c.source + ")");
  }
  return text;
}

std::string map_csv(const std::vector<Square>& squares) {
  std::string text = "side,dims,category,pairing,drawn_filling,how\n";
  for (const Square& s : squares) {
    text += fmt::format("{},{},{},{},{},\"{}\"\n", s.side, s.dims, category_of(s),
                        s.c.pairing ? "yes" : "no", yes_no_open(s.c.drawn_filling), s.c.how);
  }
  return text;
}

bool dark(const Square& s) { return s.c.category == 1 || s.c.category == 5; }

std::string map_svg(const std::vector<Square>& squares, const HyperReportOptions& a) {
  constexpr int kSize = 40;
  constexpr std::string_view kColours[] = {"#dddddd", "#b2182b", "#ef8a62",
                                           "#fddbc7", "#a6cee3", "#2166ac"};
  constexpr std::string_view kMeanings[] = {"? open",
                                            "1 the first player must win",
                                            "2 no draw is possible: the first player wins",
                                            "3 draws are possible, but the first player wins",
                                            "4 the second player can draw",
                                            "5 the second player draws by pairs of cells"};
  constexpr int kLegendLine = 22;
  const int legend = (a.max_dims + 1) * kSize + kSize / 2;
  const int width = std::max(a.max_side * kSize + kSize / 2, 10 * kSize);
  const int height = legend + static_cast<int>(std::size(kMeanings)) * kLegendLine;
  std::string svg =
      map_head(width, height, 14, "Categories of Golomb and Hales for two players on n^k");
  for (const Square& s : squares) {
    const int x = (s.side - 1) * kSize;
    const int y = (a.max_dims - s.dims) * kSize + kSize / 2;
    svg += map_square(x, y, kSize, kColours[static_cast<std::size_t>(s.c.category.value_or(0))],
                      fmt::format("{}^{}: {}", s.side, s.dims, s.c.how)) +
           "\n" +
           map_sign(x + kSize / 2, y + kSize / 2 + 5, dark(s), s.c.category ? category_of(s) : "?");
  }
  for (int n = 2; n <= a.max_side; ++n) {
    svg +=
        map_label((n - 1) * kSize + kSize / 2, a.max_dims * kSize + kSize, fmt::format("n={}", n));
  }
  for (int k = 1; k <= a.max_dims; ++k) {
    svg += map_label(kSize / 2, (a.max_dims - k) * kSize + kSize + 5, fmt::format("k={}", k));
  }
  for (std::size_t i = 0; i < std::size(kMeanings); ++i) {
    const int y = legend + static_cast<int>(i) * kLegendLine;
    svg += map_legend(kSize, y, kSize + 26, kColours[i], kMeanings[i]);
  }
  return svg + "</svg>\n";
}

std::vector<Square> classify_all(const HyperReportOptions& a, const Budget& budget) {
  std::vector<Square> squares;
  Progress progress(budget.progress, "classifying",
                    static_cast<std::uint64_t>(a.max_dims * (a.max_side - 1)));
  for (int k = 1; k <= a.max_dims; ++k) {
    for (int n = 2; n <= a.max_side; ++n) {
      auto c = hyper::study::classify(n, k, quiet(budget), {.filling_seconds = a.seconds}).value();
      if (const auto stopped = budget.exhausted()) throw Failure(*stopped);
      squares.push_back({n, k, c});
      progress.advance(1);
    }
  }
  return squares;
}

// --- Tables 1 and 2 of the draft ----------------------------------------------

struct Row {
  std::string guide;
  int players;
  int player;
  hyper::study::LeafCounts counts;
};

// Wins, draws and losses as the draft prints them: its greedy rows, and its learner, of which
// it says that it played badly.
struct PublishedRow {
  std::string_view guide;
  int players;
  int player;
  std::string_view leaves;
};
constexpr PublishedRow kPublished[] = {{"greedy, full penalty", 2, 1, "18/1/0"},
                                       {"greedy, full penalty", 2, 2, "53/22/6"},
                                       {"greedy, full penalty", 3, 1, "84/148/0"},
                                       {"greedy, full penalty", 3, 2, "258/449/21"},
                                       {"greedy, full penalty", 3, 3, "321/1604/60"},
                                       {"learned", 2, 1, "29/11/15"},
                                       {"learned", 2, 2, "70/24/54"},
                                       {"learned", 3, 1, "94/748/166"},
                                       {"learned", 3, 2, "103/684/183"},
                                       {"learned", 3, 3, "164/1428/220"}};

std::string_view published_leaves(const Row& row) {
  for (const PublishedRow& printed : kPublished) {
    if (printed.guide == row.guide && printed.players == row.players &&
        printed.player == row.player) {
      return printed.leaves;
    }
  }
  return "";
}

std::vector<Row> table_rows(const HyperReportOptions& a, const Budget& budget) {
  std::vector<Row> rows;
  for (const int players : {2, 3}) {
    const hyper::Rules rules = *hyper::Rules::make(3, 2, players);
    hyper::study::Learner learner = *hyper::study::Learner::make(rules);
    learner.train({.games = a.games}, budget).value();
    const std::pair<std::string, hyper::study::Policy> guides[] = {
        {"greedy, full penalty",
         hyper::study::greedy_policy(rules, {.penalty = hyper::study::Penalty::kFull})},
        {"greedy, shared penalty",
         hyper::study::greedy_policy(rules, {.penalty = hyper::study::Penalty::kShared})},
        {"learned",
         [&learner](const hyper::Position& p) -> Result<hyper::Move> { return learner.choose(p); }},
        {"perfect", hyper::study::perfect_policy(rules, quiet(budget))},
        {"random", hyper::study::random_policy(rules, 1)}};
    for (const auto& [name, policy] : guides) {
      for (int player = 0; player < players; ++player) {
        const auto counts = hyper::study::guided_tree(rules, player, policy, quiet(budget)).value();
        rows.push_back({name, players, player + 1, counts});
      }
    }
  }
  return rows;
}

std::string rows_text(const std::vector<Row>& rows) {
  std::string text;
  int players = 0;
  for (const Row& row : rows) {
    if (row.players != players) {
      players = row.players;
      text += fmt::format(
          "{}Leaves of the guided tree, 3^2 with {} players (Kutner's draft, Table {})\n",
          text.empty() ? "" : "\n", players, players - 1);
      text += fmt::format("{:<24}{:>7}{:>8}{:>8}{:>8}{:>8}{:>16}\n", "guide", "player", "wins",
                          "draws", "losses", "leaves", "the draft");
    }
    const std::string line = fmt::format(
        "{:<24}{:>7}{:>8}{:>8}{:>8}{:>8}{:>16}", row.guide, row.player, row.counts.wins,
        row.counts.draws, row.counts.losses, row.counts.leaves(), published_leaves(row));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  text +=
      "\nThe learner here is another than the draft's, which stands beside it; the greedy rows are "
      "met with the full penalty.\n";
  return text;
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "players,guide,player,wins,draws,losses,leaves,draft\n";
  for (const Row& row : rows) {
    text += fmt::format("{},\"{}\",{},{},{},{},{},{}\n", row.players, row.guide, row.player,
                        row.counts.wins, row.counts.draws, row.counts.losses, row.counts.leaves(),
                        published_leaves(row));
  }
  return text;
}

// --- who can win ----------------------------------------------------------------

std::string solved_csv(const Budget& budget) {
  std::string text = "side,dims,players,player,can_force_win,can_avoid_loss,how\n";
  for (const auto& [n, k, q] : {std::tuple{2, 2, 2},
                                {2, 2, 3},
                                {2, 2, 4},
                                {3, 2, 2},
                                {3, 2, 3},
                                {3, 2, 4},
                                {3, 2, 5},
                                {3, 3, 2},
                                {3, 3, 3},
                                {4, 2, 2},
                                {4, 2, 3},
                                {4, 3, 3},
                                {4, 3, 4},
                                {5, 2, 2},
                                {8, 3, 2}}) {
    const hyper::Rules rules = *hyper::Rules::make(n, k, q);
    const auto report = hyper::search::solve(rules, budget).value();
    for (std::size_t i = 0; i < report.players.size(); ++i) {
      text += fmt::format("{},{},{},{},{},{},\"{}\"\n", n, k, q, i + 1,
                          yes_no_open(report.players[i].can_force_win),
                          yes_no_open(report.players[i].can_avoid_loss), report.how.back());
    }
  }
  return text;
}

}  // namespace

namespace {

void append(Report& to, Report&& from) {
  to.text += (to.text.empty() ? "" : "\n") + from.text;
  for (ReportFile& file : from.files) to.files.push_back(std::move(file));
}

// The tables of the draft and the categories of two players.
Report make_tables(const HyperReportOptions& options, const Budget& budget) {
  const auto rows = table_rows(options, budget);
  const auto solved = solved_csv(budget);
  const auto squares = classify_all(options, budget);
  const std::string trees = rows_text(rows);
  const std::string map = map_text(squares, options);
  return Report{.text = trees + "\n" + map,
                .files = {{"hyper-trees.txt", trees},
                          {"hyper-trees.csv", rows_csv(rows)},
                          {"hyper-solved.csv", solved},
                          {"hyper-categories.txt", map},
                          {"hyper-categories.csv", map_csv(squares)},
                          {"hyper-categories.svg", map_svg(squares, options)}}};
}

}  // namespace

Report make_hyper_report(const HyperReportOptions& options, const Budget& budget) {
  const auto wanted = [&](std::string_view part) {
    return options.part == "all" || options.part == part;
  };
  Report report;
  if (wanted("tables")) {
    auto tables = make_tables(options, budget);
    append(report, std::move(tables));
  }
  if (wanted("figures")) {
    auto figures = make_hyper_figures(budget);
    append(report, std::move(figures));
  }
  if (wanted("map")) {
    const InterestMapOptions map{.max_side = std::min(options.max_side, 8),
                                 .max_dims = std::min(options.max_dims, 4),
                                 .max_players = options.max_players,
                                 .seconds = options.seconds};
    auto worth = make_interest_map(map, budget);
    append(report, std::move(worth));
  }
  return report;
}

}  // namespace noughts::research::reports
