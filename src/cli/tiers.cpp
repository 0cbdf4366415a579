#include "noughts/cli/tiers.h"

#include <fmt/format.h>

#include <charconv>

#include "noughts/core/text.h"

namespace noughts::cli {

Result<std::pair<int, int>> parse_tiers(const std::string& text) {
  const std::size_t dots = text.find("..");
  int first = 0;
  int last = 0;
  const auto number = [](std::string_view digits, int& value) {
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return code == std::errc() && end == digits.data() + digits.size() && !digits.empty();
  };
  const std::string_view view(text);
  if (dots == std::string::npos || !number(view.substr(0, dots), first) ||
      !number(view.substr(dots + 2), last)) {
    return bad_input(fmt::format("--tiers takes two numbers such as 25..23, not {}", quote(text)));
  }
  return std::pair{first, last};
}

}  // namespace noughts::cli
