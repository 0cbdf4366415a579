// The plies of each board of a pair of classes, level by level, from the plies of the next tier.
//
// When level n begins, let X be the boards that are decided in n plies or more, or never: in the
// pair those whose plies are not known yet, and of the next tier, whose plies are all known, the
// rest. Then a board of X in the pair is
//
//     won in n plies    if it has a child that is lost in n - 1,
//     lost in n plies   if it has no child in X and is not won in n.
//
// The first is the definition. As to the second: a board that is lost in n plies has children that
// are won in less, so none in X; one that is lost in more has a child that is won in n or more;
// one that is won in more has a child that is lost in n or more; one that is drawn has a drawn
// child. So one plane for each side is enough, beside one for what is taken out of it and one of
// the next tier, and no values need be known before: what is left in the end is drawn.
//
// Boards lost in n plies have a child that is won in n - 1: unless level n - 1 brought wins, here
// or in the next tier, there is nothing to look for, and likewise for wins. If it brought many, the
// parents of a whole set are taken out of another at a time (level_many.h); if it brought few, only
// their parents are looked at (level_few.h). What a level adds is written down at once (levels.h).
#include <algorithm>
#include <utility>

#include "noughts/quixo/engine/level_few.h"
#include "noughts/quixo/engine/level_many.h"
#include "noughts/quixo/engine/level_work.h"

namespace noughts::quixo::engine {
namespace {

class LevelsSolver {
 public:
  LevelsSolver(const Engine& engine, Pair pair, LevelledTier* next, Workers& workers,
               const LevelOptions& options)
      : next_(next),
        options_(options),
        work_(engine, pair, workers, options),
        many_(work_),
        few_(work_) {
    solution_.pair = pair;
    for (const Mover mover : pair.movers()) {
      solution_.levels[mover] =
          std::make_shared<LevelRecord>(*work_.tables.kept, work_.layout, options.folder);
    }
  }

  Result<LevelledPair> solve() {
    if (auto done = read_next_tier(); !done) return done.error();
    if (auto done = take_boards_that_are_over(); !done) return done.error();
    for (int level = 1; boards_left() > 0 && level <= last_possible_level(); ++level) {
      if (options_.listener) options_.listener(level);
      if (auto done = advance(level); !done) return done.error();
    }
    for (const Mover mover : movers()) solution_.counts[mover].draw = work_.left_count[mover];
    if (work_.mirror) solution_.counts[Mover::kA] = solution_.counts[Mover::kB];
    return std::move(solution_);
  }

 private:
  std::span<const Mover> movers() const { return work_.layout.pair.movers(); }

  std::uint64_t boards_left() const {
    std::uint64_t left = 0;
    for (const Mover mover : movers()) left += work_.left_count[mover];
    return left;
  }
  // A level follows from the one before it, here or in the next tier.
  int last_possible_level() const {
    int last = static_cast<int>(solution_.by_plies.size());
    for (const Mover mover : movers()) {
      if (work_.next[mover]) last = std::max(last, work_.next[mover]->most() + 1);
    }
    return last;
  }

  Result<void> read_next_tier() {
    const layout::Geometry& g = work_.tables.geometry;
    if (work_.layout.pair.tier() == g.size * g.size) return {};
    for (const Mover mover : movers()) {
      const PlaneId id = after_new_tile({work_.layout.pair, mover});
      auto record = next_->levels(id);
      if (!record) return record.error();
      work_.next[mover].emplace(work_.engine, id, work_.workers, *std::move(record));
    }
    return {};
  }

  Result<void> take_boards_that_are_over() {
    for (const Mover mover : movers()) {
      auto win = work_.engine.pool().take(work_.layout.bytes);
      if (!win) return win.error();
      auto loss = work_.engine.pool().take(work_.layout.bytes);
      if (!loss) return loss.error();
      auto done = work_.passes.set_terminals({win->data(), loss->data()}, mover);
      if (!done) return done;
      LevelFound wins, losses;
      for (auto [found, plane] : {std::pair{&wins, &*win}, {&losses, &*loss}}) {
        auto packed = work_.sets.pack(*plane);
        if (!packed) return packed.error();
        found->packed = *std::move(packed);
        auto count = work_.sets.count(*plane);
        if (!count) return count.error();
        found->count = *count;
      }
      wins.count -= work_.layout.padding();  // which counts as won, and is not left
      if (auto left = work_.sets.in_neither(*win, *loss); !left) return left;
      work_.left[mover] = *std::move(win);
      work_.left_count[mover] = work_.layout.boards;
      losses.whole = *std::move(loss);
      if (auto kept = keep(mover, 0, wins, losses); !kept) return kept;
      work_.found[mover] = {std::move(wins), std::move(losses)};
    }
    return {};
  }

  // Writes down what a level added to a side.
  Result<void> keep(Mover mover, int level, LevelFound& wins, LevelFound& losses) {
    if (!work_.keeps_losses || losses.count == 0) losses.whole = layout::Plane();
    const Counts added{wins.count, losses.count, 0};
    if (added.total() == 0) return {};
    const auto size = static_cast<std::size_t>(level) + 1;
    if (solution_.by_plies.size() < size) solution_.by_plies.resize(size);
    solution_.by_plies[size - 1] += added;
    solution_.counts[mover] += added;
    work_.left_count[mover] -= added.total();
    LevelRecord& record = *solution_.levels[mover];
    auto done = record.add(level, Value::kWin, wins.packed.kept, wins.packed.boards);
    if (!done) return done;
    return record.add(level, Value::kLoss, losses.packed.kept, losses.packed.boards);
  }

  // How a level finds what follows from what the one before it brought, here and in the next tier.
  enum class Way { kNone, kFew, kMany };

  Result<void> advance(int level) {
    PerMover<std::array<Way, 2>> ways{};  // to wins, to losses
    PerMover<std::array<std::uint64_t, 2>> causes;
    for (const Mover mover : movers()) {
      for (const std::size_t i : {0, 1}) {
        causes[mover][i] = causes_of(mover, kCauses[i], level);
        ways[mover][i] = way(mover, kCauses[i], level, causes[mover][i]);
      }
    }
    make_room(ways);
    PerMover<std::array<LevelFound, 2>> now;
    // Losses first: they are told by what is left of both sides.
    for (const Mover mover : movers()) {
      auto done = find_losses(ways[mover][1], mover, level, now[mover][1]);
      if (!done) return done;
    }
    for (const Mover mover : movers()) {
      auto done = find_wins(ways[mover][0], mover, level, now[mover][0]);
      if (!done) return done;
    }
    for (const Mover mover : movers()) {
      auto& [wins, losses] = now[mover];
      auto done = losses.list ? few_.take_losses(mover, losses) : many_.take_losses(mover, losses);
      if (!done) return done;
      if (losses.list) many_.forget(mover);
      if (auto kept = keep(mover, level, wins, losses); !kept) return kept;
      for (const std::size_t i : {0, 1}) {
        if (causes[mover][i] == 0) continue;
        brought_[mover].by_one[i] =
            static_cast<double>(now[mover][i].packed.kept) / static_cast<double>(causes[mover][i]);
      }
    }
    work_.found = std::move(now);
    return {};
  }

  // Where memory is short, one plane of losses may be there at a time: that which this level
  // finds, if it looks at all boards only once, or that of the level before, if nothing else is
  // looked for than the wins that follow from it.
  void make_room(const PerMover<std::array<Way, 2>>& ways) {
    if (work_.holds) return;
    int many = 0;
    bool losses = false;
    for (const Mover mover : movers()) {
      many += (ways[mover][0] == Way::kMany) + (ways[mover][1] == Way::kMany);
      losses |= ways[mover][1] != Way::kNone;
    }
    work_.keeps_losses = many == 1;
    for (const Mover mover : movers()) {
      const bool needed = many == 1 && !losses && ways[mover][0] == Way::kMany;
      if (!needed) work_.cause(mover, Value::kLoss).whole = layout::Plane();
    }
  }

  // Boards of the level before, here and in the next tier, from which wins or losses may follow.
  static constexpr std::array kCauses = {Value::kLoss, Value::kWin};
  std::uint64_t causes_of(Mover mover, Value cause, int level) {
    if (work_.left_count[mover] == 0) return 0;
    return work_.cause(mover, cause).packed.kept + work_.next_kept(mover, cause, level - 1);
  }

  // What a level takes, in nanoseconds as measured on 5x5: for each kept board if all boards are
  // looked at, for each cause if only parents are. Of these children are looked at until one is
  // left, unless wins are looked for; what is found, as much as the last time, is taken out.
  static constexpr double many_take(Value cause) { return cause == Value::kLoss ? 3.5 : 7; }
  double few_take(Mover mover, Value cause, int level) const {
    // Boards are near while a plane fits into the caches.
    const double near = work_.layout.bytes < (std::uint64_t{32} << 20) ? 0.3 : 1;
    if (cause == Value::kLoss) return near * (300 + 450 * brought_[mover].by_one[0]);
    constexpr double kMostChildren = 30;
    const double left =
        std::max(work_.left_share(work_.after(mover)), work_.next_left_share(mover, level));
    return near * (500 + 850 * work_.left_share(mover) / (left + 1 / kMostChildren) +
                   1100 * brought_[mover].by_one[1]);
  }
  Way way(Mover mover, Value cause, int level, std::uint64_t causes) {
    if (causes == 0) return Way::kNone;
    const bool few =
        static_cast<double>(causes) * few_take(mover, cause, level) <= work_.few(many_take(cause));
    (few ? solution_.sparse_passes : solution_.dense_passes)++;
    return few ? Way::kFew : Way::kMany;
  }

  Result<void> find_losses(Way way, Mover mover, int level, LevelFound& losses) {
    switch (way) {
      case Way::kNone:
        return {};
      case Way::kFew:
        return few_.find_losses(mover, level, losses);
      case Way::kMany:
        return many_.find_losses(mover, level, losses);
    }
    return {};
  }
  Result<void> find_wins(Way way, Mover mover, int level, LevelFound& wins) {
    switch (way) {
      case Way::kNone:
        return {};
      case Way::kFew:
        many_.forget(mover);
        return few_.find_wins(mover, level, wins);
      case Way::kMany:
        return many_.find_wins(mover, level, wins);
    }
    return {};
  }

  LevelledTier* next_;
  const LevelOptions& options_;
  LevelWork work_;
  ManyBoards many_;
  FewBoards few_;
  LevelledPair solution_;
  // Wins and losses that one cause brought on the average when they were looked for last; what is
  // over brings many wins.
  struct Brought {
    std::array<double, 2> by_one = {4, 1};
  };
  PerMover<Brought> brought_;
};

}  // namespace

Result<LevelledPair> solve_pair_by_levels(const Engine& engine, Pair pair, LevelledTier* next,
                                          Workers& workers, const LevelOptions& options) {
  return LevelsSolver(engine, pair, next, workers, options).solve();
}

LevelNeeds level_needs(const Engine& engine, Pair pair, const LevelOptions& options) {
  const layout::Geometry& g = engine.geometry();
  const layout::ClassLayout own(g, pair);
  const std::uint64_t packed = layout::KeptPlane::bytes_for(*engine.tables().kept, own);
  std::uint64_t next = 0;
  if (pair.tier() < g.size * g.size) {
    for (const Mover mover : pair.movers()) {
      next = std::max(next, layout::ClassLayout(g, after_new_tile({pair, mover}).pair).bytes);
    }
  }
  // Packed: what was left before, and what two levels add to each side. Then lists of few boards,
  // eight bytes each, and the records of small levels; as measured.
  const std::uint64_t rest = 16 * packed + (std::uint64_t{40} << 20);
  LevelNeeds needs;
  // What is left, what is lost and what was lost before, the latter of one side; of the next tier
  // what is left for each side, and what was lost.
  const std::uint64_t all = 5 * own.bytes + 3 * next;
  needs.holds = all + rest <= options.memory_bytes;
  needs.planes = needs.holds ? all : std::max(3 * own.bytes + next, 2 * own.bytes + 2 * next);
  needs.bytes = needs.planes + rest;
  return needs;
}

}  // namespace noughts::quixo::engine
