// A block of published tables: some kept boards of a class in a row (published.h).
//
// What a prober sees for itself is not in it. Of the other boards, in order:
//
//     a bit for each: is it won? | a bit for each that is not won: is it lost?
//
// and with ranks (rank.h)
//
//     a bit for each won or lost one: has it a code that is not 0? | those codes, a byte each
//
// Each of the three begins on a byte.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noughts/quixo/value.h"

namespace noughts::quixo {

// A board's value and code of its rank.
struct Known {
  Value value = Value::kDraw;
  std::uint8_t code = 0;
  bool operator==(const Known&) const = default;
};

std::vector<std::uint8_t> write_block(std::span<const Known> boards, bool ranks);
// The inverse, of so many boards. Nothing if the bytes do not fit.
std::optional<std::vector<Known>> read_block(std::span<const std::uint8_t> raw,
                                             std::uint64_t boards, bool ranks);

}  // namespace noughts::quixo
