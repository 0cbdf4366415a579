// A small, seedable generator: the same numbers on every machine, unlike the
// distributions of the standard library. splitmix64 by Sebastiano Vigna
// (public domain algorithm): one 64-bit counter, one mixing function.
#pragma once

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
    const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % n;
    std::uint64_t draw;
    do draw = next();
    while (draw >= limit);
    return draw % n;
  }

  // 0 <= unit() < 1
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace noughts
