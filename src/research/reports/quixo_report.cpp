#include "noughts/research/reports/quixo_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

#include "noughts/play/families.h"
#include "noughts/play/knowledge.h"
#include "noughts/present/quixo_board.h"
#include "noughts/quixo/engine/reachable.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/value.h"
#include "noughts/research/reports/move_map.h"
#include "noughts/research/reports/quixo_finds.h"
#include "noughts/research/reports/quixo_published.h"

namespace noughts::research::reports {
namespace {

using quixo::ClassId;
using quixo::Counts;
using quixo::Outcome;
using quixo::Player;
using quixo::Position;

using ClassCounts = std::map<ClassId, Counts>;

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

// Classes whose numbers of X and O differ by at most one, as Figure 6 shows them.
template <class F>
void for_each_even_class(const ClassCounts& classes, F&& f) {
  std::map<std::pair<int, int>, Counts> by_tiles;
  for (const auto& [id, counts] : classes) {
    if (std::abs(id.x - id.o) <= 1) by_tiles[{id.tier(), id.x}] = counts;
  }
  for (const auto& [key, counts] : by_tiles) f(key.second, key.first - key.second, counts);
}

std::string classes_csv(const ClassCounts& classes) {
  std::string csv = "x,o,win,loss,draw\n";
  for (const auto& [id, counts] : classes) {
    csv += fmt::format("{},{},{},{},{}\n", id.x, id.o, counts.win, counts.loss, counts.draw);
  }
  return csv;
}

std::string steps_csv(const quixo::engine::WholeSolution& solution) {
  std::string csv = "steps,win,loss\n";
  for (std::size_t i = 0; i < solution.by_plies.size(); ++i) {
    csv += fmt::format("{},{},{}\n", i, solution.by_plies[i].win, solution.by_plies[i].loss);
  }
  return csv;
}

// Figure 6: one bar per class, win from below, draw above it, loss on top.
std::string shares_svg(const quixo::Rules& rules, const ClassCounts& classes) {
  constexpr int kLeft = 46, kTop = 34, kHeight = 240, kBar = 22, kGap = 6;
  std::string bars;
  int at = kLeft;
  for_each_even_class(classes, [&](int x, int o, const auto& count) {
    const double win = share(count.win, count.total()) * kHeight / 100;
    const double draw = share(count.draw, count.total()) * kHeight / 100;
    const auto bar = [&](double from, double height, std::string_view colour, std::string_view name,
                         std::uint64_t boards) {
      bars += fmt::format(
          "<rect x='{}' y='{:.2f}' width='{}' height='{:.2f}' fill='{}'><title>({}, {}) {} "
          "{}</title></rect>\n",
          at, kTop + kHeight - from - height, kBar, height, colour, x, o, name, boards);
    };
    bar(0, win, "#0072b2", "win", count.win);
    bar(win, draw, "#c8c8c8", "draw", count.draw);
    bar(win + draw, kHeight - win - draw, "#d55e00", "loss", count.loss);
    bars += fmt::format("<text x='{0}' y='{1}' transform='rotate(60 {0} {1})'>{2},{3}</text>\n",
                        at + 4, kTop + kHeight + 14, x, o);
    at += kBar + kGap;
  });
  std::string axis;
  for (int percent = 0; percent <= 100; percent += 25) {
    const int y = kTop + kHeight - kHeight * percent / 100;
    axis += fmt::format("<text x='{}' y='{}' text-anchor='end'>{} %</text>\n", kLeft - 6, y + 4,
                        percent);
  }
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='11'>\n<rect width='100%' height='100%' fill='white'/>\n"
      "<text x='{2}' y='18' font-size='13'>Quixo {3}x{3}: won (blue), drawn (grey) and lost "
      "(orange) "
      "boards by class (x, o), X to move</text>\n{4}{5}</svg>\n",
      std::max(at + 20, 620), kTop + kHeight + 60, kLeft, rules.size(), axis, bars);
}

std::string totals_text(const quixo::Rules& rules, const ClassCounts& classes,
                        const Outcome& initial) {
  Counts total;
  for (const auto& [id, counts] : classes) total += counts;
  const auto published = published_quixo(rules);
  std::string text = fmt::format("Quixo {0}x{0}, {1} in a line\n\n", rules.size(), rules.line());
  const std::string value = fmt::format("{}{}", value_name(initial.value),
                                        initial.plies ? fmt::format(" in {}", *initial.plies) : "");
  text += fmt::format("{:<18} {:>15}", "the empty board", value);
  if (published) {
    // Tables without steps know the value alone.
    const bool same =
        initial.plies ? published->initial == value : published->initial.starts_with(value);
    text += "  " + (same ? "as published" : "the paper: " + published->initial);
  }
  text += "\n";
  // The paper tells draws of 5x5 alone.
  const Counts none, paper = published && published->totals ? *published->totals : none;
  for (const auto& [name, count, printed] :
       {std::tuple("win", total.win, paper.win), std::tuple("loss", total.loss, paper.loss),
        std::tuple("draw", total.draw, paper.draw)}) {
    text += fmt::format("{:<18} {:>15}{}\n", name, format_count(count),
                        printed == 0 ? "" : "  " + beside(count, printed));
  }
  return text;
}

std::string reachable_text(const quixo::Rules& rules, std::uint64_t boards) {
  const auto published = published_quixo(rules);
  std::string text = fmt::format("{:<18} {:>15}  (X to move, colours swapped after each move)",
                                 "reachable boards", format_count(boards));
  if (published && published->reachable) text += "; " + beside(boards, *published->reachable);
  return text + "\n";
}

// Table 3, with the paper's columns where it has some.
std::string steps_text(const quixo::Rules& rules, const std::vector<Counts>& steps) {
  const auto published = published_quixo(rules);
  const bool printed = published && !published->steps.empty();
  std::string text = fmt::format("\nsteps          win         loss{}\n",
                                 printed ? "  the paper's win         loss" : "");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("{:>5} {:>12} {:>12}", i, format_count(steps[i].win),
                        format_count(steps[i].loss));
    if (printed && i < published->steps.size()) {
      text += fmt::format(" {:>16} {:>12}", format_count(published->steps[i].win),
                          format_count(published->steps[i].loss));
    }
    text += "\n";
  }
  if (printed) {
    const bool same = std::equal(
        steps.begin(), steps.end(), published->steps.begin(), published->steps.end(),
        [](const Counts& a, const Counts& b) { return a.win == b.win && a.loss == b.loss; });
    text += same ? "every row as published\n" : "not every row as published\n";
  }
  return text;
}

std::string shares_text(const ClassCounts& classes) {
  std::string text = "\n x  o   win %   loss %   draw %\n";
  for_each_even_class(classes, [&](int x, int o, const Counts& count) {
    text += fmt::format("{:>2} {:>2}  {:>6.2f}   {:>6.2f}   {:>6.2f}\n", x, o,
                        share(count.win, count.total()), share(count.loss, count.total()),
                        share(count.draw, count.total()));
  });
  return text;
}

std::string arising_text(const std::vector<Arising>& classes) {
  std::string text =
      "\nBoards that can arise from the empty one, X to move\n"
      " x  o        win       loss       draw\n";
  for (const Arising& arising : classes) {
    text += fmt::format("{:>2} {:>2} {:>10} {:>10} {:>10}{}\n", arising.id.x, arising.id.o,
                        format_count(arising.counts.win), format_count(arising.counts.loss),
                        format_count(arising.counts.draw),
                        arising.empty_tiles_only ? "  by taking empty tiles only" : "");
  }
  return text;
}

// What solving took, tier by tier.
std::string tiers_csv(const quixo::tables::Manifest& manifest) {
  struct Tier {
    std::uint64_t boards = 0, bytes = 0, peak_memory = 0;
    int rounds = 0, sparse_steps = 0;  // the most that a pair needed
    double seconds = 0, core_seconds = 0;
  };
  std::map<int, Tier, std::greater<>> tiers;
  for (const auto& [id, entry] : manifest.classes) {
    Tier& tier = tiers[id.tier()];
    tier.boards += entry.counts.total();
    tier.bytes += entry.bytes;
  }
  for (const auto& [pair, work] : manifest.work) {
    Tier& tier = tiers[pair.tier()];
    tier.rounds = std::max(tier.rounds, work.rounds);
    tier.sparse_steps = std::max(tier.sparse_steps, work.sparse_steps);
    tier.seconds += work.seconds;
    tier.core_seconds += work.core_seconds;
    tier.peak_memory = std::max(tier.peak_memory, work.peak_memory);
  }
  std::string csv = "tiles,boards,bytes,rounds,sparse_steps,seconds,core_seconds,peak_memory\n";
  for (const auto& [tiles, tier] : tiers) {
    csv += fmt::format("{},{},{},", tiles, tier.boards, tier.bytes);
    csv += tier.peak_memory == 0  // solved as a whole
               ? ",,,,\n"
               : fmt::format("{},{},{:.2f},{:.2f},{}\n", tier.rounds, tier.sparse_steps,
                             tier.seconds, tier.core_seconds, tier.peak_memory);
  }
  return csv;
}

// Adds the boards to text and JSON.
void show_finds(const quixo::tables::ValueSource& values, const std::vector<Find>& finds,
                Report& report) {
  const quixo::Rules& rules = values.rules();
  Json& boards = report.facts["boards"] = Json::array();
  report.text += "\nBoards worth a look, X to move:\n";
  for (const Find& find : finds) {
    const Position position{find.board, Player::kX};
    auto outcome = values.at(find.board).value();
    Json entry = {{"about", find.about},
                  {"position", to_text(rules, position)},
                  {"value", value_name(outcome.value)}};
    if (outcome.plies) entry["plies"] = *outcome.plies;
    if (find.count > 0) entry["boards"] = find.count;
    report.text +=
        fmt::format("\n{}: {}{}{}\n{}{}\n", find.about, value_name(outcome.value),
                    outcome.plies ? fmt::format(" in {} steps", *outcome.plies) : "",
                    find.count > 0 ? fmt::format(" ({} boards)", format_count(find.count)) : "",
                    present::render(rules, position, {}), to_text(rules, position));
    boards.push_back(std::move(entry));
  }
}

std::string stem_of(const quixo::Rules& rules) {
  return fmt::format("quixo-{0}x{0}", rules.size());
}

}  // namespace

std::string tables_csv(const quixo::tables::Manifest& manifest) {
  std::string csv = "x,o,win,loss,draw,digest,bytes,rounds,sparse_steps\n";
  for (const auto& [id, entry] : manifest.classes) {
    csv += fmt::format("{},{},{},{},{},{:016x},{}", id.x, id.o, entry.counts.win, entry.counts.loss,
                       entry.counts.draw, entry.digest, entry.bytes);
    const auto work = manifest.work.find({std::min(id.x, id.o), std::max(id.x, id.o)});
    csv += work == manifest.work.end()
               ? ",,\n"
               : fmt::format(",{},{}\n", work->second.rounds, work->second.sparse_steps);
  }
  return csv;
}

Report make_quixo_report(const quixo::engine::Engine& engine, quixo::engine::WholeSolution solution,
                         const Budget& budget) {
  const quixo::Rules& rules = engine.rules();
  Workers workers(1, budget);
  const auto reachable = count_reachable(engine, workers).value();
  ClassCounts classes;
  for (int x = 0; x <= rules.cells(); ++x) {
    for (int o = 0; x + o <= rules.cells(); ++o) classes[{x, o}] = solution.counts[x][o];
  }
  const std::string steps = steps_text(rules, solution.by_plies);
  const std::string csv = steps_csv(solution);
  std::shared_ptr<const quixo::tables::ValueSource> values =
      quixo::solve::values_of(engine, std::move(solution));
  auto initial = values->at(0).value();
  Report report;
  report.text = totals_text(rules, classes, initial) + reachable_text(rules, reachable) + steps +
                shares_text(classes);
  auto finds = find_among_all(*values, budget);
  show_finds(*values, finds, report);
  if (rules.size() == 4) report.text += index_table_text();
  const std::string stem = stem_of(rules);
  report.files = {{stem + ".txt", report.text},
                  {stem + "-classes.csv", classes_csv(classes)},
                  {stem + "-steps.csv", csv},
                  {stem + "-shares.svg", shares_svg(rules, classes)}};
  if (rules.size() == 3) {
    const auto game = play::make_game(rules);
    const auto analyst =
        *play::make_analyst(*game, {.replies = false, .values = std::move(values)});
    const auto map = make_move_map(
        *game, *analyst, 0, "Optimal moves for X in 3x3 Quixo, every reply answered", budget);
    report.text += fmt::format(
        "\nThe map of optimal moves for X: {} boards; {} games won, {} drawn, {} lost, at most {} "
        "moves\n",
        map.boards, map.won, map.drawn, map.lost, map.longest);
    report.files.front().content = report.text;
    report.files.push_back({stem + "-moves-X.svg", map.svg});
  }
  return report;
}

Report make_quixo_report(const quixo::tables::ValueSource& values,
                         const quixo::tables::Manifest& manifest, const Budget& budget) {
  const quixo::Rules& rules = values.rules();
  ClassCounts classes;
  for (const auto& [id, entry] : manifest.classes) classes[id] = entry.counts;
  auto initial = values.at(0).value();
  auto finds = find_in_opening(values, budget);
  Report report;
  report.text = totals_text(rules, classes, initial) +
                fmt::format("{:<18} {:>15}\n", "digest", digest_text(manifest.classes)) +
                shares_text(classes) + arising_text(finds.classes);
  show_finds(values, finds.boards, report);
  const std::string stem = stem_of(rules);
  report.files = {{stem + ".txt", report.text},
                  {stem + "-classes.csv", tables_csv(manifest)},
                  {stem + "-tiers.csv", tiers_csv(manifest)},
                  {stem + "-shares.svg", shares_svg(rules, classes)}};
  return report;
}

}  // namespace noughts::research::reports
