// See proof_kernels.h. Everything lives in a namespace named after the instruction set.
#include "noughts/quixo/proof/proof_kernels.h"

#include <cstring>

namespace noughts::quixo::NOUGHTS_ISA {
namespace {

using u8 = std::uint8_t;
using u64 = std::uint64_t;

typedef u64 Eight __attribute__((vector_size(64)));

inline Eight load(const u8* from) {
  Eight v;
  std::memcpy(&v, __builtin_assume_aligned(from, 64), sizeof v);
  return v;
}

void add_vectors(u8* to, const u8* from, const u64* offsets, int count, std::uint32_t bytes) {
  for (std::uint32_t z = 0; z < bytes; z += 64) {
    Eight sum = load(to + z);
    for (int i = 0; i < count; ++i) sum |= load(from + offsets[i] + z);
    std::memcpy(__builtin_assume_aligned(to + z, 64), &sum, sizeof sum);
  }
}

// Exchanges the upper columns of a with the lower ones of b.
template <class Row>
inline void exchange(Row& a, Row& b, int shift, u64 low) {
  const Row moved = ((a >> shift) ^ b) & low;
  b ^= moved;
  a ^= moved << shift;
}

// 64 rows of 64 bits. Row r is written to place_of(r) before, so that rows 1, 2 and 4 apart are in
// different registers; then lanes and registers change places, and those 8, 16 and 32 apart are.
// What comes out is in order.
constexpr int place_of(int row) { return row % 8 * 8 + row / 8; }

template <int kApart>
inline void exchange_halves(Eight* r, int shift, u64 low) {
  for (int i = 0; i < 8; ++i) {
    if (!(i & kApart)) exchange(r[i], r[i + kApart], shift, low);
  }
}

// Lanes of a and b by blocks of kApart, as 2 x 2 matrices of blocks transposed.
template <int kApart>
inline void exchange_lanes(Eight* r) {
  for (int i = 0; i < 8; ++i) {
    if (i & kApart) continue;
    const Eight a = r[i];
    const Eight b = r[i + kApart];
    if constexpr (kApart == 4) {
      r[i] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
      r[i + kApart] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    } else if constexpr (kApart == 2) {
      r[i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
      r[i + kApart] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    } else {
      r[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
      r[i + kApart] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    }
  }
}

__attribute__((noinline)) void transpose(const u64* placed, u64* rows) {
  Eight r[8];
  std::memcpy(r, placed, sizeof r);
  exchange_halves<4>(r, 4, 0x0f0f0f0f0f0f0f0f);
  exchange_halves<2>(r, 2, 0x3333333333333333);
  exchange_halves<1>(r, 1, 0x5555555555555555);
  exchange_lanes<4>(r);
  exchange_lanes<2>(r);
  exchange_lanes<1>(r);
  exchange_halves<4>(r, 32, 0x00000000ffffffff);
  exchange_halves<2>(r, 16, 0x0000ffff0000ffff);
  exchange_halves<1>(r, 8, 0x00ff00ff00ff00ff);
  std::memcpy(rows, r, sizeof r);
}

inline u64 get8(const u8* at) {
  u64 value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
inline void add8(u8* at, u64 more) {
  const u64 value = get8(at) | more;
  std::memcpy(at, &value, sizeof value);
}

void unite_tiles(u8* const* x, int x_byte, u8* const* y, int y_byte, bool same) {
  alignas(64) u64 a[64], b[64], turned[64];
  u64 any_a = 0;
  u64 any_b = 0;
  for (int row = 0; row < 64; ++row) {
    any_a |= a[place_of(row)] = get8(x[row] + x_byte);
    any_b |= b[place_of(row)] = get8(y[row] + y_byte);
  }
  if (any_a != 0) {
    transpose(a, turned);
    for (int row = 0; row < 64; ++row) add8(y[row] + y_byte, turned[row]);
  }
  if (any_b == 0 || same) return;
  transpose(b, turned);
  for (int row = 0; row < 64; ++row) add8(x[row] + x_byte, turned[row]);
}

// In squares of eight words, so that a cache line is fetched once.
void unite_words(u8* const* x, int x_words, u8* const* y, int y_words, bool same) {
  constexpr int kSquare = 8;
  for (int from = 0; from < x_words; from += kSquare) {
    const int to = from + kSquare < x_words ? from + kSquare : x_words;
    for (int first = same ? from : 0; first < y_words; first += kSquare) {
      const int last = first + kSquare < y_words ? first + kSquare : y_words;
      for (int i = from; i < to; ++i) {
        for (int k = same && i > first ? i : first; k < last; ++k) {
          unite_tiles(x + 64 * i, 8 * k, y + 64 * k, 8 * i, same && i == k);
        }
      }
    }
  }
}

template <int kBytes>
inline u64 get(const u8* at) {
  u64 value = 0;
  std::memcpy(&value, at, kBytes);
  return value;
}
template <int kBytes>
inline void add(u8* at, u64 more) {
  const u64 value = get<kBytes>(at) | more;
  std::memcpy(at, &value, kBytes);
}

template <int kBytes>
void unite_runs(u8* const* rows, int count, int words, u8* runs, const ProofColumns& columns) {
  alignas(64) u64 a[64], b[64], turned[64];
  std::memset(a, 0, sizeof a);
  for (int word = 0; word < words; ++word) {
    const u64 boards = columns.boards[word];
    const std::uint32_t* const offset = columns.offset + 64 * word;
    u64 any_a = 0;
    for (int row = 0; row < count; ++row) {
      any_a |= a[place_of(row)] = get8(rows[row] + 8 * word) & boards;
    }
    u64 any_b = 0;
    for (int column = 0; column < 64; ++column) {
      any_b |= b[place_of(column)] = get<kBytes>(runs + offset[column]);
    }
    if (any_a != 0) {
      transpose(a, turned);
      for (int column = 0; column < 64; ++column)
        add<kBytes>(runs + offset[column], turned[column]);
    }
    if (any_b == 0) continue;
    transpose(b, turned);
    for (int row = 0; row < count; ++row) add8(rows[row] + 8 * word, turned[row] & boards);
  }
}

void unite_columns(u8* const* rows, int count, int words, u8* runs, const ProofColumns& columns) {
  for (int first = 0; first < count; first += 64) {
    const int some = count - first < 64 ? count - first : 64;
    u8* const there = runs + first / 8;
    switch (columns.bytes - first / 8) {
      case 1:
        unite_runs<1>(rows + first, some, words, there, columns);
        break;
      case 2:
        unite_runs<2>(rows + first, some, words, there, columns);
        break;
      case 3:
        unite_runs<3>(rows + first, some, words, there, columns);
        break;
      case 4:
        unite_runs<4>(rows + first, some, words, there, columns);
        break;
      default:
        unite_runs<8>(rows + first, some, words, there, columns);
    }
  }
}

}  // namespace

extern const ProofKernels kProofKernels;
const ProofKernels kProofKernels = {add_vectors, unite_words, unite_columns};

}  // namespace noughts::quixo::NOUGHTS_ISA
