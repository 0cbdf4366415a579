// What a Quixo board seems worth to the player to move: a guess, in thousandths of a win.
//
// The guess is a sum over lines. On 5x5 with lines of five, each line counts by what
// stands where in it (line_patterns.h), with weights fitted to exact values
// (line_weights.inc, made by tools/quixo_fit). On every other board a line counts by
// how many tiles of each player it holds: few missing is good.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "noughts/quixo/rules.h"
#include "noughts/quixo/search/line_patterns.h"

namespace noughts::quixo::search {

using LineWeights = std::array<std::array<std::int16_t, kLinePatterns>, kLineKinds>;

// What having a move is worth, and each pattern of each kind of line.
struct PatternWeights {
  int to_move = 0;
  LineWeights lines{};
};
const PatternWeights& fitted_weights();

// A line with `own` of its `length` tiles the mover's and `other` the opponent's: the
// weight where nothing was fitted, and the one that fitting starts from.
int count_weight(int length, int own, int other);

template <class R>
class Evaluation {
 public:
  using Board = typename R::Board;
  using Cells = typename R::Cells;

  explicit Evaluation(const R& rules, const PatternWeights& weights = fitted_weights())
      : weights_(weights),
        by_patterns_(rules.size() == kPatternSize && rules.line() == kPatternSize),
        lines_(rules.lines()) {
    for (int own = 0; own <= rules.line(); ++own) {
      for (int other = 0; own + other <= rules.line(); ++other) {
        counts_[own][other] = count_weight(rules.line(), own, other);
      }
    }
  }

  // Of a board that is not over, X to move.
  int of(Board board) const {
    const Cells own = cells_of(board, Player::kX);
    const Cells other = cells_of(board, Player::kO);
    return by_patterns_ ? by_patterns(own, other) : by_counts(own, other);
  }

 private:
  int by_patterns(Cells own, Cells other) const {
    int sum = weights_.to_move;
    for_each_line_pattern(own, other,
                          [&](int kind, int pattern) { sum += weights_.lines[kind][pattern]; });
    return sum;
  }
  int by_counts(Cells own, Cells other) const {
    int sum = 0;
    for (const Cells line : lines_) {
      sum += counts_[std::popcount(own & line)][std::popcount(other & line)];
    }
    return sum;
  }

  PatternWeights weights_;
  bool by_patterns_;
  std::vector<Cells> lines_;
  std::array<std::array<int, 9>, 9> counts_{};
};

}  // namespace noughts::quixo::search
