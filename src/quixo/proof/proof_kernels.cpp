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

// 64 rows of 64 bits, by halves, quarters and so on.
__attribute__((noinline)) void transpose(u64* rows) {
  Eight r[8];
  std::memcpy(r, rows, sizeof r);
  for (int i = 0; i < 4; ++i) exchange(r[i], r[i + 4], 32, 0x00000000ffffffff);
  for (int i : {0, 1, 4, 5}) exchange(r[i], r[i + 2], 16, 0x0000ffff0000ffff);
  for (int i : {0, 2, 4, 6}) exchange(r[i], r[i + 1], 8, 0x00ff00ff00ff00ff);
  std::memcpy(rows, r, sizeof r);
  for (int i = 0; i < 64; i += 8) {
    u64* at = rows + i;
    for (int k = 0; k < 4; ++k) exchange(at[k], at[k + 4], 4, 0x0f0f0f0f0f0f0f0f);
    for (int k : {0, 1, 4, 5}) exchange(at[k], at[k + 2], 2, 0x3333333333333333);
    for (int k : {0, 2, 4, 6}) exchange(at[k], at[k + 1], 1, 0x5555555555555555);
  }
}

inline u64 word_at(const u8* row, int word) {
  if (row == nullptr) return 0;
  u64 value;
  std::memcpy(&value, row + 8 * word, sizeof value);
  return value;
}

void unite_words(u8* const* x, int x_words, u8* const* y, int y_words, bool same) {
  u64 a[64], b[64], turned[64];
  for (int i = 0; i < x_words; ++i) {
    for (int k = same ? i : 0; k < y_words; ++k) {
      u8* const* x_rows = x + 64 * i;
      u8* const* y_rows = y + 64 * k;
      u64 any = 0;
      for (int row = 0; row < 64; ++row) {
        a[row] = word_at(x_rows[row], k);
        b[row] = word_at(y_rows[row], i);
        any |= a[row] | b[row];
      }
      if (any == 0) continue;
      std::memcpy(turned, a, sizeof a);
      transpose(turned);
      transpose(b);
      for (int row = 0; row < 64; ++row) {
        const u64 value = a[row] | b[row];
        if (x_rows[row] != nullptr) std::memcpy(x_rows[row] + 8 * k, &value, sizeof value);
      }
      if (same && i == k) continue;
      for (int row = 0; row < 64; ++row) {
        if (y_rows[row] == nullptr) continue;
        const u64 value = word_at(y_rows[row], i) | turned[row];
        std::memcpy(y_rows[row] + 8 * i, &value, sizeof value);
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
inline u64 get(const u8* at, int bytes) {
  switch (bytes) {
    case 1:
      return get<1>(at);
    case 2:
      return get<2>(at);
    case 3:
      return get<3>(at);
    case 4:
      return get<4>(at);
    default:
      return get<8>(at);
  }
}
inline void put(u8* at, u64 value, int bytes) {
  switch (bytes) {
    case 1:
      std::memcpy(at, &value, 1);
      return;
    case 2:
      std::memcpy(at, &value, 2);
      return;
    case 3:
      std::memcpy(at, &value, 3);
      return;
    case 4:
      std::memcpy(at, &value, 4);
      return;
    default:
      std::memcpy(at, &value, 8);
  }
}

// Rows 64 * tile and on, columns 64 * column and on.
struct Tile {
  u8* at[64];
  int rows;
  int bytes;

  Tile(u8* const* all, int count, int all_bytes, int tile, int column) {
    rows = count - 64 * tile < 64 ? count - 64 * tile : 64;
    bytes = all_bytes - 8 * column < 8 ? all_bytes - 8 * column : 8;
    for (int row = 0; row < rows; ++row) at[row] = all[64 * tile + row] + 8 * column;
  }
  u64 read(u64* to) const {
    u64 any = 0;
    for (int row = 0; row < rows; ++row) any |= to[row] = get(at[row], bytes);
    for (int row = rows; row < 64; ++row) to[row] = 0;
    return any;
  }
  void add(const u64* more) const {
    for (int row = 0; row < rows; ++row) put(at[row], get(at[row], bytes) | more[row], bytes);
  }
};

void unite_runs(u8* const* x, int x_rows, u8* const* y, int y_rows, int x_bytes, int y_bytes,
                bool same) {
  u64 a[64], b[64];
  for (int i = 0; 64 * i < x_rows; ++i) {
    for (int k = same ? i : 0; 64 * k < y_rows; ++k) {
      const Tile tile_x(x, x_rows, x_bytes, i, k);
      const Tile tile_y(y, y_rows, y_bytes, k, i);
      const u64 any_x = tile_x.read(a);
      const u64 any_y = tile_y.read(b);
      if (any_x != 0) {
        transpose(a);
        tile_y.add(a);
      }
      if (any_y != 0 && !(same && i == k)) {
        transpose(b);
        tile_x.add(b);
      }
    }
  }
}

}  // namespace

extern const ProofKernels kProofKernels;
const ProofKernels kProofKernels = {add_vectors, unite_words, unite_runs};

}  // namespace noughts::quixo::NOUGHTS_ISA
