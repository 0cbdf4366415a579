#include "noughts/quantum/curve/interval_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "noughts/core/bits.h"
#include "noughts/quantum/search/bounds_table.h"
#include "noughts/quantum/search/children.h"
#include "noughts/quantum/search/node.h"
#include "noughts/quantum/search/reference.h"

namespace noughts::quantum {
namespace {

struct Bounds {
  FunctionId lower;
  FunctionId upper;
};

// Numbers inside are scores times this times the denominator of the draw score,
// so that windows can be narrower than one point.
constexpr std::int64_t kFineness = 16;

class IntervalSearch {
 public:
  IntervalSearch(const Rules& rules, const Rational& low, const Rational& high,
                 const CancelToken* cancel)
      : pool_(low, high), cancel_(cancel), middle_((to_double(low) + to_double(high)) / 2) {
    unit_ = rules.variant().draw.denominator * kFineness;
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (int i = 0; i <= static_cast<int>(Outcome::kONarrow); ++i) {
      const Rational score = rules.score(static_cast<Outcome>(i));
      const std::int64_t scaled = unit_ / score.denominator * score.numerator;
      scores_[i] = pool_.constant(scaled);
      least = std::min(least, scaled);
      most = std::max(most, scaled);
    }
    least_ = pool_.constant(least);
    most_ = pool_.constant(most);
    least_value_ = static_cast<double>(least);
    most_value_ = static_cast<double>(most);
    for (auto& counts : history_) {
      for (const Pair pair : kAllPairs) {
        for (const Squares row : all_rows()) {
          counts[code_of(pair)] += std::popcount(static_cast<unsigned>(row & pair.squares()));
        }
      }
    }
  }

  // The value as a function, proved.
  Result<FunctionId> solve(const Node& node) {
    Bounds bounds = search(node, least_, most_);
    if (bounds.lower != bounds.upper && !cancelled()) {
      ++retries_;
      // A window was guessed too narrow somewhere: this time without guessing.
      guess_windows_ = false;
      bounds = search(node, least_, most_);
      guess_windows_ = true;
    }
    if (cancelled()) return cancelled_error();
    if (bounds.lower != bounds.upper) {
      return Error{ErrorCode::kWrongValue, "an interval of the curve could not be decided"};
    }
    return bounds.lower;
  }

  bool cancelled() const { return cancel_ != nullptr && cancel_->cancelled(); }
  std::uint64_t nodes() const { return nodes_; }
  int retries() const { return retries_; }
  std::uint64_t functions() const { return pool_.size(); }
  FunctionId greater(FunctionId a, FunctionId b) { return pool_.max(a, b); }

  // In points, times the denominator of the draw score.
  std::vector<Piece> pieces(FunctionId f) const {
    std::vector<Piece> result = pool_.pieces(f);
    for (Piece& piece : result) {
      for (std::int64_t& c : piece.polynomial) c /= kFineness;
    }
    return result;
  }

 private:
  struct Collapses {
    Outcomes nodes;
    std::array<Bounds, kSquares> bounds;
  };
  using Child = quantum::Child<Bounds>;
  using Children = quantum::Children<Bounds>;

  FunctionId score(Outcome outcome) const { return scores_[static_cast<int>(outcome)]; }

  Bounds static_bounds(const Node& node) {
    const bool x_can = can_still_row(node.o);
    const bool o_can = can_still_row(node.x);
    if (x_can && o_can) return {least_, most_};
    const FunctionId draw = score(Outcome::kDraw);
    if (!x_can && !o_can) return {draw, draw};
    if (x_can) return {pool_.min(draw, score(Outcome::kXComplete)), most_};
    return {least_, pool_.max(draw, score(Outcome::kOComplete))};
  }

  void apply_table(std::uint64_t key, Bounds& bounds) {
    if (const auto* entry = table_.find(key)) {
      bounds.lower = pool_.max(bounds.lower, entry->lower);
      bounds.upper = pool_.min(bounds.upper, entry->upper);
    }
  }

  Bounds known_bounds(const Node& node) {
    const Outcome outcome = outcome_of(node);
    if (outcome != Outcome::kGoesOn) return {score(outcome), score(outcome)};
    Bounds bounds = static_bounds(node);
    if (node.plies < kKeyedPlies && bounds.lower != bounds.upper) {
      apply_table(canonical_key(node.codes), bounds);
    }
    return bounds;
  }

  Bounds collapse_bounds(Pair pair, const Collapses& collapses) {
    const Bounds& a = collapses.bounds[pair.first];
    const Bounds& b = collapses.bounds[pair.second];
    return {pool_.chance(a.lower, b.lower), pool_.chance(a.upper, b.upper)};
  }

  // The a with (1-q) max(a, b) + q min(a, b) = limit, as in search.h, in
  // floating point: it is only a guess.
  double partner(double limit, double b, double q) const {
    const double slope = limit >= b ? 1 - q : q;
    if (slope < 1e-9) return limit >= b ? most_value_ : least_value_;
    return std::clamp(b + (limit - b) / slope, least_value_, most_value_);
  }

  // A constant window that should contain what one outcome needs, if the other
  // lies within `other`, rounded outwards.
  Bounds window_for(FunctionId alpha, FunctionId beta, const Bounds& other) {
    if (!guess_windows_) return {least_, most_};
    double low = most_value_;
    double high = least_value_;
    for (int i = 0; i < FunctionPool::kPlaces; ++i) {
      const double q = pool_.place(i);
      low = std::min(low, partner(pool_.sample(alpha, i), pool_.sample(other.upper, i), q));
      high = std::max(high, partner(pool_.sample(beta, i), pool_.sample(other.lower, i), q));
    }
    const double grain = static_cast<double>(unit_) / 8;
    const double from = std::max(least_value_, (std::floor(low / grain) - 1) * grain);
    const double to = std::min(most_value_, (std::ceil(high / grain) + 1) * grain);
    return {pool_.constant(std::llround(from)), pool_.constant(std::llround(to))};
  }

  bool decided(const Bounds& known, FunctionId alpha, FunctionId beta) {
    return pool_.not_above(pool_.min(beta, known.upper), pool_.max(alpha, known.lower));
  }

  void narrow(const Node& node, Bounds& known, const Bounds& window) {
    if (known.lower == known.upper || decided(known, window.lower, window.upper)) return;
    const Bounds found = search(node, window.lower, window.upper);
    known = {pool_.max(known.lower, found.lower), pool_.min(known.upper, found.upper)};
  }

  Bounds collapse_value(Pair pair, Collapses& collapses, FunctionId alpha, FunctionId beta) {
    Bounds& a = collapses.bounds[pair.first];
    Bounds& b = collapses.bounds[pair.second];
    narrow(collapses.nodes[pair.first], a, window_for(alpha, beta, b));
    const Bounds both = collapse_bounds(pair, collapses);
    if (decided(both, alpha, beta)) return both;
    narrow(collapses.nodes[pair.second], b, window_for(alpha, beta, a));
    return collapse_bounds(pair, collapses);
  }

  std::int32_t order_of(const Node& node, Pair pair, bool collapses, const Collapses& known) const {
    constexpr std::int32_t kCollapsesFirst = 1 << 24;
    if (!collapses) return std::min(history_[node.plies][code_of(pair)], kCollapsesFirst / 2);
    const int a = promise_for_x(known.nodes[pair.first]);
    const int b = promise_for_x(known.nodes[pair.second]);
    const double mixed = (1 - middle_) * std::max(a, b) + middle_ * std::min(a, b);
    const auto promise = static_cast<std::int32_t>(1000 * mixed);
    return kCollapsesFirst + (player_of(node.plies) == Player::kX ? promise : -promise);
  }

  Children make_children(const Node& node, Collapses& collapses) {
    for (Squares rest = node.open(); rest != 0;) {
      const Squares tree = node.trees[std::countr_zero(rest)];
      rest &= ~tree;
      if (!(tree & (tree - 1))) continue;
      make_outcomes(node, tree, collapses.nodes);
      for_each_bit(tree, [&](int square) {
        collapses.bounds[square] = known_bounds(collapses.nodes[square]);
      });
    }
    Children children;
    Codes codes = node.codes;
    for (const Pair pair : kAllPairs) {
      if (node.settled() & pair.squares()) continue;
      Child& child = children.items[children.size++];
      child.pair = pair;
      child.collapses = node.closes_cycle(pair);
      child.order = order_of(node, pair, child.collapses, collapses);
      child.bounds = {least_, most_};
      if (child.collapses) {
        child.bounds = collapse_bounds(pair, collapses);
      } else if (node.plies < kLookAheadPlies) {
        codes[node.plies] = static_cast<std::uint8_t>(code_of(pair));
        apply_table(canonical_key(codes), child.bounds);
      }
    }
    return children;
  }

  Bounds child_value(const Node& node, const Child& child, Collapses& collapses, FunctionId alpha,
                     FunctionId beta) {
    if (!child.collapses) return search(after_ply(node, child.pair), alpha, beta);
    const Bounds now = collapse_bounds(child.pair, collapses);
    if (decided(now, alpha, beta)) return now;
    return collapse_value(child.pair, collapses, alpha, beta);
  }

  FunctionId last_ply(const Node& node) {
    const Squares open = node.open();
    Outcomes outcomes;
    make_outcomes(node, open, outcomes);
    // Ends are constants: the best two by value.
    FunctionId first = least_;
    FunctionId second = least_;
    for_each_bit(open, [&](int square) {
      const FunctionId end = score(outcome_of(outcomes[square]));
      second = pool_.max(second, pool_.min(first, end));
      first = pool_.max(first, end);
    });
    return open & (open - 1) ? pool_.chance(first, second) : first;
  }

  Bounds search(const Node& node, FunctionId alpha, FunctionId beta) {
    ++nodes_;
    if (cancelled()) return {least_, most_};
    if (node.plies == kKeyedPlies) {
      const FunctionId value = last_ply(node);
      return {value, value};
    }
    const std::uint64_t key = canonical_key(node.codes);
    Bounds known = static_bounds(node);
    apply_table(key, known);
    if (known.lower == known.upper) return known;
    alpha = pool_.max(alpha, known.lower);
    beta = pool_.min(beta, known.upper);
    if (pool_.not_above(beta, alpha)) return known;
    const Bounds found = player_of(node.plies) == Player::kX ? best_for_x(node, alpha, beta, known)
                                                             : best_for_o(node, alpha, beta, known);
    auto& entry = table_.at(key, found.lower, found.upper);
    entry.lower = found.lower;
    entry.upper = found.upper;
    return found;
  }

  // `top` is alpha raised by what the children reach for certain. A child whose
  // upper bound is nowhere above it adds nothing; where one is above (for some q
  // it passed beta, for others not), its own bound counts.
  Bounds best_for_x(const Node& node, FunctionId alpha, FunctionId beta, Bounds known) {
    Collapses collapses;
    Children children = make_children(node, collapses);
    for (int i = 0; i < children.size; ++i) {
      known.lower = pool_.max(known.lower, children.items[i].bounds.lower);
    }
    FunctionId top = pool_.max(alpha, known.lower);
    FunctionId upper = least_;
    for (int i = 0; i < children.size; ++i) {
      if (pool_.not_above(beta, top)) return known;
      const Child& child = children.take(i);
      Bounds found = child.bounds;
      if (!decided(found, top, beta)) found = child_value(node, child, collapses, top, beta);
      known.lower = pool_.max(known.lower, found.lower);
      top = pool_.max(top, known.lower);
      if (!pool_.not_above(found.upper, top)) upper = pool_.max(upper, found.upper);
      if (pool_.not_above(beta, top)) {
        credit(node, child);
        return known;
      }
    }
    known.upper = pool_.min(known.upper, pool_.max(upper, top));
    return known;
  }

  Bounds best_for_o(const Node& node, FunctionId alpha, FunctionId beta, Bounds known) {
    Collapses collapses;
    Children children = make_children(node, collapses);
    for (int i = 0; i < children.size; ++i) {
      known.upper = pool_.min(known.upper, children.items[i].bounds.upper);
    }
    FunctionId top = pool_.min(beta, known.upper);
    FunctionId lower = most_;
    for (int i = 0; i < children.size; ++i) {
      if (pool_.not_above(top, alpha)) return known;
      const Child& child = children.take(i);
      Bounds found = child.bounds;
      if (!decided(found, alpha, top)) found = child_value(node, child, collapses, alpha, top);
      known.upper = pool_.min(known.upper, found.upper);
      top = pool_.min(top, known.upper);
      if (!pool_.not_above(top, found.lower)) lower = pool_.min(lower, found.lower);
      if (pool_.not_above(top, alpha)) {
        credit(node, child);
        return known;
      }
    }
    known.lower = pool_.max(known.lower, pool_.min(lower, top));
    return known;
  }

  void credit(const Node& node, const Child& child) {
    const int left = kPlies - node.plies;
    std::int32_t& count = history_[node.plies][code_of(child.pair)];
    count = std::min(count + left * left, 1 << 28);
  }

  static constexpr int kLookAheadPlies = 6;

  FunctionPool pool_;
  const CancelToken* cancel_;
  double middle_;
  std::int64_t unit_;
  std::array<FunctionId, 7> scores_;
  FunctionId least_;
  FunctionId most_;
  double least_value_;
  double most_value_;
  bool guess_windows_ = true;
  int retries_ = 0;
  BoundsTable<FunctionId> table_;
  std::array<std::array<std::int32_t, kPairs>, kPlies> history_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace

Result<IntervalResult> solve_interval(const Rules& rules, const Rational& low, const Rational& high,
                                      const CancelToken* cancel) {
  IntervalSearch search(rules, low, high, cancel);
  IntervalResult result;
  std::optional<FunctionId> game;
  for (const Pair opening : openings()) {
    const Position p = rules.apply(rules.initial(), {opening, false});
    const Result<FunctionId> value = search.solve(make_node(p));
    if (!value) return value.error();
    result.openings.push_back(search.pieces(*value));
    game = game ? search.greater(*game, *value) : *value;
  }
  result.game = search.pieces(*game);
  result.nodes = search.nodes();
  result.functions = search.functions();
  result.retries = search.retries();
  return result;
}

}  // namespace noughts::quantum
