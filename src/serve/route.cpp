#include "noughts/serve/route.h"

#include <fmt/format.h>

#include <charconv>

#include "noughts/core/text.h"

namespace noughts::serve {
namespace {

// Takes the text before the first `mark` off the front, and the mark.
std::string_view take_until(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  const std::string_view taken = text.substr(0, at);
  text = at == text.npos ? std::string_view() : text.substr(at + 1);
  return taken;
}

// Names and values are sent with + for a space and %XX for any byte.
Result<std::string> decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const auto [stop, code] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || code != std::errc() || stop != digits.data() + 2) {
      return bad_input(
          fmt::format("% must be followed by two hexadecimal digits, not {}", quote(digits)));
    }
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

}  // namespace

Result<Query> parse_query(const play::Parameters& parameters, std::string_view target) {
  Query query(parameters);
  take_until(target, '?');
  while (!target.empty()) {
    std::string_view pair = take_until(target, '&');
    if (pair.empty()) continue;
    const Result<std::string> name = decode(take_until(pair, '='));
    if (!name) return name.error();
    const Result<std::string> value = decode(pair);
    if (!value) return value.error();
    const Result<void> set = query.set(*name, *value);
    if (!set) return set.error();
  }
  return query;
}

}  // namespace noughts::serve
