// The plies of each board of a pair of classes, level by level, from the plies of the next tier.
//
// The values are solved first (pair_solver.cpp). When level n begins, let X be the boards that are
// decided in n plies or more: in the pair those whose plies are not known yet, and of the next
// tier, whose plies are all known, the rest. Then a board of X in the pair is
//
//     won in n plies    if it has a child that is lost in n - 1,
//     lost in n plies   if it has no child in X and is not won in n.
//
// The first is the definition. As to the second: a board that is lost in n plies has children that
// are won in less, so none in X; one that is lost in more has a child that is won in n or more;
// one that is won in more has a child that is lost in n or more. So one plane for each side is
// enough, beside one for what is taken out of it and one of the next tier.
//
// Boards lost in n plies have a child that is won in n - 1: unless level n - 1 brought wins, here
// or in the next tier, there is nothing to look for, and likewise for wins. If it brought many, the
// parents of a whole set are taken out of another at a time; if it brought few, only their parents
// are looked at. What a level adds is written down at once (levels.h).
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "noughts/quixo/engine/class_sets.h"
#include "noughts/quixo/engine/levels.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo {
namespace {

// What a level adds to one side: wins, or losses.
struct Found {
  ClassSets::Packed packed;
  std::uint64_t count = 0;        // boards, with all images
  Plane whole;                    // the same, if there is memory for it
  std::optional<BlockList> list;  // the same, if they are few
};

// One class of the next tier.
struct NextClass {
  NextClass(const Engine& engine, const PlaneId& id, Workers& workers)
      : layout(engine.geometry(), id.pair), sets(engine, layout, workers) {}
  NextClass(const NextClass&) = delete;
  ClassLayout layout;
  ClassSets sets;
  std::shared_ptr<const LevelRecord> record;
  // The boards with `level` plies or more, while few are new.
  Plane left;
  int level = 0;
};

class LevelsSolver {
 public:
  LevelsSolver(const Engine& engine, Pair pair, NextTier* values, LevelledTier* plies,
               Workers& workers, const LevelOptions& options)
      : engine_(engine),
        tables_(engine.tables()),
        layout_(engine.geometry(), pair),
        values_(values),
        plies_(plies),
        workers_(workers),
        options_(options),
        passes_(tables_, layout_, workers),
        sets_(engine, layout_, workers),
        mirror_(pair.is_mirror()),
        holds_(level_needs(engine, pair, options.pair).holds) {
    solution_.pair = pair;
    for (const Mover mover : pair.movers()) {
      solution_.levels[mover] =
          std::make_shared<LevelRecord>(*tables_.kept, layout_, options.folder);
    }
  }

  Result<LevelledPair> solve() {
    if (auto done = solve_levels(); !done) return done.error();
    if (mirror_) solution_.counts[Mover::kA] = solution_.counts[Mover::kB];
    return std::move(solution_);
  }

 private:
  Result<void> solve_levels() {
    if (auto done = solve_values(); !done) return done;
    if (auto done = read_next_tier(); !done) return done;
    if (auto done = take_boards_that_are_over(); !done) return done;
    for (int level = 1; boards_left() > 0; ++level) {
      if (level > last_possible_level()) return misfit();
      if (options_.listener) options_.listener(level);
      if (auto done = advance(level); !done) return done;
    }
    for (const Mover mover : layout_.pair.movers()) {
      const Counts& counts = solution_.counts[mover];
      if (found_count_[mover] != Counts{counts.win, counts.loss, 0}) return misfit();
    }
    return {};
  }

  // The side that the moves of a mover lead to; of a mirror pair it is its own image.
  Mover after(Mover mover) const { return mirror_ ? mover : opponent(mover); }

  static Error misfit() {
    return {ErrorCode::kCorrupt,
            "values and plies of the next tier do not fit together; delete the tables and solve "
            "again"};
  }

  // Own boards and next boards that level - 1 brought and that have this value.
  std::uint64_t causes(Mover mover, Value value, int level) {
    return found_[after(mover)][index(value)].packed.kept + next_causes(mover, value, level);
  }
  std::uint64_t next_causes(Mover mover, Value value, int level) const {
    return next_[mover] ? next_[mover]->record->kept(level - 1, value) : 0;
  }
  static std::size_t index(Value value) { return value == Value::kWin ? 0 : 1; }

  std::uint64_t boards_left() const {
    std::uint64_t left = 0;
    for (const Mover mover : layout_.pair.movers()) left += left_count_[mover];
    return left;
  }
  int last_possible_level() const {
    int last = static_cast<int>(solution_.by_plies.size());
    for (const Mover mover : layout_.pair.movers()) {
      if (next_[mover]) last = std::max(last, next_[mover]->record->most() + 1);
    }
    return last;
  }

  Result<void> solve_values() {
    PairOptions options = options_.pair;
    options.ranks = false;
    auto solved = solve_pair(engine_, layout_.pair, values_, workers_, options);
    if (!solved) return solved.error();
    solution_.counts = solved->counts;
    for (const Mover mover : layout_.pair.movers()) {
      SidePlanes side = std::move(solved->sides[mover]);
      auto done = sets_.unite(side.win, side.loss);
      if (done) done = clear_padding(engine_, layout_, workers_, side.win.data());
      if (!done) return done;
      left_[mover] = std::move(side.win);
      left_count_[mover] = solution_.counts[mover].win + solution_.counts[mover].loss;
    }
    return {};
  }

  Result<void> read_next_tier() {
    const Geometry& g = tables_.geometry;
    if (layout_.pair.tier() == g.size * g.size) return {};
    for (const Mover mover : layout_.pair.movers()) {
      const PlaneId id = after_new_tile({layout_.pair, mover});
      next_[mover].emplace(engine_, id, workers_);
      auto record = plies_->levels(id);
      if (!record) return record.error();
      next_[mover]->record = *std::move(record);
    }
    return {};
  }

  Result<void> take_boards_that_are_over() {
    for (const Mover mover : layout_.pair.movers()) {
      Found wins, losses;
      auto win = engine_.pool().take(layout_.bytes);
      if (!win) return win.error();
      auto loss = engine_.pool().take(layout_.bytes);
      if (!loss) return loss.error();
      auto done = passes_.set_terminals({win->data(), loss->data()}, mover);
      if (done) done = clear_padding(engine_, layout_, workers_, win->data());
      if (!done) return done;
      wins.whole = *std::move(win);
      losses.whole = *std::move(loss);
      for (Found* found : {&wins, &losses}) {
        done = take_out(mover, *found);
        if (!done) return done;
      }
      wins.whole = Plane();
      if (auto kept = keep(mover, 0, std::move(wins), std::move(losses)); !kept) return kept;
    }
    for (const Mover mover : layout_.pair.movers()) found_[mover] = std::move(fresh_[mover]);
    return {};
  }

  // Takes a whole set out of what is left, counts it, and packs it unless that was done.
  Result<void> take_out(Mover mover, Found& found) {
    if (found.packed.kept == 0) {
      auto packed = sets_.pack(found.whole);
      if (!packed) return packed.error();
      found.packed = *std::move(packed);
    }
    auto count = sets_.count(found.whole);
    if (!count) return count.error();
    found.count = *count;
    return sets_.take_out(left_[mover], found.whole);
  }

  // Writes down what a level added to a side.
  Result<void> keep(Mover mover, int level, Found wins, Found losses) {
    LevelRecord& record = *solution_.levels[mover];
    if (wins.count + losses.count > 0) {
      if (static_cast<int>(solution_.by_plies.size()) <= level) {
        solution_.by_plies.resize(static_cast<std::size_t>(level) + 1);
      }
      solution_.by_plies[static_cast<std::size_t>(level)] += {wins.count, losses.count, 0};
      left_count_[mover] -= wins.count + losses.count;
      found_count_[mover] += {wins.count, losses.count, 0};
    }
    auto added = record.add(level, Value::kWin, wins.packed.kept, wins.packed.boards);
    if (added) {
      added = record.add(level, Value::kLoss, losses.packed.kept, losses.packed.boards);
    }
    if (!holds_) losses.whole = Plane();
    fresh_[mover] = {std::move(wins), std::move(losses)};
    return added;
  }

  Result<void> advance(int level) {
    PerMover<std::array<Found, 2>> now;
    // Losses first: they are told by what is left of both sides.
    for (const Mover mover : layout_.pair.movers()) {
      if (auto done = find_losses(mover, level, now[mover][1]); !done) return done;
    }
    for (const Mover mover : layout_.pair.movers()) {
      if (auto done = find_wins(mover, level, now[mover][0]); !done) return done;
    }
    for (const Mover mover : layout_.pair.movers()) {
      auto& [wins, losses] = now[mover];
      if (auto done = take_losses(mover, wins.count > 0, losses); !done) return done;
      if (auto kept = keep(mover, level, std::move(wins), std::move(losses)); !kept) return kept;
    }
    for (const Mover mover : layout_.pair.movers()) found_[mover] = std::move(fresh_[mover]);
    return {};
  }

  bool is_few(std::uint64_t causes) const {
    return static_cast<double>(causes) <=
           options_.pair.sparse_below * static_cast<double>(sets_.kept());
  }

  Result<void> find_losses(Mover mover, int level, Found& losses) {
    const std::uint64_t wins = causes(mover, Value::kWin, level);
    if (wins == 0 || left_count_[mover] == 0) return {};
    return is_few(wins) ? losses_from_few(mover, level, losses)
                        : losses_from_many(mover, level, losses);
  }
  Result<void> find_wins(Mover mover, int level, Found& wins) {
    const std::uint64_t losses = causes(mover, Value::kLoss, level);
    if (losses == 0 || left_count_[mover] == 0) return {};
    return is_few(losses) ? wins_from_few(mover, level, wins) : wins_from_many(mover, level, wins);
  }

  // -------------------------------------------------------------------------
  // Many: whole sets at a time.

  // Takes the boards from which a move leads into one of the two sets out of `mine`.
  Result<void> take_parents_out(Mover mover, Plane& mine, const Plane& own, const Plane& next) {
    Plane exchanged;
    const std::uint8_t* theirs = own ? own.data() : nullptr;
    if (own && mirror_) {
      auto made = engine_.pool().take(layout_.bytes);
      if (!made) return made.error();
      exchanged = *std::move(made);
      theirs = exchanged.data();
      auto done = passes_.exchange_colours({own.data(), nullptr}, {exchanged.data(), nullptr});
      if (!done) return done;
    }
    const Kernels& kernels = passes_.kernels();
    return passes_.sweep_and_merge(
        {mine.data(), nullptr}, Merge::kIntersection, [&](int p, int first, int last) {
          if (theirs != nullptr) {
            kernels.sweep_parents_out(passes_.geometry(), passes_.view(), mine.data(),
                                      passes_.view(), theirs, index_of(mover), Taking::kOwn, p,
                                      first, last);
          }
          if (!next) return;
          kernels.sweep_parents_out(passes_.geometry(), passes_.view(), mine.data(),
                                    EngineTables::view_of(next_[mover]->layout), next.data(),
                                    index_of(mover), Taking::kEmpty, p, first, last);
        });
  }

  void begin_dense() {
    for (const Mover mover : layout_.pair.movers()) {
      if (next_[mover]) next_[mover]->left = Plane();
    }
    ++solution_.dense_passes;
  }

  Result<void> losses_from_many(Mover mover, int level, Found& losses) {
    begin_dense();
    // Seldom are there losses of the last level as well, whose parents are still to be found.
    for (const Mover side : layout_.pair.movers()) found_[side][1].whole = Plane();
    auto mine = engine_.pool().take(layout_.bytes);
    if (!mine) return mine.error();
    losses.whole = *std::move(mine);
    std::memcpy(losses.whole.data(), left_[mover].data(), layout_.bytes);
    Plane next;
    if (next_[mover]) {
      auto left = plane_left(*next_[mover], level);
      if (!left) return left.error();
      next = *std::move(left);
    }
    auto done = take_parents_out(mover, losses.whole, left_[after(mover)], next);
    if (!done || holds_) return done;
    auto packed = sets_.pack(losses.whole);
    if (!packed) return packed.error();
    losses.packed = *std::move(packed);
    losses.whole = Plane();
    return {};
  }

  Result<Plane> plane_left(NextClass& next, int level) {
    return next.sets.plane_of(next.record->kept_from(level), [&, level](int p, Stream& stream) {
      return next.record->left_from(level, p, stream);
    });
  }

  Result<void> wins_from_many(Mover mover, int level, Found& wins) {
    begin_dense();
    DecidedSide packed(*tables_.kept, layout_, workers_);
    if (auto begun = packed.begin({left_[mover].data(), nullptr}); !begun) return begun;
    auto before = sets_.count(left_[mover]);
    if (!before) return before.error();
    Plane next;
    if (next_causes(mover, Value::kLoss, level) > 0) {
      const DecidedBoards boards = next_[mover]->record->get(level - 1, Value::kLoss);
      auto made = next_[mover]->sets.plane_of(next_causes(mover, Value::kLoss, level),
                                              next_[mover]->sets.streams_of(boards));
      if (!made) return made.error();
      next = *std::move(made);
    }
    Plane made;
    auto own = whole(found_[after(mover)][1], made);
    if (!own) return own.error();
    auto done = take_parents_out(mover, left_[mover], **own, next);
    if (!done) return done;
    auto fresh = packed.advance({left_[mover].data(), nullptr}, level, 0, true);
    if (!fresh) return fresh.error();
    wins.packed = {std::move(fresh->boards), fresh->count};
    auto after = sets_.count(left_[mover]);
    if (!after) return after.error();
    wins.count = *before - *after;
    return {};
  }

  // The plane of what was found, made in `room` if need be; no plane if nothing was.
  Result<const Plane*> whole(const Found& found, Plane& room) {
    if (found.whole || found.packed.kept == 0) return &found.whole;
    auto made = sets_.plane_of(found.packed.kept, sets_.streams_of(found.packed.boards));
    if (!made) return made.error();
    room = *std::move(made);
    return &room;
  }

  // `won`: some of them may have been found to be won in as many plies.
  Result<void> take_losses(Mover mover, bool won, Found& losses) {
    if (losses.list) return take_listed_losses(mover, losses);
    if (!losses.whole && losses.packed.kept == 0) return {};
    if (!losses.whole) {
      if (auto made = whole(losses, losses.whole); !made) return made.error();
    }
    if (won) {
      if (auto done = sets_.intersect(losses.whole, left_[mover]); !done) return done;
      losses.packed = {};
    }
    return take_out(mover, losses);
  }

  // -------------------------------------------------------------------------
  // Few: the parents of boards, one by one.

  // The boards of the level before, as they are on the side that the mover's moves lead to.
  Result<BlockList> own_list(Mover mover, Value value) {
    Found& found = found_[after(mover)][index(value)];
    if (found.packed.kept == 0) return BlockList();
    if (!found.list) {
      auto list = sets_.list_of(sets_.streams_of(found.packed.boards));
      if (!list) return list;
      found.list = *std::move(list);
    }
    if (!mirror_) return *found.list;
    BlockList exchanged;
    for (const auto& block : found.list->blocks()) {
      for (const Board board : block) exchanged.push_back(swap_colours(board));
    }
    return exchanged;
  }
  Result<BlockList> next_list(Mover mover, Value value, int level) {
    if (next_causes(mover, value, level) == 0) return BlockList();
    const DecidedBoards boards = next_[mover]->record->get(level - 1, value);
    return next_[mover]->sets.list_of(next_[mover]->sets.streams_of(boards));
  }

  // f(boards, count, slot) for the parents that are left of all boards that level - 1 brought, in
  // batches.
  template <class F>
  Result<void> for_parents(Mover mover, Value value, int level, F&& f) {
    for (const Taking taking : {Taking::kOwn, Taking::kEmpty}) {
      auto list = taking == Taking::kOwn ? own_list(mover, value) : next_list(mover, value, level);
      if (!list) return list.error();
      auto done = workers_.for_each(0, list->blocks().size(), [&](std::size_t i) {
        const BlockList::Block& block = list->blocks()[i];
        for (std::size_t begin = 0; begin < block.size(); begin += kSparseBatch) {
          Board parents[kSparseBatch * kMaxMoves];
          const std::size_t count = passes_.kernels().parents_in(
              passes_.geometry(), passes_.view(), tables_.sparse, left_[mover].data(),
              index_of(mover), taking, block.data() + begin,
              std::min(kSparseBatch, block.size() - begin), parents);
          f(parents, count, static_cast<std::size_t>(workers_.slot()));
        }
      });
      if (!done) return done;
    }
    return {};
  }

  Result<void> wins_from_few(Mover mover, int level, Found& wins) {
    ++solution_.sparse_passes;
    std::vector<ClassSets::Changed> parts(static_cast<std::size_t>(workers_.threads()));
    std::atomic<std::uint64_t> count = 0;
    auto done = for_parents(mover, Value::kLoss, level,
                            [&](Board* boards, std::size_t size, std::size_t slot) {
                              count += sets_.put(left_[mover], false, boards, size, &parts[slot]);
                            });
    if (!done) return done;
    wins.count = count;
    return take_changed(std::move(parts), wins);
  }

  Result<void> take_changed(std::vector<ClassSets::Changed> parts, Found& found) {
    ClassSets::Changed all;
    for (ClassSets::Changed& part : parts) {
      all.boards.splice(std::move(part.boards));
      all.kept.splice(std::move(part.kept));
    }
    auto packed = sets_.pack(all.kept.take());
    if (!packed) return packed.error();
    found.packed = *std::move(packed);
    found.list = std::move(all.boards);
    return {};
  }

  // Lists what may be lost; some boards more than once.
  Result<void> losses_from_few(Mover mover, int level, Found& losses) {
    ++solution_.sparse_passes;
    ChildSets children{left_[after(mover)].data(), mirror_, nullptr, {}, index_of(mover)};
    if (next_[mover]) {
      if (auto done = renew_left(*next_[mover], level); !done) return done;
      children.next = next_[mover]->left.data();
      children.next_at = EngineTables::view_of(next_[mover]->layout);
    }
    std::vector<BlockList> parts(static_cast<std::size_t>(workers_.threads()));
    auto done = for_parents(
        mover, Value::kWin, level, [&](Board* boards, std::size_t size, std::size_t slot) {
          const std::size_t lost = passes_.kernels().childless(
              passes_.geometry(), passes_.view(), tables_.sparse, children, boards, size);
          parts[slot].append(boards, lost);
        });
    if (!done) return done;
    losses.list = joined(std::move(parts));
    return {};
  }

  Result<void> take_listed_losses(Mover mover, Found& losses) {
    std::vector<ClassSets::Changed> changed(1);
    auto count = sets_.put(left_[mover], false, *losses.list, &changed[0]);
    if (!count) return count.error();
    losses.count = *count;
    return take_changed(std::move(changed), losses);
  }

  // The boards of the next tier with so many plies or more.
  Result<void> renew_left(NextClass& next, int level) {
    std::uint64_t gone = 0;
    for (int n = next.level; n < level; ++n) {
      gone += next.record->kept(n, Value::kWin) + next.record->kept(n, Value::kLoss);
    }
    if (!next.left || !is_few(gone)) {
      next.left = Plane();
      auto made = plane_left(next, level);
      if (!made) return made.error();
      next.left = *std::move(made);
    } else {
      for (int n = next.level; n < level; ++n) {
        for (const Value value : {Value::kWin, Value::kLoss}) {
          if (next.record->kept(n, value) == 0) continue;
          const DecidedBoards boards = next.record->get(n, value);
          auto list = next.sets.list_of(next.sets.streams_of(boards));
          if (!list) return list.error();
          if (auto out = next.sets.put(next.left, false, *list, nullptr); !out) return out.error();
        }
      }
    }
    next.level = level;
    return {};
  }

  const Engine& engine_;
  const EngineTables& tables_;
  ClassLayout layout_;
  NextTier* values_;
  LevelledTier* plies_;
  Workers& workers_;
  const LevelOptions& options_;
  Passes passes_;
  ClassSets sets_;
  bool mirror_;
  bool holds_;
  LevelledPair solution_;
  PerMover<Plane> left_;  // boards whose plies are not known yet
  PerMover<std::uint64_t> left_count_;
  PerMover<Counts> found_count_;
  PerMover<std::optional<NextClass>> next_;
  PerMover<std::array<Found, 2>> found_;  // wins and losses of the level before
  PerMover<std::array<Found, 2>> fresh_;  // and of this one
};

}  // namespace

Result<LevelledPair> solve_pair_by_levels(const Engine& engine, Pair pair, NextTier* values,
                                          LevelledTier* plies, Workers& workers,
                                          const LevelOptions& options) {
  return LevelsSolver(engine, pair, values, plies, workers, options).solve();
}

LevelNeeds level_needs(const Engine& engine, Pair pair, const PairOptions& options) {
  const Geometry& g = engine.geometry();
  const ClassLayout own(g, pair);
  const std::uint64_t packed = KeptPlane::bytes_for(*engine.tables().kept, own);
  std::uint64_t next = 0;
  if (pair.tier() < g.size * g.size) {
    for (const Mover mover : pair.movers()) {
      next = std::max(next, ClassLayout(g, after_new_tile({pair, mover}).pair).bytes);
    }
  }
  // Packed: what was left before, and what two levels add to each side.
  const std::uint64_t rest = 6 * packed;
  LevelNeeds needs;
  needs.holds = 4 * own.bytes + next + rest <= options.memory_bytes;
  needs.planes = (needs.holds ? 4 : 3) * own.bytes + next;
  needs.planes = std::max(needs.planes, 2 * own.bytes + 2 * next);
  needs.bytes = std::max(needs.planes + rest, pair_needs(engine, pair, options).bytes);
  return needs;
}

}  // namespace noughts::quixo
