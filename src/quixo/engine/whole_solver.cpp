// Solves every board of size 3 or 4 at once, level by level.
//
// All boards, with X (colour A) to move, are one pair of planes; the other
// side is its image with the colours exchanged. Level i reads what levels
// before it decided, so what it decides ends in exactly i plies: a win has a
// child lost in i - 1, a loss has all children won and the slowest in i - 1.
//
// So a level after which there were no new losses is followed by one without
// new wins, and the other way round: after the first levels one plane at a time
// changes, and a pass looks for what it can become alone.
#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>

#include "noughts/core/bits.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {
namespace {

class WholeSolver {
 public:
  WholeSolver(const Engine& engine, Workers& workers)
      : tables_(engine.tables()),
        layout_(engine.geometry()),
        workers_(workers),
        passes_(tables_, layout_, workers),
        moves_(all_moves(tables_.view)),
        any_(tables_.view),
        progress_(workers.budget().progress, "solving", layout_.boards) {
    any_.empty_moves = moves_.data();
  }

  Result<WholeSolution> solve() {
    const auto start = std::chrono::steady_clock::now();
    for (layout::Plane* plane : {&solution_.planes.win, &solution_.planes.loss, &other_.win,
                                 &other_.loss, &decided_, &open_, &not_won_}) {
      Result<layout::Plane> made = layout::Plane::make(layout_.bytes);
      if (!made) return made.error();
      *plane = std::move(*made);
    }
    if (auto set = passes_.set_terminals(mine(), Mover::kA); !set) return set.error();
    Result<Counts> fresh = record_level(0);
    while (fresh) {
      if (auto done = pass(*fresh); !done) return done.error();
      fresh = record_level(solution_.levels + 1);
      if (fresh && fresh->total() == 0) break;
      ++solution_.levels;
    }
    if (!fresh) return fresh.error();
    if (auto done = passes_.finish(mine()); !done) return done.error();
    count_classes();
    solution_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(solution_);
  }

 private:
  Planes mine() { return {solution_.planes.win.data(), solution_.planes.loss.data()}; }

  // Row moves that take a tile of either kind, as one list: a tile has one kind.
  static std::vector<RowMoves> all_moves(const GeometryView& g) {
    std::vector<RowMoves> moves(g.own_moves, g.own_moves + 4 * std::ptrdiff_t{g.row_contents});
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const RowMoves& more = g.empty_moves[i];
      std::copy_n(more.to, more.count, moves[i].to + moves[i].count);
      moves[i].count = static_cast<std::uint8_t>(moves[i].count + more.count);
    }
    return moves;
  }

  // Decides what follows from the boards that the last level decided.
  Result<void> pass(const Counts& last) {
    const auto exchange = [&](layout::Plane& from, layout::Plane& to) {
      return passes_.exchange_colours({from.data(), nullptr}, {to.data(), nullptr});
    };
    if (last.win > 0) {
      if (auto done = exchange(solution_.planes.win, other_.win); !done) return done;
    }
    if (last.loss > 0) {
      if (auto done = exchange(solution_.planes.loss, other_.loss); !done) return done;
    }
    return last.win == 0 ? find_wins() : last.loss == 0 ? find_losses() : find_both();
  }

  Result<void> find_both() {
    return passes_.sweep_and_merge(mine(), Merge::kRound, [&](int p, int first, int last) {
      passes_.kernels().sweep_round(any_, passes_.view(), mine(),
                                    {other_.win.data(), other_.loss.data()}, 0, Taking::kEmpty, p,
                                    first, last);
    });
  }

  // A child that is lost.
  Result<void> find_wins() {
    return passes_.sweep_and_merge(mine(), Merge::kWinsOnly, [&](int p, int first, int last) {
      passes_.kernels().sweep_induction(any_, passes_.view(), mine(), passes_.view(), nullptr,
                                        other_.loss.data(), 0, p, first, last);
    });
  }

  // Of the open boards those without a child that is not won.
  Result<void> find_losses() {
    auto done = for_each_word([&](std::uint64_t at) {
      word(open_, at) = ~word(decided_, at);
      word(not_won_, at) = ~word(other_.win, at);
    });
    if (!done) return done;
    const Planes set{open_.data(), nullptr};
    done = passes_.sweep_and_merge(set, Merge::kIntersection, [&](int p, int first, int last) {
      passes_.kernels().sweep_parents_out(any_, passes_.view(), open_.data(), passes_.view(),
                                          not_won_.data(), 0, Taking::kEmpty, p, first, last);
    });
    if (!done) return done;
    return for_each_word(
        [&](std::uint64_t at) { word(solution_.planes.loss, at) |= word(open_, at); });
  }

  // f(byte) for each word of a plane, on all threads.
  template <class F>
  Result<void> for_each_word(F&& f) {
    return workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
      const std::uint64_t start = layout_.segment_start[p];
      const std::uint64_t bytes = tables_.geometry.segments[layout_.segment_kind[p]].bytes;
      for (std::uint64_t i = 0; i < bytes; i += 8) f(start + i);
    });
  }

  // Notes the plies of all boards decided since the last time; padding, decided
  // from the start, is left out. Returns how many boards there were.
  Result<Counts> record_level(int level) {
    for (int bit = 0; level >> bit != 0; ++bit) {
      if (bit < static_cast<int>(solution_.digits.size())) continue;
      Result<layout::Plane> made = layout::Plane::make(layout_.bytes);
      if (!made) return made.error();
      solution_.digits.push_back(std::move(*made));
    }
    std::atomic<std::uint64_t> wins = 0;
    std::atomic<std::uint64_t> losses = 0;
    auto done = workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
      const layout::Geometry::Segment& segment = tables_.geometry.segments[layout_.segment_kind[p]];
      std::uint64_t won = 0;
      std::uint64_t lost = 0;
      for (std::uint64_t i = 0; i < segment.bytes; i += 8) {
        const std::uint64_t at = layout_.segment_start[p] + i;
        const std::uint64_t w = word(solution_.planes.win, at);
        const std::uint64_t l = word(solution_.planes.loss, at);
        const std::uint64_t fresh = (w ^ l) ^ word(decided_, at);
        if (fresh == 0) continue;
        word(decided_, at) = w ^ l;
        won += std::popcount(fresh & w);
        lost += std::popcount(fresh & l);
        for_each_bit(static_cast<unsigned>(level),
                     [&](int bit) { word(solution_.digits[bit], at) |= fresh; });
      }
      wins += won;
      losses += lost;
    });
    if (!done) return done.error();
    const Counts count{wins - (level == 0 ? layout_.padding() : 0), losses, 0};
    if (count.total() > 0) solution_.by_plies.push_back(count);
    progress_.advance(count.total());
    return count;
  }

  static std::uint64_t& word(layout::Plane& plane, std::uint64_t byte) {
    return *reinterpret_cast<std::uint64_t*>(plane.data() + byte);
  }

  // Sums wins and losses by numbers of tiles: each bit of a vector has known
  // tiles in the bottom rows, so a mask per pair of numbers selects them.
  void count_classes() {
    const layout::Geometry& g = tables_.geometry;
    const int cells = g.size * g.size;
    solution_.counts.assign(cells + 1, std::vector<Counts>(cells + 1));
    const std::uint32_t bytes = g.shapes[0].bytes;
    struct BottomMask {
      int a, b;
      std::vector<std::uint64_t> words;
    };
    std::vector<BottomMask> masks;
    for (std::size_t bit = 0; bit < tables_.bit_parts[0].size(); ++bit) {
      const std::uint32_t part = tables_.bit_parts[0][bit];
      if (part == layout::kAbsent) continue;
      const Board board = g.u_board[part >> 16] | g.s_board[part & 0xffff];
      const int a = std::popcount(cells_of(board, Player::kX));
      const int b = std::popcount(cells_of(board, Player::kO));
      auto at = std::find_if(masks.begin(), masks.end(),
                             [&](const BottomMask& m) { return m.a == a && m.b == b; });
      if (at == masks.end()) {
        at = masks.insert(masks.end(), {a, b, std::vector<std::uint64_t>(bytes / 8)});
      }
      at->words[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
    for (int p = 0; p < g.p_fillings; ++p) {
      for (int q = 0; q < g.q_fillings; ++q) {
        const Board top = g.p_board[p] | g.q_board[q];
        const int top_a = std::popcount(cells_of(top, Player::kX));
        const int top_b = std::popcount(cells_of(top, Player::kO));
        const std::uint64_t start = layout_.segment_start[p] + g.segments[0].vector_offset[q];
        for (const BottomMask& mask : masks) {
          Counts& count = solution_.counts[top_a + mask.a][top_b + mask.b];
          std::uint64_t boards = 0, wins = 0, losses = 0;
          for (std::size_t i = 0; i < mask.words.size(); ++i) {
            if (mask.words[i] == 0) continue;
            boards += std::popcount(mask.words[i]);
            wins += std::popcount(mask.words[i] & word(solution_.planes.win, start + 8 * i));
            losses += std::popcount(mask.words[i] & word(solution_.planes.loss, start + 8 * i));
          }
          count.win += wins;
          count.loss += losses;
          count.draw += boards - wins - losses;
        }
      }
    }
  }

  const EngineTables& tables_;
  layout::ClassLayout layout_;
  Workers& workers_;
  Passes passes_;
  std::vector<RowMoves> moves_;
  GeometryView any_;  // with those moves in the place of those that take an empty tile
  Progress progress_;
  WholeSolution solution_;
  layout::SidePlanes other_;
  layout::Plane decided_;  // before the level
  layout::Plane open_,
      not_won_;  // boards that may be lost; of the other side, those that are not won
};

}  // namespace

Result<WholeSolution> solve_whole(const Engine& engine, Workers& workers) {
  return WholeSolver(engine, workers).solve();
}

}  // namespace noughts::quixo::engine
