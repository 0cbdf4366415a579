#include "noughts/quantum/curve/piecewise.h"

#include <algorithm>

namespace noughts::quantum::curve {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

constexpr int kBinomials[kDegree + 1][kDegree + 1] = {
    {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
constexpr int kBinomialMultiple = 12;  // of 1, 4, 6

}  // namespace

FunctionPool::FunctionPool(const Rational& low, const Rational& high)
    : low_value_(low),
      high_value_(high),
      low_(root_id(root_of(low))),
      high_(root_id(root_of(high))) {
  for (int i = 0; i < kPlaces; ++i) {
    const double share = static_cast<double>(i) / (kPlaces - 1);
    places_[i] = to_double(low) + share * (to_double(high) - to_double(low));
  }
}

// With q = (a + w t) / n for t in [0, 1]: n^4 p(q) = sum c_j t^j, and the
// Bernstein coefficients are b_i = sum over j <= i of C(i, j) / C(4, j) c_j,
// here times kBinomialMultiple.
std::array<Wide, kDegree + 1> FunctionPool::bernstein_of(const Polynomial& p) const {
  const Wide n = low_value_.denominator() * high_value_.denominator();
  const Wide a = low_value_.numerator() * high_value_.denominator();
  const Wide w = high_value_.numerator() * low_value_.denominator() - a;
  const auto power = [](Wide base, int exponent) {
    Wide result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
  };
  std::array<Wide, kDegree + 1> taylor{};
  for (int k = 0; k <= kDegree; ++k) {
    for (int j = 0; j <= k; ++j) {
      taylor[j] +=
          Wide{p[k]} * kBinomials[k][j] * power(a, k - j) * power(w, j) * power(n, kDegree - k);
    }
  }
  std::array<Wide, kDegree + 1> result{};
  for (int i = 0; i <= kDegree; ++i) {
    for (int j = 0; j <= i; ++j) {
      result[i] += taylor[j] * kBinomials[i][j] * (kBinomialMultiple / kBinomials[kDegree][j]);
    }
  }
  return result;
}

FunctionPool::PolynomialId FunctionPool::polynomial_id(const Polynomial& p) {
  const auto [at, is_new] =
      polynomial_ids_.try_emplace(p, static_cast<PolynomialId>(polynomials_.size()));
  if (!is_new) return at->second;
  for (const std::int64_t c : p) {
    if (c > kLargestCoefficient || c < -kLargestCoefficient) exact_ = false;
  }
  // Past the limit nothing is computed any more that could overflow.
  polynomials_.push_back({p, exact_ ? bernstein_of(p) : std::array<Wide, kDegree + 1>{}});
  return at->second;
}

FunctionPool::RootId FunctionPool::root_id(const Root& root) {
  const auto [at, is_new] =
      root_ids_.try_emplace({root.minimal, root.index}, static_cast<RootId>(roots_.size()));
  if (is_new) roots_.push_back(root);
  return at->second;
}

FunctionId FunctionPool::intern(std::vector<Part> parts) {
  // Neighbours with one polynomial are one part.
  std::vector<Part> merged;
  for (const Part& part : parts) {
    if (!merged.empty() && merged.back().polynomial == part.polynomial)
      merged.back().to = part.to;
    else
      merged.push_back(part);
  }
  std::uint64_t hash = 0;
  for (const Part& part : merged) {
    hash = (hash ^ pair_key(part.polynomial, part.to)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  std::vector<FunctionId>& same_hash = function_ids_[hash];
  for (const FunctionId id : same_hash) {
    if (functions_[id].parts == merged) return id;
  }
  const auto id = static_cast<FunctionId>(functions_.size());
  same_hash.push_back(id);
  Function function{std::move(merged), {}};
  for (int i = 0; i < kPlaces; ++i) {
    std::size_t part = 0;
    while (part + 1 < function.parts.size() &&
           to_double(roots_[function.parts[part].to]) < places_[i]) {
      ++part;
    }
    function.samples[i] =
        evaluate(polynomials_[function.parts[part].polynomial].coefficients, places_[i]);
  }
  functions_.push_back(std::move(function));
  return id;
}

int FunctionPool::compare_bernstein(PolynomialId a, PolynomialId b) const {
  const auto& left = polynomials_[a].bernstein;
  const auto& right = polynomials_[b].bernstein;
  bool below = true;
  bool above = true;
  for (int i = 0; i <= kDegree; ++i) {
    below = below && left[i] <= right[i];
    above = above && left[i] >= right[i];
  }
  return below ? -1 : above ? 1 : 0;
}

const FunctionPool::Difference& FunctionPool::difference(PolynomialId a, PolynomialId b) {
  const auto [at, is_new] = differences_.try_emplace(pair_key(a, b));
  Difference& result = at->second;
  if (!is_new) return result;
  const Polynomial d = minus(polynomials_[a].coefficients, polynomials_[b].coefficients);
  std::vector<Root> bounds = {roots_[low_]};
  for (const Root& root : roots_within(d, roots_[low_], roots_[high_])) {
    if (root == roots_[low_] || root == roots_[high_]) continue;
    result.roots.push_back(root_id(root));
    bounds.push_back(root);
  }
  bounds.push_back(roots_[high_]);
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    result.signs.push_back(sign_between(d, bounds[i], bounds[i + 1]));
  }
  return result;
}

void FunctionPool::select_part(PolynomialId a, PolynomialId b, RootId from, RootId to, bool greater,
                               std::vector<Part>& out) {
  if (a == b) {
    out.push_back({a, to});
    return;
  }
  const int known = compare_bernstein(a, b);
  if (known != 0) {
    out.push_back({(known > 0) == greater ? a : b, to});
    return;
  }
  const Difference& d = difference(a, b);
  for (std::size_t i = 0; i < d.signs.size(); ++i) {
    const PolynomialId chosen = (d.signs[i] > 0) == greater ? a : b;
    const RootId end = i < d.roots.size() ? d.roots[i] : high_;
    if (!before(from, end)) continue;
    if (before(end, to)) {
      out.push_back({chosen, end});
      continue;
    }
    out.push_back({chosen, to});
    return;
  }
}

FunctionId FunctionPool::build_selection(FunctionId a, FunctionId b, bool greater) {
  const std::vector<Part> left = functions_[a].parts;
  const std::vector<Part> right = functions_[b].parts;
  std::vector<Part> parts;
  RootId from = low_;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const bool left_first = left[i].to != right[j].to && before(left[i].to, right[j].to);
    const RootId to = left_first ? left[i].to : right[j].to;
    const bool both = left[i].to == right[j].to;
    select_part(left[i].polynomial, right[j].polynomial, from, to, greater, parts);
    from = to;
    if (left_first || both) ++i;
    if (!left_first || both) ++j;
  }
  return intern(std::move(parts));
}

FunctionId FunctionPool::select(FunctionId a, FunctionId b, bool greater) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  auto& memo = greater ? max_ : min_;
  if (const FunctionId* known = memo.find(pair_key(a, b))) return *known;
  return memo.at(pair_key(a, b), build_selection(a, b, greater));
}

FunctionId FunctionPool::chance(FunctionId a, FunctionId b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (const FunctionId* known = chance_.find(pair_key(a, b))) return *known;
  const std::vector<Part> high = functions_[max(a, b)].parts;
  const std::vector<Part> low = functions_[min(a, b)].parts;
  std::vector<Part> parts;
  for (std::size_t i = 0, j = 0; i < high.size() && j < low.size();) {
    const bool both = high[i].to == low[j].to;
    const bool high_first = !both && before(high[i].to, low[j].to);
    const auto mixed = chance_mix(polynomials_[high[i].polynomial].coefficients,
                                  polynomials_[low[j].polynomial].coefficients);
    if (!mixed) exact_ = false;
    parts.push_back(
        {mixed ? polynomial_id(*mixed) : high[i].polynomial, high_first ? high[i].to : low[j].to});
    if (high_first || both) ++i;
    if (!high_first || both) ++j;
  }
  return chance_.at(pair_key(a, b), intern(std::move(parts)));
}

bool FunctionPool::part_not_above(PolynomialId a, PolynomialId b, RootId from, RootId to) {
  if (a == b) return true;
  const int known = compare_bernstein(a, b);
  if (known < 0) return true;
  const Difference& d = difference(a, b);
  for (std::size_t i = 0; i < d.signs.size(); ++i) {
    const RootId begin = i == 0 ? low_ : d.roots[i - 1];
    const RootId end = i < d.roots.size() ? d.roots[i] : high_;
    if (d.signs[i] > 0 && before(begin, to) && before(from, end)) return false;
  }
  return true;
}

bool FunctionPool::not_above(FunctionId a, FunctionId b) {
  if (a == b) return true;
  // Rounding stays far below this; a wrong "no" would only cost time.
  constexpr double kClear = 1e-3;
  for (int i = 0; i < kPlaces; ++i) {
    if (functions_[a].samples[i] > functions_[b].samples[i] + kClear) return false;
  }
  if (const bool* known = not_above_.find(pair_key(a, b))) return *known;
  const std::vector<Part>& left = functions_[a].parts;
  const std::vector<Part>& right = functions_[b].parts;
  bool holds = true;
  RootId from = low_;
  for (std::size_t i = 0, j = 0; holds && i < left.size() && j < right.size();) {
    const bool both = left[i].to == right[j].to;
    const bool left_first = !both && before(left[i].to, right[j].to);
    const RootId to = left_first ? left[i].to : right[j].to;
    holds = part_not_above(left[i].polynomial, right[j].polynomial, from, to);
    from = to;
    if (left_first || both) ++i;
    if (!left_first || both) ++j;
  }
  return not_above_.at(pair_key(a, b), holds);
}

std::vector<Piece> FunctionPool::pieces(FunctionId f) const {
  std::vector<Piece> result;
  for (const Part& part : functions_[f].parts) {
    result.push_back({polynomials_[part.polynomial].coefficients, roots_[part.to]});
  }
  return result;
}

}  // namespace noughts::quantum::curve
