#include "noughts/research/quantum/reference/printed.h"

#include <algorithm>

#include "noughts/research/quantum/reference/reference.h"

namespace noughts::quantum::reference {
namespace {

class Printed {
 public:
  Printed(const Rules& rules, bool naive, const Budget& budget)
      : rules_(rules),
        q_(to_double(rules.variant().q)),
        naive_(naive),
        meter_(budget, "searching as printed") {
    for (int i = 1; i < kOutcomes; ++i) {
      const double score = to_double(rules.score(static_cast<Outcome>(i)));
      lowest_ = std::min(lowest_, score);
      highest_ = std::max(highest_, score);
    }
  }

  Result<PrintedResult> run() {
    const double value = search(rules_.initial(), lowest_, highest_);
    if (meter_.error()) return *meter_.error();
    return PrintedResult{value, meter_.nodes() - 1};
  }

 private:
  double search(const Position& p, double a, double b) {
    if (p.pending) return collapse(p, a, b);
    if (!meter_.spend()) return a;
    const Outcome outcome = Rules::outcome(p);
    if (outcome != Outcome::kGoesOn) return to_double(rules_.score(outcome));
    const bool x_moves = player_of(p.plies) == Player::kX;
    const auto goes_on_after = [&](const Position& next) {
      return !take(x_moves, search(next, a, b), a, b) && !meter_.error();
    };
    if (p.plies == 0) {
      for (const Pair pair : search::openings()) {
        if (!goes_on_after(rules_.apply(p, {pair, false}))) break;
      }
    } else {
      for (const Move& move : rules_.moves(p)) {
        if (!goes_on_after(rules_.apply(p, move))) break;
      }
    }
    return x_moves ? a : b;
  }

  // Narrows the window by a better value; whether that closes it.
  static bool take(bool x_moves, double found, double& a, double& b) {
    if (x_moves ? found <= a : found >= b) return false;
    (x_moves ? a : b) = found;
    return a >= b;
  }

  double collapse(const Position& p, double a, double b) {
    const MoveList selections = rules_.moves(p);
    const Position first = rules_.apply(p, selections[0]);
    const Position second = rules_.apply(p, selections[1]);
    const int seat = rules_.to_move(p);
    if (seat == kSystem) return naive_ ? naive(first, second) : modified(first, second, a, b);
    const bool x_selects = seat == static_cast<int>(Player::kX);
    if (!take(x_selects, search(first, a, b), a, b)) {
      take(x_selects, search(second, a, b), a, b);
    }
    return x_selects ? a : b;
  }

  double naive(const Position& first, const Position& second) {
    const double v1 = search(first, lowest_, highest_);
    return chance(v1, search(second, lowest_, highest_));
  }

  // Table 5, one cell after the other.
  double modified(const Position& first, const Position& second, double a, double b) {
    double v1 = search(first, a, b);
    double v2 = search(second, a, b);
    const double v0 = chance(v1, v2);
    const int place1 = place(v1, a, b);
    const int place2 = place(v2, a, b);
    if (place1 == place2) return v0;
    const auto matters = [&](int out, int other) {
      return other != 0 || (out < 0 ? v0 > a : v0 < b);
    };
    const auto again = [&](const Position& p, int out, double v) {
      return out < 0 ? search(p, lowest_, v) : search(p, v, highest_);
    };
    if (place1 != 0 && matters(place1, place2)) v1 = again(first, place1, v1);
    if (place2 != 0 && matters(place2, place1)) v2 = again(second, place2, v2);
    return chance(v1, v2);
  }
  // Below, inside or above the window.
  static int place(double v, double a, double b) { return v <= a ? -1 : v >= b ? 1 : 0; }

  double chance(double v1, double v2) const {
    return (1 - q_) * std::max(v1, v2) + q_ * std::min(v1, v2);
  }

  const Rules& rules_;
  double q_;
  bool naive_;
  double lowest_ = 0;
  double highest_ = 0;
  Meter meter_;
};

}  // namespace

Result<PrintedResult> search_as_printed(const Rules& rules, bool naive, const Budget& budget) {
  return Printed(rules, naive, budget).run();
}

}  // namespace noughts::quantum::reference
