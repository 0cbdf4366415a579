#include "noughts/quantum/search/scale.h"

namespace noughts::quantum {
namespace {

Wide absolute(Wide value) { return value < 0 ? -value : value; }

std::string digits_of(Wide value) {
  std::string digits;
  for (Wide rest = absolute(value); rest != 0 || digits.empty(); rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  return value < 0 ? "-" + digits : digits;
}

}  // namespace

Value make_value(Wide numerator, Wide denominator) {
  Wide a = absolute(numerator);
  Wide b = denominator;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return {numerator / a, denominator / a};
}

Value make_value(const Rational& rational) {
  return make_value(rational.numerator, rational.denominator);
}

std::string to_text(const Value& value) {
  if (value.denominator == 1) return digits_of(value.numerator);
  return digits_of(value.numerator) + "/" + digits_of(value.denominator);
}

double to_double(const Value& value) {
  return static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
}

}  // namespace noughts::quantum
