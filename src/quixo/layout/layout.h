// Where each board of Quixo lives in a plane of bits.
//
// A plane holds one bit for every board that an engine works on at a time:
// either all boards with a given number of tiles of each colour (a graded
// layout, one plane per class), or all boards whatsoever (sizes 3 and 4).
// Colours are absolute here: A and B, with `a` and `b` tiles.
//
// The board is cut in four, h = ceil(N/2), k = N - h:
//
//         col 0 1 2 | 3 4
//     row 0   P P P | Q Q        P: h*h cells      Q: h*k cells
//     row 1   P P P | Q Q
//     row 2   P P P | Q Q
//             ------+----
//     row 3   S S S | U U        S: k*h cells      U: k*k cells
//     row 4   S S S | U U
//
// The filling of a part is a number in base three (0 empty, 1 A, 2 B; the top
// left cell counts least). Boards are ordered by P, then Q, then U, then S:
//
//     plane    = segments, one per P
//     segment  = vectors, one per Q, each starting on a cache line
//     vector   = runs, one per U, each starting on a byte
//     run      = one bit per S with the tiles that are left, in the order of its group
//
// What is left after P and Q decides the shape of a vector, so a move inside
// the top h rows takes bit i of one vector to bit i of another of the same
// shape: a move of whole vectors at once (docs/notes/engine.md). A group is the
// fillings of S with equal counts. Exchanging the colours takes the group
// (a, b) to (b, a) place by place; in a group with a == b it exchanges
// neighbours 2i and 2i+1 (the empty filling, its own mirror, comes last).
//
// Padding bits between runs and vectors are not boards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noughts/quixo/pair.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo::layout {

inline constexpr int kVectorAlign = 64;  // bytes
inline constexpr int kCountStride = kMaxSize * kMaxSize + 1;
inline constexpr std::uint32_t kAbsent = ~std::uint32_t{0};
inline constexpr std::uint64_t kNoSegment = ~std::uint64_t{0};

// Numbers of tiles of each colour in a part.
struct TileCount {
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  bool operator==(const TileCount&) const = default;
};

// The cut of a board of one size, and every table that does not depend on the
// class. `graded` false: all fillings count alike, there is one group, one
// shape, one kind of segment.
class Geometry {
 public:
  Geometry(int size, bool graded);

  int size, h, k;
  bool graded;
  int p_cells, q_cells, s_cells, u_cells;
  int p_fillings, q_fillings, s_fillings, u_fillings;

  // Tiles of each filling; all zero when not graded.
  std::vector<TileCount> p_count, q_count, s_count, u_count;

  // Groups of S.
  struct Group {
    TileCount count;
    std::vector<std::uint16_t> fillings;  // in order
    int bytes;                            // of a run
  };
  std::vector<Group> groups;
  std::vector<std::uint8_t> s_group;
  std::vector<std::uint8_t> s_rank;  // within its group
  int group_of(int a, int b) const;  // -1 if there is none

  // Shapes of vectors, by the tiles left for U and S.
  struct Shape {
    TileCount count;
    std::uint32_t bytes = 0;  // a multiple of kVectorAlign
    std::uint32_t words = 0;  // 64-bit words that hold boards
    std::uint32_t boards = 0;
    std::vector<std::uint16_t> run_offset;  // by U, in bytes; 0xffff: none
    std::vector<std::uint8_t> run_group;    // by U
  };
  std::vector<Shape> shapes;
  int shape_of(int a, int b) const;  // -1 if there is none
  // Where a bit of a vector's shape belongs: U << 16 | S, or kAbsent for padding.
  std::vector<std::vector<std::uint32_t>> bit_parts;

  // Kinds of segments, by the tiles left for Q, U and S.
  struct Segment {
    TileCount count;
    std::uint64_t bytes = 0;
    std::uint64_t boards = 0;
    std::vector<std::uint32_t> vector_offset;  // by Q, in bytes; kAbsent: none
    std::vector<std::uint8_t> vector_shape;    // by Q
  };
  std::vector<Segment> segments;
  int segment_of(int a, int b) const;  // -1 if there is none

  // Fillings under the symmetries: transposition of P and U; Q to S and back;
  // S and U upside down.
  std::vector<std::uint16_t> p_transposed, u_transposed, q_transposed, s_transposed;
  std::vector<std::uint16_t> s_flipped, u_flipped;
  // Colours exchanged.
  std::vector<std::uint16_t> p_swapped, q_swapped, s_swapped, u_swapped;

  // A row's cells of each colour (a | b << size) to its fillings left and right
  // of the cut: left | right << 16.
  std::vector<std::uint32_t> row_fillings;

  // The content of a part's filling as cells of the board.
  std::vector<Board> p_board, q_board, s_board, u_board;  // A high, B low

  struct Parts {
    int p, q, u, s;
  };
  Board board(const Parts& at) const {
    return p_board[at.p] | q_board[at.q] | u_board[at.u] | s_board[at.s];
  }
  Parts parts(Board board) const;
  // The same parts with the colours exchanged.
  Parts swapped(const Parts& at) const {
    return {p_swapped[at.p], q_swapped[at.q], u_swapped[at.u], s_swapped[at.s]};
  }
};

// A plane's layout for one class (or for all boards): where segments start.
class ClassLayout {
 public:
  // Graded: the boards of the pair. Not graded: every board; then there is no pair.
  explicit ClassLayout(const Geometry& geometry, Pair pair = {});

  const Geometry* geometry;
  Pair pair;
  std::uint64_t bytes = 0;  // of a plane, a multiple of kVectorAlign
  std::uint64_t boards = 0;
  std::vector<std::uint64_t> segment_start;  // by P, in bytes; kNoSegment: none
  std::vector<std::uint8_t> segment_kind;    // by P
  // By middle row (P part * fillings of the Q part + Q part): the tiles left for
  // the other rows, a * kCountStride + b.
  std::vector<std::uint16_t> mid_rest;

  // Bits of a plane that are not boards.
  std::uint64_t padding() const { return 8 * bytes - boards; }
  // The bit of a board of this class: 8 * byte + bit in the byte.
  std::uint64_t bit_of(Board board) const { return bit_of(geometry->parts(board)); }
  std::uint64_t bit_of(const Geometry::Parts& at) const {
    const Geometry::Segment& segment = geometry->segments[segment_kind[at.p]];
    const Geometry::Shape& shape = geometry->shapes[segment.vector_shape[at.q]];
    const std::uint64_t byte =
        segment_start[at.p] + segment.vector_offset[at.q] + shape.run_offset[at.u];
    return 8 * byte + geometry->s_rank[at.s];
  }
};

}  // namespace noughts::quixo::layout
