#include "noughts/research/reports/quixo_full_report.h"

#include <fmt/format.h>

#include "noughts/core/machine.h"
#include "noughts/research/quixo/full/full_board.h"

namespace noughts::research::reports {
namespace {

void check_memory(const quixo::LargeRules& rules) {
  const std::uint64_t needed = quixo::full::FullHalf::memory_bytes(rules);
  const auto available = available_memory();
  if (!available || *available >= needed) return;
  throw Failure({ErrorCode::kNoSpace,
                 fmt::format("the full board of {0}x{0} takes {1} of memory, and {2} are free",
                             rules.size(), format_bytes(needed), format_bytes(*available))});
}

}  // namespace

Report make_full_board_report(const quixo::LargeRules& rules, std::uint64_t sample,
                              const std::string& state, Workers& workers) {
  quixo::full::can_solve_full(rules).value();
  check_memory(rules);
  const auto boards =
      quixo::full::solve_full_boards(rules, sample, workers, {.folder = state}).value();
  Report report;
  std::string csv = "own,other,win,loss,draw\n";
  report.text = fmt::format(
      "The full board of {0}x{0}, every tile shown, by the tiles of the player to move\n\n"
      "{1:>4} {2:>5} {3:>15} {4:>15} {5:>15}\n",
      rules.size(), "own", "other", "win", "loss", "draw");
  Json classes = Json::array();
  quixo::full::FullBoards::Class sum;
  for (const auto& row : boards.classes) {
    const int other = rules.cells() - row.own;
    report.text +=
        fmt::format("{:>4} {:>5} {:>15} {:>15} {:>15}\n", row.own, other, format_count(row.win),
                    format_count(row.loss), format_count(row.draw));
    csv += fmt::format("{},{},{},{},{}\n", row.own, other, row.win, row.loss, row.draw);
    classes.push_back(
        {{"x", row.own}, {"o", other}, {"win", row.win}, {"loss", row.loss}, {"draw", row.draw}});
    sum.win += row.win;
    sum.loss += row.loss;
    sum.draw += row.draw;
  }
  report.text += fmt::format("{:>10} {:>15} {:>15} {:>15}\n\n", "all", format_count(sum.win),
                             format_count(sum.loss), format_count(sum.draw));
  report.text += fmt::format("{:>6} {:>15}\n", "plies", "boards");
  Json plies = Json::array();
  for (std::size_t i = 1; i < boards.by_plies.size(); ++i) {
    report.text += fmt::format("{:>6} {:>15}\n", i, format_count(boards.by_plies[i]));
    plies.push_back({{"plies", i}, {i % 2 == 1 ? "win" : "loss", boards.by_plies[i]}});
  }
  report.text += fmt::format("\n{} boards compared with their children, {} wrong.\n",
                             format_count(boards.checked), boards.wrong);
  report.facts = {
      {"size", rules.size()},
      {"line", rules.line()},
      {"both_lines", rules.both_lines() == quixo::BothLines::kMoverWins ? "win" : "lose"},
      {"states", std::uint64_t{1} << rules.cells()},
      {"win", sum.win},
      {"loss", sum.loss},
      {"draw", sum.draw},
      {"classes", classes},
      {"plies", plies},
      {"checked", boards.checked},
      {"wrong", boards.wrong},
      {"memory_bytes", quixo::full::FullHalf::memory_bytes(rules)}};
  const std::string name = fmt::format("quixo-{0}x{0}-full-board", rules.size());
  report.files = {{name + ".txt", report.text}, {name + ".csv", csv}};
  return report;
}

}  // namespace noughts::research::reports
