#include "play/quixo_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "core/progress.h"
#include "play/quixo_face.h"
#include "quixo/notation.h"
#include "quixo/value.h"

namespace noughts::play {
namespace {

using quixo::Board;
using quixo::Cells;
using quixo::Outcome;
using quixo::Player;
using quixo::Position;
using quixo::Value;

// The solution as a question: what is this position worth?
class Values {
 public:
  Values(const quixo::Engine& engine, const quixo::WholeSolution& solution)
      : layout_(engine.geometry(), 0, 0), solution_(solution) {}

  Outcome at(const Position& p) const {
    const std::uint64_t bit = layout_.bit_of(quixo::board_for_mover(p));
    if (solution_.planes.win.bit(bit)) return {Value::kWin, solution_.steps_of(bit)};
    if (solution_.planes.loss.bit(bit)) return {Value::kLoss, solution_.steps_of(bit)};
    return {};
  }

 private:
  quixo::ClassLayout layout_;
  const quixo::WholeSolution& solution_;
};

// Every board, X to move.
template <class F>
void for_each_board(const quixo::Rules& rules, Progress& progress, F&& f) {
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    progress.advance(1);
    const Cells rest = rules.all_cells() & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {
      f(quixo::make_board(x, o));
      if (o == 0) break;
    }
  }
}

// A board that stands for others like it.
struct Find {
  std::string about;
  std::optional<Board> board;
  std::uint64_t count = 0;  // boards like it
  int best = 0;             // what was minimised or maximised
};

// Notes a board if nothing better was seen; of equals the least stays.
void note(Find& find, Board board, int score) {
  if (!find.board || score > find.best) {
    find.best = score;
    find.board = board;
    find.count = 0;
  }
  if (score == find.best) {
    ++find.count;
    if (board < *find.board) find.board = board;
  }
}

// A drawn position that two drawing moves bring back, if there is one.
bool returns_to_itself(const quixo::Rules& rules, const Values& values, Board board) {
  const Position p{board, Player::kX};
  for (const auto& move : rules.moves(p)) {
    const Position reply_from = rules.apply(p, move);
    if (values.at(reply_from).value != Value::kDraw) continue;
    for (const auto& reply : rules.moves(reply_from)) {
      if (rules.apply(reply_from, reply) == p) return true;
    }
  }
  return false;
}

std::vector<Find> find_boards(const quixo::Rules& rules, const Values& values,
                              const ProgressListener& listener) {
  Progress progress(listener, "looking at every board", std::uint64_t{rules.all_cells()} + 1);
  Find slowest_loss{"the slowest loss", {}, 0, 0};
  Find slowest_win{"the slowest win", {}, 0, 0};
  Find lost_in_one{"lost in one step: every move completes a line of the opponent", {}, 0, 0};
  Find smallest_loss{"lost with the fewest tiles", {}, 0, 0};
  Find smallest_draw{"drawn with the fewest tiles", {}, 0, 0};
  Find loop{"drawn, and two drawing moves bring it back", {}, 0, 0};
  for_each_board(rules, progress, [&](Board board) {
    const Outcome outcome = values.at({board, Player::kX});
    const int tiles = std::popcount(board);
    if (outcome.value == Value::kWin) note(slowest_win, board, *outcome.plies);
    if (outcome.value == Value::kLoss) {
      note(slowest_loss, board, *outcome.plies);
      if (*outcome.plies == 1) note(lost_in_one, board, 0);
      note(smallest_loss, board, -tiles);
    }
    if (outcome.value == Value::kDraw) {
      note(smallest_draw, board, -tiles);
      if (!loop.board && returns_to_itself(rules, values, board)) loop.board = board;
    }
  });
  std::vector<Find> all;
  for (Find* find : {&slowest_win, &slowest_loss, &lost_in_one, &smallest_loss, &smallest_draw,
                     &loop}) {
    if (find->board) all.push_back(*find);
  }
  return all;
}

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

// Classes whose numbers of X and O differ by at most one, as Figure 6 shows them.
template <class F>
void for_each_even_class(const quixo::Rules& rules, const quixo::WholeSolution& solution, F&& f) {
  for (int tiles = 0; tiles <= rules.cells(); ++tiles) {
    for (int x = tiles / 2; x <= (tiles + 1) / 2; ++x) f(x, tiles - x, solution.counts[x][tiles - x]);
  }
}

std::string classes_csv(const quixo::WholeSolution& solution) {
  std::string csv = "x,o,win,loss,draw\n";
  for (std::size_t x = 0; x < solution.counts.size(); ++x) {
    for (std::size_t o = 0; x + o < solution.counts.size(); ++o) {
      const auto& count = solution.counts[x][o];
      csv += fmt::format("{},{},{},{},{}\n", x, o, count.win, count.loss, count.draw);
    }
  }
  return csv;
}

std::string steps_csv(const quixo::WholeSolution& solution) {
  std::string csv = "steps,win,loss\n";
  for (std::size_t i = 0; i < solution.by_steps.size(); ++i) {
    csv += fmt::format("{},{},{}\n", i, solution.by_steps[i].win, solution.by_steps[i].loss);
  }
  return csv;
}

// Figure 6: one bar per class, win from below, draw above it, loss on top.
std::string shares_svg(const quixo::Rules& rules, const quixo::WholeSolution& solution) {
  constexpr int kLeft = 46, kTop = 34, kHeight = 240, kBar = 22, kGap = 6;
  std::string bars;
  int at = kLeft;
  for_each_even_class(rules, solution, [&](int x, int o, const auto& count) {
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
    bars += fmt::format(
        "<text x='{0}' y='{1}' transform='rotate(60 {0} {1})'>{2},{3}</text>\n", at + 4,
        kTop + kHeight + 14, x, o);
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
      "<text x='{2}' y='18' font-size='13'>Quixo {3}x{3}: won (blue), drawn (grey) and lost (orange) "
      "boards by class (x, o), X to move</text>\n{4}{5}</svg>\n",
      std::max(at + 20, 620), kTop + kHeight + 60, kLeft, rules.size(), axis, bars);
}

std::string totals_text(const quixo::Rules& rules, const quixo::WholeSolution& solution,
                        const Outcome& initial) {
  quixo::Counts total;
  for (const auto& row : solution.counts) {
    for (const auto& count : row) total += quixo::Counts{count.win, count.loss, count.draw};
  }
  std::string text = fmt::format("Quixo {0}x{0}, {1} in a line\n\n", rules.size(), rules.line());
  text += fmt::format("the empty board    {}{}\n", value_name(initial.value),
                      initial.plies ? fmt::format(" in {}", *initial.plies) : "");
  text += fmt::format("win                {:>14}\nloss               {:>14}\ndraw               {:>14}\n",
                      format_count(total.win), format_count(total.loss), format_count(total.draw));
  text += fmt::format("reachable boards   {:>14}  (X to move, colours swapped after each move)\n",
                      format_count(count_reachable(rules)));
  return text;
}

std::string steps_text(const quixo::WholeSolution& solution) {
  std::string text = "\nsteps          win         loss\n";
  for (std::size_t i = 0; i < solution.by_steps.size(); ++i) {
    text += fmt::format("{:>5} {:>12} {:>12}\n", i, format_count(solution.by_steps[i].win),
                        format_count(solution.by_steps[i].loss));
  }
  return text;
}

std::string shares_text(const quixo::Rules& rules, const quixo::WholeSolution& solution) {
  std::string text = "\n x  o   win %   loss %   draw %\n";
  for_each_even_class(rules, solution, [&](int x, int o, const auto& count) {
    text += fmt::format("{:>2} {:>2}  {:>6.2f}   {:>6.2f}   {:>6.2f}\n", x, o,
                        share(count.win, count.total()), share(count.loss, count.total()),
                        share(count.draw, count.total()));
  });
  return text;
}

}  // namespace

QuixoReport make_quixo_report(const quixo::Engine& engine, const quixo::WholeSolution& solution,
                              const ProgressListener& listener) {
  const quixo::Rules& rules = engine.rules();
  const Values values(engine, solution);
  QuixoReport report;
  report.text = totals_text(rules, solution, values.at(rules.initial())) + steps_text(solution) +
                shares_text(rules, solution) + "\nBoards worth a look, X to move:\n";
  report.boards = Json::array();
  for (const Find& find : find_boards(rules, values, listener)) {
    const Position position{*find.board, Player::kX};
    const Outcome outcome = values.at(position);
    Json entry = {{"about", find.about},
                  {"position", to_text(rules, position)},
                  {"value", value_name(outcome.value)}};
    if (outcome.plies) entry["plies"] = *outcome.plies;
    if (find.count > 0) entry["boards"] = find.count;
    report.text += fmt::format(
        "\n{}{}{}\n{}{}\n", find.about, outcome.plies ? fmt::format(", {} steps", *outcome.plies) : "",
        find.count > 0 ? fmt::format(" ({} boards)", format_count(find.count)) : "",
        quixo_face().draw(rules, position, {}), to_text(rules, position));
    report.boards.push_back(std::move(entry));
  }
  const std::string stem = fmt::format("quixo-{0}x{0}", rules.size());
  report.files = {{stem + ".txt", report.text},
                  {stem + "-classes.csv", classes_csv(solution)},
                  {stem + "-steps.csv", steps_csv(solution)},
                  {stem + "-shares.svg", shares_svg(rules, solution)}};
  return report;
}

}  // namespace noughts::play
