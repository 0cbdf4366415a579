#include "noughts/present/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace noughts::present {
namespace {

constexpr int kWidth = 820;
constexpr int kHeight = 520;
constexpr int kLeft = 70;
constexpr int kRight = 130;  // room for the legend
constexpr int kTop = 46;
constexpr int kBottom = 60;

// Distinguishable also without colour vision; dashes tell the rest apart.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#56b4e9", "#e69f00", "#000000", "#7f7f7f"};
constexpr const char* kDashes[] = {"none", "7 3", "2 3", "9 3 2 3"};

// Text that may stand inside an element.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

// One axis: from a range of values to pixels, with ticks at round values.
struct Axis {
  double low;
  double high;
  double step;
  double from_pixel;
  double to_pixel;

  double at(double value) const {
    return from_pixel + (value - low) / (high - low) * (to_pixel - from_pixel);
  }
};

Axis make_axis(double low, double high, double from_pixel, double to_pixel) {
  if (high - low < 1e-9) high = low + 1;
  constexpr int kWantedTicks = 8;
  const double rough = (high - low) / kWantedTicks;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= rough - 1e-12) {
      step = factor * power;
      break;
    }
  }
  const double rounded_low = std::floor(low / step + 1e-9) * step;
  const double rounded_high = std::ceil(high / step - 1e-9) * step;
  return {rounded_low, rounded_high, step, from_pixel, to_pixel};
}

std::string tick_text(double value) {
  const double shown = std::abs(value) < 1e-9 ? 0 : value;
  return fmt::format("{:g}", std::round(shown * 1e6) / 1e6);
}

std::string grid(const Axis& x, const Axis& y) {
  std::string svg;
  const auto ticks = [](const Axis& axis) {
    return static_cast<int>(std::lround((axis.high - axis.low) / axis.step));
  };
  for (int i = 0; i <= ticks(x); ++i) {
    const double value = x.low + i * x.step;
    svg += fmt::format(
        "<line x1='{0:.1f}' x2='{0:.1f}' y1='{1:.1f}' y2='{2:.1f}' class='grid'/>"
        "<text x='{0:.1f}' y='{3:.1f}' text-anchor='middle'>{4}</text>\n",
        x.at(value), y.from_pixel, y.to_pixel, y.from_pixel + 18, tick_text(value));
  }
  for (int i = 0; i <= ticks(y); ++i) {
    const double value = y.low + i * y.step;
    const bool zero = std::abs(value) < 1e-9;
    svg += fmt::format(
        "<line x1='{0:.1f}' x2='{1:.1f}' y1='{2:.1f}' y2='{2:.1f}' class='{3}'/>"
        "<text x='{4:.1f}' y='{5:.1f}' text-anchor='end'>{6}</text>\n",
        x.from_pixel, x.to_pixel, y.at(value), zero ? "zero" : "grid", x.from_pixel - 8,
        y.at(value) + 4, tick_text(value));
  }
  return svg;
}

std::string line_of(const Series& series, std::size_t index, const Axis& x, const Axis& y) {
  const char* colour = kColours[index % std::size(kColours)];
  const char* dashes = kDashes[index / 2 % std::size(kDashes)];
  std::string points;
  for (const auto& [px, py] : series.points) {
    points += fmt::format("{:.1f},{:.1f} ", x.at(px), y.at(py));
  }
  const double legend_y = kTop + 14 + 22 * static_cast<double>(index);
  const double legend_x = kWidth - kRight + 16;
  return fmt::format(
      "<polyline points='{0}' fill='none' stroke='{1}' stroke-width='2' stroke-dasharray='{2}'/>\n"
      "<line x1='{3}' x2='{4}' y1='{5}' y2='{5}' stroke='{1}' stroke-width='2' "
      "stroke-dasharray='{2}'/><text x='{6}' y='{7}'>{8}</text>\n",
      points, colour, dashes, legend_x, legend_x + 30, legend_y, legend_x + 38, legend_y + 4,
      escaped(series.name));
}

}  // namespace

std::string to_svg(const Chart& chart) {
  double low_x = HUGE_VAL, high_x = -HUGE_VAL, low_y = HUGE_VAL, high_y = -HUGE_VAL;
  for (const Series& series : chart.series) {
    for (const auto& [x, y] : series.points) {
      low_x = std::min(low_x, x);
      high_x = std::max(high_x, x);
      low_y = std::min(low_y, y);
      high_y = std::max(high_y, y);
    }
  }
  const Axis x = make_axis(low_x, high_x, kLeft, kWidth - kRight);
  const Axis y = make_axis(low_y, high_y, kHeight - kBottom, kTop);
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='13'>\n"
      "<style>.grid{{stroke:#dddddd}}.zero{{stroke:#555555}}</style>\n"
      "<rect width='{0}' height='{1}' fill='white'/>\n"
      "<text x='{2}' y='26' font-size='16'>{3}</text>\n",
      kWidth, kHeight, kLeft, escaped(chart.title));
  svg += grid(x, y);
  svg += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n",
                     (kLeft + kWidth - kRight) / 2, kHeight - 16, escaped(chart.x_label));
  svg +=
      fmt::format("<text transform='translate(20 {}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                  (kTop + kHeight - kBottom) / 2, escaped(chart.y_label));
  for (std::size_t i = 0; i < chart.series.size(); ++i) svg += line_of(chart.series[i], i, x, y);
  return svg + "</svg>\n";
}

}  // namespace noughts::present
