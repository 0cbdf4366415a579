// Merging each board with its image under a symmetry, 64 x 64 boards at a time;
// see kernels.cpp for how this file is compiled.
//
// Both symmetries take a bit matrix to its transpose elsewhere. A tile is 64
// rows of one 64-bit word each; its image is 64 words (or parts of words)
// whose places are known. Tile and image are read, each is transposed onto the
// other, merged by a rule, and what changed is written back.
#pragma once

#include "noughts/quixo/engine/kernel_bits.h"
#include "noughts/quixo/engine/kernels.h"

namespace noughts::quixo::engine::NOUGHTS_ISA {
namespace {

// The rules. Each is symmetric in its two arguments, so the merged image is the
// transpose of the merged tile.

// A round: a win seen from either is a win; a candidate for a loss must be one
// from both. (A board that was (1,1) and became a win lost its l bit on one
// side; decided boards agree on both.)
struct RoundRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, const T& w2, const T& l2) {
    w |= w2;
    l &= l2;
  }
};
// Induction: a win beats "not a loss" beats open.
struct InductionRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, const T& w2, const T& l2) {
    const T win = (w & ~l) | (w2 & ~l2);
    w |= w2;
    l = (l | l2) & ~win;
  }
};
struct WinsOnlyRule {
  static constexpr bool kBoth = false;
  template <class T>
  static void merge(T& w, T&, const T& w2, const T&) {
    w |= w2;
  }
};
// What is left of a set after the parents of another were taken from it.
struct IntersectionRule {
  static constexpr bool kBoth = false;
  template <class T>
  static void merge(T& w, T&, const T& w2, const T&) {
    w &= w2;
  }
};
struct UnionRule {
  static constexpr bool kBoth = true;
  template <class T>
  static void merge(T& w, T& l, const T& w2, const T& l2) {
    w |= w2;
    l |= l2;
  }
};

struct alignas(kLine) Tile {
  u64 w[64];
  u64 l[64];
};

struct Changed {
  bool tile, image;
};

// Merges `tile` with `image`; afterwards both hold the new values.
template <class Rule>
inline Changed merge_tiles(Tile& tile, Tile& image) {
  transpose64(image.w);
  if (Rule::kBoth) transpose64(image.l);
  Wide tile_changes = {};
  Wide image_changes = {};
  for (int i = 0; i < 64; i += 8) {
    Wide w, l = {}, w2, l2 = {};
    std::memcpy(&w, tile.w + i, kLine);
    std::memcpy(&w2, image.w + i, kLine);
    if (Rule::kBoth) {
      std::memcpy(&l, tile.l + i, kLine);
      std::memcpy(&l2, image.l + i, kLine);
    }
    const Wide old_w = w, old_l = l;
    Rule::merge(w, l, w2, l2);
    tile_changes |= w ^ old_w;
    image_changes |= w ^ w2;
    std::memcpy(tile.w + i, &w, kLine);
    if (Rule::kBoth) {
      tile_changes |= l ^ old_l;
      image_changes |= l ^ l2;
      std::memcpy(tile.l + i, &l, kLine);
    }
  }
  const Changed changed{!is_zero(tile_changes), !is_zero(image_changes)};
  if (changed.image) {
    std::memcpy(image.w, tile.w, sizeof image.w);
    transpose64(image.w);
    if (Rule::kBoth) {
      std::memcpy(image.l, tile.l, sizeof image.l);
      transpose64(image.l);
    }
  }
  return changed;
}

inline u64 load_word(const u8* from) {
  u64 word;
  std::memcpy(&word, from, 8);
  return word;
}

constexpr u64 kNoRow = ~u64{0};

// The word at `byte` of the vectors at `rows` (64 offsets, kNoRow: none) into `to`. From `count`
// on there are none.
inline void load_words(const u8* plane, const u64* rows, int count, u64 byte, u64* to) {
#if defined(NOUGHTS_BYTE_MATRICES)
  const __m512i none = _mm512_set1_epi64(-1);
  for (int i = 0; i < 64; i += 8) {
    if (i >= count) {
      _mm512_store_si512(to + i, _mm512_setzero_si512());
      continue;
    }
    const __m512i at = _mm512_loadu_si512(rows + i);
    const __mmask8 there = _mm512_cmpneq_epi64_mask(at, none);
    _mm512_store_si512(
        to + i, _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), there, at, plane + byte, 1));
  }
  return;
#endif
  for (int i = 0; i < 64; ++i) {
    to[i] = i >= count || rows[i] == kNoRow ? 0 : load_word(plane + rows[i] + byte);
  }
}
inline void store_words(u8* plane, const u64* rows, u64 byte, const u64* from) {
  for (int i = 0; i < 64; ++i) {
    if (rows[i] != kNoRow) std::memcpy(plane + rows[i] + byte, from + i, 8);
  }
}

// ---------------------------------------------------------------------------
// Upside down. With the middle row fixed, a board is its top rows (the top of P
// and of Q) and its bottom rows (S and U); the image has the flipped bottom
// above and the flipped top below. List the tops of a vector's shape in the
// order of the bits of that shape, each flipped: then the vectors with tops
// from shape 1 and bottoms of shape 2 form a matrix, and the image is the
// matrix of tops from shape 2 and bottoms of shape 1, transposed.

constexpr int kMostRows = 8192;

// Where the vectors start whose top rows are the flipped fillings of `shape`.
inline void find_rows(const GeometryView& g, const ClassView& at, int mid_p, int mid_q, int shape,
                      u64* rows) {
  const u32* tops = g.flipped_tops + static_cast<std::size_t>(g.bit_start[shape]);
  const int count = 64 * g.shape_words[shape];
  for (int i = 0; i < count; ++i) {
    if (tops[i] == ~u32{0}) {
      rows[i] = kNoRow;
      continue;
    }
    const int p = mid_p * g.top_p + static_cast<int>(tops[i] & 0xffff);
    const int q = mid_q * g.top_q + static_cast<int>(tops[i] >> 16);
    rows[i] = at.segment_start[p] + g.vector_offset[at.segment_kind[p] * g.q_fillings + q];
  }
}

template <class Rule>
inline void merge_flipped_tile(Planes planes, const u64* rows1, const u64* rows2, int word1,
                               int word2) {
  Tile tile, image;
  rows1 += 64 * word1;
  rows2 += 64 * word2;
  const u64 byte1 = 8 * static_cast<u64>(word2);  // the tile's column word
  const u64 byte2 = 8 * static_cast<u64>(word1);
  load_words(planes.w, rows1, 64, byte1, tile.w);
  load_words(planes.w, rows2, 64, byte2, image.w);
  if (Rule::kBoth) {
    load_words(planes.l, rows1, 64, byte1, tile.l);
    load_words(planes.l, rows2, 64, byte2, image.l);
  }
  const Changed changed = merge_tiles<Rule>(tile, image);
  if (changed.tile) {
    store_words(planes.w, rows1, byte1, tile.w);
    if (Rule::kBoth) store_words(planes.l, rows1, byte1, tile.l);
  }
  if (changed.image) {
    store_words(planes.w, rows2, byte2, image.w);
    if (Rule::kBoth) store_words(planes.l, rows2, byte2, image.l);
  }
}

template <class Rule>
void merge_flipped_rule(const GeometryView& g, const ClassView& at, Planes planes, int mid_p,
                        int mid_q, int part, int parts) {
  // Which shape the bottom has for each shape of the top.
  const u8* bottoms = g.opposite_shape + static_cast<std::size_t>(g.shape_count) *
                                             at.mid_rest[mid_p * (g.q_fillings / g.top_q) + mid_q];
  u64 rows1[kMostRows], rows2[kMostRows];
  for (int shape1 = 0; shape1 < g.shape_count; ++shape1) {
    const int shape2 = bottoms[shape1];
    if (shape2 == 0xff || shape2 < shape1) continue;  // none, or met from the other end
    find_rows(g, at, mid_p, mid_q, shape1, rows1);
    if (shape2 != shape1) find_rows(g, at, mid_p, mid_q, shape2, rows2);
    const u64* const images = shape2 == shape1 ? rows1 : rows2;
    // In squares of 8 x 8 words: one cache line of each of 512 vectors and images.
    const int words1 = g.shape_words[shape1];
    const int words2 = g.shape_words[shape2];
    for (int block1 = 8 * part; block1 < words1; block1 += 8 * parts) {
      for (int block2 = shape1 == shape2 ? block1 : 0; block2 < words2; block2 += 8) {
        for (int word1 = block1; word1 < words1 && word1 < block1 + 8; ++word1) {
          for (int word2 = block2; word2 < words2 && word2 < block2 + 8; ++word2) {
            if (shape1 == shape2 && word2 < word1) continue;
            merge_flipped_tile<Rule>(planes, rows1, images, word1, word2);
          }
        }
      }
    }
  }
}

// ---------------------------------------------------------------------------
// Transposed. Rows: the vectors of one segment whose Q is the transpose of an S
// of one group, in the order of the group. Columns: the bits of such a vector,
// each one a U and an S. The image of column (U, S) lies in the segment of P
// transposed, in the vector of S transposed, in the run of U transposed: that
// run has one bit per row.

template <int kBytes>
inline u64 load_part(const u8* p) {
  u64 v = 0;
  std::memcpy(&v, p, kBytes == 3 ? 2 : kBytes);
  if constexpr (kBytes == 3) v |= u64{p[2]} << 16;
  return v;
}
template <int kBytes>
inline void store_part(u8* p, u64 v) {
  std::memcpy(p, &v, kBytes == 3 ? 2 : kBytes);
  if constexpr (kBytes == 3) p[2] = static_cast<u8>(v >> 16);
}

template <int kBytes>
inline void load_columns(const u8* plane, const u32* columns, u64* to) {
#if defined(NOUGHTS_BYTE_MATRICES)
  // Whole words, of which the run is the first bytes; planes have a margin (layout/plane.cpp).
  const __m512i run = _mm512_set1_epi64(kBytes == 8 ? -1 : (1LL << (8 * kBytes % 64)) - 1);
  const __m256i none = _mm256_set1_epi32(-1);
  for (int i = 0; i < 64; i += 8) {
    const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(columns + i));
    const __mmask8 there = _mm256_cmpneq_epi32_mask(at, none);
    const __m512i words = _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), there, at, plane, 1);
    _mm512_store_si512(to + i, _mm512_and_si512(words, run));
  }
  return;
#endif
  for (int i = 0; i < 64; ++i) {
    to[i] = columns[i] == ~u32{0} ? 0 : load_part<kBytes>(plane + columns[i]);
  }
}
template <int kBytes>
inline void store_columns(u8* plane, const u32* columns, const u64* from) {
  for (int i = 0; i < 64; ++i) {
    if (columns[i] != ~u32{0}) store_part<kBytes>(plane + columns[i], from[i]);
  }
}

// One word of `count` <= 64 rows; the image is kBytes of each of 64 runs, which
// start at `segment` (already moved to the right bytes of a run).
template <class Rule, int kBytes>
inline void merge_transposed_tile(Planes planes, const u64* rows, int count, u64 byte, u64 segment,
                                  const u32* columns) {
  Tile tile, image;
  const auto store_rows = [&](u8* plane, const u64* from) {
    for (int i = 0; i < count; ++i) std::memcpy(plane + rows[i] + byte, from + i, 8);
  };
  load_words(planes.w, rows, count, byte, tile.w);
  load_columns<kBytes>(planes.w + segment, columns, image.w);
  if (Rule::kBoth) {
    load_words(planes.l, rows, count, byte, tile.l);
    load_columns<kBytes>(planes.l + segment, columns, image.l);
  }
  const Changed changed = merge_tiles<Rule>(tile, image);
  if (changed.tile) {
    store_rows(planes.w, tile.w);
    if (Rule::kBoth) store_rows(planes.l, tile.l);
  }
  if (changed.image) {
    store_columns<kBytes>(planes.w + segment, columns, image.w);
    if (Rule::kBoth) store_columns<kBytes>(planes.l + segment, columns, image.l);
  }
}

template <class Rule>
inline void merge_transposed_part(int bytes, Planes planes, const u64* rows, int count, u64 byte,
                                  u64 segment, const u32* columns) {
  switch (bytes) {
    case 1:
      return merge_transposed_tile<Rule, 1>(planes, rows, count, byte, segment, columns);
    case 2:
      return merge_transposed_tile<Rule, 2>(planes, rows, count, byte, segment, columns);
    case 3:
      return merge_transposed_tile<Rule, 3>(planes, rows, count, byte, segment, columns);
    case 4:
      return merge_transposed_tile<Rule, 4>(planes, rows, count, byte, segment, columns);
    default:
      return merge_transposed_tile<Rule, 8>(planes, rows, count, byte, segment, columns);
  }
}

template <class Rule>
void merge_transposed_rule(const GeometryView& g, const ClassView& at, Planes planes, int p) {
  const int p2 = g.p_transposed[p];
  if (p2 < p || at.segment_start[p] == kNoRow) return;
  const std::size_t kind = at.segment_kind[p];  // the same for p2
  const u32* vector = g.vector_offset + kind * g.q_fillings;
  const u8* shape = g.vector_shape + kind * g.q_fillings;
  for (int group = 0; group < g.group_count; ++group) {
    const u16* fillings = g.group_fillings[group];
    const int q = g.s_transposed[fillings[0]];
    if (vector[q] == ~u32{0}) continue;
    const u32* columns = g.transposed_columns[kind * g.group_count + group];
    const int words = g.shape_words[shape[q]];
    for (int first = 0; first < g.group_size[group]; first += 64) {
      const int left = g.group_size[group] - first;
      const int count = left < 64 ? left : 64;
      const int bytes = g.group_bytes[group] - first / 8;
      u64 rows[64];
      for (int i = 0; i < count; ++i) {
        rows[i] = at.segment_start[p] + vector[g.s_transposed[fillings[first + i]]];
      }
      for (int i = count; i % 8 != 0; ++i) rows[i] = kNoRow;
      const u64 segment = at.segment_start[p2] + static_cast<u64>(first) / 8;
      for (int word = 0; word < words; ++word) {
        merge_transposed_part<Rule>(bytes < 8 ? bytes : 8, planes, rows, count,
                                    8 * static_cast<u64>(word), segment, columns + 64 * word);
      }
    }
  }
}

void merge_flipped(const GeometryView& g, const ClassView& at, Planes planes, Merge merge,
                   int mid_p, int mid_q, int part, int parts) {
  switch (merge) {
    case Merge::kRound:
      return merge_flipped_rule<RoundRule>(g, at, planes, mid_p, mid_q, part, parts);
    case Merge::kInduction:
      return merge_flipped_rule<InductionRule>(g, at, planes, mid_p, mid_q, part, parts);
    case Merge::kWinsOnly:
      return merge_flipped_rule<WinsOnlyRule>(g, at, planes, mid_p, mid_q, part, parts);
    case Merge::kIntersection:
      return merge_flipped_rule<IntersectionRule>(g, at, planes, mid_p, mid_q, part, parts);
    case Merge::kUnion:
      return merge_flipped_rule<UnionRule>(g, at, planes, mid_p, mid_q, part, parts);
  }
}

void merge_transposed(const GeometryView& g, const ClassView& at, Planes planes, Merge merge,
                      int p) {
  switch (merge) {
    case Merge::kRound:
      return merge_transposed_rule<RoundRule>(g, at, planes, p);
    case Merge::kInduction:
      return merge_transposed_rule<InductionRule>(g, at, planes, p);
    case Merge::kWinsOnly:
      return merge_transposed_rule<WinsOnlyRule>(g, at, planes, p);
    case Merge::kIntersection:
      return merge_transposed_rule<IntersectionRule>(g, at, planes, p);
    case Merge::kUnion:
      return merge_transposed_rule<UnionRule>(g, at, planes, p);
  }
}

}  // namespace
}  // namespace noughts::quixo::engine::NOUGHTS_ISA
