// Values as numbers, for table_search.h: the game at one q.
//
// A search returns one number, fail-soft: at most the window's lower end means
// an upper bound, at least its upper end a lower bound, between them the value.
//
// The value of a collapse, p max(a, b) + q min(a, b), grows with a and with b.
// So if b is known to lie in [b0, b1] and only values between alpha and beta
// matter, then a matters only between
//
//     the largest  a with chance(a, b1) <= alpha    (at or below it: fails low)
//     the smallest a with chance(a, b0) >= beta     (at or above it: fails high)
//
// Both follow from one division, the order of a and b need not be known first,
// and nothing is searched twice. Sakuta and Tomioka (section 4.1) search with
// windows that may fail and then again (their Table 5).
#pragma once

#include <algorithm>

#include "noughts/quantum/search/scale.h"
#include "noughts/quantum/search/table_search.h"

namespace noughts::quantum::search {

template <class Number>
class Numbers {
 public:
  using V = Number;
  using Found = Number;
  using Window = Bounds<V>;

  explicit Numbers(const Rules& rules) : collapse_(rules.variant().collapse), scale_(rules) {
    chance_share_ = static_cast<double>(scale_.p()) / static_cast<double>(scale_.n());
  }

  const Scale<V>& scale() const { return scale_; }

  V least() const { return scale_.least(); }
  V most() const { return scale_.most(); }
  V score(Outcome outcome) const { return scale_.score(outcome); }
  static V max(V a, V b) { return std::max(a, b); }
  static V min(V a, V b) { return std::min(a, b); }

  V combine(int plies, V a, V b) const {
    if (collapse_ == Collapse::kChance) return scale_.chance(a, b);
    return x_selects(plies) ? max(a, b) : min(a, b);
  }

  Window window_for(int plies, const Window& window, const Bounds<V>& other) const {
    if (collapse_ == Collapse::kChance) {
      return {largest_not_above(window.lower, other.upper),
              largest_not_above(window.upper - 1, other.lower) + 1};
    }
    // For max(a, b), values below b's lower bound do not matter; for min, those
    // above b's upper bound do not.
    return x_selects(plies) ? Window{max(window.lower, other.lower), window.upper}
                            : Window{window.lower, min(window.upper, other.upper)};
  }

  static bool decided(const Bounds<V>& known, const Window& window) {
    return known.upper <= window.lower || known.lower >= window.upper;
  }
  static V found(const Bounds<V>& known, const Window& window) {
    return known.upper <= window.lower ? known.upper : known.lower;
  }
  static V exact(V value) { return value; }
  static void learn(Bounds<V>& known, V found, const Window& window) {
    if (found > window.lower) known.lower = max(known.lower, found);
    if (found < window.upper) known.upper = min(known.upper, found);
  }

  double share_of_x(int plies) const {
    return collapse_ == Collapse::kChance ? chance_share_ : x_selects(plies);
  }

  template <Player kPlayer>
  class Tally {
   public:
    Tally(const Numbers& numbers, const Window& window, const Bounds<V>&,
          const Children<V>& children)
        : window_(window), best_(kIsX ? numbers.least() : numbers.most()) {
      for (int i = 0; i < children.size; ++i) take(near_end<kPlayer>(children.items[i].bounds));
    }
    Window window() const {
      Window rest = window_;
      near_end<kPlayer>(rest) = better(near_end<kPlayer>(rest), best_);
      return rest;
    }
    bool cuts() const { return kIsX ? best_ >= window_.upper : best_ <= window_.lower; }
    void take(V found) { best_ = better(best_, found); }
    V result() const { return best_; }

   private:
    static constexpr bool kIsX = kPlayer == Player::kX;
    static V better(V a, V b) { return kIsX ? max(a, b) : min(a, b); }

    Window window_;
    V best_;
  };

 private:
  bool x_selects(int plies) const {
    return (collapse_ == Collapse::kMover) == (player_of(plies) == Player::kX);
  }

  // The largest a with chance(a, b) <= limit, within [least - 1, most].
  V largest_not_above(V limit, V b) const {
    // As a function of a, chance has slope p/N above b and q/N below it.
    const bool above = b <= limit;
    const V slope = above ? scale_.p() : scale_.q();
    if (slope == 0) return above ? most() : least() - 1;
    const V rest = scale_.n() * limit - (above ? scale_.q() : scale_.p()) * b;
    return std::clamp<V>(divide_down<V>(rest, slope), least() - 1, most());
  }

  Collapse collapse_;
  Scale<V> scale_;
  double chance_share_;
};

}  // namespace noughts::quantum::search
