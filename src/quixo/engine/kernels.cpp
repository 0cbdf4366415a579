// See kernels.h. This file, with the kernel_*.h that it includes, is compiled
// once per instruction set; everything lives in a namespace named after the
// variant, and no library code is instantiated. Vectors are GCC's: the compiler
// splits them as the target needs.
#include "noughts/quixo/engine/kernels.h"

#include "noughts/quixo/engine/kernel_bits.h"
#include "noughts/quixo/engine/kernel_merge.h"
#include "noughts/quixo/engine/kernel_sparse.h"

namespace noughts::quixo::engine::NOUGHTS_ISA {
namespace {

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
  for (int row = 0; row < g.h; ++row) {
    const int left = g.p_rows[p * g.h + row];
    const int right = g.q_rows[q * g.h + row];
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

void sweep_parents_out(const GeometryView& g, const ClassView& mine_at, u8* mine,
                       const ClassView& set_at, const u8* set, int player, Taking taking, int p,
                       int first, int last) {
  if (mine_at.segment_start[p] == ~u64{0}) return;
  const std::size_t segment = mine_at.segment_kind[p];
  const RowMoves* const moves = taking == Taking::kOwn ? g.own_moves : g.empty_moves;
  for (int q = first; q < last; ++q) {
    const u32 vector = g.vector_offset[segment * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    Children children;
    add_children(g, set_at, moves, player, p, q, children);
    const u32 bytes = g.shape_bytes[g.vector_shape[segment * g.q_fillings + q]];
    u8* const here = mine + mine_at.segment_start[p] + vector;
    for (u32 z = 0; z < bytes; z += kLine) {
      const Wide boards = load_wide(here + z);
      if (is_zero(boards)) continue;
      Wide any = {};
      for (int i = 0; i < children.count; ++i) any |= load_wide(set + children.offset[i] + z);
      store_wide(here + z, boards & ~any);
    }
  }
}

// ---------------------------------------------------------------------------
// Boards that are over.

// The boards of a vector on which a player has one of the first `sets` sets of cells: all of them,
// or those of some masks.
struct LineMasks {
  static constexpr int kMost = 64;  // 48 lines of three on 5x5, and eight fortresses
  bool all = false;
  int count = 0;
  const u8* mask[kMost];

  LineMasks(const LineView& lines, int sets, std::size_t shape, u64 top, int player) {
    const u32 cells = static_cast<u32>(player == 0 ? top >> 32 : top);
    const u8* const* masks = lines.masks + (shape * 2 + player) * lines.bottom_count;
    for (int line = 0; line < sets && !all; ++line) {
      if ((lines.top_cells[line] & ~cells) != 0) continue;
      all = lines.bottom[line] < 0;
      if (!all) mask[count++] = masks[lines.bottom[line]];
    }
    if (all) count = 0;
  }
  Wide at(u32 z) const {
    Wide boards = all ? ~Wide{} : Wide{};
    for (int i = 0; i < count; ++i) boards |= load_wide(mask[i] + z);
    return boards;
  }
};

void set_terminals(const GeometryView& g, const ClassView& at, const LineView& lines, Planes side,
                   int player, int p) {
  if (at.segment_start[p] == ~u64{0}) return;
  const std::size_t segment = at.segment_kind[p];
  for (int q = 0; q < g.q_fillings; ++q) {
    const u32 vector = g.vector_offset[segment * g.q_fillings + q];
    if (vector == ~u32{0}) continue;
    const std::size_t shape = g.vector_shape[segment * g.q_fillings + q];
    const u64 top = lines.p_board[p] | lines.q_board[q];
    const LineMasks own_lines(lines, lines.count, shape, top, player);
    // Who holds a fortress leaves the other no line.
    const LineMasks other_lines(lines, lines.count + lines.fortress_count, shape, top, 1 - player);
    const u64 start = at.segment_start[p] + vector;
    for (u32 z = 0; z < g.shape_bytes[shape]; z += kLine) {
      const Wide padding = load_wide(lines.padding[shape] + z);
      const Wide own = own_lines.at(z);
      const Wide other = other_lines.at(z);
      const Wide win = lines.mover_wins ? own & ~other : own;
      const Wide loss = lines.mover_wins ? other : other & ~own;
      if (side.w != nullptr) store_wide(side.w + start + z, win | padding);
      if (side.l != nullptr) store_wide(side.l + start + z, loss & ~padding);
    }
  }
}

// ---------------------------------------------------------------------------
// Colours exchanged.

// Neighbours exchanged among the first `paired` bits; the others stay: the last
// board of an odd run, and padding.
inline u64 exchange_neighbours(u64 v, u64 paired) {
  constexpr u64 kEven = 0x5555555555555555;
  return (v & ~paired) | (((v & kEven) << 1 | (v >> 1 & kEven)) & paired);
}

template <int kBytes>
inline void exchange_run(const u8* from, u8* to, bool neighbours, int size) {
  constexpr int kLow = kBytes > 8 ? 8 : kBytes;
  u64 low = load_part<kLow>(from);
  u64 high = 0;
  if constexpr (kBytes > 8) high = load_part<4>(from + 8);
  if (neighbours) {
    const int pairs = size / 2 * 2;
    low = exchange_neighbours(low, pairs >= 64 ? ~u64{0} : (u64{1} << pairs) - 1);
    if (pairs > 64) high = exchange_neighbours(high, (u64{1} << (pairs - 64)) - 1);
  }
  store_part<kLow>(to, low);
  if constexpr (kBytes > 8) store_part<4>(to + 8, high);
}

inline void exchange_run(const u8* from, u8* to, int bytes, bool neighbours, int size) {
  switch (bytes) {
    case 1:
      return exchange_run<1>(from, to, neighbours, size);
    case 2:
      return exchange_run<2>(from, to, neighbours, size);
    case 3:
      return exchange_run<3>(from, to, neighbours, size);
    case 4:
      return exchange_run<4>(from, to, neighbours, size);
    case 8:
      return exchange_run<8>(from, to, neighbours, size);
    default:
      return exchange_run<12>(from, to, neighbours, size);
  }
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
    if (to.l != nullptr) std::memset(to.l + at2, 0, g.shape_bytes[shape2]);
    for (int u = 0; u < g.u_fillings; ++u) {
      const u16 run = g.run_offset[shape * g.u_fillings + u];
      if (run == 0xffff) continue;
      const int group = g.run_group[shape * g.u_fillings + u];
      const u16 run2 = g.run_offset[shape2 * g.u_fillings + g.u_swapped[u]];
      const bool neighbours = g.group_neighbours[group] != 0;
      const int bytes = g.group_bytes[group];
      exchange_run(from.w + at1 + run, to.w + at2 + run2, bytes, neighbours, g.group_size[group]);
      if (to.l == nullptr) continue;
      exchange_run(from.l + at1 + run, to.l + at2 + run2, bytes, neighbours, g.group_size[group]);
    }
  }
}

// ---------------------------------------------------------------------------
// Whole planes.

inline u64 popcount_wide(const Wide& v) {
#if defined(NOUGHTS_BYTE_MATRICES) && defined(__AVX512VPOPCNTDQ__)
  return static_cast<u64>(
      _mm512_reduce_add_epi64(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(v))));
#endif
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

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels = {sweep_round,      sweep_induction,  sweep_parents_out, merge_flipped,
                          merge_transposed, set_terminals,    exchange_colours,  count_decided,
                          finish,           wins_from_losses, losses_from_wins,  parents_in,
                          childless,        put_images};

}  // namespace noughts::quixo::engine::NOUGHTS_ISA
