#include "noughts/quixo/engine/decided.h"

#include <atomic>
#include <bit>
#include <cstring>

namespace noughts::quixo::engine {

std::uint64_t BlockList::size() const {
  std::uint64_t size = 0;
  for (const Block& block : blocks_) size += block.size();
  return size;
}

std::vector<std::uint64_t> BlockList::take() {
  std::vector<std::uint64_t> all;
  all.reserve(size());
  for (Block& block : blocks_) {
    all.insert(all.end(), block.begin(), block.end());
    block = Block();
  }
  blocks_.clear();
  return all;
}

BlockList joined(std::vector<BlockList> lists) {
  BlockList all;
  for (BlockList& list : lists) all.splice(std::move(list));
  return all;
}

Result<void> DecidedSide::begin(layout::PlanePool* pool) {
  auto made = layout::KeptPlane::make(*layout_, *class_layout_, pool);
  if (!made) return made.error();
  known_ = std::move(*made);
  any_known_ = false;
  return {};
}

Result<void> DecidedSide::learn(ConstPlanes side) {
  const auto done = advance(side, 0, 0, false);
  if (!done) return done.error();
  return {};
}

Result<DecidedSide::Fresh> DecidedSide::advance(ConstPlanes side, int half_round, std::uint64_t few,
                                                bool all) {
  const std::vector<int> segments = layout::present(*class_layout_);
  Fresh fresh;
  fresh.boards = DecidedBoards(class_layout_->segment_start.size(), half_round);
  std::atomic<std::uint64_t> count = 0;
  std::vector<layout::Stream> streams(static_cast<std::size_t>(workers_->threads()));
  auto done = workers_->for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    layout::Stream& now = streams[static_cast<std::size_t>(workers_->slot())];
    const std::uint64_t kept =
        layout::pack_segment(*layout_, *class_layout_, p, side.w, side.l, now);
    std::uint8_t* known = known_.stream(p);
    std::uint64_t here = 0;
    // `known` becomes what is decided now, `now` what is new.
    for (std::uint64_t at = 0; at < layout::stream_bytes(kept);) {
      std::uint64_t before = 0;
      std::uint64_t after = 0;
      const std::uint64_t size = std::min<std::uint64_t>(8, layout::stream_bytes(kept) - at);
      if (any_known_) std::memcpy(&before, known + at, size);
      std::memcpy(&after, now.data() + at, size);
      std::memcpy(known + at, &after, size);
      after ^= before;
      std::memcpy(now.data() + at, &after, size);
      here += static_cast<std::uint64_t>(std::popcount(after));
      at += size;
    }
    if (here == 0) return;
    const std::uint64_t so_far = count.fetch_add(here) + here;
    if (all || so_far <= few) fresh.boards.set(p, now.data(), kept);
  });
  if (!done) return done.error();
  any_known_ = true;
  fresh.count = count;
  fresh.listed = all || fresh.count <= few;
  return fresh;
}

}  // namespace noughts::quixo::engine
