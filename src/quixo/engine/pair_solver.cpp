// Solves the pair of classes (a, b), (b, a) from the next tier.
//
//   1. boards that are over;
//   2. induction: moves that take an empty tile lead to the next tier, whose
//      values are final: a lost child makes a win, a child that is not won makes
//      "not a loss";
//   3. dense rounds inside the pair, the two sides in turn: a lost child makes a
//      win, all children won make an open board a loss;
//   4. when a round decides few boards, sparse steps: only the parents of what
//      was just decided are looked at, until nothing is new;
//   5. what is still open is a draw.
//
// A class with a == b is its own mirror: only side 1 is computed, side 0 is a
// copy with the colours exchanged, renewed after each dense round.
#include <algorithm>
#include <chrono>
#include <iterator>

#include "noughts/core/bits.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

using BoardList = std::vector<Board>;

class PairSolver {
 public:
  PairSolver(const Engine& engine, int a, int b, NextTier* next, Workers& workers,
             const PairOptions& options)
      : tables_(engine.tables()),
        pool_(engine.pool()),
        layout_(engine.geometry(), a, b),
        next_(next),
        workers_(workers),
        options_(options),
        passes_(tables_, layout_, workers),
        mirror_(a == b) {
    solution_.a = a;
    solution_.b = b;
  }

  Result<PairSolution> solve() {
    const auto start = Clock::now();
    for (const int mover : {1, 0}) {
      if (const auto made = make_planes(mover); !made) return made.error();
      if (mirror_ && mover == 0) break;
      passes_.set_terminals(side(mover), mover);
      if (const auto induced = induction(mover); !induced) return induced.error();
    }
    solution_.induction_seconds = seconds_since(start);
    if (const auto decided = rounds(); !decided) return decided.error();
    if (workers_.cancelled()) return cancelled_error();
    finish();
    solution_.seconds = seconds_since(start);
    return std::move(solution_);
  }

 private:
  Planes side(int mover) {
    SidePlanes& planes = solution_.sides[mover];
    return {planes.win.data(), planes.loss.data()};
  }
  ConstPlanes const_side(int mover) { return {side(mover).w, side(mover).l}; }

  Result<void> make_planes(int mover) {
    for (Plane* plane : {&solution_.sides[mover].win, &solution_.sides[mover].loss}) {
      Result<Plane> made = pool_.take(layout_.bytes);
      if (!made) return made.error();
      *plane = std::move(*made);
    }
    return {};
  }

  // Children in the next tier: A's lie in (a + 1, b), B's in (a, b + 1), the
  // other side to move.
  Result<void> induction(int mover) {
    const int a = layout_.a;
    const int b = layout_.b;
    if (a + b == tables_.geometry.size * tables_.geometry.size) return {};
    const ClassLayout next_layout(tables_.geometry, mover == 0 ? a + 1 : a, mover == 0 ? b : b + 1);
    const ClassView next_view = EngineTables::view_of(next_layout);
    const auto pass = [&](bool win, bool loss, Merge merge) -> Result<void> {
      Result<ConstPlanes> next = next_->get(next_layout.a, next_layout.b, 1 - mover, win, loss);
      if (!next) return next.error();
      passes_.sweep_and_merge(side(mover), merge, [&](int p, int first, int last) {
        passes_.kernels().sweep_induction(passes_.geometry(), passes_.view(), side(mover),
                                          next_view, win ? next->w : nullptr,
                                          loss ? next->l : nullptr, mover, p, first, last);
      });
      next_->release();
      if (workers_.cancelled()) return cancelled_error();
      return {};
    };
    if (layout_.bytes <= options_.split_above_bytes) return pass(true, true, Merge::kInduction);
    if (const auto wins = pass(false, true, Merge::kWinsOnly); !wins) return wins;
    return pass(true, false, Merge::kInduction);
  }

  // One dense round of one side. Returns how many boards it decided.
  std::uint64_t round(int mover) {
    passes_.sweep_and_merge(side(mover), Merge::kRound, [&](int p, int first, int last) {
      passes_.kernels().sweep_round(passes_.geometry(), passes_.view(), side(mover),
                                    const_side(1 - mover), mover, Taking::kOwn, p, first, last);
    });
    const std::uint64_t decided = passes_.count_decided(const_side(mover));
    const std::uint64_t fresh = decided - decided_[mover];
    decided_[mover] = decided;
    return fresh;
  }

  Result<void> rounds() {
    const auto start = Clock::now();
    const int last = mirror_ ? 1 : 0;  // the side whose turn ends a round
    const auto few =
        static_cast<std::uint64_t>(options_.sparse_below * static_cast<double>(layout_.boards));
    for (const int mover : {1, 0}) {
      if (!mirror_ || mover == 1) decided_[mover] = passes_.count_decided(const_side(mover));
    }
    if (mirror_) passes_.exchange_colours(const_side(1), side(0));
    // What was decided before the last half of a round, to tell what is new.
    Result<Plane> before = pool_.take(layout_.bytes);
    if (!before) return before.error();
    while (true) {
      std::uint64_t fresh = 0;
      if (!mirror_) fresh = round(1);
      passes_.snapshot(const_side(last), before->data());
      const std::uint64_t fresh_last = round(last);
      if (workers_.cancelled()) return cancelled_error();
      ++solution_.dense_rounds;
      if (fresh + fresh_last == 0) break;
      if (fresh <= few && fresh_last <= few) {
        solution_.dense_seconds = seconds_since(start);
        BoardList wins, losses;
        collect(last, *before, wins, losses);
        *before = Plane();
        return sparse_steps(std::move(wins), std::move(losses));
      }
      if (mirror_) passes_.exchange_colours(const_side(1), side(0));
    }
    solution_.dense_seconds = seconds_since(start);
    return {};
  }

  // The boards decided since the snapshot, one of each eight images.
  void collect(int mover, const Plane& before, BoardList& wins, BoardList& losses) {
    std::vector<BoardList> win_lists(workers_.threads()), loss_lists(workers_.threads());
    workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
      if (layout_.segment_start[p] == kNoSegment) return;
      BoardList& win_list = win_lists[workers_.slot()];
      BoardList& loss_list = loss_lists[workers_.slot()];
      const Geometry::Segment& segment = tables_.geometry.segments[layout_.segment_kind[p]];
      for (int q = 0; q < tables_.view.q_fillings; ++q) {
        if (segment.vector_offset[q] == kAbsent) continue;
        collect_vector(mover, before, static_cast<int>(p), q,
                       layout_.segment_start[p] + segment.vector_offset[q], segment.vector_shape[q],
                       win_list, loss_list);
      }
    });
    for (int slot = 0; slot < workers_.threads(); ++slot) {
      wins.insert(wins.end(), win_lists[slot].begin(), win_lists[slot].end());
      losses.insert(losses.end(), loss_lists[slot].begin(), loss_lists[slot].end());
    }
  }

  void collect_vector(int mover, const Plane& before, int p, int q, std::uint64_t start, int shape,
                      BoardList& wins, BoardList& losses) {
    const ConstPlanes now = const_side(mover);
    const auto word_at = [](const std::uint8_t* plane, std::uint64_t byte) {
      return *reinterpret_cast<const std::uint64_t*>(plane + byte);
    };
    const std::uint32_t top_code = tables_.p_code[p] + tables_.q_code[q];
    const std::vector<std::uint32_t>& parts = tables_.bit_parts[shape];
    for (std::uint32_t byte = 0; byte < tables_.geometry.shapes[shape].bytes; byte += 8) {
      const std::uint64_t w = word_at(now.w, start + byte);
      const std::uint64_t l = word_at(now.l, start + byte);
      const std::uint64_t fresh = (w ^ l) ^ word_at(before.data(), start + byte);
      for_each_bit(fresh, [&](int bit) {
        const std::uint32_t part = parts[8 * byte + bit];
        const int u = static_cast<int>(part >> 16);
        const int s = static_cast<int>(part & 0xffff);
        const auto choice = tables_.choice[top_code + tables_.u_code[u] + tables_.s_code[s]];
        if (choice == EngineTables::Choice::kOther) return;
        const Board board = tables_.geometry.board(p, q, u, s);
        if (choice == EngineTables::Choice::kAsk && !tables_.is_chosen(board)) return;
        (w >> bit & 1 ? wins : losses).push_back(board);
      });
    }
  }

  // From boards that the last dense round decided to all that follows.
  Result<void> sparse_steps(BoardList wins, BoardList losses) {
    const auto start = Clock::now();
    int mover = 1;
    while (!wins.empty() || !losses.empty()) {
      SparseSides sides;
      if (mirror_) {
        // Events are boards of side 1; their parents are boards of side 0,
        // kept in the planes of side 1 with the colours exchanged.
        sides = {side(1), const_side(1), true, false, 0};
      } else {
        sides = {side(mover), const_side(1 - mover), false, false, mover};
      }
      BoardList new_wins = step(sides, losses, passes_.kernels().wins_from_losses);
      BoardList new_losses = step(sides, wins, passes_.kernels().losses_from_wins);
      if (workers_.cancelled()) return cancelled_error();
      wins = std::move(new_wins);
      losses = std::move(new_losses);
      mover = 1 - mover;
      ++solution_.sparse_steps;
    }
    solution_.sparse_seconds = seconds_since(start);
    return {};
  }

  template <class Kernel>
  BoardList step(const SparseSides& sides, const BoardList& boards, Kernel kernel) {
    const std::size_t batches = (boards.size() + kSparseBatch - 1) / kSparseBatch;
    std::vector<BoardList> found(workers_.threads());
    workers_.for_each(
        0, batches,
        [&](std::size_t batch) {
          const std::size_t begin = batch * kSparseBatch;
          const std::size_t count = std::min(kSparseBatch, boards.size() - begin);
          Board fresh[kSparseBatch * kMaxMoves];
          const std::size_t fresh_count = kernel(passes_.geometry(), passes_.view(), tables_.sparse,
                                                 sides, boards.data() + begin, count, fresh);
          BoardList& list = found[workers_.slot()];
          for (std::size_t i = 0; i < fresh_count; ++i) {
            list.push_back(mirror_ ? swap_colours(fresh[i]) : fresh[i]);
          }
        },
        16);
    BoardList all = std::move(found[0]);
    for (std::size_t slot = 1; slot < found.size(); ++slot) {
      all.insert(all.end(), found[slot].begin(), found[slot].end());
    }
    return all;
  }

  void finish() {
    for (const int mover : {0, 1}) {
      if (mirror_ && mover == 0) continue;
      const auto [wins, losses] = passes_.finish(side(mover));
      solution_.counts[mover] = {wins, losses, layout_.boards - wins - losses};
    }
    if (mirror_) {
      solution_.sides[0] = {};
      solution_.counts[0] = solution_.counts[1];
    }
  }

  const EngineTables& tables_;
  PlanePool& pool_;
  ClassLayout layout_;
  NextTier* next_;
  Workers& workers_;
  PairOptions options_;
  Passes passes_;
  bool mirror_;
  PairSolution solution_;
  std::array<std::uint64_t, 2> decided_{};
};

}  // namespace

Result<PairSolution> solve_pair(const Engine& engine, int a, int b, NextTier* next,
                                Workers& workers, const PairOptions& options) {
  return PairSolver(engine, a, b, next, workers, options).solve();
}

std::uint64_t pair_memory_bytes(const Engine& engine, int a, int b, const PairOptions& options) {
  const Geometry& g = engine.geometry();
  const ClassLayout own(g, a, b);
  // What sparse steps begin with: one board of eight images, with room to grow and a copy.
  const auto lists = static_cast<std::uint64_t>(options.sparse_below * 4 * sizeof(Board) / 8 *
                                                static_cast<double>(own.boards));
  std::uint64_t peak = 5 * own.bytes + lists;  // four planes and a snapshot
  if (a + b == g.size * g.size) return peak;
  const std::uint64_t planes = own.bytes <= options.split_above_bytes ? 2 : 1;
  // Planes 1 is made first, then side 0 beside it.
  peak = std::max(peak, 2 * own.bytes + planes * ClassLayout(g, a, b + 1).bytes);
  if (a != b) peak = std::max(peak, 4 * own.bytes + planes * ClassLayout(g, a + 1, b).bytes);
  return peak;
}

}  // namespace noughts::quixo
