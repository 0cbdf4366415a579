// The pool of planes: memory goes from plane to plane, whatever their sizes, and never belongs
// to two.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "noughts/core/random.h"
#include "noughts/quixo/layout/plane.h"

namespace noughts::quixo::layout {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Marks a plane at every page; the mark tells plane and place.
void mark(Plane& plane, std::uint64_t number) {
  for (std::uint64_t at = 0; at + 8 <= plane.bytes(); at += 4096) {
    const std::uint64_t value = number << 32 | at / 4096;
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&value), 8, plane.data() + at);
  }
}
bool is_marked(const Plane& plane, std::uint64_t number) {
  for (std::uint64_t at = 0; at + 8 <= plane.bytes(); at += 4096) {
    std::uint64_t value = 0;
    std::copy_n(plane.data() + at, 8, reinterpret_cast<std::uint8_t*>(&value));
    if (value != (number << 32 | at / 4096)) return false;
  }
  return true;
}

TEST(QuixoPlanes, SeveralFormerPlanesBecomeOne) {
  PlanePool pool;
  Plane first = *pool.take(5 * kMiB);
  Plane stays = *pool.take(3 * kMiB);
  Plane third = *pool.take(7 * kMiB);
  mark(stays, 1);
  const std::uint64_t held = pool.held_bytes();
  first = Plane();
  third = Plane();
  Plane large = *pool.take(11 * kMiB);
  mark(large, 2);
  EXPECT_EQ(pool.held_bytes(), held);
  EXPECT_TRUE(is_marked(stays, 1));
  EXPECT_TRUE(is_marked(large, 2));
  stays = Plane();
  large = Plane();
  EXPECT_EQ(pool.unused_bytes(), held);
  pool.trim(4 * kMiB);
  EXPECT_LE(pool.held_bytes(), 4 * kMiB);
  pool.trim(0);
  EXPECT_EQ(pool.held_bytes(), 0U);
}

TEST(QuixoPlanes, WhatIsLeftOfALargerPieceServesAnother) {
  PlanePool pool;
  { Plane large = *pool.take(20 * kMiB); }
  const std::uint64_t held = pool.held_bytes();
  Plane a = *pool.take(7 * kMiB);
  Plane b = *pool.take(9 * kMiB);
  mark(a, 1);
  mark(b, 2);
  EXPECT_EQ(pool.held_bytes(), held);
  EXPECT_TRUE(is_marked(a, 1));
  EXPECT_TRUE(is_marked(b, 2));
}

TEST(QuixoPlanes, NeverHoldsMoreThanWasOnceInUse) {
  PlanePool pool;
  Random random(1);
  std::vector<std::pair<Plane, std::uint64_t>> planes;
  std::uint64_t most = 0;
  for (std::uint64_t round = 0; round < 400; ++round) {
    if (planes.size() > 5 || (!planes.empty() && random.below(3) == 0)) {
      planes.erase(planes.begin() + static_cast<std::ptrdiff_t>(random.below(planes.size())));
      continue;
    }
    planes.emplace_back(*pool.take((1 + random.below(9)) * kMiB + random.below(5000)), round);
    mark(planes.back().first, round);
    std::uint64_t in_use = 0;
    for (const auto& [plane, number] : planes) {
      ASSERT_TRUE(is_marked(plane, number)) << "in round " << round;
      in_use += (plane.bytes() + 64 + 2 * kMiB - 1) / (2 * kMiB) * (2 * kMiB);
    }
    most = std::max(most, in_use);
    // Planes below a huge page have their own pieces, 2 MiB each at most.
    ASSERT_LE(pool.held_bytes(), most + 6 * 2 * kMiB) << "in round " << round;
  }
}

}  // namespace
}  // namespace noughts::quixo::layout
