#include "noughts/judge/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace noughts::judge {
namespace {

using play::Rating;
using play::Verdict;

// In the scores of quantum tic-tac-toe; without scores a step from win to draw is ten.
double worth(const Rating& rating) {
  if (rating.score) return to_double(*rating.score);
  switch (rating.verdict) {
    case Verdict::kWin:
      return 10;
    case Verdict::kLoss:
    case Verdict::kExposed:
      return -10;
    case Verdict::kDraw:
    case Verdict::kHold:
    case Verdict::kUnknown:
      break;
  }
  return 0;
}

}  // namespace

Interval Share::interval() const {
  if (asked == 0) return {};
  constexpr double kZ = 1.959963984540054;  // 95 percent of a normal distribution
  const auto n = static_cast<double>(asked);
  const double share = value();
  const double scale = 1 + kZ * kZ / n;
  const double middle = (share + kZ * kZ / (2 * n)) / scale;
  const double half = kZ / scale * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  return {kept == 0 ? 0 : std::max(0.0, middle - half),
          kept == asked ? 1 : std::min(1.0, middle + half)};
}

bool is_worse(const Mistake& a, const Mistake& b) {
  const double lost_by_a = worth(a.before) - worth(a.after);
  const double lost_by_b = worth(b.before) - worth(b.after);
  if (lost_by_a != lost_by_b) return lost_by_a > lost_by_b;
  if (a.after != b.after) return a.after < b.after;  // lost sooner
  return a.before > b.before;                        // would have won sooner
}

std::uint64_t Judgement::count(GameEnd end) const {
  return static_cast<std::uint64_t>(std::count_if(
      games.begin(), games.end(), [&](const PlayedGame& game) { return game.end == end; }));
}

}  // namespace noughts::judge
