// The flat tables that kernels read; see kernels.h.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "noughts/quixo/engine/kernels.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/layout/layout.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo::engine {

class EngineTables {
 public:
  EngineTables(const Rules& rules, bool graded);
  EngineTables(const EngineTables&) = delete;

  layout::Geometry geometry;
  GeometryView view;
  LineView lines;
  SparseView sparse;

  const std::vector<std::vector<std::uint32_t>>& bit_parts = geometry.bit_parts;

  // The boards that are kept of each eight; only when graded.
  std::unique_ptr<const layout::TableLayout> kept;

  // Where lists of row moves keep those of a row with these cells of A and of B; kind 0
  // is the first row, 1 any other.
  std::size_t row_index(Mover mover, int kind, Cells a, Cells b) const {
    const std::uint32_t content = geometry.row_fillings[a | b << geometry.size];
    return static_cast<std::size_t>(index_of(mover) * 2 + kind) * view.row_contents +
           (content & 0xffff) + (content >> 16) * view.left_power;
  }
  // Adds the row with these cells of A and of B to a list.
  void add_to(RowMoves& list, Cells a, Cells b) const {
    assert(list.count < kRowMoves);
    const std::uint32_t to = geometry.row_fillings[a | b << geometry.size];
    list.to[list.count++] = {static_cast<std::uint8_t>(to & 0xffff),
                             static_cast<std::uint8_t>(to >> 16)};
  }

  static ClassView view_of(const layout::ClassLayout& layout) {
    return {layout.segment_start.data(), layout.segment_kind.data(), layout.mid_rest.data()};
  }

 private:
  void make_view();
  void make_merges();
  void make_moves();
  void make_lines();
  void make_sparse();

  Rules rules_;
  std::vector<std::uint8_t> p_rows_, q_rows_;
  std::vector<std::uint8_t> group_size_, group_bytes_, group_neighbours_;
  std::vector<const std::uint16_t*> group_fillings_;
  std::vector<std::uint32_t> shape_bytes_;
  std::vector<std::uint16_t> run_offset_;
  std::vector<std::uint8_t> run_group_;
  std::vector<std::uint32_t> vector_offset_;
  std::vector<std::uint8_t> vector_shape_;
  std::vector<std::uint8_t> shape_words_, opposite_shape_;
  std::vector<std::uint32_t> flipped_tops_, bit_start_;
  std::vector<std::vector<std::uint32_t>> column_memory_;
  std::vector<const std::uint32_t*> transposed_columns_;
  std::vector<RowMoves> own_moves_, empty_moves_;
  std::vector<std::uint32_t> line_tops_;
  std::vector<std::int16_t> line_bottoms_;
  std::vector<std::uint8_t> mask_memory_;
  std::vector<const std::uint8_t*> masks_, padding_;
  std::vector<ShapeView> shapes_;
  std::vector<std::uint32_t> row_images_, row_parts_;
  std::vector<std::uint64_t> shapes_from_, shapes_to_;
  std::vector<std::uint32_t> u_code_, s_code_;
};

}  // namespace noughts::quixo::engine
