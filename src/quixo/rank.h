// Ranks: how far the next step is from a decided board, inside its tier.
//
//     over       0
//     win        1 if a child is lost that is over or in the next tier, else
//                1 + the least rank of a lost child
//     loss       1 + the greatest rank of a child in the same tier, and at least 2
//
// So the rank is the number of moves until the winner takes a new tile or ends the
// game, the winner hurrying and the loser delaying, unless the loser takes a new tile
// sooner. Wins have odd ranks, losses even ones.
//
// Tables hold a code instead, which is 0 for most boards: a win has none for the ranks 1
// and 3 (whoever probes sees which: rank 1 has a lost child that is over or in the next
// tier), a loss none for the rank 2; each two ranks more count one.
#pragma once

#include "noughts/quixo/value.h"

namespace noughts::quixo {

inline constexpr int kMostRankCode = 255;  // a byte

// Require: the board is decided and not over.
constexpr int rank_code(Value value, int rank) {
  if (value == Value::kWin) return rank < 3 ? 0 : (rank - 3) / 2;
  return (rank - 2) / 2;
}
// The inverse; a win of code 0 may have rank 1 instead of 3.
constexpr int rank_of_code(Value value, int code) {
  return value == Value::kWin ? 2 * code + 3 : 2 * code + 2;
}

}  // namespace noughts::quixo
