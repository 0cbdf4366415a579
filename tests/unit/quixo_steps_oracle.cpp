// Level i reads what levels before it decided, in the pair and in the next tier,
// so what it decides ends in exactly i plies. One level of one side:
//
//   1. induction from the boards of the next tier with fewer than i plies: a
//      lost child makes a win, a child not yet won bars the loss for this level;
//   2. a round inside the pair;
//   3. the bars are lifted again.
//
// After a level that decides nothing the next one that can is that after the next
// plies of the next tier; the levels between are left out.
#include "quixo_steps_oracle.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <optional>
#include <set>

#include "noughts/core/bits.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {
namespace {

std::uint64_t word_at(const layout::Plane& plane, std::uint64_t byte) {
  return *reinterpret_cast<const std::uint64_t*>(plane.data() + byte);
}
std::uint64_t& word_at(layout::Plane& plane, std::uint64_t byte) {
  return *reinterpret_cast<std::uint64_t*>(plane.data() + byte);
}

// Which of the boards of a word have so many plies; draws have 0.
std::uint64_t with_plies(const layout::SteppedSide& side, int plies, std::uint64_t byte) {
  if (plies >> side.digits.size() != 0) return 0;
  std::uint64_t here = ~std::uint64_t{0};
  for (std::size_t i = 0; i < side.digits.size(); ++i) {
    const std::uint64_t digit = word_at(side.digits[i], byte);
    here &= plies >> i & 1 ? digit : ~digit;
  }
  return here;
}

// f(first byte, last byte) for pieces of a plane, on all threads.
template <class F>
Result<void> for_each_piece(Workers& workers, std::uint64_t bytes, F&& f) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;
  return workers.for_each(0, (bytes + kPiece - 1) / kPiece, [&](std::size_t piece) {
    f(piece * kPiece, std::min(bytes, (piece + 1) * kPiece));
  });
}

// One side of the next tier as far as the levels have come.
struct NextLevels {
  std::shared_ptr<const layout::SteppedSide> side;
  layout::ClassLayout layout;
  layout::SidePlanes known = {};  // what has fewer plies than the level

  Result<void> add_plies(Workers& workers, int plies) {
    if (!side->plies_there.contains(plies)) return {};
    return for_each_piece(workers, known.win.bytes(), [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t at = first; at < last; at += 8) {
        const std::uint64_t here = with_plies(*side, plies, at);
        word_at(known.win, at) |= here & word_at(side->planes.win, at);
        word_at(known.loss, at) |= here & word_at(side->planes.loss, at);
      }
    });
  }
};

class StepsSolver {
 public:
  StepsSolver(const Engine& engine, Pair pair, SteppedTier* next, Workers& workers)
      : tables_(engine.tables()),
        pool_(engine.pool()),
        layout_(engine.geometry(), pair),
        next_tier_(next),
        workers_(workers),
        passes_(tables_, layout_, workers),
        mirror_(pair.is_mirror()) {
    solution_.pair = pair;
  }

  Result<SteppedPair> solve() {
    const auto start = std::chrono::steady_clock::now();
    if (auto ready = prepare(); !ready) return ready.error();
    for (std::optional<int> level = 0; level;) {
      if (*level > 0) {
        if (auto done = advance(*level); !done) return done.error();
      }
      auto fresh = record(*level);
      if (!fresh) return fresh.error();
      ++solution_.passes;
      if (*fresh > 0) solution_.levels = *level;
      level = level_after(*level, *fresh > 0);
    }
    finish();
    solution_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(solution_);
  }

 private:
  Planes side(Mover mover) {
    layout::SidePlanes& planes = solution_.sides[mover]->planes;
    return {planes.win.data(), planes.loss.data()};
  }
  ConstPlanes const_side(Mover mover) { return {side(mover).w, side(mover).l}; }

  Result<void> take(layout::Plane& plane, std::uint64_t bytes, bool clear) {
    Result<layout::Plane> made = pool_.take(bytes);
    if (!made) return made.error();
    if (clear) std::memset(made->data(), 0, bytes);
    plane = *std::move(made);
    return {};
  }

  Result<void> prepare() {
    for (const Mover mover : {Mover::kB, Mover::kA}) {
      solution_.sides[mover] = std::make_shared<layout::SteppedSide>();
      layout::SidePlanes& planes = solution_.sides[mover]->planes;
      for (layout::Plane* plane : {&planes.win, &planes.loss, &before_[mover]}) {
        if (auto made = take(*plane, layout_.bytes, true); !made) return made;
      }
      if (mirror_ && mover == Mover::kA) continue;
      if (auto set = passes_.set_terminals(side(mover), mover); !set) return set;
      if (auto got = fetch_next(mover); !got) return got;
    }
    for (layout::Plane* plane : {&old_.win, &old_.loss}) {
      if (auto made = take(*plane, layout_.bytes, false); !made) return made;
    }
    return {};
  }

  Result<void> fetch_next(Mover mover) {
    const layout::Geometry& g = tables_.geometry;
    if (layout_.pair.tier() == g.size * g.size) return {};
    const PlaneId children = after_new_tile({layout_.pair, mover});
    auto got = next_tier_->get(children);
    if (!got) return got.error();
    next_[mover].emplace(NextLevels{*got, layout::ClassLayout(g, children.pair)});
    NextLevels& levels = *next_[mover];
    for (layout::Plane* plane : {&levels.known.win, &levels.known.loss}) {
      if (auto made = take(*plane, levels.layout.bytes, true); !made) return made;
    }
    return {};
  }

  // The next level that can decide something, if any.
  std::optional<int> level_after(int level, bool decided) const {
    if (decided) return level + 1;
    std::optional<int> least;
    for (const Mover mover : layout_.pair.movers()) {
      if (!next_[mover]) continue;
      const std::set<int>& plies = next_[mover]->side->plies_there;
      const auto found = plies.lower_bound(level);
      if (found != plies.end()) least = std::min(least.value_or(*found + 1), *found + 1);
    }
    return least;
  }

  // Decides what ends in `level` plies.
  Result<void> advance(int level) {
    if (mirror_) {
      auto copied = passes_.exchange_colours(const_side(Mover::kB), side(Mover::kA));
      if (!copied) return copied;
      return one_side(level, Mover::kB, const_side(Mover::kA));
    }
    // Both sides read what the other knew before this level.
    std::memcpy(old_.win.data(), side(Mover::kB).w, layout_.bytes);
    std::memcpy(old_.loss.data(), side(Mover::kB).l, layout_.bytes);
    if (auto done = one_side(level, Mover::kB, const_side(Mover::kA)); !done) return done;
    return one_side(level, Mover::kA, {old_.win.data(), old_.loss.data()});
  }

  Result<void> one_side(int level, Mover mover, ConstPlanes theirs) {
    if (next_[mover]) {
      if (auto done = next_[mover]->add_plies(workers_, level - 1); !done) return done;
      const ClassView next_view = EngineTables::view_of(next_[mover]->layout);
      const layout::SidePlanes& known = next_[mover]->known;
      auto swept =
          passes_.sweep_and_merge(side(mover), Merge::kInduction, [&](int p, int first, int last) {
            passes_.kernels().sweep_induction(passes_.geometry(), passes_.view(), side(mover),
                                              next_view, known.win.data(), known.loss.data(),
                                              index_of(mover), p, first, last);
          });
      if (!swept) return swept;
    }
    auto swept =
        passes_.sweep_and_merge(side(mover), Merge::kRound, [&](int p, int first, int last) {
          passes_.kernels().sweep_round(passes_.geometry(), passes_.view(), side(mover), theirs,
                                        index_of(mover), Taking::kOwn, p, first, last);
        });
    if (!swept) return swept;
    layout::SidePlanes& planes = solution_.sides[mover]->planes;
    return for_each_piece(workers_, layout_.bytes, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t at = first; at < last; at += 8) {
        const std::uint64_t barred = word_at(planes.win, at) & word_at(planes.loss, at);
        word_at(planes.win, at) &= ~barred;
        word_at(planes.loss, at) &= ~barred;
      }
    });
  }

  // Notes the plies of all boards decided since the last time; returns how many
  // boards those are.
  Result<std::uint64_t> record(int level) {
    std::uint64_t total = 0;
    for (const Mover mover : layout_.pair.movers()) {
      layout::SteppedSide& stepped = *solution_.sides[mover];
      while (level >> stepped.digits.size() != 0) {
        stepped.digits.emplace_back();
        auto made = take(stepped.digits.back(), layout_.bytes, true);
        if (!made) return made.error();
      }
      std::atomic<std::uint64_t> wins = 0;
      std::atomic<std::uint64_t> losses = 0;
      auto done =
          for_each_piece(workers_, layout_.bytes, [&](std::uint64_t first, std::uint64_t last) {
            const Counts here = record_piece(level, mover, first, last);
            wins += here.win;
            losses += here.loss;
          });
      if (!done) return done.error();
      const Counts counts{wins - (level == 0 ? layout_.padding() : 0), losses, 0};
      if (counts.total() == 0) continue;
      stepped.plies_there.insert(level);
      solution_.by_plies.resize(level + 1);
      solution_.by_plies[level] += counts;
      solution_.counts[mover] += counts;
      total += counts.total();
    }
    return total;
  }

  Counts record_piece(int level, Mover mover, std::uint64_t first, std::uint64_t last) {
    layout::SteppedSide& stepped = *solution_.sides[mover];
    Counts counts;
    for (std::uint64_t at = first; at < last; at += 8) {
      const std::uint64_t w = word_at(stepped.planes.win, at);
      const std::uint64_t l = word_at(stepped.planes.loss, at);
      const std::uint64_t fresh = (w ^ l) & ~word_at(before_[mover], at);
      if (fresh == 0) continue;
      counts.win += static_cast<std::uint64_t>(std::popcount(fresh & w));
      counts.loss += static_cast<std::uint64_t>(std::popcount(fresh & l));
      word_at(before_[mover], at) |= fresh;
      for_each_bit(static_cast<unsigned>(level),
                   [&](int digit) { word_at(stepped.digits[digit], at) |= fresh; });
    }
    return counts;
  }

  void finish() {
    // The levels that decided nothing may have begun another digit.
    const auto digits = static_cast<std::size_t>(std::bit_width(unsigned(solution_.levels)));
    for (const Mover mover : layout_.pair.movers()) {
      layout::SteppedSide& stepped = *solution_.sides[mover];
      if (stepped.digits.size() > digits) stepped.digits.resize(digits);
      Counts& counts = solution_.counts[mover];
      counts.draw = layout_.boards - counts.total();
    }
    if (mirror_) {
      solution_.sides[Mover::kA] = nullptr;
      solution_.counts[Mover::kA] = solution_.counts[Mover::kB];
    }
  }

  const EngineTables& tables_;
  layout::PlanePool& pool_;
  layout::ClassLayout layout_;
  SteppedTier* next_tier_;
  Workers& workers_;
  Passes passes_;
  bool mirror_;
  SteppedPair solution_;
  PerMover<std::optional<NextLevels>> next_;
  PerMover<layout::Plane> before_;  // decided before the level
  layout::SidePlanes old_;          // side B before the level
};

}  // namespace

Result<SteppedPair> solve_pair_with_steps(const Engine& engine, Pair pair, SteppedTier* next,
                                          Workers& workers) {
  return StepsSolver(engine, pair, next, workers).solve();
}

}  // namespace noughts::quixo::engine
