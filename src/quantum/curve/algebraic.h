// Polynomials with integer coefficients in q, and their real roots, exactly.
//
// A root is named by its minimal polynomial and its place among the real roots
// of that polynomial; so two roots are the same number exactly when they have
// the same name. FLINT factors, Arb isolates the roots with proven error
// bounds. Each root also carries the first kRootBits binary digits, which
// decide almost every comparison; where they do not, more digits are computed
// until they do.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noughts/core/rational.h"

namespace noughts::quantum::curve {

// The value of a game has degree at most the number of collapses.
inline constexpr int kDegree = 4;
inline constexpr int kRootBits = 96;

// Coefficients from the constant up.
using Polynomial = std::array<std::int64_t, kDegree + 1>;

constexpr Polynomial constant(std::int64_t value) { return {value, 0, 0, 0, 0}; }
Polynomial minus(const Polynomial& a, const Polynomial& b);
// (1 - q) a + q b, or nothing if that has a degree above kDegree.
std::optional<Polynomial> chance_mix(const Polynomial& a, const Polynomial& b);
double evaluate(const Polynomial& p, double q);

struct Root {
  Polynomial minimal{};  // irreducible, content 1, leading coefficient positive
  int index = 0;         // among the real roots of `minimal`, from the least
  Wide digits = 0;       // digits <= root * 2^kRootBits < digits + 1
  bool operator==(const Root& other) const {
    return minimal == other.minimal && index == other.index;
  }
};

// A fraction as a root. Require: 0 <= fraction <= 1, and its parts have 63 bits.
Root root_of(const Rational& fraction);
std::strong_ordering compare(const Root& a, const Root& b);
// Whether the number is rational, and which.
bool is_rational(const Root& root);
Rational rational_of(const Root& root);
double to_double(const Root& root);
// The sign of p at some point strictly between two numbers, however near they
// are; 0 if nothing lies between. So for neighbouring roots of p: its sign there.
int sign_between(const Polynomial& p, const Root& low, const Root& high);

// The different roots of p in [low, high], ascending. Require: p is not zero.
std::vector<Root> roots_within(const Polynomial& p, const Root& low, const Root& high);

std::string to_text(const Polynomial& p);  // "20 - 10 q^2"

}  // namespace noughts::quantum::curve
