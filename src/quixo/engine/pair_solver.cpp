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
// A pair with a == b is its own mirror: only side B is computed, side A is a
// copy with the colours exchanged, renewed before each dense round.
#include <algorithm>
#include <chrono>
#include <utility>

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
  PairSolver(const Engine& engine, Pair pair, NextTier* next, Workers& workers,
             const PairOptions& options)
      : tables_(engine.tables()),
        pool_(engine.pool()),
        layout_(engine.geometry(), pair),
        next_(next),
        workers_(workers),
        options_(options),
        passes_(tables_, layout_, workers),
        mirror_(pair.is_mirror()) {
    solution_.pair = pair;
  }

  Result<PairSolution> solve() {
    const auto start = Clock::now();
    for (const Mover mover : {Mover::kB, Mover::kA}) {
      if (auto made = make_planes(mover); !made) return made.error();
      if (mirror_ && mover == Mover::kA) break;
      if (auto set = passes_.set_terminals(side(mover), mover); !set) return set.error();
      if (auto induced = induction(mover); !induced) return induced.error();
    }
    solution_.induction_seconds = seconds_since(start);
    if (auto decided = rounds(); !decided) return decided.error();
    if (auto finished = finish(); !finished) return finished.error();
    solution_.seconds = seconds_since(start);
    return std::move(solution_);
  }

 private:
  Planes side(Mover mover) {
    SidePlanes& planes = solution_.sides[mover];
    return {planes.win.data(), planes.loss.data()};
  }
  ConstPlanes const_side(Mover mover) { return {side(mover).w, side(mover).l}; }

  Result<void> make_planes(Mover mover) {
    for (Plane* plane : {&solution_.sides[mover].win, &solution_.sides[mover].loss}) {
      Result<Plane> made = pool_.take(layout_.bytes);
      if (!made) return made.error();
      *plane = std::move(*made);
    }
    return {};
  }

  Result<void> induction(Mover mover) {
    const Pair pair = layout_.pair;
    if (pair.tier() == tables_.geometry.size * tables_.geometry.size) return {};
    const PlaneId children = after_new_tile({pair, mover});
    const ClassLayout next_layout(tables_.geometry, children.pair);
    const ClassView next_view = EngineTables::view_of(next_layout);
    const auto pass = [&](bool win, bool loss, Merge merge) -> Result<void> {
      Result<ConstPlanes> next = next_->get(children, win, loss);
      if (!next) return next.error();
      auto done = passes_.sweep_and_merge(side(mover), merge, [&](int p, int first, int last) {
        passes_.kernels().sweep_induction(
            passes_.geometry(), passes_.view(), side(mover), next_view, win ? next->w : nullptr,
            loss ? next->l : nullptr, index_of(mover), p, first, last);
      });
      next_->release();
      return done;
    };
    if (layout_.bytes <= options_.split_above_bytes) return pass(true, true, Merge::kInduction);
    if (auto wins = pass(false, true, Merge::kWinsOnly); !wins) return wins;
    return pass(true, false, Merge::kInduction);
  }

  // One dense round of one side. Returns how many boards it decided.
  Result<std::uint64_t> round(Mover mover) {
    auto swept =
        passes_.sweep_and_merge(side(mover), Merge::kRound, [&](int p, int first, int last) {
          passes_.kernels().sweep_round(passes_.geometry(), passes_.view(), side(mover),
                                        const_side(opponent(mover)), index_of(mover), Taking::kOwn,
                                        p, first, last);
        });
    if (!swept) return swept.error();
    const auto decided = passes_.count_decided(const_side(mover));
    if (!decided) return decided.error();
    return *decided - std::exchange(decided_[mover], *decided);
  }

  // Side A of a mirror pair is a copy of side B.
  Result<void> renew_mirror() {
    if (!mirror_) return {};
    return passes_.exchange_colours(const_side(Mover::kB), side(Mover::kA));
  }

  Result<void> rounds() {
    const auto start = Clock::now();
    const Mover last = mirror_ ? Mover::kB : Mover::kA;  // the side whose turn ends a round
    const auto few =
        static_cast<std::uint64_t>(options_.sparse_below * static_cast<double>(layout_.boards));
    for (const Mover mover : layout_.pair.movers()) {
      const auto decided = passes_.count_decided(const_side(mover));
      if (!decided) return decided.error();
      decided_[mover] = *decided;
    }
    // What was decided before the last half of a round, to tell what is new.
    Result<Plane> before = pool_.take(layout_.bytes);
    if (!before) return before.error();
    while (true) {
      if (auto renewed = renew_mirror(); !renewed) return renewed;
      Result<std::uint64_t> fresh = std::uint64_t{0};
      if (!mirror_) fresh = round(Mover::kB);
      if (!fresh) return fresh.error();
      if (auto kept = passes_.snapshot(const_side(last), before->data()); !kept) return kept;
      const Result<std::uint64_t> fresh_last = round(last);
      if (!fresh_last) return fresh_last.error();
      ++solution_.dense_rounds;
      if (*fresh + *fresh_last == 0) break;
      if (*fresh <= few && *fresh_last <= few) {
        solution_.dense_seconds = seconds_since(start);
        BoardList wins, losses;
        if (auto done = collect(last, *before, wins, losses); !done) return done;
        *before = Plane();
        return sparse_steps(std::move(wins), std::move(losses));
      }
    }
    solution_.dense_seconds = seconds_since(start);
    return {};
  }

  // The boards decided since the snapshot, one of each eight images.
  Result<void> collect(Mover mover, const Plane& before, BoardList& wins, BoardList& losses) {
    std::vector<BoardList> win_lists(workers_.threads()), loss_lists(workers_.threads());
    auto done = workers_.for_each(0, tables_.view.p_fillings, [&](std::size_t p) {
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
    return done;
  }

  void collect_vector(Mover mover, const Plane& before, int p, int q, std::uint64_t start,
                      int shape, BoardList& wins, BoardList& losses) {
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
        const Board board = tables_.geometry.board({p, q, u, s});
        if (choice == EngineTables::Choice::kAsk && !tables_.is_chosen(board)) return;
        (w >> bit & 1 ? wins : losses).push_back(board);
      });
    }
  }

  // From boards that the last dense round decided to all that follows.
  Result<void> sparse_steps(BoardList wins, BoardList losses) {
    const auto start = Clock::now();
    Mover mover = Mover::kB;
    while (!wins.empty() || !losses.empty()) {
      SparseSides sides;
      if (mirror_) {
        // Events are boards of side B; their parents are boards of side A,
        // kept in the planes of side B with the colours exchanged.
        sides = {side(Mover::kB), const_side(Mover::kB), true, false, index_of(Mover::kA)};
      } else {
        sides = {side(mover), const_side(opponent(mover)), false, false, index_of(mover)};
      }
      auto new_wins = step(sides, losses, passes_.kernels().wins_from_losses);
      if (!new_wins) return new_wins.error();
      auto new_losses = step(sides, wins, passes_.kernels().losses_from_wins);
      if (!new_losses) return new_losses.error();
      wins = *std::move(new_wins);
      losses = *std::move(new_losses);
      mover = opponent(mover);
      ++solution_.sparse_steps;
    }
    solution_.sparse_seconds = seconds_since(start);
    return {};
  }

  template <class Kernel>
  Result<BoardList> step(const SparseSides& sides, const BoardList& boards, Kernel kernel) {
    const std::size_t batches = (boards.size() + kSparseBatch - 1) / kSparseBatch;
    std::vector<BoardList> found(workers_.threads());
    auto done = workers_.for_each(
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
    if (!done) return done.error();
    BoardList all = std::move(found[0]);
    for (std::size_t slot = 1; slot < found.size(); ++slot) {
      all.insert(all.end(), found[slot].begin(), found[slot].end());
    }
    return all;
  }

  Result<void> finish() {
    for (const Mover mover : layout_.pair.movers()) {
      const auto counts = passes_.finish(side(mover));
      if (!counts) return counts.error();
      solution_.counts[mover] = *counts;
    }
    if (mirror_) {
      solution_.sides[Mover::kA] = {};
      solution_.counts[Mover::kA] = solution_.counts[Mover::kB];
    }
    return {};
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
  PerMover<std::uint64_t> decided_;
};

}  // namespace

Result<PairSolution> solve_pair(const Engine& engine, Pair pair, NextTier* next, Workers& workers,
                                const PairOptions& options) {
  return PairSolver(engine, pair, next, workers, options).solve();
}

std::uint64_t pair_memory_bytes(const Engine& engine, Pair pair, const PairOptions& options) {
  const Geometry& g = engine.geometry();
  const ClassLayout own(g, pair);
  // What sparse steps begin with: one board of eight images, with room to grow and a copy.
  const auto lists = static_cast<std::uint64_t>(options.sparse_below * 4 * sizeof(Board) / 8 *
                                                static_cast<double>(own.boards));
  std::uint64_t peak = 5 * own.bytes + lists;  // four planes and a snapshot
  if (pair.tier() == g.size * g.size) return peak;
  const std::uint64_t fetched = own.bytes <= options.split_above_bytes ? 2 : 1;
  // Side B is made first, then side A beside it.
  for (const Mover mover : pair.movers()) {
    const ClassLayout next(g, after_new_tile({pair, mover}).pair);
    const std::uint64_t made = mover == Mover::kB ? 2 : 4;
    peak = std::max(peak, made * own.bytes + fetched * next.bytes);
  }
  return peak;
}

}  // namespace noughts::quixo
