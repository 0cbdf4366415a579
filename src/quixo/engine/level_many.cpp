#include "noughts/quixo/engine/level_many.h"

namespace noughts::quixo::engine {

// Takes the boards from which a move leads into one of the two sets out of `mine`.
Result<void> ManyBoards::take_parents_out(Mover mover, layout::Plane& mine,
                                          const layout::Plane& own, const layout::Plane* next) {
  Passes& passes = work_.passes;
  layout::Plane exchanged;
  const std::uint8_t* theirs = own ? own.data() : nullptr;
  if (own && work_.mirror) {
    auto made = work_.engine.pool().take(work_.layout.bytes);
    if (!made) return made.error();
    exchanged = *std::move(made);
    theirs = exchanged.data();
    auto done = passes.exchange_colours({own.data(), nullptr}, {exchanged.data(), nullptr});
    if (!done) return done;
  }
  const ClassView next_view = next != nullptr ? work_.next[mover]->view() : ClassView{};
  const Kernels& kernels = passes.kernels();
  return passes.sweep_and_merge(
      {mine.data(), nullptr}, Merge::kIntersection, [&](int p, int first, int last) {
        if (theirs != nullptr) {
          kernels.sweep_parents_out(passes.geometry(), passes.view(), mine.data(), passes.view(),
                                    theirs, index_of(mover), Taking::kOwn, p, first, last);
        }
        if (next == nullptr) return;
        kernels.sweep_parents_out(passes.geometry(), passes.view(), mine.data(), next_view,
                                  next->data(), index_of(mover), Taking::kEmpty, p, first, last);
      });
}

Result<void> ManyBoards::know(Mover mover) {
  if (known_[mover]) return {};
  known_[mover].emplace(*work_.tables.kept, work_.layout, work_.workers);
  if (auto begun = known_[mover]->begin(); !begun) return begun;
  return known_[mover]->learn({work_.left[mover].data(), nullptr});
}

Result<ClassSets::Packed> ManyBoards::taken_out(Mover mover) {
  auto fresh = known_[mover]->advance({work_.left[mover].data(), nullptr}, 0, 0, true);
  if (!fresh) return fresh.error();
  return ClassSets::Packed{std::move(fresh->boards), fresh->count};
}

void ManyBoards::make_room() {
  for (const Mover mover : work_.layout.pair.movers()) {
    if (!work_.holds && work_.next[mover]) work_.next[mover]->drop_left();
  }
}

Result<void> ManyBoards::find_losses(Mover mover, int level, LevelFound& losses) {
  // Seldom are there losses of the last level as well, whose parents are still to be found.
  for (const Mover side : work_.layout.pair.movers()) work_.found[side][1].whole = layout::Plane();
  make_room();
  auto mine = work_.sets.copy(work_.left[mover]);
  if (!mine) return mine.error();
  losses.whole = *std::move(mine);
  const layout::Plane* next = nullptr;
  if (work_.next[mover]) {
    auto left = work_.next[mover]->left_at(level);
    if (!left) return left.error();
    next = *left;
  }
  auto done = take_parents_out(mover, losses.whole, work_.left[work_.after(mover)], next);
  make_room();
  if (!done || work_.keeps_losses) return done;
  auto packed = work_.sets.pack(losses.whole);
  if (!packed) return packed.error();
  losses.packed = *std::move(packed);
  losses.whole = layout::Plane();
  return {};
}

Result<void> ManyBoards::take_losses(Mover mover, LevelFound& losses) {
  if (!losses.whole && losses.packed.kept == 0) return {};
  if (auto known = know(mover); !known) return known;
  if (!losses.whole) {
    if (auto made = whole(losses, losses.whole); !made) return made.error();
  }
  auto count = work_.sets.move_out(work_.left[mover], losses.whole);
  if (!count) return count.error();
  losses.count = *count;
  auto packed = taken_out(mover);
  if (!packed) return packed.error();
  losses.packed = *std::move(packed);
  return {};
}

Result<void> ManyBoards::find_wins(Mover mover, int level, LevelFound& wins) {
  if (auto known = know(mover); !known) return known;
  make_room();
  layout::Plane next;
  if (work_.next_kept(mover, Value::kLoss, level - 1) > 0) {
    auto made = work_.next[mover]->plane_of(level - 1, Value::kLoss);
    if (!made) return made.error();
    next = *std::move(made);
  }
  layout::Plane room;
  auto own = whole(work_.cause(mover, Value::kLoss), room);
  if (!own) return own.error();
  layout::Plane& left = work_.left[mover];
  auto done = take_parents_out(mover, left, **own, next ? &next : nullptr);
  if (!done) return done;
  auto packed = taken_out(mover);
  if (!packed) return packed.error();
  wins.packed = *std::move(packed);
  auto count = work_.sets.count(left);
  if (!count) return count.error();
  wins.count = work_.left_count[mover] - *count;
  return {};
}

// The plane of what was found, made in `room` if need be; no plane if nothing was.
Result<const layout::Plane*> ManyBoards::whole(const LevelFound& found, layout::Plane& room) {
  if (found.whole || found.packed.kept == 0) return &found.whole;
  auto made = work_.sets.plane_of(found.packed.kept, work_.sets.streams_of(found.packed.boards));
  if (!made) return made.error();
  room = *std::move(made);
  return &room;
}

}  // namespace noughts::quixo::engine
