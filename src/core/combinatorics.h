// Counting and ranking.
//
// A subset of {0..n-1} with k elements is a word with k set bits. Its rank is
// its place among all words with k set bits in increasing numeric order:
//
//     word   00011 00101 00110 01001 ...        (k = 2)
//     rank       0     1     2     3
//
// rank(word) = sum over its set bits b_1 < b_2 < ... of C(b_i, i): this is the
// "ord" of the Quixo paper, Table 1. The rank does not depend on n.
//
// A multiset arrangement is a word over the letters 0, 1, 2 with given numbers
// of each letter: two subsets, the second inside the complement of the first.
#pragma once

#include <cstdint>
#include <vector>

namespace noughts {

inline constexpr int kMaxBinomial = 64;

// C(n, k) for 0 <= n <= kMaxBinomial where it fits in 64 bits; 0 if k < 0 or k > n.
std::uint64_t binomial(int n, int k);

// n! / (a! b! (n-a-b)!): ways to place a letters of one kind and b of another.
std::uint64_t trinomial(int n, int a, int b);

// The rank of a word among the words with as many set bits.
std::uint64_t rank_subset(std::uint64_t word);

// The inverse. Require: 0 <= rank < C(64, size).
std::uint64_t unrank_subset(std::uint64_t rank, int size);

// Rank of an arrangement of `ones` and `twos` (disjoint words) over n places:
// rank(ones) * C(n - |ones|, |twos|) + rank(twos with the places of ones removed).
std::uint64_t rank_arrangement(std::uint64_t ones, std::uint64_t twos, int n);

struct Arrangement {
  std::uint64_t ones;
  std::uint64_t twos;
  bool operator==(const Arrangement&) const = default;
};

// The inverse. Require: rank < trinomial(n, one_count, two_count), n <= 63.
Arrangement unrank_arrangement(std::uint64_t rank, int n, int one_count, int two_count);

// 3^e, 2^e and so on; require that it fits.
constexpr std::uint64_t int_power(std::uint64_t base, int exponent) {
  std::uint64_t product = 1;
  while (exponent-- > 0) product *= base;
  return product;
}

// All permutations of 0..n-1 in lexicographic order. Require: n <= 10.
std::vector<std::vector<int>> permutations(int n);

}  // namespace noughts
