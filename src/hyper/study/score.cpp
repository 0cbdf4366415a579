#include "noughts/hyper/study/score.h"

#include <numeric>

namespace noughts::hyper {

double score(const Marks& marks, int player, const ScoreWeights& weights) {
  const Board& board = marks.board();
  std::int64_t unit = 1;
  for (int d = 2; d <= board.side(); ++d) unit = std::lcm(unit, d);
  std::int64_t own = 0;
  std::int64_t others = 0;
  for (Line line = 0; line < board.lines(); ++line) {
    const int owner = marks.sole_owner(line);
    if (owner < 0) continue;
    const int empty = board.side() - marks.held(line, owner);
    if (empty == 0) return owner == player ? kWinScore : -kWinScore;
    (owner == player ? own : others) += unit / empty;
  }
  const int share = weights.penalty == Penalty::kShared ? marks.players() - 1 : 1;
  const double scale = static_cast<double>(unit) * std::max(share, 1);
  return (weights.alpha * static_cast<double>(own * std::max(share, 1)) -
          weights.beta * static_cast<double>(others)) /
         scale;
}

}  // namespace noughts::hyper
