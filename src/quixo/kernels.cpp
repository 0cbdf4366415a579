// See kernels.h. This file is compiled once per instruction set; everything in
// it lives in a namespace named after the variant, and it instantiates no
// library code. Vectors are GCC's: the compiler splits them as the target needs.
#include "quixo/kernels.h"

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

// 64 x 64, in place.
inline void transpose64(u64* rows) {
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

// 32 x 32, in place.
inline void transpose32(u32* rows) {
  using Vec = Lanes<u32>::Vec;
  Vec r[2];
  std::memcpy(r, rows, sizeof r);
  stage_between<u32, 16>(r[0], r[1]);
  for (Vec& v : r) {
    v = stage_within<u32, 1>(stage_within<u32, 2>(stage_within<u32, 4>(stage_within<u32, 8>(v))));
  }
  std::memcpy(rows, r, sizeof r);
}

// Two 16 x 16 side by side, in place.
inline void transpose16_pair(u16* rows) {
  Lanes<u16>::Vec v;
  std::memcpy(&v, rows, kLine);
  v = stage_within<u16, 1>(stage_within<u16, 2>(stage_within<u16, 4>(stage_within<u16, 8>(v))));
  std::memcpy(rows, &v, kLine);
}

// ---------------------------------------------------------------------------
// Merging a board with its image. Both planes of a block and of its image are
// combined bit by bit; each rule is symmetric in its two arguments, so the
// merged image block is the transpose of the merged block.

// A round: a win seen from either is a win; a candidate for a loss must be one
// from both. (A board that was (1,1) and became a win lost its l bit on one
// side; decided boards agree on both.)
struct RoundRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, T w2, T l2) {
    w |= w2;
    l &= l2;
  }
};
// Induction: a win beats "not a loss" beats open.
struct InductionRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, T w2, T l2) {
    const T win = static_cast<T>((w & ~l) | (w2 & ~l2));
    w |= w2;
    l = static_cast<T>((l | l2) & ~win);
  }
};
struct WinsOnlyRule {
  static constexpr bool kBoth = false;
  template <class T>
  static void merge(T& w, T&, T w2, T) {
    w |= w2;
  }
};
struct UnionRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, T w2, T l2) {
    w |= w2;
    l |= l2;
  }
};

// Where the rows of a block are: row i starts at byte start + offset[i].
struct Rows {
  u64 offset[96];
  int count;
  int bytes;  // of one row
};

template <int kBytes>
inline u64 load_low(const u8* p) {
  if constexpr (kBytes == 1) return *p;
  if constexpr (kBytes == 2) {
    u16 v;
    std::memcpy(&v, p, 2);
    return v;
  }
  if constexpr (kBytes == 3) {
    u16 v;
    std::memcpy(&v, p, 2);
    return v | u64{p[2]} << 16;
  }
  if constexpr (kBytes == 4) {
    u32 v;
    std::memcpy(&v, p, 4);
    return v;
  }
  u64 v;
  std::memcpy(&v, p, 8);
  return v;
}

template <int kBytes>
inline void store_low(u8* p, u64 v) {
  if constexpr (kBytes == 3) {
    std::memcpy(p, &v, 2);
    p[2] = static_cast<u8>(v >> 16);
  } else {
    std::memcpy(p, &v, kBytes > 8 ? 8 : kBytes);
  }
}

// Calls f(integral constant) with the row size as a compile-time constant.
template <int kBytes>
struct Bytes {
  static constexpr int value = kBytes;
};
template <class F>
inline void with_bytes(int bytes, F&& f) {
  switch (bytes) {
    case 1:
      return f(Bytes<1>{});
    case 2:
      return f(Bytes<2>{});
    case 3:
      return f(Bytes<3>{});
    case 4:
      return f(Bytes<4>{});
    case 8:
      return f(Bytes<8>{});
    default:
      return f(Bytes<12>{});
  }
}

template <class Lane>
inline void load_rows(const u8* plane, const Rows& rows, Lane* to) {
  with_bytes(rows.bytes, [&](auto bytes) {
    for (int i = 0; i < rows.count; ++i) {
      to[i] = static_cast<Lane>(load_low<decltype(bytes)::value>(plane + rows.offset[i]));
    }
  });
}
template <class Lane>
inline void store_rows(u8* plane, const Rows& rows, const Lane* from) {
  with_bytes(rows.bytes, [&](auto bytes) {
    for (int i = 0; i < rows.count; ++i) {
      store_low<decltype(bytes)::value>(plane + rows.offset[i], from[i]);
    }
  });
}

template <class Rule, class Lane>
inline bool merge_rows(int count, Lane* w, Lane* l, const Lane* w2, const Lane* l2) {
  Lane changed = 0;
  for (int i = 0; i < count; ++i) {
    Lane nw = w[i], nl = l[i];
    Rule::merge(nw, nl, w2[i], l2[i]);
    changed = static_cast<Lane>(changed | (nw ^ w[i]) | (nl ^ l[i]));
    w[i] = nw;
    l[i] = nl;
  }
  return changed != 0;
}

template <class Rule, class Lane, int kSize>
inline void store_if_changed(Planes side, const Rows& rows, const Lane* w, const Lane* l,
                             const Lane* old_w, const Lane* old_l) {
  Lane changed = 0;
  for (int i = 0; i < rows.count; ++i) {
    changed = static_cast<Lane>(changed | (w[i] ^ old_w[i]) | (l[i] ^ old_l[i]));
  }
  if (changed == 0) return;
  store_rows(side.w, rows, w);
  if (Rule::kBoth) store_rows(side.l, rows, l);
}

// Both sides at most 16: the two planes of a block share a register.
template <class Rule>
void merge16(Planes side, const Rows& a, const Rows& b) {
  alignas(kLine) u16 va[32] = {}, vb[32] = {}, t[32];
  load_rows(side.w, a, va);
  load_rows(side.w, b, vb);
  if (Rule::kBoth) {
    load_rows(side.l, a, va + 16);
    load_rows(side.l, b, vb + 16);
  }
  std::memcpy(t, vb, sizeof t);
  transpose16_pair(t);
  if (merge_rows<Rule>(16, va, va + 16, t, t + 16)) {
    store_rows(side.w, a, va);
    if (Rule::kBoth) store_rows(side.l, a, va + 16);
  }
  transpose16_pair(va);
  store_if_changed<Rule, u16, 16>(side, b, va, va + 16, vb, vb + 16);
}

// One matrix per plane, with Lane as wide as the larger side.
template <class Rule, class Lane>
void merge_square(Planes side, const Rows& a, const Rows& b) {
  constexpr int kSize = 8 * sizeof(Lane);
  alignas(kLine) Lane wa[kSize] = {}, la[kSize] = {}, wb[kSize] = {}, lb[kSize] = {};
  alignas(kLine) Lane wt[kSize], lt[kSize];
  const auto transpose = [](Lane* rows) {
    if constexpr (sizeof(Lane) == 8)
      transpose64(rows);
    else
      transpose32(rows);
  };
  load_rows(side.w, a, wa);
  load_rows(side.w, b, wb);
  std::memcpy(wt, wb, sizeof wt);
  transpose(wt);
  if (Rule::kBoth) {
    load_rows(side.l, a, la);
    load_rows(side.l, b, lb);
    std::memcpy(lt, lb, sizeof lt);
    transpose(lt);
  } else {
    std::memset(lt, 0, sizeof lt);
  }
  if (merge_rows<Rule>(kSize, wa, la, wt, lt)) {
    store_rows(side.w, a, wa);
    if (Rule::kBoth) store_rows(side.l, a, la);
  }
  transpose(wa);
  if (Rule::kBoth) transpose(la);
  store_if_changed<Rule, Lane, kSize>(side, b, wa, la, wb, lb);
}

// Up to 96 x 96: the first 64 columns of each row in lo, the others in hi.
struct alignas(kLine) Big {
  u64 lo[128];
  u64 hi[128];
};

inline void load_big(const u8* plane, const Rows& rows, Big& to) {
  std::memset(to.lo + rows.count, 0, (128 - rows.count) * sizeof(u64));
  with_bytes(rows.bytes, [&](auto bytes) {
    constexpr int kBytes = decltype(bytes)::value;
    for (int i = 0; i < rows.count; ++i) {
      const u8* at = plane + rows.offset[i];
      to.lo[i] = load_low<kBytes>(at);
      if constexpr (kBytes == 12) to.hi[i] = load_low<4>(at + 8);
    }
  });
  if (rows.bytes == 12)
    std::memset(to.hi + rows.count, 0, (128 - rows.count) * sizeof(u64));
  else
    std::memset(to.hi, 0, sizeof to.hi);
}

inline void store_big(u8* plane, const Rows& rows, const Big& from) {
  with_bytes(rows.bytes, [&](auto bytes) {
    constexpr int kBytes = decltype(bytes)::value;
    for (int i = 0; i < rows.count; ++i) {
      u8* at = plane + rows.offset[i];
      store_low<kBytes>(at, from.lo[i]);
      if constexpr (kBytes == 12) store_low<4>(at + 8, from.hi[i]);
    }
  });
}

// Transposes a matrix of `rows` rows and `columns` columns, each at most 96:
// four quarters, of which the empty ones are skipped.
inline void transpose_big(const Big& from, int rows, int columns, Big& to) {
  alignas(kLine) u64 quarter[64];
  std::memcpy(to.lo, from.lo, 64 * sizeof(u64));
  transpose64(to.lo);
  std::memset(to.hi, 0, sizeof to.hi);
  std::memset(to.lo + 64, 0, 64 * sizeof(u64));
  if (rows > 64) {
    std::memcpy(quarter, from.lo + 64, sizeof quarter);
    transpose64(quarter);
    std::memcpy(to.hi, quarter, sizeof quarter);
  }
  if (columns > 64) {
    std::memcpy(quarter, from.hi, sizeof quarter);
    transpose64(quarter);
    std::memcpy(to.lo + 64, quarter, sizeof quarter);
  }
  if (rows > 64 && columns > 64) {
    alignas(kLine) u32 corner[32];
    for (int i = 0; i < 32; ++i) corner[i] = static_cast<u32>(from.hi[64 + i]);
    transpose32(corner);
    for (int i = 0; i < 32; ++i) to.hi[64 + i] = corner[i];
  }
}

template <class Rule>
inline bool merge_bigs(int rows, Big& w, Big& l, const Big& w2, const Big& l2) {
  const bool low = merge_rows<Rule>(rows, w.lo, l.lo, w2.lo, l2.lo);
  const bool high = merge_rows<Rule>(rows, w.hi, l.hi, w2.hi, l2.hi);
  return low || high;
}

inline bool differ(const Big& a, const Big& b, int rows) {
  u64 changed = 0;
  for (int i = 0; i < rows; ++i) changed |= (a.lo[i] ^ b.lo[i]) | (a.hi[i] ^ b.hi[i]);
  return changed != 0;
}

template <class Rule>
void merge_big(Planes side, const Rows& a, const Rows& b) {
  Big wa, wb, wt, la, lb, lt;
  load_big(side.w, a, wa);
  load_big(side.w, b, wb);
  transpose_big(wb, b.count, a.count, wt);
  if (Rule::kBoth) {
    load_big(side.l, a, la);
    load_big(side.l, b, lb);
    transpose_big(lb, b.count, a.count, lt);
  } else {
    std::memset(&la, 0, sizeof la);
    std::memset(&lt, 0, sizeof lt);
  }
  // All columns of b, padding included: it comes back with the transpose.
  if (merge_bigs<Rule>(8 * b.bytes, wa, la, wt, lt)) {
    store_big(side.w, a, wa);
    if (Rule::kBoth) store_big(side.l, a, la);
  }
  transpose_big(wa, a.count, b.count, wt);
  if (differ(wt, wb, b.count)) store_big(side.w, b, wt);
  if (Rule::kBoth) {
    transpose_big(la, a.count, b.count, lt);
    if (differ(lt, lb, b.count)) store_big(side.l, b, lt);
  }
}

template <class Rule>
inline void merge_block(Planes side, const Rows& a, const Rows& b) {
  const int larger = a.count > b.count ? a.count : b.count;
  if (larger <= 16)
    merge16<Rule>(side, a, b);
  else if (larger <= 32)
    merge_square<Rule, u32>(side, a, b);
  else if (larger <= 64)
    merge_square<Rule, u64>(side, a, b);
  else
    merge_big<Rule>(side, a, b);
}

// ---------------------------------------------------------------------------
// Upside down. With the middle row fixed, the board (top of P, top of Q, U, S)
// goes to (S flipped, U flipped, top of Q flipped, top of P flipped): for fixed
// top of Q and U, the bits (top of P, S) are a matrix whose image is transposed.

template <class Rule>
void merge_flipped_rule(const GeometryView& g, const ClassView& at, Planes side, int mid_p,
                        int mid_q, int top_q) {
  const int q = mid_q * g.top_q + top_q;
  Rows a, b;
  for (int u = 0; u < g.u_fillings; ++u) {
    const int top_q2 = g.u_flipped[u];
    const int u2 = g.u_flipped[top_q];
    if (top_q2 < top_q) continue;  // met as the image of another
    const int q2 = mid_q * g.top_q + top_q2;
    for (int group1 = 0; group1 < g.group_count; ++group1) {
      // Rows: tops of P whose flipped filling lies in group1.
      const u16* list1 = g.group_fillings[group1];
      const int p1 = mid_p * g.top_p + g.s_flipped[list1[0]];
      if (at.segment_start[p1] == ~u64{0}) continue;
      const std::size_t kind1 = at.segment_kind[p1];
      const u32 vector1 = g.vector_offset[kind1 * g.q_fillings + q];
      if (vector1 == ~u32{0}) continue;
      const std::size_t shape1 = g.vector_shape[kind1 * g.q_fillings + q];
      const u16 run1 = g.run_offset[shape1 * g.u_fillings + u];
      if (run1 == 0xffff) continue;
      const int group2 = g.run_group[shape1 * g.u_fillings + u];
      if (top_q2 == top_q && group2 < group1) continue;
      // The image: rows from group2, columns from group1.
      const u16* list2 = g.group_fillings[group2];
      const int p2 = mid_p * g.top_p + g.s_flipped[list2[0]];
      const std::size_t kind2 = at.segment_kind[p2];
      const u32 vector2 = g.vector_offset[kind2 * g.q_fillings + q2];
      const std::size_t shape2 = g.vector_shape[kind2 * g.q_fillings + q2];
      const u16 run2 = g.run_offset[shape2 * g.u_fillings + u2];
      a.count = g.group_size[group1];
      a.bytes = g.group_bytes[group2];
      b.count = g.group_size[group2];
      b.bytes = g.group_bytes[group1];
      const u64* start = at.segment_start + mid_p * g.top_p;
      for (int i = 0; i < a.count; ++i) a.offset[i] = start[g.s_flipped[list1[i]]] + vector1 + run1;
      for (int i = 0; i < b.count; ++i) b.offset[i] = start[g.s_flipped[list2[i]]] + vector2 + run2;
      merge_block<Rule>(side, a, b);
    }
  }
}

// Transposed. For fixed P and U, the bits (Q, S) are a matrix, Q listed as its
// transposed filling; the image lies at P and U transposed.

template <class Rule>
void merge_transposed_rule(const GeometryView& g, const ClassView& at, Planes side, int p) {
  const int p2 = g.p_transposed[p];
  if (p2 < p || at.segment_start[p] == ~u64{0}) return;
  const std::size_t kind = at.segment_kind[p];  // the same for p2
  const u64 start1 = at.segment_start[p];
  const u64 start2 = at.segment_start[p2];
  const u32* vector = g.vector_offset + kind * g.q_fillings;
  const u8* shape = g.vector_shape + kind * g.q_fillings;
  Rows a, b;
  for (int group1 = 0; group1 < g.group_count; ++group1) {
    const u16* list1 = g.group_fillings[group1];
    const int q1 = g.s_transposed[list1[0]];
    if (vector[q1] == ~u32{0}) continue;
    const std::size_t shape1 = shape[q1];
    a.count = g.group_size[group1];
    u64 row1[96];
    for (int i = 0; i < a.count; ++i) row1[i] = start1 + vector[g.s_transposed[list1[i]]];
    for (int u = 0; u < g.u_fillings; ++u) {
      const int u2 = g.u_transposed[u];
      if (p2 == p && u2 < u) continue;
      const u16 run1 = g.run_offset[shape1 * g.u_fillings + u];
      if (run1 == 0xffff) continue;
      const int group2 = g.run_group[shape1 * g.u_fillings + u];
      if (p2 == p && u2 == u && group2 < group1) continue;
      const u16* list2 = g.group_fillings[group2];
      const std::size_t shape2 = shape[g.s_transposed[list2[0]]];
      const u16 run2 = g.run_offset[shape2 * g.u_fillings + u2];
      a.bytes = g.group_bytes[group2];
      b.count = g.group_size[group2];
      b.bytes = g.group_bytes[group1];
      for (int i = 0; i < a.count; ++i) a.offset[i] = row1[i] + run1;
      for (int i = 0; i < b.count; ++i) {
        b.offset[i] = start2 + vector[g.s_transposed[list2[i]]] + run2;
      }
      merge_block<Rule>(side, a, b);
    }
  }
}

void merge_flipped(const GeometryView& g, const ClassView& at, Planes side, Merge merge, int mid_p,
                   int mid_q, int top_q) {
  switch (merge) {
    case Merge::kRound:
      return merge_flipped_rule<RoundRule>(g, at, side, mid_p, mid_q, top_q);
    case Merge::kInduction:
      return merge_flipped_rule<InductionRule>(g, at, side, mid_p, mid_q, top_q);
    case Merge::kWinsOnly:
      return merge_flipped_rule<WinsOnlyRule>(g, at, side, mid_p, mid_q, top_q);
    case Merge::kUnion:
      return merge_flipped_rule<UnionRule>(g, at, side, mid_p, mid_q, top_q);
  }
}

void merge_transposed(const GeometryView& g, const ClassView& at, Planes side, Merge merge, int p) {
  switch (merge) {
    case Merge::kRound:
      return merge_transposed_rule<RoundRule>(g, at, side, p);
    case Merge::kInduction:
      return merge_transposed_rule<InductionRule>(g, at, side, p);
    case Merge::kWinsOnly:
      return merge_transposed_rule<WinsOnlyRule>(g, at, side, p);
    case Merge::kUnion:
      return merge_transposed_rule<UnionRule>(g, at, side, p);
  }
}

// ---------------------------------------------------------------------------
// Sweeps: row moves in the top rows, whole vectors at a time.

constexpr int kMaxChildren = 32;  // 12 row moves in three rows of 5x5, 16 in two of 4x4

// The vectors that the row moves of (p, q) lead to, as byte offsets.
struct Children {
  u64 offset[kMaxChildren];
  int count = 0;
};

inline void add_children(const GeometryView& g, const ClassView& at, const RowMoves* moves,
                         int player, int p, int q, Children& children) {
  int p_weight = 1;
  int q_weight = 1;
  int p_rest = p;
  int q_rest = q;
  for (int row = 0; row < g.h; ++row) {
    const int left = p_rest % g.left_power;
    const int right = q_rest % g.right_power;
    p_rest /= g.left_power;
    q_rest /= g.right_power;
    const int kind = row == 0 ? 0 : 1;
    const RowMoves& list =
        moves[(player * 2 + kind) * g.row_contents + left + right * g.left_power];
    for (int i = 0; i < list.count; ++i) {
      const int p2 = p + (list.to[i].left - left) * p_weight;
      const int q2 = q + (list.to[i].right - right) * q_weight;
      const std::size_t segment = at.segment_kind[p2];
      children.offset[children.count++] =
          at.segment_start[p2] + g.vector_offset[segment * g.q_fillings + q2];
    }
    p_weight *= g.left_power;
    q_weight *= g.right_power;
  }
}

void sweep_round(const GeometryView& g, const ClassView& at, Planes mine, ConstPlanes theirs,
                 int player, Taking taking, int p, int first, int last) {
  if (at.segment_start[p] == ~u64{0}) return;
  const std::size_t segment = at.segment_kind[p];
  for (int q = first; q < last; ++q) {
    const u32 vector = g.vector_offset[segment * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    Children children;
    if (taking != Taking::kEmpty) add_children(g, at, g.own_moves, player, p, q, children);
    if (taking != Taking::kOwn) add_children(g, at, g.empty_moves, player, p, q, children);
    const u32 bytes = g.shape_bytes[g.vector_shape[segment * g.q_fillings + q]];
    u8* w = mine.w + at.segment_start[p] + vector;
    u8* l = mine.l + at.segment_start[p] + vector;
    for (u32 z = 0; z < bytes; z += kLine) {
      const Wide cw = load_wide(w + z);
      const Wide cl = load_wide(l + z);
      const Wide undecided = ~(cw ^ cl);
      if (is_zero(undecided)) continue;
      Wide any = {};
      Wide all = ~Wide{};
      for (int i = 0; i < children.count; ++i) {
        const Wide tw = load_wide(theirs.w + children.offset[i] + z);
        const Wide tl = load_wide(theirs.l + children.offset[i] + z);
        any |= tl & ~tw;
        all &= tw & ~tl;
      }
      const Wide win = any & undecided;
      const Wide loss = all & ~(cw | cl) & ~win;
      store_wide(w + z, cw | win);
      store_wide(l + z, (cl & ~win) | loss);
    }
  }
}

void sweep_induction(const GeometryView& g, const ClassView& mine_at, Planes mine,
                     const ClassView& next_at, const u8* next_win, const u8* next_loss, int player,
                     int p, int first, int last) {
  if (mine_at.segment_start[p] == ~u64{0}) return;
  const std::size_t segment = mine_at.segment_kind[p];
  for (int q = first; q < last; ++q) {
    const u32 vector = g.vector_offset[segment * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    Children children;
    add_children(g, next_at, g.empty_moves, player, p, q, children);
    const u32 bytes = g.shape_bytes[g.vector_shape[segment * g.q_fillings + q]];
    u8* w = mine.w + mine_at.segment_start[p] + vector;
    u8* l = mine.l + mine_at.segment_start[p] + vector;
    for (u32 z = 0; z < bytes; z += kLine) {
      const Wide cw = load_wide(w + z);
      const Wide cl = load_wide(l + z);
      const Wide open = ~(cw | cl);
      if (is_zero(open)) continue;
      Wide win = {};
      Wide all = ~Wide{};
      if (next_loss != nullptr) {
        for (int i = 0; i < children.count; ++i)
          win |= load_wide(next_loss + children.offset[i] + z);
      }
      if (next_win != nullptr) {
        for (int i = 0; i < children.count; ++i)
          all &= load_wide(next_win + children.offset[i] + z);
      }
      win &= open;
      const Wide not_loss = ~all & open & ~win;
      store_wide(w + z, cw | win | not_loss);
      store_wide(l + z, cl | not_loss);
    }
  }
}

// ---------------------------------------------------------------------------
// Boards that are over.

void set_terminals(const GeometryView& g, const ClassView& at, const LineView& lines, Planes side,
                   int player, int p) {
  if (at.segment_start[p] == ~u64{0}) return;
  const std::size_t segment = at.segment_kind[p];
  constexpr u32 kMost = 1024;
  alignas(kLine) u8 over[2][kMost];
  for (int q = 0; q < g.q_fillings; ++q) {
    const u32 vector = g.vector_offset[segment * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    const std::size_t shape = g.vector_shape[segment * g.q_fillings + q];
    const u32 bytes = g.shape_bytes[shape];
    const u64 top = lines.p_board[p] | lines.q_board[q];
    for (int c = 0; c < 2; ++c) {
      const u32 cells = static_cast<u32>(c == 0 ? top >> 32 : top);
      std::memset(over[c], 0, bytes);
      for (int line = 0; line < lines.count; ++line) {
        if ((lines.top_cells[line] & ~cells) != 0) continue;
        if (lines.bottom[line] < 0) {
          std::memset(over[c], 0xff, bytes);
          break;
        }
        const u8* mask = lines.masks[(shape * 2 + c) * lines.bottom_count + lines.bottom[line]];
        for (u32 z = 0; z < bytes; z += kLine) {
          store_wide(over[c] + z, load_wide(over[c] + z) | load_wide(mask + z));
        }
      }
    }
    u8* w = side.w + at.segment_start[p] + vector;
    u8* l = side.l + at.segment_start[p] + vector;
    for (u32 z = 0; z < bytes; z += kLine) {
      const Wide padding = load_wide(lines.padding[shape] + z);
      const Wide own = load_wide(over[player] + z);
      const Wide other = load_wide(over[1 - player] + z);
      const Wide win = lines.mover_wins ? own & ~other : own;
      const Wide loss = lines.mover_wins ? other : other & ~own;
      store_wide(w + z, win | padding);
      store_wide(l + z, loss & ~padding);
    }
  }
}

// ---------------------------------------------------------------------------
// Colours exchanged.

inline void exchange_run(const u8* from, u8* to, int bytes, bool neighbours, int size) {
  if (!neighbours) {
    std::memcpy(to, from, bytes);
    return;
  }
  // The last board of an odd run stays, and padding with it.
  const auto exchanged = [](u64 v, u64 paired) {
    const u64 even = 0x5555555555555555;
    return (v & ~paired) | (((v & even) << 1 | (v >> 1 & even)) & paired);
  };
  const int pairs = size / 2 * 2;
  u64 lo = 0, hi = 0;
  std::memcpy(&lo, from, bytes > 8 ? 8 : bytes);
  if (bytes > 8) std::memcpy(&hi, from + 8, bytes - 8);
  lo = exchanged(lo, pairs >= 64 ? ~u64{0} : (u64{1} << pairs) - 1);
  if (pairs > 64) hi = exchanged(hi, (u64{1} << (pairs - 64)) - 1);
  std::memcpy(to, &lo, bytes > 8 ? 8 : bytes);
  if (bytes > 8) std::memcpy(to + 8, &hi, bytes - 8);
}

void exchange_colours(const GeometryView& g, const ClassView& from_at, ConstPlanes from,
                      const ClassView& to_at, Planes to, int p) {
  if (from_at.segment_start[p] == ~u64{0}) return;
  const int p2 = g.p_swapped[p];
  const std::size_t kind = from_at.segment_kind[p];
  const std::size_t kind2 = to_at.segment_kind[p2];
  for (int q = 0; q < g.q_fillings; ++q) {
    const u32 vector = g.vector_offset[kind * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    const int q2 = g.q_swapped[q];
    const std::size_t shape = g.vector_shape[kind * g.q_fillings + q];
    const std::size_t shape2 = g.vector_shape[kind2 * g.q_fillings + q2];
    const u64 at1 = from_at.segment_start[p] + vector;
    const u64 at2 = to_at.segment_start[p2] + g.vector_offset[kind2 * g.q_fillings + q2];
    // Padding of the vector is as long on both sides; set it, then copy the runs.
    std::memset(to.w + at2, 0xff, g.shape_bytes[shape2]);
    std::memset(to.l + at2, 0, g.shape_bytes[shape2]);
    for (int u = 0; u < g.u_fillings; ++u) {
      const u16 run = g.run_offset[shape * g.u_fillings + u];
      if (run == 0xffff) continue;
      const int group = g.run_group[shape * g.u_fillings + u];
      const u16 run2 = g.run_offset[shape2 * g.u_fillings + g.u_swapped[u]];
      const bool neighbours = g.group_neighbours[group] != 0;
      const int bytes = g.group_bytes[group];
      exchange_run(from.w + at1 + run, to.w + at2 + run2, bytes, neighbours, g.group_size[group]);
      exchange_run(from.l + at1 + run, to.l + at2 + run2, bytes, neighbours, g.group_size[group]);
    }
  }
}

// ---------------------------------------------------------------------------
// Whole planes.

inline u64 popcount_wide(const Wide& v) {
  u64 count = 0;
  for (int i = 0; i < 8; ++i) count += static_cast<u64>(__builtin_popcountll(v[i]));
  return count;
}

std::uint64_t count_decided(ConstPlanes side, u64 bytes) {
  u64 count = 0;
  for (u64 z = 0; z < bytes; z += kLine) {
    count += popcount_wide(load_wide(side.w + z) ^ load_wide(side.l + z));
  }
  return count;
}

void finish(Planes side, u64 bytes, u64* wins, u64* losses) {
  u64 win_count = 0;
  u64 loss_count = 0;
  for (u64 z = 0; z < bytes; z += kLine) {
    const Wide w = load_wide(side.w + z);
    const Wide l = load_wide(side.l + z);
    const Wide win = w & ~l;
    const Wide loss = l & ~w;
    win_count += popcount_wide(win);
    loss_count += popcount_wide(loss);
    store_wide(side.w + z, win);
    store_wide(side.l + z, loss);
  }
  *wins = win_count;
  *losses = loss_count;
}

void snapshot(ConstPlanes side, u8* decided, u64 bytes) {
  for (u64 z = 0; z < bytes; z += kLine) {
    store_wide(decided + z, load_wide(side.w + z) ^ load_wide(side.l + z));
  }
}

// ---------------------------------------------------------------------------
// Sparse steps: board by board, through addresses. Each step gathers the
// addresses of a batch first and prefetches them, since every one is a cache
// miss; then it looks.

inline u64 address_of(const GeometryView& g, const ClassView& at, u64 board) {
  const u32 a = static_cast<u32>(board >> 32);
  const u32 b = static_cast<u32>(board);
  const u32 mask = (1u << g.size) - 1;
  int part[4] = {0, 0, 0, 0};  // P, Q, S, U
  for (int row = g.size - 1; row >= 0; --row) {
    const int shift = row * g.size;
    const u32 fillings = g.row_fillings[(a >> shift & mask) | (b >> shift & mask) << g.size];
    int* at_part = part + (row < g.h ? 0 : 2);
    at_part[0] = at_part[0] * g.left_power + static_cast<int>(fillings & 0xffff);
    at_part[1] = at_part[1] * g.right_power + static_cast<int>(fillings >> 16);
  }
  const std::size_t kind = at.segment_kind[part[0]];
  const std::size_t cell = kind * g.q_fillings + part[1];
  const std::size_t shape = g.vector_shape[cell];
  const u64 byte = at.segment_start[part[0]] + g.vector_offset[cell] +
                   g.run_offset[shape * g.u_fillings + part[3]];
  return 8 * byte + g.s_rank[part[2]];
}

inline u64 exchanged(u64 board) { return board << 32 | board >> 32; }

inline int code_at(ConstPlanes side, u64 address) {
  // Other threads may be deciding boards in the same byte.
  const int w = __atomic_load_n(side.w + address / 8, __ATOMIC_RELAXED) >> (address % 8) & 1;
  const int l = __atomic_load_n(side.l + address / 8, __ATOMIC_RELAXED) >> (address % 8) & 1;
  return w | l << 1;
}
constexpr int kOpen = 0, kWin = 1, kNotLoss = 3;

inline void prefetch(ConstPlanes side, u64 address) {
  __builtin_prefetch(side.w + address / 8);
  __builtin_prefetch(side.l + address / 8);
}

inline u64 moved(u64 cells, const ShapeView& s) {
  const u64 masks = u64{s.path} << 32 | s.path;
  return (((cells & masks) << s.left_shift) >> s.right_shift) & masks;
}

// Calls f(board) for the boards from which `mover` came to `board` by taking an own tile.
template <class F>
inline void for_each_parent(const SparseView& v, u64 board, int mover, F&& f) {
  const int high = mover == 0 ? 32 : 0;
  for (int i = 0; i < v.shape_count; ++i) {
    const ShapeView& s = v.shapes[i];
    if (!(board >> high & s.end)) continue;
    const u64 masks = u64{s.path} << 32 | s.path;
    const u64 ends = u64{s.end} << 32 | s.end;
    const u64 back = (((board & masks & ~ends) >> s.left_shift) << s.right_shift) & masks;
    f(back | (board & ~masks) | u64{s.from} << high);
  }
}

// Calls f(board) for the boards to which `mover` can go by taking an own tile.
template <class F>
inline void for_each_own_child(const SparseView& v, u64 board, int mover, F&& f) {
  const int high = mover == 0 ? 32 : 0;
  for (int i = 0; i < v.shape_count; ++i) {
    const ShapeView& s = v.shapes[i];
    if (!(board >> high & s.from)) continue;
    const u64 masks = u64{s.path} << 32 | s.path;
    f(moved(board, s) | (board & ~masks) | u64{s.end} << high);
  }
}

inline void images_of(const GeometryView& g, const SparseView& v, u64 board, u64* images) {
  const u32 mask = (1u << g.size) - 1;
  for (int symmetry = 0; symmetry < 8; ++symmetry) images[symmetry] = 0;
  for (int row = 0; row < g.size; ++row) {
    const u32 a = static_cast<u32>(board >> 32) >> (row * g.size) & mask;
    const u32 b = static_cast<u32>(board) >> (row * g.size) & mask;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const u32* table = v.row_images + (symmetry * g.size + row) * (mask + 1);
      images[symmetry] |= u64{table[a]} << 32 | table[b];
    }
  }
}

inline u64 stored(u64 board, bool exchange) { return exchange ? exchanged(board) : board; }

constexpr int kMostShapes = 44;

// Boards to decide, with all their addresses: written together at the end of a batch.
struct Decision {
  u64 board;  // the least image: its address tells who was first
  u64 address[8];
};

inline Decision decide(const GeometryView& g, const ClassView& at, const SparseView& v,
                       const SparseSides& sides, u64 board) {
  u64 images[8];
  images_of(g, v, board, images);
  int least = 0;
  for (int i = 1; i < 8; ++i) {
    if (images[i] < images[least]) least = i;
  }
  Decision d;
  d.board = images[least];
  const u64 first = images[least];
  images[least] = images[0];
  images[0] = first;
  for (int i = 0; i < 8; ++i) {
    d.address[i] = address_of(g, at, stored(images[i], sides.exchange_mine));
    __builtin_prefetch(sides.mine.w + d.address[i] / 8, 1);
    __builtin_prefetch(sides.mine.l + d.address[i] / 8, 1);
  }
  return d;
}

inline bool set_bit(u8* plane, u64 address) {
  const u8 bit = static_cast<u8>(1u << (address % 8));
  return (__atomic_fetch_or(plane + address / 8, bit, __ATOMIC_RELAXED) & bit) == 0;
}
inline bool clear_bit(u8* plane, u64 address) {
  const u8 bit = static_cast<u8>(1u << (address % 8));
  return (__atomic_fetch_and(plane + address / 8, static_cast<u8>(~bit), __ATOMIC_RELAXED) & bit) !=
         0;
}

struct Candidate {
  u64 board;
  u64 address;
};

inline std::size_t gather_parents(const GeometryView& g, const ClassView& at, const SparseView& v,
                                  const SparseSides& sides, const u64* boards, std::size_t count,
                                  Candidate* candidates) {
  std::size_t gathered = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for_each_parent(v, boards[i], sides.mover, [&](u64 parent) {
      const u64 address = address_of(g, at, stored(parent, sides.exchange_mine));
      prefetch({sides.mine.w, sides.mine.l}, address);
      candidates[gathered++] = {parent, address};
    });
  }
  return gathered;
}

std::size_t wins_from_losses(const GeometryView& g, const ClassView& at, const SparseView& v,
                             const SparseSides& sides, const u64* boards, std::size_t count,
                             u64* found) {
  Candidate candidates[kSparseBatch * kMostShapes];
  Decision decisions[kSparseBatch * kMostShapes];
  const std::size_t gathered = gather_parents(g, at, v, sides, boards, count, candidates);
  std::size_t decided = 0;
  for (std::size_t i = 0; i < gathered; ++i) {
    const int code = code_at({sides.mine.w, sides.mine.l}, candidates[i].address);
    if (code == kOpen || code == kNotLoss) {
      decisions[decided++] = decide(g, at, v, sides, candidates[i].board);
    }
  }
  std::size_t fresh = 0;
  for (std::size_t i = 0; i < decided; ++i) {
    bool first = false;
    for (int k = 0; k < 8; ++k) {
      const u64 address = decisions[i].address[k];
      // open -> win sets w, not-loss -> win clears l: whoever changed a bit was first.
      const bool set = set_bit(sides.mine.w, address);
      const bool cleared = clear_bit(sides.mine.l, address);
      if (k == 0) first = set || cleared;
    }
    if (first) found[fresh++] = decisions[i].board;
  }
  return fresh;
}

std::size_t losses_from_wins(const GeometryView& g, const ClassView& at, const SparseView& v,
                             const SparseSides& sides, const u64* boards, std::size_t count,
                             u64* found) {
  Candidate candidates[kSparseBatch * kMostShapes];
  Decision decisions[kSparseBatch * kMostShapes];
  std::size_t gathered = gather_parents(g, at, v, sides, boards, count, candidates);
  // Keep the open ones, and fetch the first of their children.
  std::size_t open = 0;
  for (std::size_t i = 0; i < gathered; ++i) {
    if (code_at({sides.mine.w, sides.mine.l}, candidates[i].address) != kOpen) continue;
    candidates[open++] = candidates[i];
  }
  std::size_t decided = 0;
  for (std::size_t i = 0; i < open; ++i) {
    u64 addresses[kMostShapes];
    int children = 0;
    for_each_own_child(v, candidates[i].board, sides.mover, [&](u64 child) {
      addresses[children] = address_of(g, at, stored(child, sides.exchange_theirs));
      prefetch(sides.theirs, addresses[children]);
      ++children;
    });
    bool lost = true;
    for (int k = 0; k < children && lost; ++k) lost = code_at(sides.theirs, addresses[k]) == kWin;
    if (lost) decisions[decided++] = decide(g, at, v, sides, candidates[i].board);
  }
  std::size_t fresh = 0;
  for (std::size_t i = 0; i < decided; ++i) {
    bool first = false;
    for (int k = 0; k < 8; ++k) {
      const bool set = set_bit(sides.mine.l, decisions[i].address[k]);
      if (k == 0) first = set;
    }
    if (first) found[fresh++] = decisions[i].board;
  }
  return fresh;
}

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels = {sweep_round,   sweep_induction,  merge_flipped,   merge_transposed,
                          set_terminals, exchange_colours, count_decided,   finish,
                          snapshot,      wins_from_losses, losses_from_wins};

}  // namespace noughts::quixo::NOUGHTS_ISA
