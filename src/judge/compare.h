// Two agents on the same positions: which of them plays better, and how sure that is.
//
// Only positions count in which one keeps the value and the other gives it away. If both play
// equally well, each of these is as likely to be the one's as the other's, so the test is that of
// a fair coin (McNemar's, exact). It tells agents apart whose intervals still overlap.
#pragma once

#include <cstdint>

#include "noughts/judge/score.h"

namespace noughts::judge {

struct Paired {
  std::uint64_t positions = 0;  // that both were asked
  std::uint64_t both = 0;       // kept by both
  std::uint64_t neither = 0;
  std::uint64_t only_first = 0;  // kept by the first alone
  std::uint64_t only_second = 0;
  double p = 1;  // how likely so great a difference is between equals

  bool is_decided() const { return p < 0.05; }
};

// Positions are matched by their texts.
Paired compare(const Judgement& first, const Judgement& second);

// So likely is it that of `first` + `second` throws of a coin the sides differ at least as much.
double coin_test(std::uint64_t first, std::uint64_t second);

}  // namespace noughts::judge
