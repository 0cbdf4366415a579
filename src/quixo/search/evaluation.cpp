#include "noughts/quixo/search/evaluation.h"

namespace noughts::quixo::search {

const PatternWeights& fitted_weights() {
  static constexpr PatternWeights kWeights =
#include "line_weights.inc"
      ;
  return kWeights;
}

int count_weight(int length, int own, int other) {
  // Whoever misses one or two tiles threatens; a tile of the other takes some of that away.
  constexpr int kThreat[] = {400, 120, 50, 22, 8, 3, 1, 0, 0};
  const auto threat = [&](int tiles, int against) {
    return tiles == 0 ? 0 : kThreat[length - tiles] / (against > 1 ? 2 : 1);
  };
  return threat(own, other) - threat(other, own);
}

}  // namespace noughts::quixo::search
