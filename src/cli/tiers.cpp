#include "noughts/cli/tiers.h"

#include <fmt/format.h>

#include <charconv>

#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

// Two numbers with `between` between them, as in the example.
Result<std::pair<int, int>> parse_two(std::string_view option, const std::string& text,
                                      std::string_view between, std::string_view example) {
  const std::size_t at = text.find(between);
  int first = 0;
  int last = 0;
  const auto number = [](std::string_view digits, int& value) {
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return code == std::errc() && end == digits.data() + digits.size() && !digits.empty();
  };
  const std::string_view view(text);
  if (at == std::string::npos || !number(view.substr(0, at), first) ||
      !number(view.substr(at + between.size()), last)) {
    return bad_input(
        fmt::format("{} takes two numbers such as {}, not {}", option, example, quote(text)));
  }
  return std::pair{first, last};
}

}  // namespace

Result<std::pair<int, int>> parse_tiers(const std::string& text) {
  return parse_two("--tiers", text, "..", "25..23");
}

Result<std::pair<int, int>> parse_pair(const std::string& text) {
  auto pair = parse_two("--pair", text, ",", "3,4");
  if (pair && pair->first > pair->second) std::swap(pair->first, pair->second);
  return pair;
}

}  // namespace noughts::cli
