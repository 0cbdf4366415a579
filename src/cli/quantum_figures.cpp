#include "noughts/cli/quantum_figures.h"

#include <fmt/format.h>

#include <fstream>

#include "noughts/cli/quantum_json.h"
#include "noughts/core/text.h"

namespace noughts::cli {

std::string sweep_csv(const std::vector<quantum::SweepPoint>& points) {
  std::string csv = "q,value";
  for (const quantum::Pair opening : quantum::openings()) csv += "," + pair_text(opening);
  csv += ",q_decimal,value_decimal";
  for (const quantum::Pair opening : quantum::openings()) {
    csv += fmt::format(",{}_decimal", pair_text(opening));
  }
  csv += "\n";
  for (const quantum::SweepPoint& point : points) {
    csv += to_text(point.q) + "," + to_text(point.solution.value);
    for (const auto& opening : point.solution.openings) csv += "," + to_text(opening.value);
    csv += fmt::format(",{},{}", to_double(point.q), to_double(point.solution.value));
    for (const auto& opening : point.solution.openings) {
      csv += fmt::format(",{}", to_double(opening.value));
    }
    csv += "\n";
  }
  return csv;
}

play::Chart sweep_chart(const quantum::Variant& variant,
                        const std::vector<quantum::SweepPoint>& points, bool by_opening) {
  play::Chart chart{fmt::format("Quantum tic-tac-toe under chance: {} (draw {}{})",
                                by_opening ? "value of each opening" : "value of the game",
                                to_text(variant.draw), variant.double_win ? ", double win 40" : ""),
                    "q, the probability that a collapse favours O",
                    "value for X in points",
                    {}};
  if (!by_opening) {
    play::Series series{"game", {}};
    for (const auto& point : points) {
      series.points.emplace_back(to_double(point.q), to_double(point.solution.value));
    }
    chart.series.push_back(std::move(series));
    return chart;
  }
  for (std::size_t i = 0; i < quantum::openings().size(); ++i) {
    play::Series series{pair_text(quantum::openings()[i]), {}};
    for (const auto& point : points) {
      series.points.emplace_back(to_double(point.q), to_double(point.solution.openings[i].value));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Result<void> write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return Error{ErrorCode::kSystem, fmt::format("cannot write {}", quote(path))};
  return {};
}

}  // namespace noughts::cli
