#include "noughts/quantum/curve/algebraic.h"

#include <arb_fmpz_poly.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

namespace noughts::quantum {
namespace {

// An fmpz_poly that frees itself.
class FlintPolynomial {
 public:
  FlintPolynomial() { fmpz_poly_init(poly_); }
  explicit FlintPolynomial(const Polynomial& p) : FlintPolynomial() {
    for (int i = 0; i <= kDegree; ++i) fmpz_poly_set_coeff_si(poly_, i, p[i]);
  }
  ~FlintPolynomial() { fmpz_poly_clear(poly_); }
  FlintPolynomial(const FlintPolynomial&) = delete;
  FlintPolynomial& operator=(const FlintPolynomial&) = delete;
  fmpz_poly_struct* get() { return poly_; }

 private:
  fmpz_poly_t poly_;
};

Polynomial from_flint(const fmpz_poly_struct* poly) {
  Polynomial p{};
  for (slong i = 0; i < fmpz_poly_length(poly); ++i) p[i] = fmpz_poly_get_coeff_si(poly, i);
  return p;
}

int degree_of(const Polynomial& p) {
  int degree = kDegree;
  while (degree > 0 && p[degree] == 0) --degree;
  return degree;
}

Wide floor_divide(Wide a, Wide b) {
  const Wide quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

// The real roots of an irreducible polynomial as balls, ascending.
class RealRoots {
 public:
  RealRoots(const Polynomial& irreducible, slong precision) : degree_(degree_of(irreducible)) {
    roots_ = _acb_vec_init(degree_);
    FlintPolynomial poly(irreducible);
    arb_fmpz_poly_complex_roots(roots_, poly.get(), 0, precision);
    for (slong i = 0; i < degree_; ++i) {
      if (arb_is_zero(acb_imagref(roots_ + i))) real_.push_back(acb_realref(roots_ + i));
    }
    std::sort(real_.begin(), real_.end(), [](arb_srcptr a, arb_srcptr b) { return arb_lt(a, b); });
  }
  ~RealRoots() { _acb_vec_clear(roots_, degree_); }
  RealRoots(const RealRoots&) = delete;
  RealRoots& operator=(const RealRoots&) = delete;

  int count() const { return static_cast<int>(real_.size()); }
  arb_srcptr root(int i) const { return real_[i]; }

 private:
  slong degree_;
  acb_ptr roots_;
  std::vector<arb_srcptr> real_;
};

constexpr slong kFirstPrecision = 192;

// floor(root * 2^kRootBits) if the ball decides it.
bool leading_digits(arb_srcptr root, slong precision, Wide& digits) {
  arb_t scaled;
  arb_init(scaled);
  arb_mul_2exp_si(scaled, root, kRootBits);
  arb_floor(scaled, scaled, precision);
  fmpz_t whole;
  fmpz_init(whole);
  const bool decided = arb_get_unique_fmpz(whole, scaled) != 0;
  if (decided) {
    fmpz_t high;
    fmpz_init(high);
    fmpz_fdiv_q_2exp(high, whole, 62);
    fmpz_fdiv_r_2exp(whole, whole, 62);
    digits = Wide{fmpz_get_si(high)} * (Wide{1} << 62) + fmpz_get_si(whole);
    fmpz_clear(high);
  }
  fmpz_clear(whole);
  arb_clear(scaled);
  return decided;
}

// Roots far outside [0, 1] do not matter and would not fit.
bool is_near_unit(arb_srcptr root) {
  const double middle = arf_get_d(arb_midref(root), ARF_RND_NEAR);
  return middle > -2 && middle < 3;
}

void add_roots_of(const Polynomial& irreducible, std::vector<Root>& roots) {
  if (degree_of(irreducible) == 1) {  // -c0 / c1
    const Wide digits = floor_divide(-(Wide{irreducible[0]} << kRootBits), irreducible[1]);
    const double value = -static_cast<double>(irreducible[0]) / static_cast<double>(irreducible[1]);
    if (value > -2 && value < 3) roots.push_back({irreducible, 0, digits});
    return;
  }
  // Irrational, so more precision always decides the digits.
  for (slong precision = kFirstPrecision;; precision *= 2) {
    const RealRoots real(irreducible, precision);
    std::vector<Root> found;
    bool decided = true;
    for (int i = 0; i < real.count() && decided; ++i) {
      if (!is_near_unit(real.root(i))) continue;
      Root root{irreducible, i, 0};
      decided = leading_digits(real.root(i), precision, root.digits);
      found.push_back(root);
    }
    if (!decided) continue;
    roots.insert(roots.end(), found.begin(), found.end());
    return;
  }
}

}  // namespace

Polynomial minus(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (int i = 0; i <= kDegree; ++i) result[i] = a[i] - b[i];
  return result;
}

Polynomial chance_mix(const Polynomial& a, const Polynomial& b) {
  Polynomial result = a;
  assert(a[kDegree] == b[kDegree]);
  for (int i = 1; i <= kDegree; ++i) result[i] += b[i - 1] - a[i - 1];
  return result;
}

double evaluate(const Polynomial& p, double q) {
  double value = 0;
  for (int i = kDegree; i >= 0; --i) value = value * q + static_cast<double>(p[i]);
  return value;
}

Root root_of(const Rational& fraction) {
  const Rational value = make_rational(fraction.numerator, fraction.denominator);
  const Polynomial minimal = {-value.numerator, value.denominator, 0, 0, 0};
  return {minimal, 0, floor_divide(Wide{value.numerator} << kRootBits, value.denominator)};
}

std::strong_ordering compare(const Root& a, const Root& b) {
  if (a.digits != b.digits) return a.digits <=> b.digits;
  if (a == b) return std::strong_ordering::equal;
  // Different numbers with kRootBits equal digits: more precision decides.
  for (slong precision = 2 * kFirstPrecision;; precision *= 2) {
    const RealRoots left(a.minimal, precision);
    const RealRoots right(b.minimal, precision);
    if (arb_lt(left.root(a.index), right.root(b.index))) return std::strong_ordering::less;
    if (arb_gt(left.root(a.index), right.root(b.index))) return std::strong_ordering::greater;
  }
}

bool is_rational(const Root& root) { return degree_of(root.minimal) == 1; }

Rational rational_of(const Root& root) { return make_rational(-root.minimal[0], root.minimal[1]); }

double to_double(const Root& root) {
  return static_cast<double>(root.digits) / static_cast<double>(Wide{1} << kRootBits);
}

int sign_between(const Polynomial& p, const Root& low, const Root& high) {
  // The number with one unit more in the last digit lies above `low`. Roots of
  // these polynomials that share all digits but the last do not occur.
  assert(high.digits - low.digits >= 2);
  const Wide point = low.digits + (high.digits - low.digits) / 2;
  fmpz_t q, sum, term;
  fmpz_init(q);
  fmpz_init(sum);
  fmpz_init(term);
  fmpz_set_si(q, static_cast<slong>(point >> 48));
  fmpz_mul_2exp(q, q, 48);
  fmpz_add_ui(q, q, static_cast<ulong>(point & ((Wide{1} << 48) - 1)));
  for (int i = kDegree; i >= 0; --i) {  // Horner, everything times 2^(kRootBits degree)
    fmpz_mul(sum, sum, q);
    fmpz_set_si(term, p[i]);
    fmpz_mul_2exp(term, term, static_cast<ulong>(kRootBits * (kDegree - i)));
    fmpz_add(sum, sum, term);
  }
  const int sign = fmpz_sgn(sum);
  fmpz_clear(q);
  fmpz_clear(sum);
  fmpz_clear(term);
  return sign;
}

std::vector<Root> roots_within(const Polynomial& p, const Root& low, const Root& high) {
  std::vector<Root> roots;
  FlintPolynomial poly(p);
  fmpz_poly_factor_t factors;
  fmpz_poly_factor_init(factors);
  fmpz_poly_factor(factors, poly.get());
  for (slong i = 0; i < factors->num; ++i) {
    Polynomial factor = from_flint(factors->p + i);
    if (degree_of(factor) == 0) continue;
    if (factor[degree_of(factor)] < 0) {
      for (std::int64_t& c : factor) c = -c;
    }
    add_roots_of(factor, roots);
  }
  fmpz_poly_factor_clear(factors);
  std::erase_if(roots, [&](const Root& r) { return compare(r, low) < 0 || compare(r, high) > 0; });
  std::sort(roots.begin(), roots.end(),
            [](const Root& a, const Root& b) { return compare(a, b) < 0; });
  return roots;
}

std::string to_text(const Polynomial& p) {
  std::string text;
  for (int i = 0; i <= kDegree; ++i) {
    if (p[i] == 0) continue;
    const std::int64_t size = p[i] < 0 ? -p[i] : p[i];
    text += text.empty() ? (p[i] < 0 ? "-" : "") : p[i] < 0 ? " - " : " + ";
    if (i == 0 || size != 1) text += fmt::format("{}{}", size, i > 0 ? " " : "");
    if (i > 0) text += i == 1 ? "q" : fmt::format("q^{}", i);
  }
  return text.empty() ? "0" : text;
}

}  // namespace noughts::quantum
