#include "noughts/quantum/search/search.h"

#include <algorithm>
#include <array>
#include <bit>

#include "noughts/core/bits.h"
#include "noughts/quantum/search/bounds_table.h"
#include "noughts/quantum/search/children.h"
#include "noughts/quantum/search/node.h"

namespace noughts::quantum {

class TableSolver::Impl {
 public:
  virtual ~Impl() = default;
  virtual Value value(const Position& position) = 0;
  virtual bool keeps(const Position& position, const Value& value, Player player) = 0;
  virtual std::uint64_t nodes() const = 0;
  virtual std::uint64_t bytes() const = 0;
};

namespace {

template <class V>
struct Bounds {
  V lower;
  V upper;
};

// a / b rounded down. Require: b > 0.
template <class V>
V divide_down(V a, V b) {
  const V quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

template <class V>
class Search final : public TableSolver::Impl {
 public:
  Search(const Rules& rules, const CancelToken* cancel)
      : rules_(rules), collapse_(rules.variant().collapse), scale_(rules), cancel_(cancel) {
    // Before anything is known: squares in more rows first.
    for (auto& counts : history_) {
      for (const Pair pair : kAllPairs) {
        for (const Squares row : all_rows()) {
          counts[code_of(pair)] += std::popcount(static_cast<unsigned>(row & pair.squares()));
        }
      }
    }
  }

  Value value(const Position& position) override {
    return scale_.exact(value_within(position, scale_.least() - 1, scale_.most() + 1));
  }

  bool keeps(const Position& position, const Value& value, Player player) override {
    const V target = scale_.scaled(value);
    return player == Player::kX ? value_within(position, target - 1, target) >= target
                                : value_within(position, target, target + 1) <= target;
  }

  std::uint64_t nodes() const override { return nodes_; }
  std::uint64_t bytes() const override { return table_.bytes(); }

 private:
  V value_within(const Position& position, V alpha, V beta) {
    if (position.pending) {
      const Node before = make_node(rules_.predecessors(position)[0]);
      const Pair pair = position.marks[position.plies - 1].pair;
      Collapses collapses;
      add_collapses(before, before.trees[pair.first], collapses);
      return collapse_value(before.plies, pair, collapses, alpha, beta);
    }
    const Outcome outcome = Rules::outcome(position);
    if (outcome != Outcome::kGoesOn) return scale_.score(outcome);
    return search(make_node(position), alpha, beta);
  }

  // The outcomes of a node's trees, with what is known of each.
  struct Collapses {
    Outcomes nodes;
    std::array<Bounds<V>, kSquares> bounds;
  };

  using Child = quantum::Child<Bounds<V>>;
  using Children = quantum::Children<Bounds<V>>;

  // ---- what is known without search ----

  // A player whose rows are all blocked cannot win.
  Bounds<V> static_bounds(const Node& node) const {
    const V draw = scale_.score(Outcome::kDraw);
    const bool x_can = can_still_row(node.o);
    const bool o_can = can_still_row(node.x);
    if (x_can && o_can) return {scale_.least(), scale_.most()};
    return {o_can   ? std::min(draw, scale_.score(Outcome::kOComplete))
            : x_can ? std::min(draw, scale_.score(Outcome::kXComplete))
                    : draw,
            x_can   ? scale_.most()
            : o_can ? std::max(draw, scale_.score(Outcome::kOComplete))
                    : draw};
  }

  void apply_table(std::uint64_t key, Bounds<V>& bounds) const {
    if (const auto* entry = table_.find(key)) {
      bounds.lower = std::max(bounds.lower, entry->lower);
      bounds.upper = std::min(bounds.upper, entry->upper);
    }
  }

  // Of a settled node, which may be over.
  Bounds<V> known_bounds(const Node& node) const {
    const Outcome outcome = outcome_of(node);
    if (outcome != Outcome::kGoesOn) {
      const V score = scale_.score(outcome);
      return {score, score};
    }
    Bounds<V> bounds = static_bounds(node);
    if (node.plies < kKeyedPlies && bounds.lower != bounds.upper) {
      apply_table(canonical_key(node.codes), bounds);
    }
    return bounds;
  }

  // ---- collapses ----

  // The value of a collapse that ply number `plies` (from 0) makes.
  V combine(int plies, V a, V b) const {
    if (collapse_ == Collapse::kChance) return scale_.chance(a, b);
    return x_selects(plies) ? std::max(a, b) : std::min(a, b);
  }
  bool x_selects(int plies) const {
    return (collapse_ == Collapse::kMover) == (player_of(plies) == Player::kX);
  }

  // The largest a with chance(a, b) <= limit, within [least - 1, most].
  V largest_not_above(V limit, V b) const {
    // As a function of a, chance has slope p/N above b and q/N below it.
    const bool above = b <= limit;
    const V slope = above ? scale_.p() : scale_.q();
    if (slope == 0) return above ? scale_.most() : scale_.least() - 1;
    const V rest = scale_.n() * limit - (above ? scale_.q() : scale_.p()) * b;
    return std::clamp<V>(divide_down<V>(rest, slope), scale_.least() - 1, scale_.most());
  }

  // The window that one outcome needs if the other lies within `other`.
  Bounds<V> window_for(int plies, V alpha, V beta, const Bounds<V>& other) const {
    if (collapse_ == Collapse::kChance) {
      return {largest_not_above(alpha, other.upper), largest_not_above(beta - 1, other.lower) + 1};
    }
    // With max, values below the other's lower bound do not matter; with min,
    // those above its upper bound do not.
    return x_selects(plies) ? Bounds<V>{std::max(alpha, other.lower), beta}
                            : Bounds<V>{alpha, std::min(beta, other.upper)};
  }

  Bounds<V> collapse_bounds(int plies, Pair pair, const Collapses& collapses) const {
    const Bounds<V>& a = collapses.bounds[pair.first];
    const Bounds<V>& b = collapses.bounds[pair.second];
    return {combine(plies, a.lower, b.lower), combine(plies, a.upper, b.upper)};
  }

  // Fail-soft. What is learnt of the outcomes stays in `collapses`.
  V collapse_value(int plies, Pair pair, Collapses& collapses, V alpha, V beta) {
    Bounds<V>& a = collapses.bounds[pair.first];
    Bounds<V>& b = collapses.bounds[pair.second];
    narrow(collapses.nodes[pair.first], a, window_for(plies, alpha, beta, b));
    Bounds<V> both = collapse_bounds(plies, pair, collapses);
    if (both.upper <= alpha) return both.upper;
    if (both.lower >= beta) return both.lower;
    narrow(collapses.nodes[pair.second], b, window_for(plies, alpha, beta, a));
    // Now the value is known to lie outside, or both outcomes are known.
    both = collapse_bounds(plies, pair, collapses);
    return both.upper <= alpha ? both.upper : both.lower;
  }

  // Searches a node with a window and takes over what that says about it.
  void narrow(const Node& node, Bounds<V>& known, const Bounds<V>& window) {
    if (known.lower == known.upper || known.upper <= window.lower || known.lower >= window.upper) {
      return;
    }
    const V found = search(node, window.lower, window.upper);
    if (found > window.lower) known.lower = std::max(known.lower, found);
    if (found < window.upper) known.upper = std::min(known.upper, found);
  }

  void add_collapses(const Node& node, Squares tree, Collapses& collapses) const {
    make_outcomes(node, tree, collapses.nodes);
    for_each_bit(tree, [&](int square) {
      collapses.bounds[square] = known_bounds(collapses.nodes[square]);
    });
  }

  // ---- moves and their order ----

  // Plies that collapse come first, by the promise of their outcomes; the
  // others by how often they cut before. Collapses last would multiply the work.
  std::int32_t order_of(const Node& node, Pair pair, bool collapses, const Collapses& known) const {
    constexpr std::int32_t kCollapsesFirst = 1 << 24;
    if (!collapses) return std::min(history_[node.plies][code_of(pair)], kCollapsesFirst / 2);
    const int a = promise_for_x(known.nodes[pair.first]);
    const int b = promise_for_x(known.nodes[pair.second]);
    const int high = std::max(a, b);
    const int low = std::min(a, b);
    const double share = collapse_ == Collapse::kChance
                             ? static_cast<double>(scale_.p()) / static_cast<double>(scale_.n())
                             : x_selects(node.plies);
    const auto promise = static_cast<std::int32_t>(1000 * (share * high + (1 - share) * low));
    return kCollapsesFirst + (player_of(node.plies) == Player::kX ? promise : -promise);
  }

  Children make_children(const Node& node, Collapses& collapses) const {
    for (Squares rest = node.open(); rest != 0;) {
      const Squares tree = node.trees[std::countr_zero(rest)];
      if (tree & (tree - 1)) add_collapses(node, tree, collapses);
      rest &= ~tree;
    }
    Children children;
    const Squares settled = node.settled();
    Codes codes = node.codes;
    for (const Pair pair : kAllPairs) {
      if (settled & pair.squares()) continue;
      Child& child = children.items[children.size++];
      child.pair = pair;
      child.collapses = node.closes_cycle(pair);
      child.order = order_of(node, pair, child.collapses, collapses);
      if (child.collapses) {
        child.bounds = collapse_bounds(node.plies, pair, collapses);
        continue;
      }
      child.bounds = {scale_.least(), scale_.most()};
      if (node.plies < kLookAheadPlies) {
        codes[node.plies] = static_cast<std::uint8_t>(code_of(pair));
        apply_table(canonical_key(codes), child.bounds);
      }
    }
    return children;
  }

  void credit(const Node& node, const Child& child) {
    const int left = kPlies - node.plies;
    std::int32_t& count = history_[node.plies][code_of(child.pair)];
    count = std::min(count + left * left, 1 << 28);
  }

  // ---- search ----

  V child_value(const Node& node, const Child& child, Collapses& collapses, V alpha, V beta) {
    if (child.collapses) {
      const Bounds<V> now = collapse_bounds(node.plies, child.pair, collapses);
      if (now.upper <= alpha) return now.upper;
      if (now.lower >= beta) return now.lower;
      return collapse_value(node.plies, child.pair, collapses, alpha, beta);
    }
    return search(after_ply(node, child.pair), alpha, beta);
  }

  // The ninth ply: all open squares form one tree (or are one square), every
  // outcome is final, and X takes the best two.
  V last_ply(const Node& node) const {
    const Squares open = node.open();
    Outcomes outcomes;
    make_outcomes(node, open, outcomes);
    V first = scale_.least();
    V second = scale_.least();
    for_each_bit(open, [&](int square) {
      const V score = scale_.score(outcome_of(outcomes[square]));
      second = std::max(second, std::min(first, score));
      first = std::max(first, score);
    });
    return open & (open - 1) ? combine(node.plies, first, second) : first;
  }

  // Fail-soft: at most alpha means an upper bound, at least beta a lower bound,
  // between them the value itself. Require: the node is not over, alpha < beta.
  V search(const Node& node, V alpha, V beta) {
    ++nodes_;
    if (cancel_ != nullptr && cancel_->cancelled()) return alpha;
    if (node.plies == kKeyedPlies) return last_ply(node);
    const std::uint64_t key = canonical_key(node.codes);
    Bounds<V> known = static_bounds(node);
    apply_table(key, known);
    if (known.lower == known.upper || known.upper <= alpha) return known.upper;
    if (known.lower >= beta) return known.lower;
    const V best = player_of(node.plies) == Player::kX ? best_for_x(node, alpha, beta)
                                                       : best_for_o(node, alpha, beta);
    auto& entry = table_.at(key, known.lower, known.upper);
    if (best > alpha) entry.lower = std::max(entry.lower, best);
    if (best < beta) entry.upper = std::min(entry.upper, best);
    return best;
  }

  V best_for_x(const Node& node, V alpha, V beta) {
    Collapses collapses;
    Children children = make_children(node, collapses);
    V best = scale_.least();
    for (int i = 0; i < children.size; ++i) best = std::max(best, children.items[i].bounds.lower);
    for (int i = 0; i < children.size && best < beta; ++i) {
      const Child& child = children.take(i);
      const V from = std::max(alpha, best);
      const V found = child.bounds.upper <= from ? child.bounds.upper
                                                 : child_value(node, child, collapses, from, beta);
      best = std::max(best, found);
      if (best >= beta) credit(node, child);
    }
    return best;
  }

  V best_for_o(const Node& node, V alpha, V beta) {
    Collapses collapses;
    Children children = make_children(node, collapses);
    V best = scale_.most();
    for (int i = 0; i < children.size; ++i) best = std::min(best, children.items[i].bounds.upper);
    for (int i = 0; i < children.size && best > alpha; ++i) {
      const Child& child = children.take(i);
      const V to = std::min(beta, best);
      const V found = child.bounds.lower >= to ? child.bounds.lower
                                               : child_value(node, child, collapses, alpha, to);
      best = std::min(best, found);
      if (best <= alpha) credit(node, child);
    }
    return best;
  }

  // Children are looked up in the table before any is searched, up to here.
  static constexpr int kLookAheadPlies = 6;

  Rules rules_;
  Collapse collapse_;
  Scale<V> scale_;
  const CancelToken* cancel_;
  BoundsTable<V> table_;
  std::array<std::array<std::int32_t, kPairs>, kPlies> history_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace

TableSolver::TableSolver(const Rules& rules, const CancelToken* cancel) : rules_(rules) {
  if (Scale<std::int64_t>::fits(rules))
    impl_ = std::make_unique<Search<std::int64_t>>(rules, cancel);
  else
    impl_ = std::make_unique<Search<Wide>>(rules, cancel);
}

TableSolver::~TableSolver() = default;
TableSolver::TableSolver(TableSolver&&) noexcept = default;
TableSolver& TableSolver::operator=(TableSolver&&) noexcept = default;

Value TableSolver::value(const Position& position) { return impl_->value(position); }
bool TableSolver::keeps(const Position& position, const Value& value, Player player) {
  return impl_->keeps(position, value, player);
}
std::uint64_t TableSolver::nodes() const { return impl_->nodes(); }
std::uint64_t TableSolver::bytes() const { return impl_->bytes(); }

}  // namespace noughts::quantum
