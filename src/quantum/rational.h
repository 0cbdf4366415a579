// Exact fractions small enough for machine words: probabilities and scores.
//
//     Result<Rational> q = parse_rational("0.75");     // 3/4, and so is "3/4"
//     to_text(*q) == "3/4"
//
// A Rational is always in lowest terms with a positive denominator, so equal
// numbers are equal objects.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "noughts/core/result.h"

namespace noughts::quantum {

// Wide enough for any value of the game: see kMaxDenominator in rules.h.
__extension__ typedef __int128 Wide;

struct Rational {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  bool operator==(const Rational&) const = default;
  std::strong_ordering operator<=>(const Rational& other) const {
    return Wide{numerator} * other.denominator <=> Wide{other.numerator} * denominator;
  }
};

// In lowest terms. Require: denominator != 0.
Rational make_rational(std::int64_t numerator, std::int64_t denominator = 1);

// "3/4", "-5", "0.75": digits with an optional sign, and either a fraction bar
// or a decimal point. Fails on anything else, and on numbers whose numerator or
// denominator exceeds kLargestPart.
inline constexpr std::int64_t kLargestPart = 999'999'999;  // nine digits
Result<Rational> parse_rational(std::string_view text);

std::string to_text(const Rational& value);  // "3/4", "10"
double to_double(const Rational& value);

}  // namespace noughts::quantum
