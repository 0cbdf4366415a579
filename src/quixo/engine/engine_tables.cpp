#include "noughts/quixo/engine/engine_tables.h"

#include <algorithm>
#include <cassert>

#include "noughts/core/bits.h"
#include "noughts/core/combinatorics.h"

namespace noughts::quixo::engine {
namespace {

// The fillings of the rows of each filling of a part.
std::vector<std::uint8_t> rows_of(int fillings, int row_fillings, int rows) {
  std::vector<std::uint8_t> list;
  for (int filling = 0; filling < fillings; ++filling) {
    for (int row = 0, rest = filling; row < rows; ++row, rest /= row_fillings) {
      list.push_back(static_cast<std::uint8_t>(rest % row_fillings));
    }
  }
  return list;
}

}  // namespace

EngineTables::EngineTables(const Rules& rules, bool graded)
    : geometry(rules.size(), graded), rules_(rules) {
  make_view();
  make_merges();
  make_moves();
  make_lines();
  if (graded) kept = std::make_unique<const layout::TableLayout>(rules);
  make_sparse();
}

void EngineTables::make_view() {
  const layout::Geometry& g = geometry;
  for (const layout::Geometry::Group& group : g.groups) {
    group_size_.push_back(static_cast<std::uint8_t>(group.fillings.size()));
    group_bytes_.push_back(static_cast<std::uint8_t>(group.bytes));
    group_neighbours_.push_back(group.count.a == group.count.b);
    group_fillings_.push_back(group.fillings.data());
  }
  for (const layout::Geometry::Shape& shape : g.shapes) {
    shape_bytes_.push_back(shape.bytes);
    run_offset_.insert(run_offset_.end(), shape.run_offset.begin(), shape.run_offset.end());
    run_group_.insert(run_group_.end(), shape.run_group.begin(), shape.run_group.end());
  }
  for (const layout::Geometry::Segment& segment : g.segments) {
    vector_offset_.insert(vector_offset_.end(), segment.vector_offset.begin(),
                          segment.vector_offset.end());
    vector_shape_.insert(vector_shape_.end(), segment.vector_shape.begin(),
                         segment.vector_shape.end());
  }
  view = {};
  view.size = g.size;
  view.h = g.h;
  view.k = g.k;
  view.left_power = static_cast<int>(int_power(3, g.h));
  view.right_power = static_cast<int>(int_power(3, g.k));
  view.p_fillings = g.p_fillings;
  view.q_fillings = g.q_fillings;
  view.s_fillings = g.s_fillings;
  view.u_fillings = g.u_fillings;
  view.top_p = g.s_fillings;
  view.top_q = g.u_fillings;
  p_rows_ = rows_of(g.p_fillings, view.left_power, g.h);
  q_rows_ = rows_of(g.q_fillings, view.right_power, g.h);
  view.p_rows = p_rows_.data();
  view.q_rows = q_rows_.data();
  view.p_transposed = g.p_transposed.data();
  view.u_transposed = g.u_transposed.data();
  view.s_transposed = g.s_transposed.data();
  view.s_flipped = g.s_flipped.data();
  view.u_flipped = g.u_flipped.data();
  view.p_swapped = g.p_swapped.data();
  view.q_swapped = g.q_swapped.data();
  view.u_swapped = g.u_swapped.data();
  view.group_count = static_cast<int>(g.groups.size());
  view.group_size = group_size_.data();
  view.group_bytes = group_bytes_.data();
  view.group_neighbours = group_neighbours_.data();
  view.group_fillings = group_fillings_.data();
  view.shape_bytes = shape_bytes_.data();
  view.run_offset = run_offset_.data();
  view.run_group = run_group_.data();
  view.vector_offset = vector_offset_.data();
  view.vector_shape = vector_shape_.data();
  view.row_contents = static_cast<int>(int_power(3, g.size));
  for (int row = 0; row < g.size; ++row) {
    const int above = row < g.h ? row : row - g.h;
    const auto left = static_cast<std::uint32_t>(int_power(3, g.h * above));
    const auto right = static_cast<std::uint32_t>(int_power(3, g.k * above));
    for (const std::uint32_t filling : g.row_fillings) {
      row_parts_.push_back(filling % 0x10000 * left + filling / 0x10000 * (right << 16));
    }
  }
  view.row_parts = row_parts_.data();
  view.s_rank = g.s_rank.data();
}

// What the merges need to find images; see kernel_merge.h.
void EngineTables::make_merges() {
  const layout::Geometry& g = geometry;
  for (std::size_t shape = 0; shape < g.shapes.size(); ++shape) {
    shape_words_.push_back(static_cast<std::uint8_t>(g.shapes[shape].words));
    bit_start_.push_back(static_cast<std::uint32_t>(flipped_tops_.size()));
    for (std::size_t bit = 0; bit < 64 * std::size_t{g.shapes[shape].words}; ++bit) {
      const std::uint32_t part = bit_parts[shape][bit];
      flipped_tops_.push_back(part == layout::kAbsent
                                  ? layout::kAbsent
                                  : std::uint32_t{g.u_flipped[part >> 16]} << 16 |
                                        g.s_flipped[part & 0xffff]);
    }
  }
  // Tops and bottoms are fillings of as many cells, so both have shapes.
  opposite_shape_.assign(std::size_t{layout::kCountStride} * layout::kCountStride * g.shapes.size(),
                         0xff);
  const int most = g.graded ? 2 * (g.u_cells + g.s_cells) : 0;
  for (int a = 0; a <= most; ++a) {
    for (int b = 0; a + b <= most; ++b) {
      for (std::size_t shape = 0; shape < g.shapes.size(); ++shape) {
        const layout::TileCount top = g.shapes[shape].count;
        const int bottom = g.shape_of(a - top.a, b - top.b);
        if (bottom < 0) continue;
        opposite_shape_[(std::size_t{static_cast<unsigned>(a)} * layout::kCountStride + b) *
                            g.shapes.size() +
                        shape] = static_cast<std::uint8_t>(bottom);
      }
    }
  }
  for (const layout::Geometry::Segment& segment : g.segments) {
    for (const layout::Geometry::Group& group : g.groups) {
      std::vector<std::uint32_t> columns;
      const int q = g.s_transposed[group.fillings[0]];
      if (segment.vector_offset[q] != layout::kAbsent) {
        const int shape = segment.vector_shape[q];
        for (std::size_t bit = 0; bit < 64 * std::size_t{g.shapes[shape].words}; ++bit) {
          const std::uint32_t part = bit_parts[shape][bit];
          if (part == layout::kAbsent) {
            columns.push_back(layout::kAbsent);
            continue;
          }
          const int q2 = g.s_transposed[part & 0xffff];
          const int u2 = g.u_transposed[part >> 16];
          columns.push_back(segment.vector_offset[q2] +
                            g.shapes[segment.vector_shape[q2]].run_offset[u2]);
        }
      }
      column_memory_.push_back(std::move(columns));
      transposed_columns_.push_back(column_memory_.back().data());
    }
  }
  view.shape_count = static_cast<int>(g.shapes.size());
  view.shape_words = shape_words_.data();
  view.flipped_tops = flipped_tops_.data();
  view.bit_start = bit_start_.data();
  view.opposite_shape = opposite_shape_.data();
  view.transposed_columns = transposed_columns_.data();
}

// The moves of the first row, and those that stay in another row, taken from
// the rules: row moves of the rows 0 and 1.
void EngineTables::make_moves() {
  const int size = geometry.size;
  own_moves_.assign(4 * static_cast<std::size_t>(view.row_contents), {});
  empty_moves_ = own_moves_;
  const Cells row_mask = (Cells{1} << size) - 1;
  for (Cells a = 0; a <= row_mask; ++a) {
    for (Cells b = 0; b <= row_mask; ++b) {
      if (a & b) continue;
      for (const Mover mover : {Mover::kA, Mover::kB}) {
        const Player player = mover == Mover::kA ? Player::kX : Player::kO;
        for (const int kind : {0, 1}) {
          const int shift = kind * size;
          const Board board = make_board(a << shift, b << shift);
          const std::size_t index = row_index(mover, kind, a, b);
          for (const MoveShape& shape : rules_.shapes()) {
            const Cells from = Cells{1} << shape.move.from;
            if ((shape.hole_to_end & ~(row_mask << shift)) != 0) continue;  // not in this row
            if (cells_of(board, opponent(player)) & from) continue;
            const Board after = Rules::apply(board, shape, player);
            add_to((cells_of(board, player) & from ? own_moves_ : empty_moves_)[index],
                   cells_of(after, Player::kX) >> shift & row_mask,
                   cells_of(after, Player::kO) >> shift & row_mask);
          }
        }
      }
    }
  }
  view.own_moves = own_moves_.data();
  view.empty_moves = empty_moves_.data();
}

// Each line, or fortress that wins, splits into cells of the top h rows and cells of the
// bottom rows; those with the same bottom part share a mask per shape and colour.
void EngineTables::make_lines() {
  const layout::Geometry& g = geometry;
  const Cells top_mask = (Cells{1} << (g.h * g.size)) - 1;
  std::vector<Cells> bottoms;
  std::vector<Cells> sets = rules_.lines();
  const std::size_t line_count = sets.size();
  const auto fortresses = rules_.winning_fortresses();
  sets.insert(sets.end(), fortresses.begin(), fortresses.end());
  for (const Cells line : sets) {
    const Cells bottom = line & ~top_mask;
    line_tops_.push_back(line & top_mask);
    if (bottom == 0) {
      line_bottoms_.push_back(-1);
      continue;
    }
    auto at = std::find(bottoms.begin(), bottoms.end(), bottom);
    if (at == bottoms.end()) at = bottoms.insert(bottoms.end(), bottom);
    line_bottoms_.push_back(static_cast<std::int16_t>(at - bottoms.begin()));
  }
  const std::size_t masks_per_shape = 2 * bottoms.size() + 1;
  std::size_t memory = layout::kVectorAlign;
  for (const layout::Geometry::Shape& shape : g.shapes) memory += masks_per_shape * shape.bytes;
  mask_memory_.assign(memory, 0);
  std::uint8_t* at = mask_memory_.data();
  at += (layout::kVectorAlign - reinterpret_cast<std::uintptr_t>(at) % layout::kVectorAlign) %
        layout::kVectorAlign;
  for (std::size_t shape = 0; shape < g.shapes.size(); ++shape) {
    const std::vector<std::uint32_t>& parts = bit_parts[shape];
    const auto make_mask = [&](auto&& belongs) {
      for (std::size_t bit = 0; bit < parts.size(); ++bit) {
        if (belongs(parts[bit]))
          at[bit / 8] = static_cast<std::uint8_t>(at[bit / 8] | 1 << bit % 8);
      }
      const std::uint8_t* mask = at;
      at += g.shapes[shape].bytes;
      return mask;
    };
    for (const Player player : {Player::kX, Player::kO}) {
      for (const Cells bottom : bottoms) {
        masks_.push_back(make_mask([&](std::uint32_t part) {
          if (part == layout::kAbsent) return false;
          const Board board = g.u_board[part >> 16] | g.s_board[part & 0xffff];
          return (bottom & ~cells_of(board, player)) == 0;
        }));
      }
    }
    padding_.push_back(make_mask([](std::uint32_t part) { return part == layout::kAbsent; }));
  }
  lines = {static_cast<int>(line_count),
           static_cast<int>(fortresses.size()),
           line_tops_.data(),
           line_bottoms_.data(),
           static_cast<int>(bottoms.size()),
           masks_.data(),
           padding_.data(),
           g.p_board.data(),
           g.q_board.data(),
           rules_.both_lines() == BothLines::kMoverWins};
}

void EngineTables::make_sparse() {
  for (const MoveShape& shape : rules_.shapes()) {
    shapes_.push_back({shape.hole_to_end, shape.end, Cells{1} << shape.move.from, shape.left_shift,
                       shape.right_shift});
  }
  const int size = geometry.size;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    for (int row = 0; row < size; ++row) {
      for (Cells content = 0; content < Cells{1} << size; ++content) {
        row_images_.push_back(rules_.image(content << (row * size), symmetry));
      }
    }
  }
  for (int row = 0; row < size; ++row) {
    for (Cells content = 0; content < Cells{1} << size; ++content) {
      const Cells cells = content << (row * size);
      std::uint64_t from = 0;
      std::uint64_t to = 0;
      for (std::size_t i = 0; i < shapes_.size(); ++i) {
        from |= std::uint64_t{(shapes_[i].from & cells) != 0} << i;
        to |= std::uint64_t{(shapes_[i].end & cells) != 0} << i;
      }
      shapes_from_.push_back(from);
      shapes_to_.push_back(to);
    }
  }
  sparse = {};
  sparse.shapes_from = shapes_from_.data();
  sparse.shapes_to = shapes_to_.data();
  sparse.shape_count = static_cast<int>(shapes_.size());
  sparse.shapes = shapes_.data();
  sparse.row_images = row_images_.data();
  if (!kept) return;
  u_code_ = kept->reduction.u_code();
  s_code_ = kept->reduction.s_code();
  sparse.p_code = kept->reduction.p_code().data();
  sparse.q_code = kept->reduction.q_code().data();
  sparse.u_code = u_code_.data();
  sparse.s_code = s_code_.data();
  sparse.weight = kept->reduction.weights().data();
}

}  // namespace noughts::quixo::engine
