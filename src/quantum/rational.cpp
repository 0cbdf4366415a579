#include "noughts/quantum/rational.h"

#include <fmt/format.h>

#include <numeric>

#include "noughts/core/text.h"

namespace noughts::quantum {
namespace {

Error not_a_number(std::string_view text) {
  return bad_input(fmt::format(
      "{} is not a number such as 3/4, 0.75 or -5 with at most nine digits a part", quote(text)));
}

// Reads digits from the front of `text`, at most `most`; -1 if there are none or too many.
std::int64_t take_digits(std::string_view& text, std::size_t& count) {
  constexpr std::size_t kMostDigits = 9;
  std::int64_t value = 0;
  count = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    if (++count > kMostDigits) return -1;
    value = value * 10 + (text.front() - '0');
    text.remove_prefix(1);
  }
  return count == 0 ? -1 : value;
}

}  // namespace

Rational make_rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const std::int64_t common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

Result<Rational> parse_rational(std::string_view text) {
  std::string_view rest = trim(text);
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative) rest.remove_prefix(1);
  std::size_t count = 0;
  std::int64_t whole = 0;
  if (rest.size() > 1 && rest.front() == '.')
    ;  // ".5"
  else if ((whole = take_digits(rest, count)) < 0)
    return not_a_number(text);
  std::int64_t denominator = 1;
  if (!rest.empty() && rest.front() == '/') {
    rest.remove_prefix(1);
    denominator = take_digits(rest, count);
    if (denominator <= 0) return not_a_number(text);
  } else if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const std::int64_t part = take_digits(rest, count);
    if (part < 0) return not_a_number(text);
    for (std::size_t i = 0; i < count; ++i) denominator *= 10;
    whole = whole * denominator + part;
  }
  const Rational value = make_rational(negative ? -whole : whole, denominator);
  if (!rest.empty() || value.numerator > kLargestPart || value.numerator < -kLargestPart ||
      value.denominator > kLargestPart) {
    return not_a_number(text);
  }
  return value;
}

std::string to_text(const Rational& value) {
  if (value.denominator == 1) return fmt::format("{}", value.numerator);
  return fmt::format("{}/{}", value.numerator, value.denominator);
}

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
}

}  // namespace noughts::quantum
