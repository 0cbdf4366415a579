// What a half-round decided, and the lists of boards that sparse steps work on.
#pragma once

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/engine/kernels.h"
#include "noughts/quixo/engine/ranks.h"

namespace noughts::quixo::engine {

// Boards, or addresses of boards, in blocks: growing copies nothing.
class BlockList {
 public:
  static constexpr std::size_t kBlock = 1024;
  using Block = std::vector<std::uint64_t>;

  void push_back(std::uint64_t number) {
    if (blocks_.empty() || blocks_.back().size() == kBlock) {
      blocks_.emplace_back();
      blocks_.back().reserve(kBlock);
    }
    blocks_.back().push_back(number);
  }
  void append(const std::uint64_t* numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) push_back(numbers[i]);
  }
  void splice(BlockList other) {
    std::move(other.blocks_.begin(), other.blocks_.end(), std::back_inserter(blocks_));
  }
  bool empty() const { return blocks_.empty(); }
  std::uint64_t size() const;
  const std::vector<Block>& blocks() const { return blocks_; }
  // Its numbers in one piece; gives up the blocks on the way.
  std::vector<std::uint64_t> take();

 private:
  std::vector<Block> blocks_;
};

// The lists of several threads as one.
BlockList joined(std::vector<BlockList> lists);

// The kept boards of one side that are decided, to tell what a half-round adds.
class DecidedSide {
 public:
  // What is given must outlive it.
  DecidedSide(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
              Workers& workers)
      : layout_(&layout), class_layout_(&class_layout), workers_(&workers) {}

  // No board is decided yet, as far as it knows. In memory of the pool, if one is given.
  Result<void> begin(layout::PlanePool* pool = nullptr);
  // What is decided now is not new any more.
  Result<void> learn(ConstPlanes side);

  struct Fresh {
    std::uint64_t count = 0;  // kept boards
    bool listed = false;      // whether `boards` has them all
    DecidedBoards boards;
  };
  // What was decided since the last call. Lists the boards if `all` are wanted or there are
  // no more than `few`.
  Result<Fresh> advance(ConstPlanes side, int half_round, std::uint64_t few, bool all);

  std::uint64_t kept() const { return known_.kept(); }

 private:
  const layout::TableLayout* layout_;
  const layout::ClassLayout* class_layout_;
  Workers* workers_;
  layout::KeptPlane known_;
  bool any_known_ = false;  // whether `known_` holds anything yet
};

}  // namespace noughts::quixo::engine
