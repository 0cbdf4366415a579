// Sparse steps: board by board, through addresses; see kernels.cpp for how this
// file is compiled.
#pragma once

#include "noughts/quixo/engine/kernel_bits.h"
#include "noughts/quixo/engine/kernels.h"

namespace noughts::quixo::engine::NOUGHTS_ISA {
namespace {

// Each step gathers the addresses of a batch first and prefetches them, since
// every one is a cache miss; then it looks.

struct Parts {
  int p, q, s, u;
};

template <int kSize>
inline Parts parts_of_size(const GeometryView& g, u64 board) {
  constexpr u32 kRow = (1u << kSize) - 1;
  const u32 a = static_cast<u32>(board >> 32);
  const u32 b = static_cast<u32>(board);
  u32 top = 0;
  u32 bottom = 0;
  for (int row = 0; row < kSize; ++row) {
    const int shift = row * kSize;
    const u32 cells = (a >> shift & kRow) | (b >> shift & kRow) << kSize;
    const u32 parts = g.row_parts[(static_cast<u32>(row) << 2 * kSize) + cells];
    (row < (kSize + 1) / 2 ? top : bottom) += parts;
  }
  return {static_cast<int>(top & 0xffff), static_cast<int>(top >> 16),
          static_cast<int>(bottom & 0xffff), static_cast<int>(bottom >> 16)};
}

inline Parts parts_of(const GeometryView& g, u64 board) {
  switch (g.size) {
    case 5:
      return parts_of_size<5>(g, board);
    case 4:
      return parts_of_size<4>(g, board);
    case 3:
      return parts_of_size<3>(g, board);
    default:
      return parts_of_size<2>(g, board);
  }
}

inline u64 address_of(const GeometryView& g, const ClassView& at, const Parts& part) {
  const std::size_t kind = at.segment_kind[part.p];
  const std::size_t cell = kind * g.q_fillings + part.q;
  const std::size_t shape = g.vector_shape[cell];
  const u64 byte = at.segment_start[part.p] + g.vector_offset[cell] +
                   g.run_offset[shape * g.u_fillings + part.u];
  return 8 * byte + g.s_rank[part.s];
}
inline u64 address_of(const GeometryView& g, const ClassView& at, u64 board) {
  return address_of(g, at, parts_of(g, board));
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

// The shapes, a bit each, that begin (or end) in one of these cells.
inline u64 shapes_of(const GeometryView& g, const u64* by_row, u32 cells) {
  const u32 mask = (1u << g.size) - 1;
  u64 shapes = 0;
  for (int row = 0; row < g.size; ++row) {
    shapes |= by_row[(row << g.size) + static_cast<int>(cells >> (row * g.size) & mask)];
  }
  return shapes;
}

// The tiles of `mover`, and the blank ones.
inline u32 own_cells(u64 board, int mover) {
  return static_cast<u32>(mover == 0 ? board >> 32 : board);
}
inline u32 blank_cells(u64 board) { return ~static_cast<u32>(board >> 32 | board); }

// Calls f(board) for the boards from which `mover` came to `board` by taking an own tile, or
// an empty one.
template <class F>
inline void for_each_parent(const GeometryView& g, const SparseView& v, u64 board, int mover,
                            Taking taking, F&& f) {
  const int high = mover == 0 ? 32 : 0;
  for (u64 shapes = shapes_of(g, v.shapes_to, own_cells(board, mover)); shapes != 0;
       shapes &= shapes - 1) {
    const ShapeView& s = v.shapes[__builtin_ctzll(shapes)];
    const u64 masks = u64{s.path} << 32 | s.path;
    const u64 ends = u64{s.end} << 32 | s.end;
    const u64 back = (((board & masks & ~ends) >> s.left_shift) << s.right_shift) & masks;
    const u64 taken = taking == Taking::kOwn ? u64{s.from} << high : 0;
    f(back | (board & ~masks) | taken);
  }
}

inline u64 child_by(const SparseView& v, u64 board, int mover, int shape) {
  const ShapeView& s = v.shapes[shape];
  const u64 masks = u64{s.path} << 32 | s.path;
  return moved(board, s) | (board & ~masks) | u64{s.end} << (mover == 0 ? 32 : 0);
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
  u32 kept;  // a bit for each image
};

// Where the images of a board are, of which l may be null.
inline Decision decide(const GeometryView& g, const ClassView& at, const SparseView& v, Planes mine,
                       bool exchange, u64 board) {
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
  d.kept = 0;
  for (int i = 0; i < 8; ++i) {
    const Parts part = parts_of(g, stored(images[i], exchange));
    d.address[i] = address_of(g, at, part);
    const u32 code = v.p_code[part.p] + v.q_code[part.q] + v.u_code[part.u] + v.s_code[part.s];
    d.kept |= u32{v.weight[code] != 0} << i;
    __builtin_prefetch(mine.w + d.address[i] / 8, 1);
    if (mine.l != nullptr) __builtin_prefetch(mine.l + d.address[i] / 8, 1);
  }
  return d;
}
inline Decision decide(const GeometryView& g, const ClassView& at, const SparseView& v,
                       const SparseSides& sides, u64 board) {
  return decide(g, at, v, sides.mine, sides.exchange_mine, board);
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

inline void add(SparseFound& found, const Decision& decision) {
  found.boards[found.board_count++] = decision.board;
  if (found.kept == nullptr) return;
  for (int i = 0; i < 8; ++i) {
    if (decision.kept >> i & 1) found.kept[found.kept_count++] = decision.address[i];
  }
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
    for_each_parent(g, v, boards[i], sides.mover, Taking::kOwn, [&](u64 parent) {
      const u64 address = address_of(g, at, stored(parent, sides.exchange_mine));
      prefetch({sides.mine.w, sides.mine.l}, address);
      candidates[gathered++] = {parent, address};
    });
  }
  return gathered;
}

void wins_from_losses(const GeometryView& g, const ClassView& at, const SparseView& v,
                      const SparseSides& sides, const u64* boards, std::size_t count,
                      SparseFound& found) {
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
  for (std::size_t i = 0; i < decided; ++i) {
    bool first = false;
    for (int k = 0; k < 8; ++k) {
      const u64 address = decisions[i].address[k];
      // open -> win sets w, not-loss -> win clears l: whoever changed a bit was first.
      const bool set = set_bit(sides.mine.w, address);
      const bool cleared = clear_bit(sides.mine.l, address);
      if (k == 0) first = set || cleared;
    }
    if (first) add(found, decisions[i]);
  }
}

void losses_from_wins(const GeometryView& g, const ClassView& at, const SparseView& v,
                      const SparseSides& sides, const u64* boards, std::size_t count,
                      SparseFound& found) {
  Candidate candidates[kSparseBatch * kMostShapes];
  Decision decisions[kSparseBatch * kMostShapes];
  std::size_t gathered = gather_parents(g, at, v, sides, boards, count, candidates);
  // Walk through the children of all open candidates abreast, one child of each
  // at a time: most meet a child that is not won early on, and fetching the next
  // child of one overlaps with looking at those of the others.
  u64 moves[kSparseBatch * kMostShapes];  // shapes that are still to be looked at
  u64 child_address[kSparseBatch * kMostShapes];
  const auto fetch_child = [&](std::size_t i, u64 left) {
    moves[i] = left;
    if (left == 0) return;
    const u64 child = child_by(v, candidates[i].board, sides.mover, __builtin_ctzll(left));
    child_address[i] = address_of(g, at, stored(child, sides.exchange_theirs));
    prefetch(sides.theirs, child_address[i]);
  };
  std::size_t alive = 0;
  for (std::size_t i = 0; i < gathered; ++i) {
    if (code_at({sides.mine.w, sides.mine.l}, candidates[i].address) != kOpen) continue;
    candidates[alive] = candidates[i];
    fetch_child(alive++, shapes_of(g, v.shapes_from, own_cells(candidates[i].board, sides.mover)));
  }
  std::size_t decided = 0;
  while (alive > 0) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive; ++i) {
      if (moves[i] == 0) {  // every child is won
        decisions[decided++] = decide(g, at, v, sides, candidates[i].board);
        continue;
      }
      if (code_at(sides.theirs, child_address[i]) != kWin) continue;
      candidates[kept] = candidates[i];
      fetch_child(kept++, moves[i] & (moves[i] - 1));
    }
    alive = kept;
  }
  for (std::size_t i = 0; i < decided; ++i) {
    bool first = false;
    for (int k = 0; k < 8; ++k) {
      const bool set = set_bit(sides.mine.l, decisions[i].address[k]);
      if (k == 0) first = set;
    }
    if (first) add(found, decisions[i]);
  }
}

// ---------------------------------------------------------------------------
// Levels of plies.

inline bool in_set(const u8* set, u64 address) {
  // Other threads may be taking boards out of the same byte.
  return __atomic_load_n(set + address / 8, __ATOMIC_RELAXED) >> (address % 8) & 1;
}

std::size_t parents_in(const GeometryView& g, const ClassView& at, const SparseView& v,
                       const u8* mine, int mover, Taking taking, const u64* boards,
                       std::size_t count, u64* parents) {
  Candidate candidates[kSparseBatch * kMostShapes];
  std::size_t gathered = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for_each_parent(g, v, boards[i], mover, taking, [&](u64 parent) {
      const u64 address = address_of(g, at, parent);
      __builtin_prefetch(mine + address / 8);
      candidates[gathered++] = {parent, address};
    });
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < gathered; ++i) {
    if (in_set(mine, candidates[i].address)) parents[found++] = candidates[i].board;
  }
  return found;
}

// A walk through the children of a board: those by own tiles, and those by empty ones.
struct ChildWalk {
  u64 board;
  u64 own, empty;  // shapes that are still to be looked at
  const u8* byte;
  u8 bit;
};

inline ChildWalk begin_walk(const GeometryView& g, const SparseView& v, const ChildSets& sets,
                            u64 board) {
  const u64 own = shapes_of(g, v.shapes_from, own_cells(board, sets.mover));
  const u64 empty = sets.next == nullptr ? 0 : shapes_of(g, v.shapes_from, blank_cells(board));
  return {board, own, empty, nullptr, 0};
}

// Goes to the next child; false if there is none.
inline bool walk_on(const GeometryView& g, const ClassView& at, const SparseView& v,
                    const ChildSets& sets, ChildWalk& walk) {
  const bool same = sets.next_first ? walk.empty == 0 : walk.own != 0;
  u64& shapes = same ? walk.own : walk.empty;
  if (shapes == 0) return false;
  const u64 child = child_by(v, walk.board, sets.mover, __builtin_ctzll(shapes));
  shapes &= shapes - 1;
  const u64 address = same ? address_of(g, at, stored(child, sets.exchange_own))
                           : address_of(g, sets.next_at, child);
  walk.byte = (same ? sets.own : sets.next) + address / 8;
  walk.bit = static_cast<u8>(1u << (address % 8));
  __builtin_prefetch(walk.byte);
  return true;
}

// Abreast, as in losses_from_wins.
std::size_t childless(const GeometryView& g, const ClassView& at, const SparseView& v,
                      const ChildSets& sets, u64* boards, std::size_t count) {
  ChildWalk walks[kSparseBatch * kMostShapes];
  std::size_t alive = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    walks[alive] = begin_walk(g, v, sets, boards[i]);
    if (walk_on(g, at, v, sets, walks[alive]))
      ++alive;
    else
      boards[found++] = boards[i];
  }
  while (alive > 0) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < alive; ++i) {
      if (*walks[i].byte & walks[i].bit) continue;
      walks[left] = walks[i];
      if (walk_on(g, at, v, sets, walks[left]))
        ++left;
      else
        boards[found++] = walks[left].board;
    }
    alive = left;
  }
  return found;
}

u64 put_images(const GeometryView& g, const ClassView& at, const SparseView& v, u8* set, bool in,
               const u64* boards, std::size_t count, SparseFound* found) {
  Decision decisions[kSparseBatch];
  u64 changed = 0;
  for (std::size_t begin = 0; begin < count; begin += kSparseBatch) {
    const std::size_t size = count - begin < kSparseBatch ? count - begin : kSparseBatch;
    for (std::size_t i = 0; i < size; ++i) {
      decisions[i] = decide(g, at, v, {set, nullptr}, false, boards[begin + i]);
    }
    for (std::size_t i = 0; i < size; ++i) {
      bool first = false;
      for (int k = 0; k < 8; ++k) {
        const u64 address = decisions[i].address[k];
        const bool changes = in ? set_bit(set, address) : clear_bit(set, address);
        changed += changes;
        if (k == 0) first = changes;
      }
      if (first && found != nullptr) add(*found, decisions[i]);
    }
  }
  return changed;
}

}  // namespace
}  // namespace noughts::quixo::engine::NOUGHTS_ISA
