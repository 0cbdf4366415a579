#include "noughts/hyper/study/score.h"

#include <algorithm>
#include <numeric>

namespace noughts::hyper::study {
namespace {

constexpr int kMostExact = 40;  // 1/d is a whole number of units up to here

}  // namespace

double score(const Marks& marks, int player, const ScoreWeights& weights) {
  const Board& board = marks.board();
  std::int64_t unit = 1;
  for (int d = 2; d <= std::min(board.longest(), kMostExact); ++d) unit = std::lcm(unit, d);
  std::int64_t own = 0;
  std::int64_t others = 0;
  for (Line line = 0; line < board.lines(); ++line) {
    const int owner = marks.sole_owner(line);
    if (owner < 0) continue;
    const int empty = board.size_of(line) - marks.held(line, owner);
    if (empty == 0) return owner == player ? kWinScore : -kWinScore;
    (owner == player ? own : others) += unit / empty;
  }
  const int share = weights.penalty == Penalty::kShared ? marks.players() - 1 : 1;
  const double scale = static_cast<double>(unit) * std::max(share, 1);
  return (weights.alpha * static_cast<double>(own * std::max(share, 1)) -
          weights.beta * static_cast<double>(others)) /
         scale;
}

ScoreSheet score_sheet(const Marks& marks, int player, Penalty penalty) {
  const Board& board = marks.board();
  const int share = penalty == Penalty::kShared ? std::max(marks.players() - 1, 1) : 1;
  ScoreSheet sheet;
  for (Line line = 0; line < board.lines(); ++line) {
    const int owner = marks.sole_owner(line);
    if (owner < 0) continue;
    const int empty = board.size_of(line) - marks.held(line, owner);
    if (empty == 0) {
      sheet.complete = owner;
      continue;
    }
    const Rational value = owner == player ? Rational(1, empty) : Rational(-1, empty * share);
    sheet.terms.push_back({line, owner, empty, value});
    sheet.sum = Rational(
        sheet.sum.numerator() * value.denominator() + value.numerator() * sheet.sum.denominator(),
        sheet.sum.denominator() * value.denominator());
  }
  return sheet;
}

}  // namespace noughts::hyper::study
