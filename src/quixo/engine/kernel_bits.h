// Words and square bit matrices for the kernels; see kernels.cpp for how this
// file is compiled.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__GFNI__) && defined(__AVX512VBMI__)
#define NOUGHTS_BYTE_MATRICES 1  // permutes bytes, and transposes 8 x 8 bits at once
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace noughts::quixo::engine::NOUGHTS_ISA {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr int kLine = 64;  // bytes of a cache line and of a vector register

typedef u64 Wide __attribute__((vector_size(kLine)));

inline Wide load_wide(const u8* from) {
  Wide v;
  std::memcpy(&v, __builtin_assume_aligned(from, kLine), kLine);
  return v;
}
inline void store_wide(u8* to, const Wide& v) {
  std::memcpy(__builtin_assume_aligned(to, kLine), &v, kLine);
}
inline bool is_zero(const Wide& v) {
#if defined(NOUGHTS_BYTE_MATRICES)
  const auto lanes = reinterpret_cast<__m512i>(v);
  return _mm512_test_epi64_mask(lanes, lanes) == 0;
#elif defined(__wasm_simd128__)
  v128_t quarters[4];
  std::memcpy(quarters, &v, kLine);
  return !wasm_v128_any_true(
      wasm_v128_or(wasm_v128_or(quarters[0], quarters[1]), wasm_v128_or(quarters[2], quarters[3])));
#endif
  u64 any = 0;
  for (int i = 0; i < 8; ++i) any |= v[i];
  return any == 0;
}

// ---------------------------------------------------------------------------
// Transposing square bit matrices: row r is one lane, column c is bit c of it.
//
// log2(n) stages; stage j exchanges, between the rows r and r + j (bit j of r
// clear), the columns with bit j set of the first for those with bit j clear of
// the second. Rows that share a register are exchanged by a lane shuffle.

constexpr int kLanes = kLine / sizeof(u64);

// Columns with bit j clear: 0101.., 0011.., and so on.
constexpr u64 low_columns(int j) {
  u64 mask = 0;
  for (int c = 0; c < 64; ++c) {
    if (!(c & j)) mask |= u64{1} << c;
  }
  return mask;
}

template <int kStage, class V>
inline void stage_between(V& low, V& high) {
  constexpr u64 kColumns = low_columns(kStage);
  const V new_low = (low & kColumns) | ((high & kColumns) << kStage);
  high = (high & ~kColumns) | ((low & ~kColumns) >> kStage);
  low = new_low;
}

// 64 x 64, in place. Not inlined: it stands in dozens of places.
#if defined(NOUGHTS_BYTE_MATRICES)
// In blocks of 8 x 8 bits, a lane each: bytes of eight rows to lanes, each lane transposed, lanes
// of eight registers to one, bytes to rows again. The instruction that transposes a lane takes
// its bytes from the last to the first.
struct alignas(kLine) ByteOrders {
  u8 to_blocks[kLine], to_rows[kLine];
  constexpr ByteOrders() : to_blocks(), to_rows() {
    for (int row = 0; row < 8; ++row) {
      for (int byte = 0; byte < 8; ++byte) {
        to_blocks[8 * byte + 7 - row] = static_cast<u8>(8 * row + byte);
        to_rows[8 * byte + row] = static_cast<u8>(8 * row + byte);
      }
    }
  }
};

inline void transpose_lanes(__m512i* r) {
  __m512i t[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
  }
  for (int half = 0; half < 8; half += 4) {
    for (int i = 0; i < 2; ++i) {
      r[half + i] = _mm512_shuffle_i64x2(t[half + i], t[half + i + 2], 0x88);
      r[half + i + 2] = _mm512_shuffle_i64x2(t[half + i], t[half + i + 2], 0xdd);
    }
  }
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm512_shuffle_i64x2(r[i], r[i + 4], 0x88);
    t[i + 4] = _mm512_shuffle_i64x2(r[i], r[i + 4], 0xdd);
  }
  std::memcpy(r, t, sizeof t);
}

__attribute__((noinline)) void transpose64(u64* rows) {
  static constexpr ByteOrders kOrders;
  const __m512i to_blocks = _mm512_load_si512(kOrders.to_blocks);
  const __m512i to_rows = _mm512_load_si512(kOrders.to_rows);
  const __m512i unit = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
  __m512i r[8];
  for (int i = 0; i < 8; ++i) {
    const __m512i blocks = _mm512_permutexvar_epi8(to_blocks, _mm512_load_si512(rows + 8 * i));
    r[i] = _mm512_gf2p8affine_epi64_epi8(unit, blocks, 0);
  }
  transpose_lanes(r);
  for (int i = 0; i < 8; ++i) {
    _mm512_store_si512(rows + 8 * i, _mm512_permutexvar_epi8(to_rows, r[i]));
  }
}
#elif defined(__AVX2__)
template <int kStage>
struct alignas(kLine) StageTables {
  u64 keep[kLanes], left[kLanes], right[kLanes];
  constexpr StageTables() : keep(), left(), right() {
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool low = !(lane & kStage);
      keep[lane] = low ? low_columns(kStage) : ~low_columns(kStage);
      left[lane] = low ? kStage : 0;
      right[lane] = low ? 0 : kStage;
    }
  }
};

template <int kStage>
inline Wide stage_within(Wide rows) {
  static constexpr StageTables<kStage> kTables;
  Wide keep, left, right;
  std::memcpy(&keep, kTables.keep, kLine);
  std::memcpy(&left, kTables.left, kLine);
  std::memcpy(&right, kTables.right, kLine);
  const Wide partners =
      __builtin_shufflevector(rows, rows, 0 ^ kStage, 1 ^ kStage, 2 ^ kStage, 3 ^ kStage,
                              4 ^ kStage, 5 ^ kStage, 6 ^ kStage, 7 ^ kStage);
  const Wide moved = (partners << left) >> right;
  return (rows & keep) | (moved & ~keep);
}

__attribute__((noinline)) void transpose64(u64* rows) {
  Wide r[8];
  std::memcpy(r, rows, sizeof r);
  for (int i = 0; i < 4; ++i) stage_between<32>(r[i], r[i + 4]);
  for (int i = 0; i < 8; i += 4) {
    stage_between<16>(r[i], r[i + 2]);
    stage_between<16>(r[i + 1], r[i + 3]);
  }
  for (int i = 0; i < 8; i += 2) stage_between<8>(r[i], r[i + 1]);
  for (int i = 0; i < 8; ++i) {
    r[i] = stage_within<1>(stage_within<2>(stage_within<4>(r[i])));
  }
  std::memcpy(rows, r, sizeof r);
}
#else
// Where lanes cannot be shifted by different amounts, as in a browser, rows go by twos, and
// partners are never in one register: in the last stage even and odd rows are parted first.
typedef u64 Two __attribute__((vector_size(16)));

template <int kStage>
inline void stage_of_twos(Two* r) {
  constexpr int kApart = kStage / 2;  // registers
  for (int i = 0; i < 32; ++i) {
    if (!(i & kApart)) stage_between<kStage>(r[i], r[i + kApart]);
  }
}

__attribute__((noinline)) void transpose64(u64* rows) {
  Two r[32];
  std::memcpy(r, rows, sizeof r);
  stage_of_twos<32>(r);
  stage_of_twos<16>(r);
  stage_of_twos<8>(r);
  stage_of_twos<4>(r);
  stage_of_twos<2>(r);
  for (int i = 0; i < 32; i += 2) {
    Two even = __builtin_shufflevector(r[i], r[i + 1], 0, 2);
    Two odd = __builtin_shufflevector(r[i], r[i + 1], 1, 3);
    stage_between<1>(even, odd);
    r[i] = __builtin_shufflevector(even, odd, 0, 2);
    r[i + 1] = __builtin_shufflevector(even, odd, 1, 3);
  }
  std::memcpy(rows, r, sizeof r);
}
#endif

}  // namespace
}  // namespace noughts::quixo::engine::NOUGHTS_ISA
