// The exact search, for any kind of value: alpha-beta with a transposition table
// over folded, canonical positions (node.h).
//
// What a value is, and what follows from it, is a policy. There are two: numbers
// (numbers.h: the game at one q) and functions of q on an interval (curve/). The
// search itself is the same: look up what is known of a node, order its plies,
// try them one by one inside a window, keep what was learnt. A policy has
//
//     V                    a value; equality is exact
//     Found                what a search with a window returns
//     least, most, score   the range of the game, and its ends
//     max, min             of two values
//     combine              the value of a collapse with outcomes a and b
//     window_for           the window that one outcome needs, if the other lies so
//     decided              whether bounds answer all that a window asks
//     found, exact         the answer in that case; the answer if the value is known
//     learn                narrows bounds by what a search in a window returned
//     share_of_x           how far a collapse follows X's wish, to order moves by
//     Tally<player>        what the plies of one node have shown so far
//
// A window {lower, upper} is what alpha-beta calls alpha and beta. The search
// counts against a Meter. When that says stop, the search unwinds and writes
// nothing into the table: what the table holds is always true, and the next
// question gets a right answer.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "noughts/core/bits.h"
#include "noughts/core/budget.h"
#include "noughts/core/flat_table.h"
#include "noughts/quantum/rules.h"
#include "noughts/quantum/search/node.h"

namespace noughts::quantum::search {

template <class V>
struct Bounds {
  V lower;
  V upper;
};

// The end of bounds that good plies of a player move, and the end that they
// move towards.
template <Player kPlayer, class B>
constexpr auto& near_end(B& bounds) {
  if constexpr (kPlayer == Player::kX)
    return bounds.lower;
  else
    return bounds.upper;
}
template <Player kPlayer, class B>
constexpr auto& far_end(B& bounds) {
  return near_end<opponent(kPlayer)>(bounds);
}

template <class V>
struct Child {
  Pair pair;
  bool collapses;
  std::int32_t order;  // greater first
  Bounds<V> bounds;
};

// The plies from a node.
template <class V>
struct Children {
  std::array<Child<V>, kPairs> items;
  int size = 0;

  // The best of those from `next` on, brought to `next`: often the first few
  // suffice, so they are not sorted beforehand.
  const Child<V>& take(int next) {
    int best = next;
    for (int i = next + 1; i < size; ++i) {
      if (items[i].order > items[best].order) best = i;
    }
    std::swap(items[next], items[best]);
    return items[next];
  }
};

template <class Values>
class TableSearch {
 public:
  using V = typename Values::V;
  using Found = typename Values::Found;

  template <class... Arguments>
  explicit TableSearch(const Rules& rules, Arguments&&... arguments)
      : rules_(rules), values_(rules, std::forward<Arguments>(arguments)...) {
    // Before anything is known: squares in more rows first.
    for (auto& counts : history_) {
      for (const Pair pair : kAllPairs) {
        for (const Squares row : all_rows()) {
          counts[code_of(pair)] += std::popcount(static_cast<unsigned>(row & pair.squares()));
        }
      }
    }
    const V draw = values_.score(Outcome::kDraw);
    const V x_wins = values_.score(Outcome::kXComplete);
    const V x_doubles = values_.score(Outcome::kXDouble);
    const V o_wins = values_.score(Outcome::kOComplete);
    if_nobody_can_ = {draw, draw};
    if_x_can_ = {values_.min(draw, values_.min(x_wins, x_doubles)),
                 values_.max(draw, values_.max(x_wins, x_doubles))};
    if_o_can_ = {values_.min(draw, o_wins), values_.max(draw, o_wins)};
    if_both_can_ = {values_.least(), values_.most()};
  }

  Values& values() { return values_; }
  const Values& values() const { return values_; }
  std::uint64_t bytes() const { return table_.bytes(); }

  // What a window asks about a position, pending and ended ones included. Fails
  // with the meter's error once that says stop. Require: window.lower < window.upper.
  Result<Found> value(const Position& position, const Bounds<V>& window, Meter& meter) {
    if (!meter.look()) return *meter.error();
    meter_ = &meter;
    const Found found = value_of(position, window);
    meter_ = nullptr;
    if (meter.error()) return *meter.error();
    return found;
  }

 private:
  // The outcomes of a node's trees, with what is known of each.
  struct Collapses {
    Outcomes nodes;
    std::array<Bounds<V>, kSquares> bounds;
  };

  Found value_of(const Position& position, const Bounds<V>& window) {
    if (position.pending) {
      const Node before = make_node(rules_.predecessors(position)[0]);
      const Pair pair = position.marks[position.plies - 1].pair;
      Collapses collapses;
      add_collapses(before, before.trees[pair.first], collapses);
      return collapse_value(before.plies, pair, collapses, window);
    }
    const Outcome outcome = Rules::outcome(position);
    if (outcome != Outcome::kGoesOn) return values_.exact(values_.score(outcome));
    return search(make_node(position), window);
  }

  bool stopped() const { return meter_->error().has_value(); }

  // ---- what is known without search ----

  // A player whose rows are all blocked cannot win.
  const Bounds<V>& static_bounds(const Node& node) const {
    const bool x_can = can_still_row(node.o);
    const bool o_can = can_still_row(node.x);
    if (x_can) return o_can ? if_both_can_ : if_x_can_;
    return o_can ? if_o_can_ : if_nobody_can_;
  }

  void apply_table(std::uint64_t key, Bounds<V>& bounds) {
    if (const Bounds<V>* entry = table_.find(key)) {
      bounds.lower = values_.max(bounds.lower, entry->lower);
      bounds.upper = values_.min(bounds.upper, entry->upper);
    }
  }

  // Of a settled node, which may be over.
  Bounds<V> known_bounds(const Node& node) {
    const Outcome outcome = outcome_of(node);
    if (outcome != Outcome::kGoesOn) {
      const V score = values_.score(outcome);
      return {score, score};
    }
    Bounds<V> bounds = static_bounds(node);
    if (node.plies < kKeyedPlies && bounds.lower != bounds.upper) {
      apply_table(canonical_key(node.codes), bounds);
    }
    return bounds;
  }

  // ---- collapses ----

  // Of the collapse that ply number `plies` (from 0) makes.
  Bounds<V> collapse_bounds(int plies, Pair pair, const Collapses& collapses) {
    const Bounds<V>& a = collapses.bounds[pair.first];
    const Bounds<V>& b = collapses.bounds[pair.second];
    return {values_.combine(plies, a.lower, b.lower), values_.combine(plies, a.upper, b.upper)};
  }

  // What is learnt of the outcomes stays in `collapses`.
  Found collapse_value(int plies, Pair pair, Collapses& collapses, const Bounds<V>& window) {
    Bounds<V>& a = collapses.bounds[pair.first];
    Bounds<V>& b = collapses.bounds[pair.second];
    narrow(collapses.nodes[pair.first], a, values_.window_for(plies, window, b));
    const Bounds<V> both = collapse_bounds(plies, pair, collapses);
    if (values_.decided(both, window)) return values_.found(both, window);
    narrow(collapses.nodes[pair.second], b, values_.window_for(plies, window, a));
    // Now the value is known to lie outside, or both outcomes are known.
    return values_.found(collapse_bounds(plies, pair, collapses), window);
  }

  // Searches a node with a window and takes over what that says about it.
  void narrow(const Node& node, Bounds<V>& known, const Bounds<V>& window) {
    if (known.lower == known.upper || values_.decided(known, window)) return;
    const Found found = search(node, window);
    if (!stopped()) values_.learn(known, found, window);
  }

  void add_collapses(const Node& node, Squares tree, Collapses& collapses) {
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
    const double share = values_.share_of_x(node.plies);
    const double mixed = share * std::max(a, b) + (1 - share) * std::min(a, b);
    const auto promise = static_cast<std::int32_t>(1000 * mixed);
    return kCollapsesFirst + (player_of(node.plies) == Player::kX ? promise : -promise);
  }

  Children<V> make_children(const Node& node, Collapses& collapses) {
    for (Squares rest = node.open(); rest != 0;) {
      const Squares tree = node.trees[std::countr_zero(rest)];
      if (tree & (tree - 1)) add_collapses(node, tree, collapses);
      rest &= ~tree;
    }
    Children<V> children;
    const Squares settled = node.settled();
    Codes codes = node.codes;
    for (const Pair pair : kAllPairs) {
      if (settled & pair.squares()) continue;
      Child<V>& child = children.items[children.size++];
      child.pair = pair;
      child.collapses = node.closes_cycle(pair);
      child.order = order_of(node, pair, child.collapses, collapses);
      if (child.collapses) {
        child.bounds = collapse_bounds(node.plies, pair, collapses);
        continue;
      }
      child.bounds = if_both_can_;
      if (node.plies < kLookAheadPlies) {
        codes[node.plies] = static_cast<std::uint8_t>(code_of(pair));
        apply_table(canonical_key(codes), child.bounds);
      }
    }
    return children;
  }

  void credit(const Node& node, const Child<V>& child) {
    const int left = kPlies - node.plies;
    std::int32_t& count = history_[node.plies][code_of(child.pair)];
    count = std::min(count + left * left, 1 << 28);
  }

  // ---- search ----

  Found child_value(const Node& node, const Child<V>& child, Collapses& collapses,
                    const Bounds<V>& window) {
    if (!child.collapses) return search(after_ply(node, child.pair), window);
    const Bounds<V> now = collapse_bounds(node.plies, child.pair, collapses);
    if (values_.decided(now, window)) return values_.found(now, window);
    return collapse_value(node.plies, child.pair, collapses, window);
  }

  // The ninth ply: all open squares form one tree (or are one square), every
  // outcome is final, and X takes the best two.
  V last_ply(const Node& node) {
    const Squares open = node.open();
    Outcomes outcomes;
    make_outcomes(node, open, outcomes);
    V first = values_.least();
    V second = values_.least();
    for_each_bit(open, [&](int square) {
      const V score = values_.score(outcome_of(outcomes[square]));
      second = values_.max(second, values_.min(first, score));
      first = values_.max(first, score);
    });
    return open & (open - 1) ? values_.combine(node.plies, first, second) : first;
  }

  // Require: the node is not over. What it returns means nothing once stopped().
  Found search(const Node& node, const Bounds<V>& window) {
    if (!meter_->spend()) return values_.found(if_both_can_, window);
    if (node.plies == kKeyedPlies) return values_.exact(last_ply(node));
    const std::uint64_t key = canonical_key(node.codes);
    Bounds<V> known = static_bounds(node);
    apply_table(key, known);
    if (known.lower == known.upper || values_.decided(known, window)) {
      return values_.found(known, window);
    }
    const Found found = player_of(node.plies) == Player::kX ? best<Player::kX>(node, window, known)
                                                            : best<Player::kO>(node, window, known);
    // Says no too when the search was stopped: nothing false is remembered.
    if (meter_->holds(table_.bytes_needed())) values_.learn(table_.at(key, known), found, window);
    return found;
  }

  template <Player kPlayer>
  Found best(const Node& node, const Bounds<V>& window, const Bounds<V>& known) {
    Collapses collapses;
    Children<V> children = make_children(node, collapses);
    typename Values::template Tally<kPlayer> tally(values_, window, known, children);
    for (int i = 0; i < children.size && !tally.cuts(); ++i) {
      const Child<V>& child = children.take(i);
      const Bounds<V> asked = tally.window();
      tally.take(values_.decided(child.bounds, asked) ? values_.found(child.bounds, asked)
                                                      : child_value(node, child, collapses, asked));
      if (stopped()) break;
      if (tally.cuts()) credit(node, child);
    }
    return tally.result();
  }

  // Children are looked up in the table before any is searched, up to here.
  static constexpr int kLookAheadPlies = 6;

  Rules rules_;
  Values values_;
  Meter* meter_ = nullptr;  // of the question that is being answered
  Bounds<V> if_both_can_, if_x_can_, if_o_can_, if_nobody_can_;
  FlatTable<Bounds<V>, 16, 2> table_;
  std::array<std::array<std::int32_t, kPairs>, kPlies> history_{};
};

}  // namespace noughts::quantum::search
