#include "noughts/quixo/proof/whole.h"

#include <algorithm>
#include <cstring>

#include "noughts/core/combinatorics.h"
#include "noughts/core/kernel_choice.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/proof/proof_kernels.h"

namespace noughts::quixo::proof {

NOUGHTS_CHOOSE_KERNELS(Kernels, kProofKernels, kernels)

namespace {

constexpr Player player_of(Mover mover) { return mover == Mover::kA ? Player::kX : Player::kO; }

// f(u, s, bit) for the boards of a vector.
template <class F>
void for_each_bottom(const layout::Geometry& g, const layout::Geometry::Shape& shape, F&& f) {
  for (int u = 0; u < g.u_fillings; ++u) {
    if (shape.run_offset[u] == 0xffff) continue;
    const layout::Geometry::Group& group = g.groups[shape.run_group[u]];
    for (std::size_t i = 0; i < group.fillings.size(); ++i) {
      f(u, static_cast<int>(group.fillings[i]), 8 * std::size_t{shape.run_offset[u]} + i);
    }
  }
}

}  // namespace

WholeBoards::WholeBoards(const layout::TableLayout& layout, Workers& workers)
    : layout_(layout),
      g_(layout.geometry),
      workers_(workers),
      columns_(layout.geometry.segments.size()) {
  make_steps();
  make_tops();
  make_lines();
}

void WholeBoards::make_steps() {
  const Rules& rules = layout_.rules;
  const auto left_power = static_cast<int>(int_power(3, g_.h));
  const auto right_power = static_cast<int>(int_power(3, g_.k));
  for (const Mover mover : {Mover::kA, Mover::kB}) {
    for (const Tile tile : {Tile::kOwn, Tile::kEmpty}) {
      auto& by_row = steps_[index_of(mover)][static_cast<int>(tile)];
      by_row.resize(g_.h);
      for (int row = 0; row < g_.h; ++row) {
        const auto p_weight = static_cast<int>(int_power(left_power, row));
        const auto q_weight = static_cast<int>(int_power(right_power, row));
        for (int right = 0; right < right_power; ++right) {
          for (int left = 0; left < left_power; ++left) {
            const int p = left * p_weight;
            const int q = right * q_weight;
            const Board board = g_.p_board[p] | g_.q_board[q];
            Steps steps;
            for (const MoveShape& shape : rules.shapes()) {
              const bool along = shape.move.side == Side::kLeft || shape.move.side == Side::kRight;
              if (!along || shape.move.from / g_.size != row) continue;
              const Cells from = Cells{1} << shape.move.from;
              const bool own = (cells_of(board, player_of(mover)) & from) != 0;
              const bool empty =
                  ((cells_of(board, Player::kX) | cells_of(board, Player::kO)) & from) == 0;
              if (tile == Tile::kOwn ? !own : !empty) continue;
              const auto to = g_.parts(Rules::apply(board, shape, player_of(mover)));
              steps.push_back({to.p - p, to.q - q});
            }
            by_row[row].push_back(std::move(steps));
          }
        }
      }
    }
  }
}

void WholeBoards::make_tops() {
  for (const layout::Geometry::Shape& shape : g_.shapes) {
    std::vector<Top> tops(64 * std::size_t{shape.words}, Top{-1, -1});
    for_each_bottom(g_, shape, [&](int u, int s, std::size_t bit) {
      tops[bit] = {g_.s_flipped[s], g_.u_flipped[u]};
    });
    tops_.push_back(std::move(tops));
  }
}

void WholeBoards::make_lines() {
  const Cells top_cells = (Cells{1} << (g_.h * g_.size)) - 1;
  for (const Cells cells : layout_.rules.lines()) {
    Line line;
    line.top = cells & top_cells;
    const Cells below = cells & ~top_cells;
    for (const Player player : {Player::kX, Player::kO}) {
      for (const layout::Geometry::Shape& shape : g_.shapes) {
        std::vector<std::uint64_t> words(shape.bytes / sizeof(std::uint64_t));
        for_each_bottom(g_, shape, [&](int u, int s, std::size_t bit) {
          const Cells there = cells_of(g_.u_board[u] | g_.s_board[s], player);
          if ((below & ~there) == 0) words[bit / 64] |= std::uint64_t{1} << (bit % 64);
        });
        line.bottom[static_cast<int>(player)].push_back(std::move(words));
      }
    }
    add_line(std::move(line));
  }
}

// Lines with the same cells in the top rows are looked at together.
void WholeBoards::add_line(Line line) {
  const auto same = std::find_if(lines_.begin(), lines_.end(),
                                 [&](const Line& other) { return other.top == line.top; });
  if (same == lines_.end()) return lines_.push_back(std::move(line));
  for (std::size_t colour = 0; colour < line.bottom.size(); ++colour) {
    for (std::size_t shape = 0; shape < line.bottom[colour].size(); ++shape) {
      const std::vector<std::uint64_t>& more = line.bottom[colour][shape];
      std::vector<std::uint64_t>& words = same->bottom[colour][shape];
      for (std::size_t i = 0; i < words.size(); ++i) words[i] |= more[i];
    }
  }
}

template <class F>
Result<void> WholeBoards::for_each_piece(const layout::ClassLayout& at, F&& f) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  return workers_.for_each(0, (at.bytes + kPiece - 1) / kPiece, [&](std::size_t i) {
    f(i * kPiece, std::min(kPiece, at.bytes - i * kPiece));
  });
}

Result<layout::Plane> WholeBoards::none(const layout::ClassLayout& at) {
  auto plane = pool_.take(at.bytes);
  if (!plane) return plane.error();
  auto done = for_each_piece(at, [&](std::uint64_t from, std::uint64_t bytes) {
    std::memset(plane->data() + from, 0, bytes);
  });
  if (!done) return done.error();
  return plane;
}

Result<void> WholeBoards::complement(layout::Plane& plane, const layout::ClassLayout& at) {
  return for_each_piece(at, [&](std::uint64_t from, std::uint64_t bytes) {
    std::uint8_t* const piece = plane.data() + from;
    for (std::uint64_t i = 0; i < bytes; ++i) piece[i] = static_cast<std::uint8_t>(~piece[i]);
  });
}

Result<layout::Plane> WholeBoards::whole(const layout::ClassLayout& at,
                                         const layout::KeptPlane& kept) {
  auto plane = pool_.take(at.bytes);
  if (!plane) return plane.error();
  const std::vector<int> segments = layout::present(at);
  auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
    layout::unpack_segment(layout_, at, segments[i], kept.stream(segments[i]), plane->data());
  });
  for (int i = 0; i < 2; ++i) {
    if (done) done = unite_upside_down(*plane, at);
    if (done) done = unite_transposed(*plane, at);
  }
  if (!done) return done.error();
  return plane;
}

Result<void> WholeBoards::add_over(layout::Plane& plane, const layout::ClassLayout& at,
                                   Mover to_move, Value value) {
  // Whose line decides, and whether the other's must be missing: whoever has just made both
  // lines is not to move.
  const Mover winner = value == Value::kWin ? to_move : opponent(to_move);
  const bool both_won = layout_.rules.both_lines() == BothLines::kMoverWins;
  const bool alone = both_won == (value == Value::kWin);
  const std::vector<int> segments = layout::present(at);
  return workers_.for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    const layout::Geometry::Segment& segment = g_.segments[at.segment_kind[p]];
    std::vector<std::uint64_t> own, other;
    for (int q = 0; q < g_.q_fillings; ++q) {
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      const int shape = segment.vector_shape[q];
      own.assign(g_.shapes[shape].bytes / sizeof(std::uint64_t), 0);
      add_lines(p, q, shape, winner, own);
      if (alone) {
        other.assign(own.size(), 0);
        add_lines(p, q, shape, opponent(winner), other);
        for (std::size_t k = 0; k < own.size(); ++k) own[k] &= ~other[k];
      }
      std::uint8_t* const to = plane.data() + at.segment_start[p] + segment.vector_offset[q];
      for (std::size_t k = 0; k < own.size(); ++k) {
        std::uint64_t word;
        std::memcpy(&word, to + k * sizeof word, sizeof word);
        word |= own[k];
        std::memcpy(to + k * sizeof word, &word, sizeof word);
      }
    }
  });
}

Result<layout::Plane> WholeBoards::exchanged(const layout::ClassLayout& at,
                                             const layout::Plane& plane) {
  auto other = none(at);
  if (!other) return other.error();
  const std::vector<int> segments = layout::present(at);
  auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    const int p2 = g_.p_swapped[p];
    const layout::Geometry::Segment& segment = g_.segments[at.segment_kind[p]];
    const layout::Geometry::Segment& segment2 = g_.segments[at.segment_kind[p2]];
    for (int q = 0; q < g_.q_fillings; ++q) {
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      const int q2 = g_.q_swapped[q];
      const layout::Geometry::Shape& shape = g_.shapes[segment.vector_shape[q]];
      const layout::Geometry::Shape& shape2 = g_.shapes[segment2.vector_shape[q2]];
      const std::uint8_t* from = plane.data() + at.segment_start[p] + segment.vector_offset[q];
      std::uint8_t* to = other->data() + at.segment_start[p2] + segment2.vector_offset[q2];
      for (int u = 0; u < g_.u_fillings; ++u) {
        if (shape.run_offset[u] == 0xffff) continue;
        const layout::Geometry::Group& group = g_.groups[shape.run_group[u]];
        const std::uint8_t* run = from + shape.run_offset[u];
        std::uint8_t* run2 = to + shape2.run_offset[g_.u_swapped[u]];
        if (group.count.a != group.count.b) {  // place by place
          std::memcpy(run2, run, static_cast<std::size_t>(group.bytes));
          continue;
        }
        for (int byte = 0; byte < group.bytes; ++byte) {  // neighbours
          run2[byte] = static_cast<std::uint8_t>((run[byte] & 0x55) << 1 | (run[byte] >> 1 & 0x55));
        }
        // The empty filling is its own mirror, alone at the end of its group.
        if (group.fillings.size() % 2 == 0) continue;
        const std::size_t last = group.fillings.size() - 1;
        const int bit = run[last / 8] >> (last % 8) & 1;
        run2[last / 8] = static_cast<std::uint8_t>(bit << (last % 8));
      }
    }
  });
  if (!done) return done.error();
  return other;
}

Result<void> WholeBoards::add_parents(layout::Plane& found, const layout::ClassLayout& at,
                                      Mover mover, Tile tile, const layout::Plane& children,
                                      const layout::ClassLayout& children_at) {
  const auto& by_row = steps_[index_of(mover)][static_cast<int>(tile)];
  const auto left_power = static_cast<int>(int_power(3, g_.h));
  const auto right_power = static_cast<int>(int_power(3, g_.k));
  const std::vector<int> segments = layout::present(at);
  return workers_.for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    const layout::Geometry::Segment& segment = g_.segments[at.segment_kind[p]];
    for (int q = 0; q < g_.q_fillings; ++q) {
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      std::array<std::uint64_t, kMaxMoves> offsets;
      int count = 0;
      int p_rest = p;
      int q_rest = q;
      for (int row = 0; row < g_.h; ++row) {
        const int content = p_rest % left_power + q_rest % right_power * left_power;
        p_rest /= left_power;
        q_rest /= right_power;
        for (const Step& step : by_row[row][content]) {
          const int to = p + step.p;
          const auto& there = g_.segments[children_at.segment_kind[to]];
          offsets[count++] = children_at.segment_start[to] + there.vector_offset[q + step.q];
        }
      }
      if (count == 0) continue;
      kernels().add_vectors(found.data() + at.segment_start[p] + segment.vector_offset[q],
                            children.data(), offsets.data(), count,
                            g_.shapes[segment.vector_shape[q]].bytes);
    }
  });
}

Result<layout::KeptPlane> WholeBoards::with_images(layout::Plane& found,
                                                   const layout::ClassLayout& at) {
  auto done = unite_upside_down(found, at);
  if (done) done = unite_transposed(found, at);
  if (!done) return done.error();
  auto kept = room(at);
  if (!kept) return kept.error();
  const std::vector<int> segments = layout::present(at);
  done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    layout::Stream stream;
    layout::pack_segment(layout_, at, p, found.data(), nullptr, stream);
    std::copy_n(stream.begin(), layout::stream_bytes(kept->kept(p)), kept->stream(p));
  });
  if (!done) return done.error();
  return kept;
}

Result<void> WholeBoards::unite_upside_down(layout::Plane& plane, const layout::ClassLayout& at) {
  const int mid_ps = g_.p_fillings / g_.s_fillings;
  const int mid_qs = g_.q_fillings / g_.u_fillings;
  return workers_.for_each(0, static_cast<std::size_t>(mid_ps) * mid_qs, [&](std::size_t i) {
    unite_upside_down(plane.data(), at, static_cast<int>(i) / mid_qs, static_cast<int>(i) % mid_qs);
  });
}

// With the middle row fixed, boards are a matrix of tops and bottoms, and turning the board
// upside down transposes it.
void WholeBoards::unite_upside_down(std::uint8_t* plane, const layout::ClassLayout& at, int mid_p,
                                    int mid_q) const {
  const int p_base = mid_p * g_.s_fillings;
  const int q_base = mid_q * g_.u_fillings;
  const int a = at.pair.a - g_.p_count[p_base].a - g_.q_count[q_base].a;
  const int b = at.pair.b - g_.p_count[p_base].b - g_.q_count[q_base].b;
  // Bits that are no boards have this in the place of a row; it only ever meets such bits.
  std::vector<std::uint8_t> no_row(layout::kVectorAlign * 64);
  // The vectors of the tops that are the bottoms of a shape upside down.
  const auto rows = [&](std::size_t shape, std::vector<std::uint8_t*>& list) {
    list.clear();
    for (const Top& top : tops_[shape]) {
      if (top.p < 0) {
        list.push_back(no_row.data());
        continue;
      }
      const int p = p_base + top.p;
      const auto& segment = g_.segments[at.segment_kind[p]];
      list.push_back(plane + at.segment_start[p] + segment.vector_offset[q_base + top.q]);
    }
  };
  std::vector<std::uint8_t*> x, y;
  for (std::size_t shape = 0; shape < g_.shapes.size(); ++shape) {
    const layout::TileCount count = g_.shapes[shape].count;
    const int other = g_.shape_of(a - count.a, b - count.b);
    if (other < static_cast<int>(shape)) continue;  // there is none, or it was its turn
    rows(shape, x);
    rows(static_cast<std::size_t>(other), y);
    kernels().unite_words(x.data(), static_cast<int>(g_.shapes[shape].words), y.data(),
                          static_cast<int>(g_.shapes[other].words),
                          other == static_cast<int>(shape));
  }
}

Result<void> WholeBoards::unite_transposed(layout::Plane& plane, const layout::ClassLayout& at) {
  const std::vector<int> segments = layout::present(at);
  for (const int p : segments) make_columns(at.segment_kind[p]);
  return workers_.for_each(0, segments.size(), [&](std::size_t i) {
    if (segments[i] <= g_.p_transposed[segments[i]])
      unite_transposed(plane.data(), at, segments[i]);
  });
}

// The board (P, Q, U, S) becomes (P, S, U, Q) with every part transposed.
void WholeBoards::make_columns(int kind) {
  if (!columns_[kind].empty()) return;
  const layout::Geometry::Segment& segment = g_.segments[kind];
  for (const layout::Geometry::Group& group : g_.groups) {
    Columns& columns = columns_[kind].emplace_back();
    const int q = g_.s_transposed[group.fillings[0]];
    if (segment.vector_offset[q] == layout::kAbsent) continue;
    const layout::Geometry::Shape& shape = g_.shapes[segment.vector_shape[q]];
    columns.boards.resize(shape.words);
    const auto run_of = [&](int u, int s) {
      const int q2 = g_.s_transposed[s];
      const layout::Geometry::Shape& there = g_.shapes[segment.vector_shape[q2]];
      return segment.vector_offset[q2] + there.run_offset[g_.u_transposed[u]];
    };
    for_each_bottom(g_, shape, [&](int u, int s, std::size_t bit) {
      if (columns.offset.empty())
        columns.offset.assign(64 * std::size_t{shape.words}, run_of(u, s));
      columns.offset[bit] = run_of(u, s);
      columns.boards[bit / 64] |= std::uint64_t{1} << (bit % 64);
    });
  }
}

// With P fixed, boards are rows of Q, and each column is taken to a run of another vector.
void WholeBoards::unite_transposed(std::uint8_t* plane, const layout::ClassLayout& at,
                                   int p) const {
  const int kind = at.segment_kind[p];  // also that of P transposed
  const layout::Geometry::Segment& segment = g_.segments[kind];
  std::array<std::uint8_t*, 128> rows;
  for (std::size_t number = 0; number < g_.groups.size(); ++number) {
    const layout::Geometry::Group& group = g_.groups[number];
    const Columns& columns = columns_[kind][number];
    if (columns.offset.empty()) continue;
    for (std::size_t i = 0; i < group.fillings.size(); ++i) {
      const int q = g_.s_transposed[group.fillings[i]];
      rows[i] = plane + at.segment_start[p] + segment.vector_offset[q];
    }
    kernels().unite_columns(rows.data(), static_cast<int>(group.fillings.size()),
                            static_cast<int>(columns.boards.size()),
                            plane + at.segment_start[g_.p_transposed[p]],
                            {columns.offset.data(), columns.boards.data(), group.bytes});
  }
}

void WholeBoards::add_lines(int p, int q, int shape, Mover colour,
                            std::span<std::uint64_t> words) const {
  const Cells top = cells_of(g_.p_board[p] | g_.q_board[q], player_of(colour));
  for (const Line& line : lines_) {
    if ((line.top & ~top) != 0) continue;
    const auto& bottom = line.bottom[index_of(colour)][shape];
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= bottom[i];
  }
}

void WholeBoards::lines_of(const layout::ClassLayout& at, int p, Mover colour,
                           layout::Stream& stream) const {
  stream.assign(layout::stream_bytes(layout::kept_boards(layout_, at, p)) + layout::kStreamMargin,
                0);
  std::uint64_t bit = 0;
  std::vector<std::uint64_t> words;
  layout::for_each_vector(
      layout_, at, p, [&](int q, int shape, const layout::Reduction::Mask& mask, std::uint32_t) {
        if (mask.count == 0) return;
        words.assign(mask.words.size(), 0);
        add_lines(p, q, shape, colour, words);
        bit = layout::pack_kernels().pack(words.data(), mask.words.data(),
                                          static_cast<int>(words.size()), stream.data(), bit);
      });
}

}  // namespace noughts::quixo::proof
