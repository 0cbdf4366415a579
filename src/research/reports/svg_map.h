// The pieces of a map: squares of one size with a sign in each, and a legend below. Lengths
// are pixels.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace noughts::research::reports {

inline std::string map_head(int width, int height, int font_size, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"{2}\" text-anchor=\"middle\">\n"
      "<title>{3}</title>\n",
      width, height, font_size, title);
}

// `about` is shown when it is pointed at.
inline std::string map_square(int x, int y, int size, std::string_view colour,
                              std::string_view about) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"white\">"
      "<title>{}</title></rect>",
      x, y, size, size, colour, about);
}

inline std::string map_sign(int x, int y, bool on_dark, std::string_view sign) {
  return fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", x, y,
                     on_dark ? "white" : "black", sign);
}

inline std::string map_label(int x, int y, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x, y, text);
}

// One line of the legend; its words begin at `text_x`.
inline std::string map_legend(int x, int y, int text_x, std::string_view colour,
                              std::string_view meaning) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{}\"/>"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"start\">{}</text>\n",
      x, y, colour, text_x, y + 13, meaning);
}

}  // namespace noughts::research::reports
