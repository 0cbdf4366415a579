// See proof_kernels.h. Everything lives in a namespace named after the instruction set.
#include "noughts/quixo/proof/proof_kernels.h"

#include <cstring>

#if defined(__GFNI__) && defined(__AVX512VBMI__)
#define NOUGHTS_PROOF_BYTES 1  // has instructions that gather words and turn 8 x 8 bits
#include <immintrin.h>
#endif

namespace noughts::quixo::proof::NOUGHTS_ISA {
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
// What comes out is in order. Where 8 x 8 bits can be turned at once, rows are in order before,
// too.
#if defined(NOUGHTS_PROOF_BYTES)
constexpr int place_of(int row) { return row; }
#else
constexpr int place_of(int row) { return row % 8 * 8 + row / 8; }
#endif

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

#if defined(NOUGHTS_PROOF_BYTES)
// Where each byte of eight rows comes from: as 8 x 8 bytes transposed; for the turning
// instruction, which counts rows from the last, also upside down.
struct alignas(64) ByteOrder {
  u8 from[64];
  constexpr explicit ByteOrder(bool upside_down) : from() {
    for (int i = 0; i < 64; ++i) {
      const int row = upside_down ? 7 - i % 8 : i % 8;
      from[i] = static_cast<u8>(8 * row + i / 8);
    }
  }
};

inline __m512i reorder(const ByteOrder& order, __m512i bytes) {
  return _mm512_permutexvar_epi8(_mm512_load_si512(order.from), bytes);
}
#endif

__attribute__((noinline)) void transpose(const u64* placed, u64* rows) {
  Eight r[8];
  std::memcpy(r, placed, sizeof r);
#if defined(NOUGHTS_PROOF_BYTES)
  static constexpr ByteOrder kApart(true), kTogether(false);
  const __m512i ones_on_diagonal = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
  for (Eight& rows8 : r) {
    const __m512i squares = reorder(kApart, reinterpret_cast<__m512i>(rows8));
    rows8 = reinterpret_cast<Eight>(_mm512_gf2p8affine_epi64_epi8(ones_on_diagonal, squares, 0));
  }
  exchange_lanes<4>(r);
  exchange_lanes<2>(r);
  exchange_lanes<1>(r);
  for (Eight& rows8 : r) {
    rows8 = reinterpret_cast<Eight>(reorder(kTogether, reinterpret_cast<__m512i>(rows8)));
  }
  std::memcpy(rows, r, sizeof r);
  return;
#endif
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
inline void put8(u8* at, u64 value) { std::memcpy(at, &value, sizeof value); }

// The words at a byte of so many rows, to their places. Returns their union.
inline u64 get_words(u8* const* rows, int count, int byte, u64* words) {
#if defined(NOUGHTS_PROOF_BYTES)
  __m512i any = _mm512_setzero_si512();
  const __m512i ahead = _mm512_set1_epi64(byte);
  for (int row = 0; row < count; row += 8) {
    const int some = count - row < 8 ? count - row : 8;
    const auto there = static_cast<__mmask8>((1 << some) - 1);
    const __m512i at = _mm512_add_epi64(_mm512_maskz_loadu_epi64(there, rows + row), ahead);
    const __m512i eight =
        _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), there, at, nullptr, 1);
    _mm512_store_si512(words + row, eight);
    any = _mm512_or_si512(any, eight);
  }
  return _mm512_test_epi64_mask(any, any) != 0 ? 1 : 0;
#endif
  u64 all = 0;
  for (int row = 0; row < count; ++row) all |= words[place_of(row)] = get8(rows[row] + byte);
  return all;
}

void unite_tiles(u8* const* x, int x_byte, u8* const* y, int y_byte, bool same) {
  alignas(64) u64 a[64], b[64], turned[64];
  const u64 any_a = get_words(x, 64, x_byte, a);
  const u64 any_b = get_words(y, 64, y_byte, b);
  if (any_a != 0) {
    transpose(a, turned);
    for (int row = 0; row < 64; ++row) put8(y[row] + y_byte, b[place_of(row)] | turned[row]);
  }
  if (any_b == 0 || same) return;
  transpose(b, turned);
  for (int row = 0; row < 64; ++row) put8(x[row] + x_byte, a[place_of(row)] | turned[row]);
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
// The same of 64 columns. Returns their union.
template <int kBytes>
inline u64 get_runs(const u8* runs, const std::uint32_t* offset, u64* words) {
#if defined(NOUGHTS_PROOF_BYTES)
  // Whole words, of which the run is the first bytes; planes have a margin (layout/plane.cpp).
  const __m512i run = _mm512_set1_epi64(kBytes == 8 ? -1 : (1LL << (8 * kBytes % 64)) - 1);
  __m512i any = _mm512_setzero_si512();
  for (int column = 0; column < 64; column += 8) {
    const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + column));
    const __m512i eight = _mm512_and_si512(_mm512_i32gather_epi64(at, runs, 1), run);
    _mm512_store_si512(words + column, eight);
    any = _mm512_or_si512(any, eight);
  }
  return _mm512_test_epi64_mask(any, any) != 0 ? 1 : 0;
#endif
  u64 all = 0;
  for (int column = 0; column < 64; ++column) {
    all |= words[place_of(column)] = get<kBytes>(runs + offset[column]);
  }
  return all;
}
template <int kBytes>
inline void add(u8* at, u64 more) {
  const u64 value = get<kBytes>(at) | more;
  std::memcpy(at, &value, kBytes);
}

template <int kBytes>
void unite_runs(u8* const* rows, int count, int words, u8* runs, const Columns& columns) {
  alignas(64) u64 a[64], b[64], turned[64];
  std::memset(a, 0, sizeof a);
  for (int word = 0; word < words; ++word) {
    const u64 boards = columns.boards[word];
    const std::uint32_t* const offset = columns.offset + 64 * word;
    u64 any_a = get_words(rows, count, 8 * word, a);
    if (boards != ~u64{0}) {
      any_a = 0;
      for (int row = 0; row < count; ++row) any_a |= a[place_of(row)] &= boards;
    }
    const u64 any_b = get_runs<kBytes>(runs, offset, b);
    if (any_a != 0) {
      transpose(a, turned);
      for (int column = 0; column < 64; ++column)
        add<kBytes>(runs + offset[column], turned[column]);
    }
    if (any_b == 0) continue;
    transpose(b, turned);
    for (int row = 0; row < count; ++row) {
      u8* const at = rows[row] + 8 * word;
      put8(at, get8(at) | (turned[row] & boards));
    }
  }
}

void unite_columns(u8* const* rows, int count, int words, u8* runs, const Columns& columns) {
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

extern const Kernels kProofKernels;
const Kernels kProofKernels = {add_vectors, unite_words, unite_columns};

}  // namespace noughts::quixo::proof::NOUGHTS_ISA
