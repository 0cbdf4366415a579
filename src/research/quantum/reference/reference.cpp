#include "noughts/research/quantum/reference/reference.h"

namespace noughts::quantum::reference {
namespace {

template <class V>
class Reference {
 public:
  Reference(const Rules& rules, ReferenceKind kind, const Budget& budget)
      : rules_(rules), scale_(rules), kind_(kind), meter_(budget, "searching without a table") {}

  Result<ReferenceResult> value(const Position& p) {
    meter_.look();
    const V value = search(p, lowest(), highest());
    if (meter_.error()) return *meter_.error();
    return ReferenceResult{scale_.exact(value), meter_.nodes()};
  }

 private:
  // No value lies outside, so a search with these has no window.
  V lowest() const { return scale_.least() - 1; }
  V highest() const { return scale_.most() + 1; }

  // Fail-soft: at most a means an upper bound, at least b a lower bound. Once the
  // meter says stop, what it returns means nothing.
  V search(const Position& p, V a, V b) {
    if (p.pending) return collapse(p, a, b);
    if (!meter_.spend()) return a;
    const Outcome outcome = Rules::outcome(p);
    if (outcome != Outcome::kGoesOn) return scale_.score(outcome);
    const bool x_moves = player_of(p.plies) == Player::kX;
    V best = x_moves ? lowest() : highest();
    const auto consider = [&](const Move& move) {
      const V found = search(rules_.apply(p, move), a, b);
      if (x_moves) {
        best = std::max(best, found);
        a = std::max(a, best);
      } else {
        best = std::min(best, found);
        b = std::min(b, best);
      }
      return a < b && !meter_.error();
    };
    if (p.plies == 0) {
      for (const Pair pair : search::openings()) {
        if (!consider({pair, false})) break;
      }
      return best;
    }
    for (const Move& move : rules_.moves(p)) {
      if (!consider(move)) break;
    }
    return best;
  }

  V collapse(const Position& p, V a, V b) {
    const MoveList selections = rules_.moves(p);
    const Position first = rules_.apply(p, selections[0]);
    const Position second = rules_.apply(p, selections[1]);
    switch (rules_.to_move(p)) {
      case static_cast<int>(Player::kX): {
        const V v = search(first, a, b);
        return v >= b ? v : std::max(v, search(second, std::max(a, v), b));
      }
      case static_cast<int>(Player::kO): {
        const V v = search(first, a, b);
        return v <= a ? v : std::min(v, search(second, a, std::min(b, v)));
      }
      default:
        return kind_ == ReferenceKind::kNaive ? naive(first, second)
                                              : modified(first, second, a, b);
    }
  }

  V naive(const Position& first, const Position& second) {
    const V v1 = search(first, lowest(), highest());
    const V v2 = search(second, lowest(), highest());
    return scale_.chance(v1, v2);
  }

  // Table 5 of Sakuta and Tomioka.
  V modified(const Position& first, const Position& second, V a, V b) {
    V v1 = search(first, a, b);
    V v2 = search(second, a, b);
    const V v0 = mixed(v1, v2);
    const auto again = [&](const Position& p, V& v) {
      v = v <= a ? search(p, lowest(), v) : search(p, v, highest());
    };
    const bool inside1 = a < v1 && v1 < b;
    const bool inside2 = a < v2 && v2 < b;
    const bool opposite = (v1 <= a && v2 >= b) || (v2 <= a && v1 >= b);
    if (opposite) {
      again(first, v1);
      again(second, v2);
    } else if (inside2 && ((v1 <= a && v0 > a) || (v1 >= b && v0 < b))) {
      again(first, v1);
    } else if (inside1 && ((v2 <= a && v0 > a) || (v2 >= b && v0 < b))) {
      again(second, v2);
    }
    return mixed(v1, v2);
  }

  // Bounds need not divide evenly, but ends of games do: values do not round.
  V mixed(V v1, V v2) const { return scale_.chance(v1, v2); }

  const Rules& rules_;
  search::Scale<V> scale_;
  ReferenceKind kind_;
  Meter meter_;
};

}  // namespace

Result<ReferenceResult> solve_reference(const Rules& rules, const Position& position,
                                        ReferenceKind kind, const Budget& budget) {
  if (search::Scale<std::int64_t>::fits(rules)) {
    return Reference<std::int64_t>(rules, kind, budget).value(position);
  }
  return Reference<Wide>(rules, kind, budget).value(position);
}

}  // namespace noughts::quantum::reference
