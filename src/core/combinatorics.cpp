#include "noughts/core/combinatorics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <numeric>

#include "noughts/core/bits.h"

namespace noughts {
namespace {

using Triangle = std::array<std::array<std::uint64_t, kMaxBinomial + 1>, kMaxBinomial + 1>;

constexpr Triangle make_triangle() {
  Triangle triangle{};
  for (int n = 0; n <= kMaxBinomial; ++n) {
    triangle[n][0] = 1;
    for (int k = 1; k <= n; ++k) triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
  }
  return triangle;
}

constexpr Triangle kTriangle = make_triangle();

}  // namespace

std::uint64_t binomial(int n, int k) {
  assert(n >= 0 && n <= kMaxBinomial);
  return k < 0 || k > n ? 0 : kTriangle[n][k];
}

std::uint64_t trinomial(int n, int a, int b) {
  if (a < 0 || b < 0 || a + b > n) return 0;
  return binomial(n, a) * binomial(n - a, b);
}

std::uint64_t rank_subset(std::uint64_t word) {
  std::uint64_t rank = 0;
  int position = 1;
  for_each_bit(word, [&](int bit) { rank += binomial(bit, position++); });
  return rank;
}

std::uint64_t unrank_subset(std::uint64_t rank, int size) {
  std::uint64_t word = 0;
  int bit = kMaxBinomial - 1;
  for (int k = size; k >= 1; --k) {
    while (binomial(bit, k) > rank) --bit;
    word |= std::uint64_t{1} << bit;
    rank -= binomial(bit, k);
    --bit;
  }
  assert(rank == 0);
  return word;
}

std::uint64_t rank_arrangement(std::uint64_t ones, std::uint64_t twos, int n) {
  assert((ones & twos) == 0 && n <= 63);
  const std::uint64_t places = low_bits(n) & ~ones;
  const int one_count = std::popcount(ones);
  const int two_count = std::popcount(twos);
  return rank_subset(ones) * binomial(n - one_count, two_count) +
         rank_subset(extract_bits(twos, places));
}

Arrangement unrank_arrangement(std::uint64_t rank, int n, int one_count, int two_count) {
  assert(n <= 63 && rank < trinomial(n, one_count, two_count));
  const std::uint64_t row = binomial(n - one_count, two_count);
  const std::uint64_t ones = unrank_subset(rank / row, one_count);
  const std::uint64_t packed = unrank_subset(rank % row, two_count);
  return {ones, deposit_bits(packed, low_bits(n) & ~ones)};
}

std::vector<std::vector<int>> permutations(int n) {
  assert(n <= 10);
  std::vector<int> current(n);
  std::iota(current.begin(), current.end(), 0);
  std::vector<std::vector<int>> all;
  do {
    all.push_back(current);
  } while (std::next_permutation(current.begin(), current.end()));
  return all;
}

}  // namespace noughts
