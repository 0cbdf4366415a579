// Exact values as integers.
//
// A game has at most four collapses (each settles at least two of nine plies),
// so for q = j/N every value is a whole number over N^4 times the common
// denominator of the scores. A Scale turns scores into such integers of type V and
// back; no step rounds:
//
//     chance(a, b) = (p max(a, b) + q min(a, b)) / N      divides exactly
//
// because the values after a collapse with r collapses still possible are
// multiples of N^(4-r). For the deterministic games N is 1.
#pragma once

#include <algorithm>
#include <limits>

#include "noughts/core/rational.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum::search {

inline constexpr int kMaxCollapses = 4;

// What a position is worth to X, in points.
using Value = Rational;

template <class V>
class Scale {
 public:
  explicit Scale(const Rules& rules) {
    const Variant& variant = rules.variant();
    if (variant.collapse == Collapse::kChance) {
      n_ = static_cast<V>(variant.q.denominator());
      q_ = static_cast<V>(variant.q.numerator());
      p_ = n_ - q_;
    }
    unit_ = static_cast<V>(rules.score_denominator());
    for (int i = 0; i < kMaxCollapses; ++i) unit_ *= n_;
    for (int i = 0; i < kOutcomes; ++i) {
      scores_[i] = scaled(rules.score(static_cast<Outcome>(i)));
    }
    const auto [least, most] = std::minmax_element(std::begin(scores_) + 1, std::end(scores_));
    least_ = *least;
    most_ = *most;
  }

  // Whether V has room for every value times N, as chance() needs.
  static bool fits(const Rules& rules) {
    const Variant& variant = rules.variant();
    const Wide n = variant.collapse == Collapse::kChance ? variant.q.denominator() : 1;
    Wide largest = Wide{rules.score_denominator()} * kMaxDraw * 2;
    for (int i = 0; i <= kMaxCollapses; ++i) largest *= n;
    return largest < Wide{std::numeric_limits<std::int64_t>::max()} || sizeof(V) == sizeof(Wide);
  }

  V n() const { return n_; }
  V p() const { return p_; }
  V q() const { return q_; }
  V score(Outcome outcome) const { return scores_[static_cast<int>(outcome)]; }
  V least() const { return least_; }
  V most() const { return most_; }
  V chance(V a, V b) const { return (p_ * std::max(a, b) + q_ * std::min(a, b)) / n_; }
  V scaled(const Value& value) const {
    return unit_ / static_cast<V>(value.denominator()) * static_cast<V>(value.numerator());
  }
  Value exact(V value) const { return {value, unit_}; }

 private:
  V n_ = 1;
  V p_ = 0;
  V q_ = 0;
  V unit_ = 1;
  V scores_[kOutcomes];  // by Outcome; the first, kGoesOn, has none
  V least_;
  V most_;
};

}  // namespace noughts::quantum::search
