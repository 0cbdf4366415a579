// Bit helpers that the compiler has no standard name for.
//
// extract and deposit are the pext and pdep of x86, written plainly so that
// every architecture has them; they serve set-up code and tables. Hot loops
// use tables made with them, or the kernels compiled per instruction set.
#pragma once

#include <bit>
#include <cstdint>

namespace noughts {

// The bits of `value` under `mask`, packed to the low end.
//   extract(0b10110, 0b11010) == 0b101
constexpr std::uint64_t extract_bits(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t packed = 0;
  for (int to = 0; mask != 0; ++to, mask &= mask - 1) {
    const std::uint64_t lowest = mask & (~mask + 1);
    if (value & lowest) packed |= std::uint64_t{1} << to;
  }
  return packed;
}

// The low bits of `packed`, spread over the set bits of `mask`: the inverse.
constexpr std::uint64_t deposit_bits(std::uint64_t packed, std::uint64_t mask) {
  std::uint64_t value = 0;
  for (; mask != 0; mask &= mask - 1, packed >>= 1) {
    if (packed & 1) value |= mask & (~mask + 1);
  }
  return value;
}

// A word whose lowest `count` bits are set; 0 <= count <= 64.
constexpr std::uint64_t low_bits(int count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Calls f(index) for each set bit, lowest first.
template <class F>
constexpr void for_each_bit(std::uint64_t word, F&& f) {
  for (; word != 0; word &= word - 1) f(std::countr_zero(word));
}

}  // namespace noughts
