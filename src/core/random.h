// A small, seedable generator: the same numbers on every machine, unlike the
// distributions of the standard library. splitmix64 by Sebastiano Vigna
// (public domain algorithm): one 64-bit counter, one mixing function.
#pragma once

#include <array>
#include <cstdint>

namespace noughts {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // 0 <= below(n) < n, each as likely as the others. Require: n > 0.
  std::uint64_t below(std::uint64_t n) {
    // Multiplies by the inverse of n instead of dividing by n.
    const std::uint64_t inverse = n < kInverses.size() ? kInverses[n] : kAll / n;
    const std::uint64_t limit = inverse * n;
    std::uint64_t draw;
    do draw = next();
    while (draw >= limit);
    const std::uint64_t rest = draw - static_cast<std::uint64_t>(Wide{draw} * inverse >> 64) * n;
    return rest < n ? rest : rest - n;
  }

  // An item of a list with size() and [], each as likely as the others; faster than
  // list[below(list.size())], and another one. Require: the list is not empty.
  template <class List>
  auto pick(const List& list) {
    const std::uint64_t n = list.size();
    Wide scaled = Wide{next()} * n;
    // The products with a low word under 2^64 mod n would favour some items.
    if (static_cast<std::uint64_t>(scaled) < n) {
      const std::uint64_t uneven = (kAll - n + 1) % n;
      while (static_cast<std::uint64_t>(scaled) < uneven) scaled = Wide{next()} * n;
    }
    return list[static_cast<std::size_t>(scaled >> 64)];
  }

  // 0 <= unit() < 1
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  static constexpr auto kInverses = [] {
    std::array<std::uint64_t, 128> inverses{};
    for (std::size_t n = 1; n < inverses.size(); ++n) inverses[n] = kAll / n;
    return inverses;
  }();

  std::uint64_t state_;
};

}  // namespace noughts
