// Words and square bit matrices for the kernels; see kernels.cpp for how this
// file is compiled.
#pragma once

#include <cstdint>
#include <cstring>

namespace noughts::quixo::NOUGHTS_ISA {
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

template <class Lane>
struct Lanes {
  typedef Lane Vec __attribute__((vector_size(kLine)));
  static constexpr int kCount = kLine / sizeof(Lane);
  // Columns with bit j clear: 0101.., 0011.., and so on.
  static constexpr Lane low_columns(int j) {
    Lane mask = 0;
    for (int c = 0; c < static_cast<int>(8 * sizeof(Lane)); ++c) {
      if (!(c & j)) mask = static_cast<Lane>(mask | static_cast<Lane>(Lane{1} << c));
    }
    return mask;
  }
};

template <class Lane, int kStage>
struct alignas(kLine) StageTables {
  static constexpr int kCount = Lanes<Lane>::kCount;
  Lane partner[kCount], keep[kCount], left[kCount], right[kCount];
  constexpr StageTables() : partner(), keep(), left(), right() {
    for (int lane = 0; lane < kCount; ++lane) {
      const bool low = !(lane & kStage);
      partner[lane] = static_cast<Lane>(lane ^ kStage);
      const Lane columns = Lanes<Lane>::low_columns(kStage);
      keep[lane] = low ? columns : static_cast<Lane>(~columns);
      left[lane] = static_cast<Lane>(low ? kStage : 0);
      right[lane] = static_cast<Lane>(low ? 0 : kStage);
    }
  }
};

template <class Lane, int kStage>
inline typename Lanes<Lane>::Vec stage_within(typename Lanes<Lane>::Vec rows) {
  using Vec = typename Lanes<Lane>::Vec;
  static constexpr StageTables<Lane, kStage> kTables;
  Vec partner, keep, left, right;
  std::memcpy(&partner, kTables.partner, kLine);
  std::memcpy(&keep, kTables.keep, kLine);
  std::memcpy(&left, kTables.left, kLine);
  std::memcpy(&right, kTables.right, kLine);
  const Vec moved = (__builtin_shuffle(rows, partner) << left) >> right;
  return (rows & keep) | (moved & ~keep);
}

template <class Lane, int kStage>
inline void stage_between(typename Lanes<Lane>::Vec& low, typename Lanes<Lane>::Vec& high) {
  constexpr Lane kColumns = Lanes<Lane>::low_columns(kStage);
  const auto new_low = (low & kColumns) | ((high & kColumns) << kStage);
  high = (high & static_cast<Lane>(~kColumns)) | ((low & static_cast<Lane>(~kColumns)) >> kStage);
  low = new_low;
}

// 64 x 64, in place. Not inlined: it stands in dozens of places.
__attribute__((noinline)) void transpose64(u64* rows) {
  using Vec = Lanes<u64>::Vec;
  Vec r[8];
  std::memcpy(r, rows, sizeof r);
  for (int i = 0; i < 4; ++i) stage_between<u64, 32>(r[i], r[i + 4]);
  for (int i = 0; i < 8; i += 4) {
    stage_between<u64, 16>(r[i], r[i + 2]);
    stage_between<u64, 16>(r[i + 1], r[i + 3]);
  }
  for (int i = 0; i < 8; i += 2) stage_between<u64, 8>(r[i], r[i + 1]);
  for (int i = 0; i < 8; ++i) {
    r[i] = stage_within<u64, 1>(stage_within<u64, 2>(stage_within<u64, 4>(r[i])));
  }
  std::memcpy(rows, r, sizeof r);
}

}  // namespace
}  // namespace noughts::quixo::NOUGHTS_ISA
