#include "noughts/research/reports/hyper_figures.h"

#include <fmt/format.h>

#include "noughts/play/families.h"
#include "noughts/play/knowledge.h"
#include "noughts/present/chart.h"
#include "noughts/research/hyper/gather.h"
#include "noughts/research/reports/move_map.h"

namespace noughts::research::reports {
namespace {

void add_move_maps(const Budget& budget, Report& report) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 2);
  const auto game = play::make_game(rules);
  for (const int seat : {0, 1}) {
    const auto analyst =
        play::make_analyst(*game, {.budget = {.cancel = budget.cancel}, .replies = false}).value();
    const std::string who = seat == 0 ? "X" : "O";
    const auto map =
        make_move_map(*game, *analyst, seat,
                      "Optimal moves for " + who + " on 3^2, every reply answered", budget);
    report.text +=
        fmt::format("Figure 1, {}: {} boards; {} games won, {} drawn, {} lost, at most {} moves\n",
                    who, map.boards, map.won, map.drawn, map.lost, map.longest);
    report.files.push_back({fmt::format("hyper-moves-{}.svg", who), map.svg});
  }
}

void add_gather(const std::string& figure, const std::string& along,
                const std::vector<hyper::research::GatherTime>& times, bool by_batch,
                Report& report) {
  std::string csv = "size,batch,plain_ns,placed_ns,ratio\n";
  present::Chart chart{fmt::format("Figure {}: time of a gather by {}", figure, along),
                       by_batch ? "log2 of the batch size" : along,
                       "nanoseconds an array",
                       {{"plain, as printed", {}}, {"into place", {}}}};
  for (const hyper::research::GatherTime& t : times) {
    csv += fmt::format("{},{},{:.1f},{:.1f},{:.2f}\n", t.size, t.batch, t.plain_ns, t.placed_ns,
                       t.plain_ns / t.placed_ns);
    int log = 0;
    while (2 << log <= t.batch) ++log;
    const double x = by_batch ? log : t.size;
    chart.series[0].points.emplace_back(x, t.plain_ns);
    chart.series[1].points.emplace_back(x, t.placed_ns);
  }
  report.text += fmt::format("Figure {}, a gather by {}:\n{}", figure, along, csv);
  report.files.push_back({fmt::format("hyper-gather-{}.csv", along), csv});
  report.files.push_back({fmt::format("hyper-gather-{}.svg", along), present::to_svg(chart)});
}

}  // namespace

Report make_hyper_figures(const Budget& budget) {
  Report report;
  add_move_maps(budget, report);
  const auto six = hyper::research::time_gather(hyper::research::figure_six(), budget).value();
  add_gather("6", "size", six, false, report);
  const auto seven = hyper::research::time_gather(hyper::research::figure_seven(), budget).value();
  add_gather("7", "batch", seven, true, report);
  return report;
}

}  // namespace noughts::research::reports
