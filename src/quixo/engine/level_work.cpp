#include "noughts/quixo/engine/level_work.h"

#include <algorithm>
#include <bit>

namespace noughts::quixo::engine {

Result<layout::Plane> NextClass::plane_of(int plies, Value value) {
  const DecidedBoards boards = record_->get(plies, value);
  return sets_.plane_of(kept(plies, value), sets_.streams_of(boards));
}

Result<BlockList> NextClass::list_of(int plies, Value value) {
  if (kept(plies, value) == 0) return BlockList();
  const DecidedBoards boards = record_->get(plies, value);
  return sets_.list_of(sets_.streams_of(boards));
}

Result<const layout::Plane*> NextClass::left_at(int plies) {
  std::uint64_t gone = 0;
  for (int n = level_; n < plies; ++n) gone += kept(n, Value::kWin) + kept(n, Value::kLoss);
  if (left_ && sets_.is_few(gone)) {
    for (int n = level_; n < plies; ++n) {
      for (const Value value : {Value::kWin, Value::kLoss}) {
        if (auto done = take_out_of_left(n, value); !done) return done.error();
      }
    }
  } else {
    left_ = layout::Plane();
    auto made = sets_.plane_of(record_->left_kept(plies), [&](int p, layout::Stream& stream) {
      record_->left_from(plies, p, stream);
      return true;
    });
    if (!made) return made.error();
    left_ = *std::move(made);
  }
  level_ = plies;
  return &left_;
}

Result<BlockList> NextClass::without_left_child(const BlockList& boards, Mover mover,
                                                int plies) const {
  struct Child {
    std::uint64_t address;  // of the image that is kept
    std::size_t parent;
    bool left = false;
  };
  const Rules& rules = engine_.rules();
  const layout::TableLayout& kept = *engine_.tables().kept;
  std::vector<Board> parents;
  std::vector<Child> children;
  const auto add_child = [&](Board child) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Board image = rules.image(child, symmetry);
      if (!kept.reduction.is_kept(image)) continue;
      children.push_back({layout_.bit_of(image), parents.size()});
      return;
    }
  };
  const Player player = mover == Mover::kA ? Player::kX : Player::kO;
  for (const BlockList::Block& block : boards.blocks()) {
    for (const Board board : block) {
      rules.for_each_child({board, player}, [&](Board child) {
        if (std::popcount(child) > std::popcount(board)) add_child(child);
      });
      parents.push_back(board);
    }
  }
  const auto by_address = [](const Child& a, const Child& b) { return a.address < b.address; };
  std::sort(children.begin(), children.end(), by_address);
  const std::vector<int> segments = layout::present(layout_);
  auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
    const int p = segments[i];
    const std::uint64_t begin = 8 * layout_.segment_start[p];
    const std::uint64_t end =
        begin + 8 * engine_.geometry().segments[layout_.segment_kind[p]].bytes;
    const auto first =
        std::lower_bound(children.begin(), children.end(), Child{begin, 0}, by_address);
    const auto last = std::lower_bound(first, children.end(), Child{end, 0}, by_address);
    if (first == last) return;
    layout::Stream stream;
    record_->left_from(plies, p, stream);
    for_each_place_of(
        kept, layout_, p, std::span(first, last), [](const Child& child) { return child.address; },
        [&](std::uint64_t place, Child& child) {
          child.left = stream[place / 8] >> (place % 8) & 1;
        });
  });
  if (!done) return done.error();
  std::vector<bool> has_left(parents.size());
  for (const Child& child : children) {
    if (child.left) has_left[child.parent] = true;
  }
  BlockList without;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!has_left[i]) without.push_back(parents[i]);
  }
  return without;
}

Result<void> NextClass::take_out_of_left(int plies, Value value) {
  auto list = list_of(plies, value);
  if (!list) return list.error();
  auto out = sets_.put(left_, false, *list, nullptr);
  if (!out) return out.error();
  return {};
}

}  // namespace noughts::quixo::engine
