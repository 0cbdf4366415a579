// The value of a position of quantum tic-tac-toe, by trying everything: no
// memo, no window, fractions reduced at each step.
#pragma once

#include "oracle/quantum_oracle.h"

namespace oracle::quantum {

__extension__ typedef __int128 Int;

struct Fraction {
  Int top = 0;
  Int bottom = 1;
};

inline Fraction reduced(Int top, Int bottom) {
  Int a = top < 0 ? -top : top;
  Int b = bottom;
  while (b != 0) {
    const Int rest = a % b;
    a = b;
    b = rest;
  }
  return {top / a, bottom / a};
}
inline bool operator<(const Fraction& l, const Fraction& r) {
  return l.top * r.bottom < r.top * l.bottom;
}
inline Fraction operator+(const Fraction& l, const Fraction& r) {
  return reduced(l.top * r.bottom + r.top * l.bottom, l.bottom * r.bottom);
}
inline Fraction operator*(const Fraction& l, const Fraction& r) {
  return reduced(l.top * r.top, l.bottom * r.bottom);
}

struct Variant {
  std::string collapse;  // "opponent", "mover", "chance"
  Fraction q;
  Fraction draw;
  bool double_win = false;
  Fraction complete = {20, 1};
  Fraction narrow = {10, 1};
};

inline Fraction score(const Variant& variant, const std::string& result) {
  if (result == "draw") return variant.draw;
  const Int sign = result[0] == 'X' ? 1 : -1;
  const std::string kind = result.substr(2);
  if (kind == "narrow") return Fraction{sign, 1} * variant.narrow;
  return Fraction{sign * (kind == "double" && variant.double_win ? 2 : 1), 1} * variant.complete;
}

inline Fraction value(const Variant& variant, const Game& game) {
  if (const auto end = result(game)) return score(variant, *end);
  const bool x_moves = game.plies.size() % 2 == 0;
  std::optional<Fraction> best;
  for (const auto& [a, b] : legal_pairs(game)) {
    const std::vector<Game> outcomes = play(game, a, b);
    Fraction worth = value(variant, outcomes[0]);
    if (outcomes.size() == 2) {
      const Fraction other = value(variant, outcomes[1]);
      const Fraction for_x = std::max(worth, other);
      const Fraction for_o = std::min(worth, other);
      if (variant.collapse == "chance") {
        const Fraction p = Fraction{1, 1} + Fraction{-1, 1} * variant.q;
        worth = p * for_x + variant.q * for_o;
      } else {
        const bool x_selects = x_moves == (variant.collapse == "mover");
        worth = x_selects ? for_x : for_o;
      }
    }
    if (!best || (x_moves ? *best < worth : worth < *best)) best = worth;
  }
  return *best;
}

}  // namespace oracle::quantum
