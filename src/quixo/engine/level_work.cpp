#include "noughts/quixo/engine/level_work.h"

namespace noughts::quixo {

Result<Plane> NextClass::plane_of(int plies, Value value) {
  const DecidedBoards boards = record_->get(plies, value);
  return sets_.plane_of(kept(plies, value), sets_.streams_of(boards));
}

Result<BlockList> NextClass::list_of(int plies, Value value) {
  if (kept(plies, value) == 0) return BlockList();
  const DecidedBoards boards = record_->get(plies, value);
  return sets_.list_of(sets_.streams_of(boards));
}

Result<const Plane*> NextClass::left_at(int plies) {
  std::uint64_t gone = 0;
  for (int n = level_; n < plies; ++n) gone += kept(n, Value::kWin) + kept(n, Value::kLoss);
  if (left_ && sets_.is_few(gone)) {
    for (int n = level_; n < plies; ++n) {
      for (const Value value : {Value::kWin, Value::kLoss}) {
        if (auto done = take_out_of_left(n, value); !done) return done.error();
      }
    }
  } else {
    left_ = Plane();
    auto made = sets_.plane_of(record_->left_kept(plies), [&](int p, Stream& stream) {
      record_->left_from(plies, p, stream);
      return true;
    });
    if (!made) return made.error();
    left_ = *std::move(made);
  }
  level_ = plies;
  return &left_;
}

Result<void> NextClass::take_out_of_left(int plies, Value value) {
  auto list = list_of(plies, value);
  if (!list) return list.error();
  auto out = sets_.put(left_, false, *list, nullptr);
  if (!out) return out.error();
  return {};
}

}  // namespace noughts::quixo
