#include "noughts/quantum/curve/algebraic.h"

#include <arb_fmpz_poly.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#include <fmt/format.h>

#include <algorithm>

namespace noughts::quantum::curve {
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

// An fmpz that frees itself.
class Integer {
 public:
  explicit Integer(std::int64_t value = 0) { fmpz_init_set_si(value_, value); }
  explicit Integer(Wide value) : Integer(static_cast<std::int64_t>(value >> kHalf)) {
    fmpz_mul_2exp(value_, value_, kHalf);
    fmpz_add_ui(value_, value_, static_cast<ulong>(value & ((Wide{1} << kHalf) - 1)));
  }
  ~Integer() { fmpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  fmpz* get() { return value_; }
  // Require: it fits.
  Wide wide() const {
    Integer high, low;
    fmpz_fdiv_q_2exp(high.value_, value_, kHalf);
    fmpz_fdiv_r_2exp(low.value_, value_, kHalf);
    return Wide{fmpz_get_si(high.value_)} * (Wide{1} << kHalf) + fmpz_get_si(low.value_);
  }

 private:
  static constexpr int kHalf = 62;
  fmpz_t value_;
};

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

// floor(root * 2^bits) if the ball decides it.
bool floor_scaled(arb_srcptr root, slong bits, slong precision, Integer& digits) {
  arb_t scaled;
  arb_init(scaled);
  arb_mul_2exp_si(scaled, root, bits);
  arb_floor(scaled, scaled, precision);
  const bool decided = arb_get_unique_fmpz(digits.get(), scaled) != 0;
  arb_clear(scaled);
  return decided;
}

// floor(c 2^bits) of the number c = -c0 / c1 that a linear polynomial names.
void floor_scaled(const Polynomial& linear, slong bits, Integer& digits) {
  fmpz_set_si(digits.get(), linear[0]);
  fmpz_neg(digits.get(), digits.get());
  fmpz_mul_2exp(digits.get(), digits.get(), static_cast<ulong>(bits));
  Integer divisor(linear[1]);
  fmpz_fdiv_q(digits.get(), digits.get(), divisor.get());
}

// floor(root * 2^bits).
void floor_scaled(const Root& root, slong bits, Integer& digits) {
  if (is_rational(root)) return floor_scaled(root.minimal, bits, digits);
  // Irrational, so more precision always decides the digits.
  for (slong precision = 2 * bits;; precision *= 2) {
    const RealRoots real(root.minimal, precision);
    if (floor_scaled(real.root(root.index), bits, precision, digits)) return;
  }
}

// Roots far outside [0, 1] do not matter and would not fit.
bool is_near_unit(arb_srcptr root) {
  const double middle = arf_get_d(arb_midref(root), ARF_RND_NEAR);
  return middle > -2 && middle < 3;
}

void add_roots_of(const Polynomial& irreducible, std::vector<Root>& roots) {
  Integer digits;
  if (degree_of(irreducible) == 1) {
    const double value = -static_cast<double>(irreducible[0]) / static_cast<double>(irreducible[1]);
    if (value <= -2 || value >= 3) return;
    floor_scaled(irreducible, kRootBits, digits);
    roots.push_back({irreducible, 0, digits.wide()});
    return;
  }
  // Irrational, so more precision always decides the digits.
  for (slong precision = kFirstPrecision;; precision *= 2) {
    const RealRoots real(irreducible, precision);
    std::vector<Root> found;
    bool decided = true;
    for (int i = 0; i < real.count() && decided; ++i) {
      if (!is_near_unit(real.root(i))) continue;
      decided = floor_scaled(real.root(i), kRootBits, precision, digits);
      if (decided) found.push_back({irreducible, i, digits.wide()});
    }
    if (!decided) continue;
    roots.insert(roots.end(), found.begin(), found.end());
    return;
  }
}

// The sign of p at point / 2^bits.
int sign_at(const Polynomial& p, Integer& point, slong bits) {
  Integer sum, term;
  for (int i = kDegree; i >= 0; --i) {  // Horner, everything times 2^(bits kDegree)
    fmpz_mul(sum.get(), sum.get(), point.get());
    fmpz_set_si(term.get(), p[i]);
    fmpz_mul_2exp(term.get(), term.get(), static_cast<ulong>(bits * (kDegree - i)));
    fmpz_add(sum.get(), sum.get(), term.get());
  }
  return fmpz_sgn(sum.get());
}

// The middle of two numbers given by their first digits, if it lies strictly
// between: low < low_digits + 1 <= middle < high_digits <= high.
bool find_middle(Integer& low_digits, Integer& high_digits, Integer& middle) {
  fmpz_sub(middle.get(), high_digits.get(), low_digits.get());
  if (fmpz_cmp_si(middle.get(), 2) < 0) return false;
  fmpz_fdiv_q_2exp(middle.get(), middle.get(), 1);
  fmpz_add(middle.get(), middle.get(), low_digits.get());
  return true;
}

}  // namespace

Polynomial minus(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (int i = 0; i <= kDegree; ++i) result[i] = a[i] - b[i];
  return result;
}

std::optional<Polynomial> chance_mix(const Polynomial& a, const Polynomial& b) {
  if (a[kDegree] != b[kDegree]) return std::nullopt;
  Polynomial result = a;
  for (int i = 1; i <= kDegree; ++i) result[i] += b[i - 1] - a[i - 1];
  return result;
}

double evaluate(const Polynomial& p, double q) {
  double value = 0;
  for (int i = kDegree; i >= 0; --i) value = value * q + static_cast<double>(p[i]);
  return value;
}

Root root_of(const Rational& fraction) {
  const Polynomial minimal = {-static_cast<std::int64_t>(fraction.numerator()),
                              static_cast<std::int64_t>(fraction.denominator()), 0, 0, 0};
  Integer digits;
  floor_scaled(minimal, kRootBits, digits);
  return {minimal, 0, digits.wide()};
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

int sign_between(const Polynomial& p, const Root& low, const Root& high) {
  Integer low_digits(low.digits), high_digits(high.digits), middle;
  if (find_middle(low_digits, high_digits, middle)) return sign_at(p, middle, kRootBits);
  if (compare(low, high) >= 0) return 0;
  // Different numbers with nearly all these digits equal: further ones differ.
  for (slong bits = 2 * kRootBits;; bits *= 2) {
    floor_scaled(low, bits, low_digits);
    floor_scaled(high, bits, high_digits);
    if (find_middle(low_digits, high_digits, middle)) return sign_at(p, middle, bits);
  }
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

}  // namespace noughts::quantum::curve
