// Exact fractions of 128-bit whole numbers: probabilities, scores, values.
//
//     Result<Rational> q = parse_rational("0.75");     // 3/4, and so is "3/4"
//     *q == Rational(3, 4)      Rational(6, 8) == Rational(3, 4)      *q < 1
//     to_text(*q) == "3/4"      to_double(*q) == 0.75
//
// A Rational is always in lowest terms with a positive denominator, so equal
// numbers are equal objects. Comparison is exact whatever the size of the parts.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "noughts/core/result.h"

namespace noughts {

__extension__ typedef __int128 Wide;

// A fraction in lowest terms, with a positive denominator.
class Rational {
 public:
  // Require: denominator != 0, and neither part is the least number of Wide.
  constexpr Rational(Wide numerator = 0, Wide denominator = 1) {
    const Wide common = greatest_common_divisor(numerator, denominator);
    const Wide divisor = denominator < 0 ? -common : common;
    numerator_ = numerator / divisor;
    denominator_ = denominator / divisor;
  }
  template <std::floating_point T>
  Rational(T) = delete;  // would be cut to a whole number

  // Of the lowest terms; the sign is the numerator's.
  constexpr Wide numerator() const { return numerator_; }
  constexpr Wide denominator() const { return denominator_; }

  bool operator==(const Rational&) const = default;
  std::strong_ordering operator<=>(const Rational& other) const;

 private:
  static constexpr Wide greatest_common_divisor(Wide a, Wide b) {
    while (b != 0) {
      const Wide rest = a % b;
      a = b;
      b = rest;
    }
    return a < 0 ? -a : a;
  }

  Wide numerator_ = 0;
  Wide denominator_ = 1;
};

// a / b rounded down. Require: b > 0.
template <class V>
constexpr V divide_down(V a, V b) {
  const V quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

// "3/4", "-5", "0.75": digits with an optional sign, and either a fraction bar
// or a decimal point. Fails on anything else, and on numbers whose numerator or
// denominator exceeds kLargestPart.
inline constexpr std::int64_t kLargestPart = 999'999'999;  // nine digits
// "3/4", "-2" or "0.25"; fails on anything else, and on what is too large.
Result<Rational> parse_rational(std::string_view text);

std::string to_text(const Rational& value);       // "3/4", "10"
std::string decimal_text(const Rational& value);  // "0.75", "-3.4375": six digits, for people
// The nearest double or its neighbour, for people and charts.
double to_double(const Rational& value);

}  // namespace noughts
