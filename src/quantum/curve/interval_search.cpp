#include "noughts/quantum/curve/interval_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "noughts/quantum/search/solve.h"
#include "noughts/quantum/search/table_search.h"

namespace noughts::quantum::curve {
namespace {

// Numbers inside are scores times this times the common denominator of the scores,
// so that windows can be narrower than one point.
constexpr std::int64_t kFineness = 16;

// Values as functions of q, for table_search.h. A search returns both bounds of
// a node; they meet where the value lies inside the window.
//
// No polynomial has a degree above kDegree: at a node with s settled squares
// every function, windows included, has at most degree (9 - s) / 2 rounded down.
// Ends of games are constants; a collapse settles two squares or more and adds
// one to the degree; the windows of its outcomes are constants (window_for); and
// plies without a collapse, through which windows pass as they are, settle
// nothing. The pool checks it all the same.
class Functions {
 public:
  using V = FunctionId;
  using Found = search::Bounds<V>;
  using Window = search::Bounds<V>;

  Functions(const Rules& rules, const Rational& low, const Rational& high)
      : pool_(low, high), share_of_x_(1 - (to_double(low) + to_double(high)) / 2) {
    const Wide unit = rules.score_denominator() * kFineness;
    grain_ = static_cast<double>(unit) / 8;
    std::array<std::int64_t, kOutcomes> scores;
    for (int i = 0; i < kOutcomes; ++i) {
      const Rational score = rules.score(static_cast<Outcome>(i));
      scores[i] = static_cast<std::int64_t>(unit / score.denominator() * score.numerator());
      scores_[i] = pool_.constant(scores[i]);
    }
    const auto [least, most] = std::minmax_element(scores.begin() + 1, scores.end());
    least_ = pool_.constant(*least);
    most_ = pool_.constant(*most);
    least_value_ = static_cast<double>(*least);
    most_value_ = static_cast<double>(*most);
  }

  const FunctionPool& pool() const { return pool_; }
  // Whether windows at collapses are guessed; without, they are as wide as can be.
  void set_guessing(bool guesses) { guesses_ = guesses; }

  V least() const { return least_; }
  V most() const { return most_; }
  V score(Outcome outcome) const { return scores_[static_cast<int>(outcome)]; }
  V max(V a, V b) { return pool_.max(a, b); }
  V min(V a, V b) { return pool_.min(a, b); }
  V combine(int, V a, V b) { return pool_.chance(a, b); }
  double share_of_x(int) const { return share_of_x_; }

  // A constant window that should contain what one outcome needs, if the other
  // lies within `other`, rounded outwards.
  Window window_for(int, const Window& window, const search::Bounds<V>& other) {
    if (!guesses_) return {least_, most_};
    double low = most_value_;
    double high = least_value_;
    for (int i = 0; i < FunctionPool::kPlaces; ++i) {
      const double q = pool_.place(i);
      low = std::min(low, partner(pool_.sample(window.lower, i), pool_.sample(other.upper, i), q));
      high =
          std::max(high, partner(pool_.sample(window.upper, i), pool_.sample(other.lower, i), q));
    }
    const double from = std::max(least_value_, (std::floor(low / grain_) - 1) * grain_);
    const double to = std::min(most_value_, (std::ceil(high / grain_) + 1) * grain_);
    return {pool_.constant(std::llround(from)), pool_.constant(std::llround(to))};
  }

  bool decided(const search::Bounds<V>& known, const Window& window) {
    return pool_.not_above(min(window.upper, known.upper), max(window.lower, known.lower));
  }
  static Found found(const search::Bounds<V>& known, const Window&) { return known; }
  static Found exact(V value) { return {value, value}; }
  void learn(search::Bounds<V>& known, const Found& found, const Window&) {
    known = {max(known.lower, found.lower), min(known.upper, found.upper)};
  }

  // The near end of the window is raised by what the plies reach for certain. A
  // ply whose far bound is nowhere better adds nothing; where it is better (for
  // some q it passed the window, for others not), its own bound counts.
  template <Player kPlayer>
  class Tally {
   public:
    Tally(Functions& functions, const Window& window, const search::Bounds<V>& known,
          const search::Children<V>& children)
        : functions_(functions),
          window_{functions.max(window.lower, known.lower),
                  functions.min(window.upper, known.upper)},
          known_(known),
          rest_(kIsX ? functions.least() : functions.most()) {
      for (int i = 0; i < children.size; ++i) raise_to(children.items[i].bounds);
      raise_window();
    }
    const Window& window() const { return window_; }
    bool cuts() const { return cuts_; }
    void take(const Found& found) {
      raise_to(found);
      raise_window();
      const V other = search::far_end<kPlayer>(found);
      if (!no_better(other, search::near_end<kPlayer>(window_))) rest_ = better(rest_, other);
    }
    Found result() {
      if (cuts_) return known_;
      Found found = known_;
      V& far = search::far_end<kPlayer>(found);
      far = worse(far, better(rest_, search::near_end<kPlayer>(window_)));
      return found;
    }

   private:
    static constexpr bool kIsX = kPlayer == Player::kX;
    V better(V a, V b) { return kIsX ? functions_.max(a, b) : functions_.min(a, b); }
    V worse(V a, V b) { return kIsX ? functions_.min(a, b) : functions_.max(a, b); }
    bool no_better(V a, V b) {
      return kIsX ? functions_.pool_.not_above(a, b) : functions_.pool_.not_above(b, a);
    }
    void raise_to(const search::Bounds<V>& bounds) {
      V& near = search::near_end<kPlayer>(known_);
      near = better(near, search::near_end<kPlayer>(bounds));
    }
    void raise_window() {
      V& near = search::near_end<kPlayer>(window_);
      near = better(near, search::near_end<kPlayer>(known_));
      cuts_ = no_better(search::far_end<kPlayer>(window_), near);
    }

    Functions& functions_;
    Window window_;
    search::Bounds<V> known_;
    V rest_;  // the best that plies may be worth beyond the window's near end
    bool cuts_ = false;
  };

 private:
  // The a with (1-q) max(a, b) + q min(a, b) = limit, as in numbers.h, in
  // floating point: it is only a guess.
  double partner(double limit, double b, double q) const {
    const double slope = limit >= b ? 1 - q : q;
    if (slope < 1e-9) return limit >= b ? most_value_ : least_value_;
    return std::clamp(b + (limit - b) / slope, least_value_, most_value_);
  }

  FunctionPool pool_;
  double share_of_x_;
  double grain_;
  std::array<V, kOutcomes> scores_;
  V least_;
  V most_;
  double least_value_;
  double most_value_;
  bool guesses_ = true;
};

class IntervalSolver {
 public:
  IntervalSolver(const Rules& rules, const Rational& low, const Rational& high,
                 const Budget& budget)
      : search_(rules, low, high), meter_(budget, "solving an interval") {}

  // The value as a function, proved.
  Result<FunctionId> solve(const Position& position) {
    Result<search::Bounds<FunctionId>> bounds = ask(position);
    if (bounds && bounds->lower != bounds->upper) {
      // A window was guessed too narrow somewhere: this time without guessing.
      search_.values().set_guessing(false);
      bounds = ask(position);
      search_.values().set_guessing(true);
    }
    if (!bounds) return bounds.error();
    if (!pool().exact() || bounds->lower != bounds->upper) {
      return Error{ErrorCode::kWrongValue, "an interval of the curve could not be decided"};
    }
    return bounds->lower;
  }

  FunctionId greater(FunctionId a, FunctionId b) { return search_.values().max(a, b); }
  const FunctionPool& pool() const { return search_.values().pool(); }
  std::uint64_t nodes() const { return meter_.nodes(); }

  // In points, times the common denominator of the scores.
  std::vector<Piece> pieces(FunctionId f) const {
    std::vector<Piece> result = pool().pieces(f);
    for (Piece& piece : result) {
      for (std::int64_t& c : piece.polynomial) c /= kFineness;
    }
    return result;
  }

 private:
  Result<search::Bounds<FunctionId>> ask(const Position& position) {
    const Functions& values = search_.values();
    return search_.value(position, {values.least(), values.most()}, meter_);
  }

  search::TableSearch<Functions> search_;
  Meter meter_;
};

Result<void> check_ends(const Rational& low, const Rational& high) {
  if (low < 0 || high > 1 || low >= high || low.denominator() > kMaxEndDenominator ||
      high.denominator() > kMaxEndDenominator) {
    return bad_input(
        fmt::format("an interval of q lies between 0 and 1 with denominators up to {}, not {} to "
                    "{}",
                    kMaxEndDenominator, to_text(low), to_text(high)));
  }
  return {};
}

}  // namespace

Result<std::vector<Piece>> solve_interval(const Rules& rules, const Position& position,
                                          const Rational& low, const Rational& high,
                                          const Budget& budget) {
  if (const auto sound = check_ends(low, high); !sound) return sound.error();
  IntervalSolver solver(rules, low, high, budget);
  const Result<FunctionId> value = solver.solve(position);
  if (!value) return value.error();
  return solver.pieces(*value);
}

Result<IntervalResult> solve_interval(const Rules& rules, const Rational& low, const Rational& high,
                                      const Budget& budget) {
  if (const auto sound = check_ends(low, high); !sound) return sound.error();
  IntervalSolver solver(rules, low, high, budget);
  IntervalResult result;
  std::optional<FunctionId> game;
  for (const Pair opening : search::openings()) {
    const Result<FunctionId> value = solver.solve(rules.apply(rules.initial(), {opening, false}));
    if (!value) return value.error();
    result.openings.push_back(solver.pieces(*value));
    game = game ? solver.greater(*game, *value) : *value;
  }
  result.game = solver.pieces(*game);
  result.nodes = solver.nodes();
  return result;
}

}  // namespace noughts::quantum::curve
