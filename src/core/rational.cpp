#include "noughts/core/rational.h"

#include <fmt/format.h>

#include "noughts/core/text.h"

namespace noughts {
namespace {

Error not_a_number(std::string_view text) {
  return bad_input(fmt::format(
      "{} is not a number such as 3/4, 0.75 or -5, with at most nine digits in each part",
      quote(text)));
}

// Reads digits from the front of `text`; -1 if there are none or too many.
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

// Whole parts first; if they are equal, both rests lie in [0, 1), and their
// reciprocals compare the other way round. No step leaves the range of the parts.
std::strong_ordering Rational::operator<=>(const Rational& other) const {
  Wide a = numerator_, b = denominator_;
  Wide c = other.numerator_, d = other.denominator_;
  while (true) {
    const Wide left = divide_down(a, b);
    const Wide right = divide_down(c, d);
    if (left != right) return left <=> right;
    const Wide left_rest = a - left * b;
    const Wide right_rest = c - right * d;
    if (left_rest == 0 || right_rest == 0) return left_rest <=> right_rest;
    a = d, c = b;  // d / right_rest against b / left_rest
    b = right_rest, d = left_rest;
  }
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
  const Rational value(negative ? -whole : whole, denominator);
  if (!rest.empty() || value.numerator() > kLargestPart || value.numerator() < -kLargestPart ||
      value.denominator() > kLargestPart) {
    return not_a_number(text);
  }
  return value;
}

std::string to_text(const Rational& value) {
  if (value.denominator() == 1) return fmt::format("{}", value.numerator());
  return fmt::format("{}/{}", value.numerator(), value.denominator());
}

std::string decimal_text(const Rational& value) { return fmt::format("{:.6g}", to_double(value)); }

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

}  // namespace noughts
