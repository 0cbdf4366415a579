// The lines of the 5x5 board as numbers.
//
// A row, column or diagonal of five cells, each blank, own or the opponent's, is a
// number in base three, 0 to 242: cell i counts 3^i if it is own and 2 * 3^i if it is
// the opponent's. Lines that a symmetry of the board can exchange share a kind:
//
//     kind 0   the four lines along the border      kind 2   the two lines through the centre
//     kind 1   the four lines next to them          kind 3   the two diagonals
//
// The cells of a column lie five bits apart. A multiplication brings them together:
// bit 5i times bit 4j is bit 5i + 4j, and with i + j = 4 these are bits 16 to 20; all
// other sums differ from them and from one another, so nothing carries. The diagonals
// work the same way.
#pragma once

#include <array>
#include <cstdint>

namespace noughts::quixo::search {

inline constexpr int kPatternSize = 5;
inline constexpr int kLineKinds = 4;
inline constexpr int kLinePatterns = 243;

namespace patterns {

constexpr std::array<std::uint8_t, 32> make_ternary() {
  std::array<std::uint8_t, 32> ternary{};
  for (unsigned cells = 0; cells < 32; ++cells) {
    for (int i = 4; i >= 0; --i) {
      ternary[cells] = static_cast<std::uint8_t>(3 * ternary[cells] + (cells >> i & 1));
    }
  }
  return ternary;
}
// Five bits read in base three.
inline constexpr std::array<std::uint8_t, 32> kTernary = make_ternary();

constexpr unsigned row(std::uint64_t cells, int index) { return cells >> (5 * index) & 31; }
constexpr unsigned column(std::uint64_t cells, int index) {
  return ((cells >> index & 0x108421) * 0x11111 >> 16) & 31;
}
constexpr unsigned falling_diagonal(std::uint64_t cells) {
  return ((cells & 0x1041041) * 0x108421 >> 20) & 31;
}
constexpr unsigned rising_diagonal(std::uint64_t cells) {
  return ((cells >> 4 & 0x11111) * 0x108421 >> 16) & 31;
}

}  // namespace patterns

// Calls f(kind, pattern) for each of the twelve lines.
template <class F>
constexpr void for_each_line_pattern(std::uint64_t own, std::uint64_t other, F&& f) {
  const auto pattern = [](unsigned mine, unsigned theirs) {
    return patterns::kTernary[mine] + 2 * patterns::kTernary[theirs];
  };
  for (int i = 0; i < kPatternSize; ++i) {
    const int kind = i == 2 ? 2 : i % 4 == 0 ? 0 : 1;
    f(kind, pattern(patterns::row(own, i), patterns::row(other, i)));
    f(kind, pattern(patterns::column(own, i), patterns::column(other, i)));
  }
  f(3, pattern(patterns::falling_diagonal(own), patterns::falling_diagonal(other)));
  f(3, pattern(patterns::rising_diagonal(own), patterns::rising_diagonal(other)));
}

}  // namespace noughts::quixo::search
