#include "noughts/quixo/layout/layout.h"

#include <cassert>

#include "noughts/core/bits.h"
#include "noughts/core/combinatorics.h"

namespace noughts::quixo::layout {
namespace {

int power3(int exponent) { return static_cast<int>(int_power(3, exponent)); }

int digit(int filling, int place) { return filling / power3(place) % 3; }

std::vector<TileCount> count_tiles(int cells, bool graded) {
  std::vector<TileCount> counts(power3(cells));
  if (!graded) return counts;
  for (int filling = 0; filling < power3(cells); ++filling) {
    for (int place = 0; place < cells; ++place) {
      counts[filling].a += digit(filling, place) == 1;
      counts[filling].b += digit(filling, place) == 2;
    }
  }
  return counts;
}

// The filling whose cell `place` holds what `from(place)` held in `filling`.
template <class From>
int rearranged(int filling, int cells, From&& from) {
  int result = 0;
  for (int place = 0; place < cells; ++place) result += digit(filling, from(place)) * power3(place);
  return result;
}

int exchanged(int filling, int cells) {
  int result = 0;
  for (int place = 0; place < cells; ++place) {
    const int d = digit(filling, place);
    result += (d == 0 ? 0 : 3 - d) * power3(place);
  }
  return result;
}

std::vector<std::uint16_t> map_fillings(int cells, auto&& image) {
  std::vector<std::uint16_t> images(power3(cells));
  for (int filling = 0; filling < power3(cells); ++filling) {
    images[filling] = static_cast<std::uint16_t>(image(filling));
  }
  return images;
}

std::vector<Board> boards_of(int cells, auto&& cell_of) {
  std::vector<Board> boards(power3(cells));
  for (int filling = 0; filling < power3(cells); ++filling) {
    for (int place = 0; place < cells; ++place) {
      const Cells cell = Cells{1} << cell_of(place);
      if (digit(filling, place) == 1) boards[filling] |= make_board(cell, 0);
      if (digit(filling, place) == 2) boards[filling] |= make_board(0, cell);
    }
  }
  return boards;
}

// Runs are read and written as whole machine words: see kernels.cpp.
int run_bytes(std::size_t boards) {
  const int bytes = static_cast<int>((boards + 7) / 8);
  if (bytes <= 4) return bytes;
  return bytes <= 8 ? 8 : 12;
}

std::uint32_t aligned(std::uint32_t bytes) {
  return (bytes + kVectorAlign - 1) / kVectorAlign * kVectorAlign;
}

template <class Kind>
int find_kind(const std::vector<Kind>& kinds, int a, int b) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].count.a == a && kinds[i].count.b == b) return static_cast<int>(i);
  }
  return -1;
}

// Every (a, b) that can be left for `cells` cells.
std::vector<TileCount> possible_counts(int cells, bool graded) {
  std::vector<TileCount> counts;
  for (int a = 0; a <= (graded ? cells : 0); ++a) {
    for (int b = 0; a + b <= (graded ? cells : 0); ++b) {
      counts.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
    }
  }
  return counts;
}

void make_groups(Geometry& g) {
  g.s_group.resize(g.s_fillings);
  g.s_rank.resize(g.s_fillings);
  for (const TileCount count : possible_counts(g.s_cells, g.graded)) {
    Geometry::Group group{count, {}, 0};
    const auto add = [&](int filling) {
      g.s_group[filling] = static_cast<std::uint8_t>(g.groups.size());
      g.s_rank[filling] = static_cast<std::uint8_t>(group.fillings.size());
      group.fillings.push_back(static_cast<std::uint16_t>(filling));
    };
    const bool mirrors = count.a > count.b;  // its mirror (b, a) was made before
    for (int filling = 0; !mirrors && filling < g.s_fillings; ++filling) {
      if (g.s_count[filling] != count) continue;
      const int other = g.s_swapped[filling];
      if (count.a < count.b) {
        add(filling);
      } else if (filling < other) {
        add(filling);
        add(other);
      }
    }
    // The empty filling is its own mirror and comes last.
    if (count.a == 0 && count.b == 0) add(0);
    if (mirrors) {
      for (const int filling : g.groups[g.group_of(count.b, count.a)].fillings) {
        add(g.s_swapped[filling]);
      }
    }
    group.bytes = run_bytes(group.fillings.size());
    g.groups.push_back(std::move(group));
  }
}

void make_shapes(Geometry& g) {
  for (const TileCount count : possible_counts(g.u_cells + g.s_cells, g.graded)) {
    Geometry::Shape shape;
    shape.count = count;
    shape.run_offset.assign(g.u_fillings, 0xffff);
    shape.run_group.assign(g.u_fillings, 0);
    std::uint32_t bytes = 0;
    std::vector<std::uint32_t> parts;
    for (int u = 0; u < g.u_fillings; ++u) {
      const int group = g.group_of(count.a - g.u_count[u].a, count.b - g.u_count[u].b);
      if (group < 0) continue;
      shape.run_offset[u] = static_cast<std::uint16_t>(bytes);
      shape.run_group[u] = static_cast<std::uint8_t>(group);
      bytes += g.groups[group].bytes;
      shape.boards += static_cast<std::uint32_t>(g.groups[group].fillings.size());
      for (const std::uint16_t s : g.groups[group].fillings) {
        parts.push_back(static_cast<std::uint32_t>(u) << 16 | s);
      }
      parts.resize(8 * std::size_t{bytes}, kAbsent);
    }
    shape.words = (bytes + 7) / 8;
    shape.bytes = aligned(bytes);
    parts.resize(8 * std::size_t{shape.bytes}, kAbsent);
    g.shapes.push_back(std::move(shape));
    g.bit_parts.push_back(std::move(parts));
  }
}

void make_segments(Geometry& g) {
  for (const TileCount count : possible_counts(g.q_cells + g.u_cells + g.s_cells, g.graded)) {
    Geometry::Segment segment;
    segment.count = count;
    segment.vector_offset.assign(g.q_fillings, kAbsent);
    segment.vector_shape.assign(g.q_fillings, 0);
    for (int q = 0; q < g.q_fillings; ++q) {
      const int shape = g.shape_of(count.a - g.q_count[q].a, count.b - g.q_count[q].b);
      if (shape < 0) continue;
      segment.vector_offset[q] = static_cast<std::uint32_t>(segment.bytes);
      segment.vector_shape[q] = static_cast<std::uint8_t>(shape);
      segment.bytes += g.shapes[shape].bytes;
      segment.boards += g.shapes[shape].boards;
    }
    g.segments.push_back(std::move(segment));
  }
}

}  // namespace

Geometry::Geometry(int size_, bool graded_)
    : size(size_), h((size_ + 1) / 2), k(size_ - h), graded(graded_) {
  p_cells = h * h;
  q_cells = h * k;
  s_cells = k * h;
  u_cells = k * k;
  p_fillings = power3(p_cells);
  q_fillings = power3(q_cells);
  s_fillings = power3(s_cells);
  u_fillings = power3(u_cells);
  p_count = count_tiles(p_cells, graded);
  q_count = count_tiles(q_cells, graded);
  s_count = count_tiles(s_cells, graded);
  u_count = count_tiles(u_cells, graded);

  p_swapped = map_fillings(p_cells, [&](int f) { return exchanged(f, p_cells); });
  q_swapped = map_fillings(q_cells, [&](int f) { return exchanged(f, q_cells); });
  s_swapped = map_fillings(s_cells, [&](int f) { return exchanged(f, s_cells); });
  u_swapped = map_fillings(u_cells, [&](int f) { return exchanged(f, u_cells); });

  // Transposition takes cell (row, col) of the image from (col, row).
  const auto transposed = [](int cells, int cols) {
    return map_fillings(cells, [=](int f) {
      const int rows = cells / cols;  // of the image
      return rearranged(f, cells, [=](int place) { return place % cols * rows + place / cols; });
    });
  };
  p_transposed = transposed(p_cells, h);
  u_transposed = transposed(u_cells, k);
  q_transposed = transposed(q_cells, h);  // an S: k rows of h cells
  s_transposed = transposed(s_cells, k);  // a Q: h rows of k cells
  const auto flipped = [this](int cells, int cols) {
    return map_fillings(cells, [=, this](int f) {
      return rearranged(
          f, cells, [=, this](int place) { return (k - 1 - place / cols) * cols + place % cols; });
    });
  };
  s_flipped = flipped(s_cells, h);
  u_flipped = flipped(u_cells, k);

  make_groups(*this);
  make_shapes(*this);
  make_segments(*this);

  row_fillings.assign(std::size_t{1} << (2 * size), 0);
  for (int cells_a = 0; cells_a < 1 << size; ++cells_a) {
    for (int cells_b = 0; cells_b < 1 << size; ++cells_b) {
      std::uint32_t left = 0;
      std::uint32_t right = 0;
      for (int col = 0; col < size; ++col) {
        const std::uint32_t d = (cells_a >> col & 1) + 2 * (cells_b >> col & 1);
        if (col < h)
          left += d * power3(col);
        else
          right += d * power3(col - h);
      }
      row_fillings[cells_a | cells_b << size] = left | right << 16;
    }
  }

  const int n = size;
  p_board = boards_of(p_cells, [=, this](int place) { return place / h * n + place % h; });
  q_board = boards_of(q_cells, [=, this](int place) { return place / k * n + h + place % k; });
  s_board = boards_of(s_cells, [=, this](int place) { return (h + place / h) * n + place % h; });
  u_board =
      boards_of(u_cells, [=, this](int place) { return (h + place / k) * n + h + place % k; });
}

int Geometry::group_of(int a, int b) const { return find_kind(groups, a, b); }
int Geometry::shape_of(int a, int b) const { return find_kind(shapes, a, b); }
int Geometry::segment_of(int a, int b) const { return find_kind(segments, a, b); }

Geometry::Parts Geometry::parts(Board board) const {
  Parts parts{0, 0, 0, 0};
  const Cells row_mask = (Cells{1} << size) - 1;
  for (int row = size - 1; row >= 0; --row) {
    const Cells cells_a = cells_of(board, Player::kX) >> (row * size) & row_mask;
    const Cells cells_b = cells_of(board, Player::kO) >> (row * size) & row_mask;
    const std::uint32_t fillings = row_fillings[cells_a | cells_b << size];
    const int left = static_cast<int>(fillings & 0xffff);
    const int right = static_cast<int>(fillings >> 16);
    int& left_part = row < h ? parts.p : parts.s;
    int& right_part = row < h ? parts.q : parts.u;
    left_part = left_part * power3(h) + left;
    right_part = right_part * power3(k) + right;
  }
  return parts;
}

ClassLayout::ClassLayout(const Geometry& g, Pair pair_) : geometry(&g), pair(pair_) {
  assert(g.graded || pair == Pair{});
  const auto [a, b] = pair;
  segment_start.assign(g.p_fillings, kNoSegment);
  segment_kind.assign(g.p_fillings, 0);
  for (int p = 0; p < g.p_fillings; ++p) {
    const int kind = g.segment_of(a - g.p_count[p].a, b - g.p_count[p].b);
    if (kind < 0) continue;
    segment_start[p] = bytes;
    segment_kind[p] = static_cast<std::uint8_t>(kind);
    bytes += g.segments[kind].bytes;
    boards += g.segments[kind].boards;
  }
  const int mid_q_count = g.q_fillings / g.u_fillings;
  for (int mid_p = 0; mid_p < g.p_fillings / g.s_fillings; ++mid_p) {
    for (int mid_q = 0; mid_q < mid_q_count; ++mid_q) {
      const int left_a = a - g.p_count[mid_p * g.s_fillings].a - g.q_count[mid_q * g.u_fillings].a;
      const int left_b = b - g.p_count[mid_p * g.s_fillings].b - g.q_count[mid_q * g.u_fillings].b;
      const bool possible = left_a >= 0 && left_b >= 0;
      mid_rest.push_back(
          static_cast<std::uint16_t>(possible ? left_a * kCountStride + left_b : kCountStride - 1));
    }
  }
}

}  // namespace noughts::quixo::layout
