// Colours for drawings on a terminal; plain text elsewhere.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "noughts/play/game.h"

namespace noughts::play {

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
inline std::string paint(const DrawStyle& style, Ink ink, std::string_view text) {
  if (!style.colour) return std::string(text);
  constexpr std::string_view kCodes[] = {"1;34", "1;33", "1;32", "1;35", "1;36",
                                         "1;31", "34",   "33",   "2",    "1"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<int>(ink)], text);
}

}  // namespace noughts::play
