// A line chart as SVG: axes with round ticks, one coloured line per series, a
// legend at the right. For reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace noughts::present {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ascending in x
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
};

// A self-contained document. Require: some series has a point.
std::string to_svg(const Chart& chart);

}  // namespace noughts::present
