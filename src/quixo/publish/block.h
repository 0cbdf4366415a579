// A block of published tables: some boards of a class in a row (published.h).
//
// What a prober sees for itself is not in it. Of the other boards, in order:
//
//     a bit for each: is it won? | a bit for each that is not won: is it lost?
//
// with ranks (rank.h), where somebody knows which wins have rank 1,
//
//     a bit for each won one: has it another rank?
//
// and with ranks
//
//     a bit for each won or lost one, but for those of rank 1: has it a code that is not 0? |
//     those codes, a byte each
//
// With plies, instead of ranks,
//
//     the plies of each won one, a byte | of each lost one
//
// All that is of bits begins on a byte.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noughts/quixo/value.h"

namespace noughts::quixo::publish {

// What is known of a board.
struct Known {
  Value value = Value::kDraw;
  std::uint8_t code = 0;  // of its rank, or its plies
  bool at_once = false;   // won with rank 1
  bool operator==(const Known&) const = default;
};

// What a block says besides values.
struct BlockExtras {
  bool codes = false;    // of ranks
  bool at_once = false;  // only with codes
  bool plies = false;    // only without codes
};

std::vector<std::uint8_t> write_block(std::span<const Known> boards, BlockExtras extras);
// The inverse, of so many boards. Nothing if the bytes do not fit.
std::optional<std::vector<Known>> read_block(std::span<const std::uint8_t> raw,
                                             std::uint64_t boards, BlockExtras extras);

}  // namespace noughts::quixo::publish
