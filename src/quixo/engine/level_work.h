// What the levels of plies of one pair of classes work on (levels_solver.cpp): the boards that
// are left, the next tier, and what the last level brought.
//
// A level finds its boards in one of two ways, by whole planes (level_many.h) or board by board
// (level_few.h). Both read and change what is here.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "noughts/quixo/engine/class_sets.h"
#include "noughts/quixo/engine/levels.h"
#include "noughts/quixo/engine/passes.h"

namespace noughts::quixo::engine {

// What a level adds to one side: wins, or losses.
struct LevelFound {
  ClassSets::Packed packed;
  std::uint64_t count = 0;        // boards, with all images
  layout::Plane whole;            // the same, if there is memory for it
  std::optional<BlockList> list;  // the same, if they are few
};

// One class of the next tier, whose plies are all known.
class NextClass {
 public:
  // What is given must outlive it.
  NextClass(const Engine& engine, const PlaneId& id, Workers& workers,
            std::shared_ptr<const LevelRecord> record)
      : engine_(engine),
        layout_(engine.geometry(), id.pair),
        workers_(workers),
        sets_(engine, layout_, workers),
        record_(std::move(record)) {}
  NextClass(const NextClass&) = delete;

  ClassView view() const { return EngineTables::view_of(layout_); }
  std::uint64_t kept(int plies, Value value) const { return record_->kept(plies, value); }
  int most() const { return record_->most(); }
  // Which part of the kept boards ends in so many plies or more, or never.
  double left_share(int plies) const {
    return static_cast<double>(record_->left_kept(plies)) / static_cast<double>(sets_.kept());
  }

  // The boards that end in so many plies.
  Result<layout::Plane> plane_of(int plies, Value value);
  Result<BlockList> list_of(int plies, Value value);
  // Those that end in so many or more, and the draws: the plane of the last call without what has
  // gone since, or made anew.
  Result<const layout::Plane*> left_at(int plies);
  void drop_left() { left_ = layout::Plane(); }
  // Those of some boards of the tier before from which no empty tile leads to one of these. Without
  // a plane: for few boards.
  Result<BlockList> without_left_child(const BlockList& boards, Mover mover, int plies) const;

 private:
  Result<void> take_out_of_left(int plies, Value value);

  const Engine& engine_;
  layout::ClassLayout layout_;
  Workers& workers_;
  ClassSets sets_;
  std::shared_ptr<const LevelRecord> record_;
  layout::Plane left_;
  int level_ = 0;  // plies of those in it, at least
};

struct LevelWork {
  // What is given must outlive it.
  LevelWork(const Engine& engine_, Pair pair, Workers& workers_, const LevelOptions& options)
      : engine(engine_),
        tables(engine.tables()),
        layout(engine.geometry(), pair),
        workers(workers_),
        passes(tables, layout, workers),
        sets(engine, layout, workers),
        mirror(pair.is_mirror()),
        few_below(options.few_below),
        holds(level_needs(engine, pair, options).holds),
        keeps_losses(holds) {}
  LevelWork(const LevelWork&) = delete;

  // The side that the moves of a mover lead to; of a mirror pair it is its own image.
  Mover after(Mover mover) const { return mirror ? mover : opponent(mover); }
  // What the last level brought to that side.
  LevelFound& cause(Mover mover, Value value) { return found[after(mover)][index(value)]; }
  static std::size_t index(Value value) { return value == Value::kWin ? 0 : 1; }
  std::uint64_t next_kept(Mover mover, Value value, int plies) const {
    return next[mover] ? next[mover]->kept(plies, value) : 0;
  }
  // Which part of the boards of a side is left, and of those that empty tiles lead to.
  double left_share(Mover mover) const {
    return static_cast<double>(left_count[mover]) / static_cast<double>(layout.boards);
  }
  double next_left_share(Mover mover, int level) const {
    return next[mover] ? next[mover]->left_share(level) : 0;
  }

  // So many, for each kept board, are few.
  double few(double for_each_kept) const {
    return few_below * for_each_kept * static_cast<double>(sets.kept());
  }

  const Engine& engine;
  const EngineTables& tables;
  const layout::ClassLayout layout;
  Workers& workers;
  Passes passes;
  ClassSets sets;
  const bool mirror;
  const double few_below;
  const bool holds;              // whether planes that will be needed again stay
  bool keeps_losses;             // whether those of the losses of this level do
  PerMover<layout::Plane> left;  // boards whose plies are not known yet, draws among them
  PerMover<std::uint64_t> left_count;
  PerMover<std::optional<NextClass>> next;
  PerMover<std::array<LevelFound, 2>> found;  // wins and losses of the level before
};

}  // namespace noughts::quixo::engine
