// Solves a pair of classes level by level, which gives the steps of each board.
//
// Level i reads what levels before it decided, in the pair and in the next tier,
// so what it decides ends in exactly i steps. One level of one side:
//
//   1. induction from the boards of the next tier with fewer than i steps: a
//      lost child makes a win, a child not yet won bars the loss for this level;
//   2. a round inside the pair;
//   3. the bars are lifted again.
//
// A pass over all boards per level, and planes for the steps: slower than
// solve_pair and in need of more memory, but the steps come with it.
#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>

#include "noughts/core/bits.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo {
namespace {

std::uint64_t word_at(const Plane& plane, std::uint64_t byte) {
  return *reinterpret_cast<const std::uint64_t*>(plane.data() + byte);
}
std::uint64_t& word_at(Plane& plane, std::uint64_t byte) {
  return *reinterpret_cast<std::uint64_t*>(plane.data() + byte);
}

// Which of the boards of a word have so many steps; draws have none.
std::uint64_t with_steps(const SteppedSide& side, int steps, std::uint64_t byte) {
  std::uint64_t here = ~std::uint64_t{0};
  for (std::size_t bit = 0; bit < side.steps.size(); ++bit) {
    const std::uint64_t digit = word_at(side.steps[bit], byte);
    here &= steps >> bit & 1 ? digit : ~digit;
  }
  return here;
}

// f(byte) for each word of a plane, on all threads.
template <class F>
void for_each_word(Workers& workers, std::uint64_t bytes, F&& f) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;
  workers.for_each(0, (bytes + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::uint64_t end = std::min(bytes, (piece + 1) * kPiece);
    for (std::uint64_t at = piece * kPiece; at < end; at += 8) f(at);
  });
}

// One side of the next tier as far as the levels have come.
struct NextLevels {
  std::shared_ptr<const SteppedSide> side;
  SidePlanes known;  // what has fewer steps than the level

  int most_steps() const { return (1 << side->steps.size()) - 1; }

  void add_level(Workers& workers, int level) {
    for_each_word(workers, known.win.bytes(), [&](std::uint64_t at) {
      const std::uint64_t here = level <= most_steps() ? with_steps(*side, level, at) : 0;
      word_at(known.win, at) |= here & word_at(side->planes.win, at);
      word_at(known.loss, at) |= here & word_at(side->planes.loss, at);
    });
  }
};

class StepsSolver {
 public:
  StepsSolver(const Engine& engine, int a, int b, SteppedTier* next, Workers& workers)
      : tables_(engine.tables()),
        pool_(engine.pool()),
        layout_(engine.geometry(), a, b),
        next_tier_(next),
        workers_(workers),
        passes_(tables_, layout_, workers),
        mirror_(a == b) {
    solution_.a = a;
    solution_.b = b;
  }

  Result<SteppedPair> solve() {
    const auto start = std::chrono::steady_clock::now();
    if (auto ready = prepare(); !ready) return ready.error();
    for (int level = 0;; ++level) {
      if (level > kMostSteps) {
        return Error{ErrorCode::kWrongValue, "a board takes more steps than a table can hold"};
      }
      auto fresh = level == 0 ? record(0) : advance(level);
      if (!fresh) return fresh.error();
      if (workers_.cancelled()) return cancelled_error();
      if (*fresh == 0 && level > most_next_steps_) break;
      if (*fresh > 0) solution_.levels = level;
    }
    finish();
    solution_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(solution_);
  }

 private:
  static constexpr int kMostSteps = 255;  // the byte of a table

  Planes side(int mover) {
    SidePlanes& planes = solution_.sides[mover]->planes;
    return {planes.win.data(), planes.loss.data()};
  }
  ConstPlanes const_side(int mover) { return {side(mover).w, side(mover).l}; }
  int last_side() const { return mirror_ ? 1 : 0; }

  Result<Plane> take(std::uint64_t bytes, bool clear) {
    Result<Plane> made = pool_.take(bytes);
    if (made && clear) std::memset(made->data(), 0, bytes);
    return made;
  }

  Result<void> prepare() {
    for (const int mover : {1, 0}) {
      solution_.sides[mover] = std::make_shared<SteppedSide>();
      SidePlanes& planes = solution_.sides[mover]->planes;
      for (Plane* plane : {&planes.win, &planes.loss, &before_[mover]}) {
        auto made = take(layout_.bytes, true);
        if (!made) return made.error();
        *plane = std::move(*made);
      }
      if (mirror_ && mover == 0) continue;
      passes_.set_terminals(side(mover), mover);
      if (auto got = fetch_next(mover); !got) return got;
    }
    for (Plane* plane : {&old_.win, &old_.loss}) {
      auto made = take(layout_.bytes, false);
      if (!made) return made.error();
      *plane = std::move(*made);
    }
    return {};
  }

  Result<void> fetch_next(int mover) {
    const Geometry& g = tables_.geometry;
    if (layout_.a + layout_.b == g.size * g.size) return {};
    const int a = layout_.a + (mover == 0 ? 1 : 0);
    const int b = layout_.b + (mover == 0 ? 0 : 1);
    auto got = next_tier_->get(a, b, 1 - mover);
    if (!got) return got.error();
    auto levels = std::make_unique<NextLevels>();
    levels->side = *got;
    for (Plane* plane : {&levels->known.win, &levels->known.loss}) {
      auto made = take(levels->side->planes.win.bytes(), true);
      if (!made) return made.error();
      *plane = std::move(*made);
    }
    most_next_steps_ = std::max(most_next_steps_, levels->most_steps());
    next_layout_[mover] = std::make_unique<ClassLayout>(g, a, b);
    next_[mover] = std::move(levels);
    return {};
  }

  // Decides what ends in `level` steps; returns how many boards those are.
  Result<std::uint64_t> advance(int level) {
    if (mirror_) {
      passes_.exchange_colours(const_side(1), side(0));
      one_side(level, 1, const_side(0));
    } else {
      // Both sides read what the other knew before this level.
      std::memcpy(old_.win.data(), side(1).w, layout_.bytes);
      std::memcpy(old_.loss.data(), side(1).l, layout_.bytes);
      one_side(level, 1, const_side(0));
      one_side(level, 0, {old_.win.data(), old_.loss.data()});
    }
    return record(level);
  }

  void one_side(int level, int mover, ConstPlanes theirs) {
    if (next_[mover] != nullptr) {
      next_[mover]->add_level(workers_, level - 1);
      const ClassView next_view = EngineTables::view_of(*next_layout_[mover]);
      const SidePlanes& known = next_[mover]->known;
      passes_.sweep_and_merge(side(mover), Merge::kInduction, [&](int p, int first, int last) {
        passes_.kernels().sweep_induction(passes_.geometry(), passes_.view(), side(mover),
                                          next_view, known.win.data(), known.loss.data(), mover, p,
                                          first, last);
      });
    }
    passes_.sweep_and_merge(side(mover), Merge::kRound, [&](int p, int first, int last) {
      passes_.kernels().sweep_round(passes_.geometry(), passes_.view(), side(mover), theirs, mover,
                                    Taking::kOwn, p, first, last);
    });
    SidePlanes& planes = solution_.sides[mover]->planes;
    for_each_word(workers_, layout_.bytes, [&](std::uint64_t at) {
      const std::uint64_t barred = word_at(planes.win, at) & word_at(planes.loss, at);
      word_at(planes.win, at) &= ~barred;
      word_at(planes.loss, at) &= ~barred;
    });
  }

  // Notes the steps of all boards decided since the last time.
  Result<std::uint64_t> record(int level) {
    std::uint64_t total = 0;
    for (int mover = last_side(); mover < 2; ++mover) {
      SteppedSide& stepped = *solution_.sides[mover];
      while (level >> stepped.steps.size() != 0) {
        auto made = take(layout_.bytes, true);
        if (!made) return made.error();
        stepped.steps.push_back(std::move(*made));
      }
      std::atomic<std::uint64_t> wins = 0;
      std::atomic<std::uint64_t> losses = 0;
      for_each_word(workers_, layout_.bytes, [&](std::uint64_t at) {
        const std::uint64_t w = word_at(stepped.planes.win, at);
        const std::uint64_t l = word_at(stepped.planes.loss, at);
        const std::uint64_t fresh = (w ^ l) & ~word_at(before_[mover], at);
        if (fresh == 0) return;
        wins += static_cast<std::uint64_t>(std::popcount(fresh & w));
        losses += static_cast<std::uint64_t>(std::popcount(fresh & l));
        word_at(before_[mover], at) |= fresh;
        for_each_bit(static_cast<unsigned>(level),
                     [&](int bit) { word_at(stepped.steps[bit], at) |= fresh; });
      });
      const std::uint64_t padding = level == 0 ? 8 * layout_.bytes - layout_.boards : 0;
      const Counts counts{wins - padding, losses, 0};
      if (level >= static_cast<int>(solution_.by_steps.size())) {
        solution_.by_steps.resize(level + 1);
      }
      solution_.by_steps[level] += counts;
      solution_.counts[mover] += counts;
      total += counts.total();
    }
    return total;
  }

  void finish() {
    while (!solution_.by_steps.empty() && solution_.by_steps.back().total() == 0) {
      solution_.by_steps.pop_back();
    }
    // The levels that decided nothing may have begun another digit.
    const auto digits = static_cast<std::size_t>(std::bit_width(unsigned(solution_.levels)));
    for (const auto& stepped : solution_.sides) {
      if (stepped->steps.size() > digits) stepped->steps.resize(digits);
    }
    for (Counts& counts : solution_.counts) counts.draw = layout_.boards - counts.total();
    if (mirror_) {
      solution_.sides[0] = nullptr;
      solution_.counts[0] = solution_.counts[1];
    }
  }

  const EngineTables& tables_;
  PlanePool& pool_;
  ClassLayout layout_;
  SteppedTier* next_tier_;
  Workers& workers_;
  Passes passes_;
  bool mirror_;
  SteppedPair solution_;
  std::array<std::unique_ptr<NextLevels>, 2> next_;  // by mover
  std::array<std::unique_ptr<ClassLayout>, 2> next_layout_;
  int most_next_steps_ = 0;
  std::array<Plane, 2> before_;  // decided before the level
  SidePlanes old_;               // side 1 before the level
};

}  // namespace

Result<SteppedPair> solve_pair_with_steps(const Engine& engine, int a, int b, SteppedTier* next,
                                          Workers& workers) {
  return StepsSolver(engine, a, b, next, workers).solve();
}

std::vector<Counts> count_steps(const SteppedSide& side, const ClassLayout& layout) {
  std::vector<Counts> counts(std::size_t{1} << side.steps.size());
  for (std::size_t steps = 0; steps < counts.size(); ++steps) {
    for (std::uint64_t at = 0; at < layout.bytes; at += 8) {
      const std::uint64_t here = with_steps(side, static_cast<int>(steps), at);
      counts[steps].win += std::popcount(here & word_at(side.planes.win, at));
      counts[steps].loss += std::popcount(here & word_at(side.planes.loss, at));
    }
  }
  counts[0].win -= 8 * layout.bytes - layout.boards;  // padding
  while (counts.size() > 1 && counts.back().total() == 0) counts.pop_back();
  return counts;
}

std::uint64_t stepped_pair_memory_bytes(const Engine& engine, int a, int b) {
  const Geometry& g = engine.geometry();
  constexpr std::uint64_t kStepPlanes = 7;  // up to 127 steps
  // Both sides with a snapshot and the steps, and a copy of one.
  std::uint64_t bytes = ClassLayout(g, a, b).bytes * (2 * (3 + kStepPlanes) + 2);
  if (a + b == g.size * g.size) return bytes;
  bytes += ClassLayout(g, a, b + 1).bytes * (4 + kStepPlanes);
  if (a != b) bytes += ClassLayout(g, a + 1, b).bytes * (4 + kStepPlanes);
  return bytes;
}

}  // namespace noughts::quixo
