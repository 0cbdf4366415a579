#include "noughts/quixo/engine/level_few.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace noughts::quixo::engine {

// The boards of the level before, as they are on the side that the mover's moves lead to.
Result<BlockList> FewBoards::own_list(Mover mover, Value value) {
  LevelFound& found = work_.cause(mover, value);
  if (found.packed.kept == 0) return BlockList();
  if (!found.list) {
    auto list = work_.sets.list_of(work_.sets.streams_of(found.packed.boards));
    if (!list) return list;
    found.list = *std::move(list);
  }
  if (!work_.mirror) return *found.list;
  BlockList exchanged;
  for (const auto& block : found.list->blocks()) {
    for (const Board board : block) exchanged.push_back(swap_colours(board));
  }
  return exchanged;
}

Result<BlockList> FewBoards::next_list(Mover mover, Value value, int level) {
  if (!work_.next[mover]) return BlockList();
  return work_.next[mover]->list_of(level - 1, value);
}

// f(boards, count, slot) for the parents that are left of all boards that level - 1 brought, in
// batches.
template <class F>
Result<void> FewBoards::for_parents(Mover mover, Value value, int level, F&& f) {
  for (const Taking taking : {Taking::kOwn, Taking::kEmpty}) {
    auto list = taking == Taking::kOwn ? own_list(mover, value) : next_list(mover, value, level);
    if (!list) return list.error();
    auto done = work_.workers.for_each(0, list->blocks().size(), [&](std::size_t i) {
      const BlockList::Block& block = list->blocks()[i];
      for (std::size_t begin = 0; begin < block.size(); begin += kSparseBatch) {
        Board parents[kSparseBatch * kMaxMoves];
        const std::size_t count = work_.passes.kernels().parents_in(
            work_.passes.geometry(), work_.passes.view(), work_.tables.sparse,
            work_.left[mover].data(), index_of(mover), taking, block.data() + begin,
            std::min(kSparseBatch, block.size() - begin), parents);
        f(parents, count, static_cast<std::size_t>(work_.workers.slot()));
      }
    });
    if (!done) return done;
  }
  return {};
}

Result<void> FewBoards::find_wins(Mover mover, int level, LevelFound& wins) {
  std::vector<ClassSets::Changed> parts(static_cast<std::size_t>(work_.workers.threads()));
  std::atomic<std::uint64_t> count = 0;
  auto done = for_parents(
      mover, Value::kLoss, level, [&](Board* boards, std::size_t size, std::size_t slot) {
        count += work_.sets.put(work_.left[mover], false, boards, size, &parts[slot]);
      });
  if (!done) return done;
  wins.count = count;
  return take_changed(std::move(parts), wins);
}

Result<void> FewBoards::find_losses(Mover mover, int level, LevelFound& losses) {
  // A board that is not lost is told by a child that is left: first where there are most of them.
  const bool next_first =
      work_.left_share(work_.after(mover)) < work_.next_left_share(mover, level);
  ChildSets children{work_.left[work_.after(mover)].data(),
                     work_.mirror,
                     nullptr,
                     {},
                     next_first,
                     index_of(mover)};
  if (next_first) {
    if (auto done = look_into_next(mover, level, children); !done) return done;
  }
  std::vector<BlockList> parts(static_cast<std::size_t>(work_.workers.threads()));
  auto done = for_parents(mover, Value::kWin, level,
                          [&](Board* boards, std::size_t size, std::size_t slot) {
                            parts[slot].append(boards, childless(children, boards, size));
                          });
  if (!done) return done;
  losses.list = joined(std::move(parts));
  if (!work_.next[mover] || next_first || losses.list->empty()) return {};
  auto lost = without_next_child(mover, level, *losses.list, children);
  if (!lost) return lost.error();
  losses.list = *std::move(lost);
  return {};
}

Result<void> FewBoards::look_into_next(Mover mover, int level, ChildSets& children) {
  auto left = work_.next[mover]->left_at(level);
  if (!left) return left.error();
  children.next = (*left)->data();
  children.next_at = work_.next[mover]->view();
  return {};
}

// Those of boards without a child in the tier that is left which have none in the next either.
Result<BlockList> FewBoards::without_next_child(Mover mover, int level, const BlockList& boards,
                                                ChildSets children) {
  constexpr double kOneByOne = 5e-5;  // of the kept boards
  if (static_cast<double>(boards.size()) <= work_.few(kOneByOne)) {
    return work_.next[mover]->without_left_child(boards, mover, level);
  }
  if (auto done = look_into_next(mover, level, children); !done) return done.error();
  children.next_first = true;
  std::vector<BlockList> parts(static_cast<std::size_t>(work_.workers.threads()));
  auto done = work_.workers.for_each(0, boards.blocks().size(), [&](std::size_t i) {
    BlockList::Block block = boards.blocks()[i];
    constexpr std::size_t kBatch = kSparseBatch * kMaxMoves;
    for (std::size_t begin = 0; begin < block.size(); begin += kBatch) {
      Board* const first = block.data() + begin;
      const std::size_t lost = childless(children, first, std::min(kBatch, block.size() - begin));
      parts[static_cast<std::size_t>(work_.workers.slot())].append(first, lost);
    }
  });
  if (!done) return done.error();
  return joined(std::move(parts));
}

std::size_t FewBoards::childless(const ChildSets& children, Board* boards, std::size_t size) const {
  return work_.passes.kernels().childless(work_.passes.geometry(), work_.passes.view(),
                                          work_.tables.sparse, children, boards, size);
}

Result<void> FewBoards::take_losses(Mover mover, LevelFound& losses) {
  std::vector<ClassSets::Changed> changed(1);
  auto count = work_.sets.put(work_.left[mover], false, *losses.list, &changed[0]);
  if (!count) return count.error();
  losses.count = *count;
  return take_changed(std::move(changed), losses);
}

Result<void> FewBoards::take_changed(std::vector<ClassSets::Changed> parts, LevelFound& found) {
  ClassSets::Changed all;
  for (ClassSets::Changed& part : parts) {
    all.boards.splice(std::move(part.boards));
    all.kept.splice(std::move(part.kept));
  }
  auto packed = work_.sets.pack(all.kept.take());
  if (!packed) return packed.error();
  found.packed = *std::move(packed);
  found.list = std::move(all.boards);
  return {};
}

}  // namespace noughts::quixo::engine
