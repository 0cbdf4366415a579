// One plane holds the boards, A to move, that were reached. A pass adds every board
// that follows from one of them in one move: it asks each board for its parents, as
// the solvers ask for its children, with the moves of the rows undone.
//
// A board with A to move was made by B; its parents are the reached boards that are
// not over, with the colours exchanged so that B moves. Row moves in the top rows are
// looked at in sweeps, all others by merging images.
#include "noughts/quixo/engine/reachable.h"

#include <atomic>
#include <cassert>
#include <utility>
#include <vector>

#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {
namespace {

class Reachable {
 public:
  Reachable(const Engine& engine, Workers& workers)
      : engine_(engine),
        tables_(engine.tables()),
        layout_(engine.geometry()),
        workers_(workers),
        passes_(tables_, layout_, workers),
        own_moves_(undone(Rules::Taken::kOwnTile)),
        empty_moves_(undone(Rules::Taken::kEmptyTile)),
        own_(tables_.view),
        empty_(tables_.view) {
    assert(!engine.geometry().graded);
    own_.empty_moves = own_moves_.data();
    empty_.empty_moves = empty_moves_.data();
  }

  Result<std::uint64_t> count() {
    if (auto made = prepare(); !made) return made.error();
    for (std::uint64_t before = 0;;) {
      const auto boards = find_parents();
      if (!boards || *boards == std::exchange(before, *boards)) return boards;
      if (auto done = add_children(); !done) return done.error();
    }
  }

 private:
  Result<void> prepare() {
    for (layout::Plane* plane : {&reached_, &over_, &parents_, &nothing_}) {
      auto made = layout::Plane::make(layout_.bytes);
      if (!made) return made.error();
      *plane = *std::move(made);
    }
    auto done = passes_.set_terminals({parents_.data(), nothing_.data()}, Mover::kA);
    if (!done) return done;
    for (std::uint64_t at = 0; at < layout_.bytes; at += 8) {  // won, lost and padding
      word(parents_, at) |= std::exchange(word(nothing_, at), 0);
    }
    done = passes_.exchange_colours({parents_.data(), nullptr}, {over_.data(), nullptr});
    if (!done) return done;
    const std::uint64_t empty = layout_.bit_of(Board{0});
    reached_.data()[empty / 8] |= static_cast<std::uint8_t>(1 << (empty % 8));
    return set_padding(engine_, layout_, workers_, reached_.data());
  }

  static std::uint64_t& word(layout::Plane& plane, std::uint64_t at) {
    return *reinterpret_cast<std::uint64_t*>(plane.data() + at);
  }

  // For each content of a row: those before a move of B in that row that led to it.
  std::vector<RowMoves> undone(Rules::Taken taken) const {
    const layout::Geometry& g = tables_.geometry;
    std::vector<RowMoves> moves(4 * static_cast<std::size_t>(tables_.view.row_contents));
    const Cells row = (Cells{1} << g.size) - 1;
    for (const int kind : {0, 1}) {  // the first row, and another
      const int shift = kind * g.size;
      for (Cells a = 0; a <= row; ++a) {
        for (Cells b = 0; b <= row; ++b) {
          if (a & b) continue;
          RowMoves& list = moves[tables_.row_index(Mover::kB, kind, a, b)];
          const Board board = make_board(a << shift, b << shift);
          for (const MoveShape& shape : engine_.rules().shapes()) {
            if ((shape.hole_to_end & ~(row << shift)) != 0) continue;  // not in this row
            if (!(cells_of(board, Player::kO) & shape.end)) continue;
            Board before = Rules::undo(board, shape);
            if (taken == Rules::Taken::kOwnTile) {
              before |= Rules::tile(Cells{1} << shape.move.from, Player::kO);
            }
            tables_.add_to(list, cells_of(before, Player::kX) >> shift & row,
                           cells_of(before, Player::kO) >> shift & row);
          }
        }
      }
    }
    return moves;
  }

  // The reached boards that are not over, with the colours exchanged. Returns how many
  // boards are reached.
  Result<std::uint64_t> find_parents() {
    std::atomic<std::uint64_t> set = 0;
    const layout::Geometry& g = tables_.geometry;
    auto done = workers_.for_each(0, layout_.segment_start.size(), [&](std::size_t p) {
      const std::uint64_t start = layout_.segment_start[p];
      const std::uint64_t bytes = g.segments[layout_.segment_kind[p]].bytes;
      set += passes_.kernels().count_decided({reached_.data() + start, nothing_.data() + start},
                                             bytes);
      passes_.kernels().exchange_colours(passes_.geometry(), passes_.view(),
                                         {reached_.data(), nullptr}, passes_.view(),
                                         {parents_.data(), nullptr}, static_cast<int>(p));
      const std::uint64_t exchanged = layout_.segment_start[g.p_swapped[p]];
      for (std::uint64_t i = 0; i < bytes; i += 8) {  // all segments are of one kind
        word(parents_, exchanged + i) &= ~word(over_, exchanged + i);
      }
    });
    if (!done) return done.error();
    return set - layout_.padding();
  }

  // Adds what follows from them in one move.
  Result<void> add_children() {
    const Planes mine{reached_.data(), nothing_.data()};
    return passes_.sweep_and_merge(mine, Merge::kWinsOnly, [&](int p, int first, int last) {
      for (const GeometryView* moves : {&own_, &empty_}) {
        passes_.kernels().sweep_induction(*moves, passes_.view(), mine, passes_.view(), nullptr,
                                          parents_.data(), index_of(Mover::kB), p, first, last);
      }
    });
  }

  const Engine& engine_;
  const EngineTables& tables_;
  layout::ClassLayout layout_;
  Workers& workers_;
  Passes passes_;
  std::vector<RowMoves> own_moves_, empty_moves_;
  GeometryView own_, empty_;  // with those moves
  layout::Plane reached_;
  layout::Plane over_, parents_;  // with the colours exchanged
  layout::Plane nothing_;
};

}  // namespace

Result<std::uint64_t> count_reachable(const Engine& engine, Workers& workers) {
  return Reachable(engine, workers).count();
}

}  // namespace noughts::quixo::engine
