// The inner loops of the engine, compiled once per instruction set.
//
// Kernels see plain pointers only (cmake/isa.cmake says why). The views below
// are flat copies of Geometry and ClassLayout; EngineTables owns what they
// point to.
//
// A side is a pair of planes (w, l); the two bits of a board mean
//
//     w l
//     0 0   open: may still become anything
//     1 0   win for the side to move
//     0 1   loss
//     1 1   not a loss: some child is known to be a draw, or not yet decided
//
// Padding bits are kept at (1, 0): decided, so that nothing ever touches them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noughts/core/isa.h"

namespace noughts::quixo::engine {

inline constexpr int kRowMoves = 8;  // most row moves of one row: 4 tiles to either end

// Moves of one row, as the fillings left and right of the cut that they lead to.
struct RowMoves {
  std::uint8_t count;
  struct To {
    std::uint8_t left, right;
  } to[kRowMoves];
};

struct GeometryView {
  int size, h, k;
  int left_power, right_power;  // 3^h, 3^k: fillings of one row on either side of the cut
  int p_fillings, q_fillings, s_fillings, u_fillings;
  int top_p, top_q;  // fillings of the top k rows of P and of Q; the rest is the middle row
  const std::uint8_t *p_rows, *q_rows;  // [filling][row]: the filling of the row
  const std::uint16_t *p_transposed, *u_transposed, *s_transposed;
  const std::uint16_t *s_flipped, *u_flipped;
  const std::uint16_t *p_swapped, *q_swapped, *u_swapped;
  // Groups of S.
  int group_count;
  const std::uint8_t* group_size;
  const std::uint8_t* group_bytes;
  const std::uint8_t* group_neighbours;  // 1: colour exchange exchanges neighbours
  const std::uint16_t* const* group_fillings;
  // Shapes and kinds of segments, as tables of rows.
  int shape_count;
  const std::uint8_t* shape_words;  // 64-bit words that hold boards
  const std::uint32_t* shape_bytes;
  const std::uint16_t* run_offset;     // [shape][u]
  const std::uint8_t* run_group;       // [shape][u]
  const std::uint32_t* vector_offset;  // [kind][q]
  const std::uint8_t* vector_shape;    // [kind][q]
  // For merging upside down: the flipped fillings of U and S that a shape's bits
  // stand for, as tops of P and Q (P | Q << 16, all ones: none); where a shape's
  // list begins; and, for the tiles left outside the middle row, the shape of the
  // bottom rows that goes with each shape of the top rows (0xff: none).
  const std::uint32_t* flipped_tops;
  const std::uint32_t* bit_start;
  const std::uint8_t* opposite_shape;  // [tiles left][shape]
  // For merging transposed: [kind][group of Q transposed] a list by bit of the
  // vector: where in the other segment the run of its image starts.
  const std::uint32_t* const* transposed_columns;
  // [player][row is not the first][content of the row]
  const RowMoves* own_moves;
  const RowMoves* empty_moves;
  int row_contents;  // 3^size
  // Board to address: what a row's cells (a | b << size) add to P | Q << 16, or in the bottom rows
  // to S | U << 16.
  const std::uint32_t* row_parts;  // [row][cells]
  const std::uint8_t* s_rank;
};

struct ClassView {
  const std::uint64_t* segment_start;
  const std::uint8_t* segment_kind;
  const std::uint16_t* mid_rest;  // by middle row: row of opposite_shape
};

// Which moves a sweep looks at: those that take an own tile, or an empty one.
enum class Taking { kOwn, kEmpty };

// How the planes of a block and of its image are merged; kernel_merge.h has the formulas.
enum class Merge { kRound, kInduction, kWinsOnly, kIntersection, kUnion };

struct Planes {
  std::uint8_t* w;
  std::uint8_t* l;
};

struct ConstPlanes {
  const std::uint8_t* w;
  const std::uint8_t* l;
};

// Lines as conditions on the top rows and masks over the bottom rows; after them likewise the
// fortresses that win for the player who is not to move (FortressRule), if any do.
struct LineView {
  int count;
  int fortress_count;
  const std::uint32_t* top_cells;  // [line]
  const std::int16_t* bottom;      // [line]: which mask; -1: the line lies in the top rows
  int bottom_count;
  const std::uint8_t* const* masks;    // [shape][player][bottom]
  const std::uint8_t* const* padding;  // [shape]
  const std::uint64_t* p_board;
  const std::uint64_t* q_board;
  bool mover_wins;  // the rule for two lines
};

// A move as shift and mask, as in rules.h.
struct ShapeView {
  std::uint32_t path, end, from;
  std::uint8_t left_shift, right_shift;
};

struct SparseView {
  int shape_count;
  const ShapeView* shapes;
  const std::uint32_t* row_images;  // [symmetry][row][content of a colour]
  // The shapes, a bit each, that begin or end in one of the cells of a row.
  const std::uint64_t *shapes_from, *shapes_to;  // [row][content of a colour]
  // Which boards are kept (layout/reduction.h): by the sum of the codes of the four parts.
  const std::uint32_t *p_code, *q_code, *u_code, *s_code;
  const std::uint8_t* weight;
};

// What a sparse step decided.
struct SparseFound {
  std::uint64_t* boards;  // one image of each eight
  std::size_t board_count;
  std::uint64_t* kept;  // addresses of all images that are kept; null: not wanted
  std::size_t kept_count;
};

// One colour-symmetric class (a == b) keeps one side only; then every board
// of the other side is looked up with its colours exchanged.
struct SparseSides {
  Planes mine;
  ConstPlanes theirs;
  bool exchange_mine;  // boards of `mine` are stored with the colours exchanged
  bool exchange_theirs;
  int mover;  // whose boards `mine` are: 0 A, 1 B
};

// Where the children of a board are looked up: of the same tier, and of the next.
struct ChildSets {
  const std::uint8_t* own;
  bool exchange_own;         // its boards are stored with the colours exchanged
  const std::uint8_t* next;  // null: there is no next tier
  ClassView next_at;
  bool next_first;  // which are looked at first
  int mover;
};

struct Kernels {
  // Reads the other side's planes and decides what the top rows' moves show,
  // for the vectors first <= q < last of segment p.
  void (*sweep_round)(const GeometryView&, const ClassView&, Planes mine, ConstPlanes theirs,
                      int player, Taking, int p, int first, int last);
  // The same from the classes with one more tile, whose planes are final: win
  // or loss may be null, then only the other is used.
  void (*sweep_induction)(const GeometryView&, const ClassView& mine_at, Planes mine,
                          const ClassView& next_at, const std::uint8_t* next_win,
                          const std::uint8_t* next_loss, int player, int p, int first, int last);
  // Takes from a set of boards those from which a move leads into another set, of the same
  // class (taking an own tile) or of that with one more tile (taking an empty one).
  void (*sweep_parents_out)(const GeometryView&, const ClassView& mine_at, std::uint8_t* mine,
                            const ClassView& set_at, const std::uint8_t* set, int player, Taking,
                            int p, int first, int last);
  // Merges each board with its image upside down, for one filling of the
  // middle row (mid_p, mid_q); of the work there is, one of so many parts.
  void (*merge_flipped)(const GeometryView&, const ClassView&, Planes, Merge, int mid_p, int mid_q,
                        int part, int parts);
  // Merges each board with its transposed image, for segments p and its transpose.
  void (*merge_transposed)(const GeometryView&, const ClassView&, Planes, Merge, int p);
  // Sets boards that are over, and the padding; everything else open. Either plane may be null.
  void (*set_terminals)(const GeometryView&, const ClassView&, const LineView&, Planes, int player,
                        int p);
  // Writes the colour-exchanged image of segment p of `from` to `to`; without l if that
  // is null.
  void (*exchange_colours)(const GeometryView&, const ClassView& from_at, ConstPlanes from,
                           const ClassView& to_at, Planes to, int p);
  // Number of boards whose bits differ, over bytes that are a multiple of 64.
  std::uint64_t (*count_decided)(ConstPlanes, std::uint64_t bytes);
  // (w, l) of the solve to final planes: win = w & ~l, loss = l & ~w; counts the set bits of each.
  void (*finish)(Planes, std::uint64_t bytes, std::uint64_t* wins, std::uint64_t* losses);

  // Sparse steps. Each takes boards of the other side that were just decided
  // and adds the boards of `mine` that this decides to `found`, which has room for
  // shape_count boards per board and eight addresses for each.
  void (*wins_from_losses)(const GeometryView&, const ClassView&, const SparseView&,
                           const SparseSides&, const std::uint64_t* boards, std::size_t count,
                           SparseFound& found);
  void (*losses_from_wins)(const GeometryView&, const ClassView&, const SparseView&,
                           const SparseSides&, const std::uint64_t* boards, std::size_t count,
                           SparseFound& found);

  // The same for the levels of plies (levels_solver.cpp), on sets of boards. First the boards of
  // the set `mine` from which `mover` comes to one of `boards` by taking an own or an empty
  // tile; `parents` has room for shape_count of each. Returns how many.
  std::size_t (*parents_in)(const GeometryView&, const ClassView&, const SparseView&,
                            const std::uint8_t* mine, int mover, Taking,
                            const std::uint64_t* boards, std::size_t count, std::uint64_t* parents);
  // Keeps of the boards those without a child in either set, in place. Returns how many.
  // Require: no more than shape_count for each board of a batch.
  std::size_t (*childless)(const GeometryView&, const ClassView&, const SparseView&,
                           const ChildSets&, std::uint64_t* boards, std::size_t count);
  // Puts all images of the boards into a set or takes them out. Returns how many were not as
  // wanted; with `found`, adds the boards, as in a sparse step, that were not.
  std::uint64_t (*put_images)(const GeometryView&, const ClassView&, const SparseView&,
                              std::uint8_t* set, bool in, const std::uint64_t* boards,
                              std::size_t count, SparseFound* found);
};

// The kernels for the instruction set that core/isa.h chooses.
const Kernels& kernels();
const Kernels& kernels(Isa isa);

inline constexpr std::size_t kSparseBatch = 32;  // boards per call of a sparse step

}  // namespace noughts::quixo::engine
