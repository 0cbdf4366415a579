// Solves the pair of classes (a, b), (b, a) from the next tier.
//
//   1. boards that are over;
//   2. induction: moves that take an empty tile lead to the next tier, whose
//      values are final: a lost child makes a win, a child that is not won makes
//      "not a loss"; on the side that moves second also wins by ending the game, which
//      makes ranks exact (ranks.h);
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
#include <optional>
#include <utility>

#include "noughts/core/bits.h"
#include "noughts/quixo/engine/decided.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class PairSolver {
 public:
  PairSolver(const Engine& engine, Pair pair, NextTier* next, Workers& workers,
             const PairOptions& options)
      : engine_(engine),
        tables_(engine.tables()),
        pool_(engine.pool()),
        held_before_(pool_.held_bytes()),
        layout_(engine.geometry(), pair),
        next_(next),
        workers_(workers),
        options_(options),
        passes_(tables_, layout_, workers),
        mirror_(pair.is_mirror()),
        park_(pair_needs(engine, pair, options).parks) {
    solution_.pair = pair;
    own_moves_ = passes_.geometry();
    own_moves_.empty_moves = own_moves_.own_moves;
    if (!options_.ranks) return;
    for (const Mover mover : pair.movers()) {
      ranks_[mover] = std::make_shared<RankRecord>(*tables_.kept, layout_);
    }
  }

  Result<PairSolution> solve() {
    const auto start = Clock::now();
    if (auto made = make_sides(); !made) return made.error();
    give_back();
    solution_.induction_seconds = seconds_since(start);
    if (auto decided = rounds(); !decided) return decided.error();
    if (auto finished = finish(); !finished) return finished.error();
    solution_.seconds = seconds_since(start);
    return std::move(solution_);
  }

 private:
  Planes side(Mover mover) {
    layout::SidePlanes& planes = solution_.sides[mover];
    return {planes.win.data(), planes.loss.data()};
  }
  ConstPlanes const_side(Mover mover) { return {side(mover).w, side(mover).l}; }
  // The side whose half-round ends a round.
  Mover last() const { return mirror_ ? Mover::kB : Mover::kA; }

  Result<void> take(layout::Plane& plane) {
    if (plane) return {};
    Result<layout::Plane> made = pool_.take(layout_.bytes);
    if (!made) return made.error();
    plane = std::move(*made);
    return {};
  }

  // A plane of the next tier may be larger than those of the pair: no more stays than was there
  // before, or than the pair needs.
  void give_back() { pool_.trim(std::max(held_before_, 4 * layout_.bytes)); }

  // Boards that are over, and what follows from the next tier. The side that moves last comes
  // first; for ranks beside the other's losses that are over.
  Result<void> make_sides() {
    layout::SidePlanes& mine = solution_.sides[last()];
    layout::SidePlanes& theirs = solution_.sides[opponent(last())];
    Result<void> done;
    for (layout::Plane* plane : {&mine.win, &mine.loss}) {
      if (done) done = take(*plane);
    }
    if (done) done = passes_.set_terminals(side(last()), last());
    if (done && options_.ranks) {
      done = take(theirs.loss);
      if (done) done = passes_.set_terminals(side(opponent(last())), opponent(last()));
    }
    if (done) done = induction(last(), options_.ranks ? &theirs.loss : nullptr);
    give_back();
    if (done && park_) done = park(mine.loss);
    const bool lost_known = static_cast<bool>(theirs.loss);
    for (layout::Plane* plane : {&theirs.win, &theirs.loss}) {
      if (done) done = take(*plane);
    }
    if (!done || mirror_) return done;
    done = passes_.set_terminals({theirs.win.data(), lost_known ? nullptr : theirs.loss.data()},
                                 opponent(last()));
    if (done) done = induction(opponent(last()), nullptr);
    if (done && park_) done = bring_back(mine.loss);
    return done;
  }

  // `over`: the other side's boards that are over and lost, if wins by ending the game
  // are wanted; given back when it is not needed any more.
  Result<void> induction(Mover mover, layout::Plane* over) {
    const Pair pair = layout_.pair;
    const bool full = pair.tier() == tables_.geometry.size * tables_.geometry.size;
    if (full && over == nullptr) return {};
    const PlaneId children = full ? PlaneId{pair, mover} : after_new_tile({pair, mover});
    const layout::ClassLayout next_layout(tables_.geometry, children.pair);
    const ClassView next_view = EngineTables::view_of(next_layout);
    const auto pass = [&](bool win, bool loss, Merge merge) -> Result<void> {
      ConstPlanes next{nullptr, nullptr};
      if (!full) {
        Result<ConstPlanes> got = next_->get(children, win, loss);
        if (!got) return got.error();
        next = *got;
      }
      auto done = passes_.sweep_and_merge(side(mover), merge, [&](int p, int first, int last) {
        if (over != nullptr && *over) {
          passes_.kernels().sweep_induction(own_moves_, passes_.view(), side(mover), passes_.view(),
                                            nullptr, over->data(), index_of(mover), p, first, last);
        }
        if (full) return;
        passes_.kernels().sweep_induction(passes_.geometry(), passes_.view(), side(mover),
                                          next_view, win ? next.w : nullptr,
                                          loss ? next.l : nullptr, index_of(mover), p, first, last);
      });
      if (!full) next_->release();
      return done;
    };
    if (full) return pass(false, false, Merge::kWinsOnly);
    if (layout_.bytes <= options_.split_above_bytes) return pass(true, true, Merge::kInduction);
    if (auto wins = pass(false, true, Merge::kWinsOnly); !wins) return wins;
    if (over != nullptr) *over = layout::Plane();
    return pass(true, false, Merge::kInduction);
  }

  // A plane that is the same on all images needs only its kept boards to be remembered.
  Result<void> park(layout::Plane& plane) {
    auto made = layout::KeptPlane::make(*tables_.kept, layout_);
    if (!made) return made.error();
    parked_ = std::move(*made);
    const std::vector<int> segments = layout::present(layout_);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      layout::Stream stream;
      layout::pack_segment(*tables_.kept, layout_, p, plane.data(), nullptr, stream);
      std::copy_n(stream.begin(), layout::stream_bytes(parked_.kept(p)), parked_.stream(p));
    });
    plane = layout::Plane();
    return done;
  }

  Result<void> bring_back(layout::Plane& plane) {
    if (auto made = take(plane); !made) return made;
    const std::vector<int> segments = layout::present(layout_);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      layout::unpack_segment(*tables_.kept, layout_, segments[i], parked_.stream(segments[i]),
                             plane.data());
    });
    parked_ = layout::KeptPlane();
    if (!done) return done;
    return close_under_symmetry(engine_, layout_, workers_, nullptr, plane.data());
  }

  // One dense round of one side.
  Result<DecidedSide::Fresh> round(Mover mover) {
    auto swept =
        passes_.sweep_and_merge(side(mover), Merge::kRound, [&](int p, int first, int last) {
          passes_.kernels().sweep_round(passes_.geometry(), passes_.view(), side(mover),
                                        const_side(opponent(mover)), index_of(mover), Taking::kOwn,
                                        p, first, last);
        });
    if (!swept) return swept.error();
    if (auto good = next_half_round(); !good) return good.error();
    const bool record = options_.ranks && (code_decided_in(half_round_, Value::kWin) != 0 ||
                                           code_decided_in(half_round_, Value::kLoss) != 0);
    return decided_[mover]->advance(const_side(mover), half_round_, few_, record);
  }

  Result<void> next_half_round() {
    ++half_round_;
    const int most = code_decided_in(half_round_, Value::kLoss);
    if (!options_.ranks || most <= kMostRankCode) return {};
    return Error{ErrorCode::kNoSpace, "play inside a tier is longer than a table can say"};
  }

  // Side A of a mirror pair is a copy of side B.
  Result<void> renew_mirror() {
    if (!mirror_) return {};
    return passes_.exchange_colours(const_side(Mover::kB), side(Mover::kA));
  }

  Result<void> rounds() {
    const auto start = Clock::now();
    for (const Mover mover : layout_.pair.movers()) {
      decided_[mover].emplace(*tables_.kept, layout_, workers_);
      auto begun = decided_[mover]->begin(pool_.spills() ? nullptr : &pool_);
      if (!begun) return begun;
      few_ = static_cast<std::uint64_t>(options_.sparse_below *
                                        static_cast<double>(decided_[mover]->kept()));
    }
    // The first half-round of two sides is not the last: what it adds need not be known.
    if (mirror_) {
      if (auto learnt = decided_[last()]->learn(const_side(last())); !learnt) return learnt;
    }
    bool quiet = false;  // whether the half-round before decided few boards
    std::uint64_t fresh_before = 1;
    while (true) {
      const Mover mover = mirror_ || half_round_ % 2 == 0 ? Mover::kB : Mover::kA;
      if (auto renewed = renew_mirror(); !renewed) return renewed;
      auto fresh = round(mover);
      if (!fresh) return fresh.error();
      const bool round_ends = mover == last();
      solution_.dense_rounds += round_ends ? 1 : 0;
      const std::uint64_t count = fresh->count;
      const bool nothing = count == 0 && (mirror_ || fresh_before == 0);
      const bool sparse = round_ends && count <= few_ && (mirror_ || quiet);
      if (nothing || sparse) {
        decided_ = {};
        solution_.dense_seconds = seconds_since(start);
        if (nothing) return {};
        BlockList wins, losses;
        if (auto done = collect(mover, fresh->boards, wins, losses); !done) return done;
        keep_ranks(mover, std::move(*fresh));
        return sparse_steps(std::move(wins), std::move(losses));
      }
      quiet = count <= few_;
      fresh_before = count;
      keep_ranks(mover, std::move(*fresh));
    }
  }

  void keep_ranks(Mover mover, DecidedSide::Fresh fresh) {
    const int win = code_decided_in(half_round_, Value::kWin);
    const int loss = code_decided_in(half_round_, Value::kLoss);
    if (!options_.ranks || fresh.count == 0 || (win == 0 && loss == 0)) return;
    ranks_[mover]->add(std::move(fresh.boards));
  }

  // The boards that a half-round decided, one or a few of each eight images.
  Result<void> collect(Mover mover, const DecidedBoards& fresh, BlockList& wins,
                       BlockList& losses) {
    const auto threads = static_cast<std::size_t>(workers_.threads());
    std::vector<BlockList> win_lists(threads), loss_lists(threads);
    const std::vector<int> segments = layout::present(layout_);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      if (fresh.empty(p)) return;
      BlockList& win_list = win_lists[static_cast<std::size_t>(workers_.slot())];
      BlockList& loss_list = loss_lists[static_cast<std::size_t>(workers_.slot())];
      const layout::SidePlanes& planes = solution_.sides[mover];
      fresh.for_each(*tables_.kept, layout_, p,
                     [&](int q, int shape, std::uint64_t start, std::uint32_t bit) {
                       const std::uint32_t part = tables_.bit_parts[shape][bit];
                       const Board board = tables_.geometry.board(
                           {p, q, static_cast<int>(part >> 16), static_cast<int>(part & 0xffff)});
                       (planes.win.bit(start + bit) ? win_list : loss_list).push_back(board);
                     });
    });
    wins = joined(std::move(win_lists));
    losses = joined(std::move(loss_lists));
    return done;
  }

  // From boards that the last dense round decided to all that follows.
  Result<void> sparse_steps(BlockList wins, BlockList losses) {
    const auto start = Clock::now();
    Mover mover = Mover::kB;
    while (!wins.empty() || !losses.empty()) {
      if (auto good = next_half_round(); !good) return good;
      SparseSides sides;
      if (mirror_) {
        // Events are boards of side B; their parents are boards of side A,
        // kept in the planes of side B with the colours exchanged. Only wins or only
        // losses are new (ranks.h), so that no step sees what it decides itself.
        sides = {side(Mover::kB), const_side(Mover::kB), true, false, index_of(Mover::kA)};
      } else {
        sides = {side(mover), const_side(opponent(mover)), false, false, index_of(mover)};
      }
      auto new_wins = step(sides, mover, losses, Value::kWin);
      if (!new_wins) return new_wins.error();
      auto new_losses = step(sides, mover, wins, Value::kLoss);
      if (!new_losses) return new_losses.error();
      wins = *std::move(new_wins);
      losses = *std::move(new_losses);
      if (!mirror_) mover = opponent(mover);
      ++solution_.sparse_steps;
    }
    solution_.sparse_seconds = seconds_since(start);
    return {};
  }

  // The boards that become wins because of these losses, or losses because of these wins.
  Result<BlockList> step(const SparseSides& sides, Mover mover, const BlockList& boards,
                         Value value) {
    const Kernels& kernels = passes_.kernels();
    const auto kernel = value == Value::kWin ? kernels.wins_from_losses : kernels.losses_from_wins;
    const bool record = options_.ranks && code_decided_in(half_round_, value) != 0;
    const auto threads = static_cast<std::size_t>(workers_.threads());
    std::vector<BlockList> found(threads), kept(threads);
    auto done = workers_.for_each(0, boards.blocks().size(), [&](std::size_t i) {
      const BlockList::Block& block = boards.blocks()[i];
      BlockList& found_here = found[static_cast<std::size_t>(workers_.slot())];
      BlockList& kept_here = kept[static_cast<std::size_t>(workers_.slot())];
      for (std::size_t begin = 0; begin < block.size(); begin += kSparseBatch) {
        Board fresh[kSparseBatch * kMaxMoves];
        std::uint64_t addresses[kSparseBatch * kMaxMoves * kSymmetries];
        SparseFound batch{fresh, 0, record ? addresses : nullptr, 0};
        kernel(passes_.geometry(), passes_.view(), tables_.sparse, sides, block.data() + begin,
               std::min(kSparseBatch, block.size() - begin), batch);
        for (std::size_t k = 0; k < batch.board_count; ++k) {
          found_here.push_back(mirror_ ? swap_colours(fresh[k]) : fresh[k]);
        }
        kept_here.append(addresses, batch.kept_count);
      }
    });
    if (!done) return done.error();
    if (record) ranks_[mover]->add(joined(std::move(kept)).take(), half_round_, value);
    return joined(std::move(found));
  }

  Result<void> finish() {
    for (const Mover mover : layout_.pair.movers()) {
      const auto counts = passes_.finish(side(mover));
      if (!counts) return counts.error();
      solution_.counts[mover] = *counts;
      solution_.ranks[mover] = ranks_[mover];
    }
    if (mirror_) {
      solution_.sides[Mover::kA] = {};
      solution_.counts[Mover::kA] = solution_.counts[Mover::kB];
    }
    return {};
  }

  const Engine& engine_;
  const EngineTables& tables_;
  layout::PlanePool& pool_;
  std::uint64_t held_before_;
  layout::ClassLayout layout_;
  NextTier* next_;
  Workers& workers_;
  PairOptions options_;
  Passes passes_;
  bool mirror_;
  bool park_;
  GeometryView
      own_moves_;  // moves that take an own tile in the place of those that take an empty one
  PairSolution solution_;
  layout::KeptPlane parked_;
  int half_round_ = 0;
  std::uint64_t few_ = 0;  // kept boards
  PerMover<std::optional<DecidedSide>> decided_;
  PerMover<std::shared_ptr<RankRecord>> ranks_;
};

// Lists of sparse steps: at most so many boards begin them, and as many follow.
constexpr std::uint64_t kListBytes = 3 * sizeof(Board);

}  // namespace

Result<PairSolution> solve_pair(const Engine& engine, Pair pair, NextTier* next, Workers& workers,
                                const PairOptions& options) {
  return PairSolver(engine, pair, next, workers, options).solve();
}

PairNeeds pair_needs(const Engine& engine, Pair pair, const PairOptions& options) {
  const layout::Geometry& g = engine.geometry();
  const layout::ClassLayout own(g, pair);
  const std::uint64_t packed = layout::KeptPlane::bytes_for(*engine.tables().kept, own);
  const auto movers = static_cast<std::uint64_t>(pair.movers().size());
  const auto lists = static_cast<std::uint64_t>(options.sparse_below * static_cast<double>(packed) *
                                                8 * kListBytes);
  PairNeeds needs;
  const auto moment = [&](std::uint64_t planes, std::uint64_t rest) {
    needs.bytes = std::max(needs.bytes, planes + rest);
    needs.planes = std::max(needs.planes, planes);
    needs.rest = std::max(needs.rest, rest);
  };
  // Rounds, with the boards decided before and a record of what a half-round decided.
  moment(4 * own.bytes, std::max((movers + 1) * packed, lists));
  if (pair.tier() == g.size * g.size) return needs;
  const std::uint64_t fetched = own.bytes <= options.split_above_bytes ? 2 : 1;
  const auto next_bytes = [&](Mover mover) {
    return fetched * layout::ClassLayout(g, after_new_tile({pair, mover}).pair).bytes;
  };
  moment(3 * own.bytes + next_bytes(pair.is_mirror() ? Mover::kB : Mover::kA), 0);
  if (pair.is_mirror()) return needs;
  const std::uint64_t unparked = 4 * own.bytes + next_bytes(Mover::kB);
  needs.parks = unparked > std::max(needs.bytes, options.memory_bytes);
  if (needs.parks) {
    moment(3 * own.bytes + next_bytes(Mover::kB), packed);
  } else {
    moment(unparked, 0);
  }
  return needs;
}

}  // namespace noughts::quixo::engine
