// The heuristic score of Kutner's draft, section III.A.
//
// With d the number of empty cells on a line,
//
//     score(Q) = alpha * (sum of 1/d over the lines that only Q has marks on)
//              - beta  * (sum of w/d over the lines that only one opponent has marks on)
//
// where w = 1/(q-1) with the printed (shared) penalty, so that the scores of all
// players sum to zero, and w = 1 with the full penalty, which is what the
// draft's own tables were made with. A completed line is worth more than any
// other sum. The sums are exact: integers over the least common multiple of
// 1..n, so that equal scores compare equal.
//
//     1 . 2        3^2, three players: score(1) = 1/2 + 1/2 + 1/2 - 1/4 = 5/4,
//     . 1 .        score(2) = -1, score(3) = -1/4 with the shared penalty
//     . . 3
#pragma once

#include <optional>
#include <vector>

#include "noughts/core/rational.h"
#include "noughts/hyper/marks.h"

namespace noughts::hyper::study {

enum class Penalty { kShared, kFull };

struct ScoreWeights {
  double alpha = 1;  // weight of own lines, 0 to 1
  double beta = 1;   // weight of opponents' lines, 0 to 1
  Penalty penalty = Penalty::kShared;
};

// More than any score of a board without a completed line.
inline constexpr double kWinScore = 1e9;

double score(const Marks& marks, int player, const ScoreWeights& weights);

// What one line adds: 1/d for a line of the player's own, -1/d or -1/(d(q-1)) for one of
// an opponent's.
struct ScoreTerm {
  Line line = 0;
  int owner = 0;
  int empty = 0;  // d
  Rational value;
};

// The same score with alpha = beta = 1, term by term and exactly.
struct ScoreSheet {
  std::vector<ScoreTerm> terms;  // of the lines that count, in order
  Rational sum;
  std::optional<int> complete;  // who has a completed line; then the sum means nothing
};
ScoreSheet score_sheet(const Marks& marks, int player, Penalty penalty);

}  // namespace noughts::hyper::study
