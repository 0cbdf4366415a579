// Continuous functions of q on one interval, piecewise polynomial, exact; and
// the operations that solving a game needs: max, min, chance, and whether one
// function is nowhere above another.
//
// Functions are interned: equal functions have one number (FunctionId), so
// equality is comparing numbers, and the result of an operation on two numbers
// is remembered. A search that takes max and min millions of times meets few
// different functions, and computes each combination once.
//
//     FunctionPool pool({1, 4}, {1, 2});
//     FunctionId a = pool.constant(10);
//     FunctionId c = pool.chance(a, pool.constant(20));     20 - 10 q
//     pool.max(c, ...)
//
// Comparing two polynomials on the interval: with both in Bernstein form there,
// coefficient by coefficient no greater means nowhere greater, and that decides
// most pairs with five comparisons of integers. Where it does not, the roots of
// the difference are isolated (algebraic.h) and the sign between neighbouring
// roots is computed at a rational point. Nothing is decided by rounding.
//
// Polynomials have limits: degree kDegree, coefficients kLargestCoefficient.
// Every new one is checked; once one did not fit, exact() is false for good, and
// whoever uses the pool must give no result.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "noughts/core/flat_table.h"
#include "noughts/quantum/curve/algebraic.h"

namespace noughts::quantum::curve {

using FunctionId = std::uint32_t;

// With these, 128 bits hold every Bernstein coefficient, and 64 bits those of
// every factor of a difference.
inline constexpr std::int64_t kLargestCoefficient = std::int64_t{1} << 40;
inline constexpr std::int64_t kMaxEndDenominator = 512;

struct Piece {
  Polynomial polynomial;
  Root to;  // where it ends; it begins where the piece before ends
};

class FunctionPool {
 public:
  // Require: 0 <= low < high <= 1, with denominators up to kMaxEndDenominator.
  FunctionPool(const Rational& low, const Rational& high);

  FunctionId constant(std::int64_t value) {
    return intern({{polynomial_id(curve::constant(value)), high_}});
  }

  FunctionId max(FunctionId a, FunctionId b) { return select(a, b, true); }
  FunctionId min(FunctionId a, FunctionId b) { return select(a, b, false); }
  // (1 - q) max(a, b) + q min(a, b)
  FunctionId chance(FunctionId a, FunctionId b);
  // Whether a <= b on the whole interval.
  bool not_above(FunctionId a, FunctionId b);

  // Whether every polynomial so far was within the limits.
  bool exact() const { return exact_; }

  // Near enough for guessing: the value at the low end, the middle, the high end.
  double sample(FunctionId f, int place) const { return functions_[f].samples[place]; }
  static constexpr int kPlaces = 3;
  double place(int i) const { return places_[i]; }

  std::vector<Piece> pieces(FunctionId f) const;

 private:
  using PolynomialId = std::uint32_t;
  using RootId = std::uint32_t;
  struct Part {
    PolynomialId polynomial;
    RootId to;
    bool operator==(const Part&) const = default;
  };
  struct Function {
    std::vector<Part> parts;
    std::array<double, kPlaces> samples;
  };
  struct StoredPolynomial {
    Polynomial coefficients;
    std::array<Wide, kDegree + 1> bernstein;  // on the interval, scaled by one factor
  };
  // The sign of a - b: constant between neighbouring roots.
  struct Difference {
    std::vector<RootId> roots;
    std::vector<int> signs;  // one more than roots
  };

  PolynomialId polynomial_id(const Polynomial& p);
  RootId root_id(const Root& root);
  FunctionId intern(std::vector<Part> parts);
  std::array<Wide, kDegree + 1> bernstein_of(const Polynomial& p) const;
  // -1: a <= b everywhere, 1: a >= b everywhere, 0: not known from the coefficients alone.
  int compare_bernstein(PolynomialId a, PolynomialId b) const;
  const Difference& difference(PolynomialId a, PolynomialId b);
  bool before(RootId a, RootId b) const { return order_less(roots_[a], roots_[b]); }
  static bool order_less(const Root& a, const Root& b) { return compare(a, b) < 0; }
  FunctionId select(FunctionId a, FunctionId b, bool greater);
  FunctionId build_selection(FunctionId a, FunctionId b, bool greater);
  void select_part(PolynomialId a, PolynomialId b, RootId from, RootId to, bool greater,
                   std::vector<Part>& out);
  bool part_not_above(PolynomialId a, PolynomialId b, RootId from, RootId to);

  Rational low_value_;
  Rational high_value_;
  std::array<double, kPlaces> places_;
  std::vector<Root> roots_;
  std::vector<StoredPolynomial> polynomials_;
  std::vector<Function> functions_;
  std::map<Polynomial, PolynomialId> polynomial_ids_;
  std::map<std::pair<Polynomial, int>, RootId> root_ids_;
  std::unordered_map<std::uint64_t, std::vector<FunctionId>> function_ids_;  // by hash
  std::unordered_map<std::uint64_t, Difference> differences_;
  FlatTable<FunctionId> max_, min_, chance_;  // of pairs of different functions
  FlatTable<bool> not_above_;
  bool exact_ = true;
  RootId low_;  // after the tables that number them
  RootId high_;
};

}  // namespace noughts::quantum::curve
