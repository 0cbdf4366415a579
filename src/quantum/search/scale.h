// Exact values as integers.
//
// A game has at most four collapses (each settles at least two of nine plies),
// so for q = j/N every value is a whole number over N^4 times the denominator
// of the draw score. A Scale turns scores into such integers of type V and
// back; no step rounds:
//
//     chance(a, b) = (p max(a, b) + q min(a, b)) / N      divides exactly
//
// because the values after a collapse with r collapses still possible are
// multiples of N^(4-r). For the deterministic games N is 1.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "noughts/quantum/rules.h"

namespace noughts::quantum {

inline constexpr int kMaxCollapses = 4;

// An exact value in lowest terms, with a positive denominator.
struct Value {
  Wide numerator = 0;
  Wide denominator = 1;
  bool operator==(const Value&) const = default;
};

Value make_value(Wide numerator, Wide denominator);
Value make_value(const Rational& rational);
std::string to_text(const Value& value);  // "5/2", "-10"
double to_double(const Value& value);

template <class V>
class Scale {
 public:
  explicit Scale(const Rules& rules) {
    const Variant& variant = rules.variant();
    if (variant.collapse == Collapse::kChance) {
      n_ = static_cast<V>(variant.q.denominator);
      q_ = static_cast<V>(variant.q.numerator);
      p_ = n_ - q_;
    }
    unit_ = static_cast<V>(variant.draw.denominator);
    for (int i = 0; i < kMaxCollapses; ++i) unit_ *= n_;
    for (int i = 0; i <= static_cast<int>(Outcome::kONarrow); ++i) {
      const Rational score = rules.score(static_cast<Outcome>(i));
      scores_[i] = unit_ / static_cast<V>(score.denominator) * static_cast<V>(score.numerator);
    }
    const auto ends = [&](auto&& f) {
      return f({scores_[1], scores_[2], scores_[3], scores_[4], scores_[5], scores_[6]});
    };
    least_ = ends([](std::initializer_list<V> all) { return std::min(all); });
    most_ = ends([](std::initializer_list<V> all) { return std::max(all); });
  }

  // Whether V has room for every value times N, as chance() needs.
  static bool fits(const Rules& rules) {
    const Variant& variant = rules.variant();
    const Wide n = variant.collapse == Collapse::kChance ? variant.q.denominator : 1;
    Wide largest = Wide{variant.draw.denominator} * kMaxDraw * 2;
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
    return unit_ / static_cast<V>(value.denominator) * static_cast<V>(value.numerator);
  }
  Value exact(V value) const { return make_value(value, unit_); }

 private:
  V n_ = 1;
  V p_ = 0;
  V q_ = 0;
  V unit_ = 1;
  V scores_[7];
  V least_;
  V most_;
};

}  // namespace noughts::quantum
