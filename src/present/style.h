// How positions are rendered as text: with colours on a terminal, plain elsewhere.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace noughts::present {

struct RenderStyle {
  bool colour = false;
};

enum class Ink {
  kFirst,
  kSecond,
  kThird,
  kFourth,
  kFifth,
  kSixth,
  kSeventh,
  kEighth,
  kFaint,
  kBold
};

// Players keep one ink each, in every game: Ink of seat i is static_cast<Ink>(i).
inline std::string paint(const RenderStyle& style, Ink ink, std::string_view text) {
  if (!style.colour) return std::string(text);
  constexpr std::string_view kCodes[] = {"1;34", "1;33", "1;32", "1;35", "1;36",
                                         "1;31", "34",   "33",   "2",    "1"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<int>(ink)], text);
}

}  // namespace noughts::present
