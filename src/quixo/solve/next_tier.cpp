#include "noughts/quixo/solve/next_tier.h"

#include <algorithm>

#include "noughts/quixo/engine/levels.h"

namespace noughts::quixo {

Result<SidePlanes> TableFolder::load(const PlaneId& id, bool want_win, bool want_loss) const {
  auto table = ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto side = table->unpack(engine.pool(), workers, want_win, want_loss);
  if (!side) return side.error();
  const ClassLayout planes(engine.geometry(), id.pair);
  auto closed = close_under_symmetry(engine, planes, workers, side->win.data(), side->loss.data());
  if (closed && want_win) closed = set_padding(engine, planes, workers, side->win.data());
  if (!closed) return closed.error();
  return side;
}

Result<SteppedSide> TableFolder::load_with_steps(const PlaneId& id) const {
  auto table = ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto side = table->unpack_with_steps(engine.pool(), workers);
  if (!side) return side.error();
  const ClassLayout planes(engine.geometry(), id.pair);
  std::uint8_t* win = side->planes.win.data();
  auto closed = close_under_symmetry(engine, planes, workers, win, side->planes.loss.data());
  for (std::size_t i = 0; closed && i < side->digits.size(); i += 2) {
    std::uint8_t* second = i + 1 < side->digits.size() ? side->digits[i + 1].data() : nullptr;
    closed = close_under_symmetry(engine, planes, workers, side->digits[i].data(), second);
  }
  if (closed) closed = set_padding(engine, planes, workers, win);
  if (!closed) return closed.error();
  return side;
}

Result<std::shared_ptr<const LevelRecord>> TableFolder::load_levels(const PlaneId& id) const {
  constexpr std::size_t kBatch = 64;  // chunks that share a block of the record
  auto table = ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto record = std::make_shared<LevelRecord>(*layout, table->class_layout(), path);
  const std::size_t count = table->chunk_count();
  auto read = workers.for_each(0, (count + kBatch - 1) / kBatch, [&](std::size_t i) {
    std::vector<LevelRecord::Chunk> chunks;
    for (std::size_t at = i * kBatch; at < std::min(count, (i + 1) * kBatch); ++at) {
      auto raw = table->file().read(at);
      table->file().drop(at);
      if (!raw) return Result<void>(raw.error());
      const int p = table->p_of(at);
      auto good = table->check_size(*raw, kept_boards(*layout, table->class_layout(), p), at);
      if (!good) return good;
      chunks.push_back({p, *std::move(raw)});
    }
    return record->add(chunks);
  });
  if (!read) return read.error();
  return std::shared_ptr<const LevelRecord>(std::move(record));
}

Result<std::shared_ptr<const LevelRecord>> StoredLevels::levels(const PlaneId& id) {
  return folder_.load_levels(id);
}

Result<ConstPlanes> StoredTier::get(const PlaneId& id, bool want_win, bool want_loss) {
  release();  // before the next ones are made
  auto loaded = folder_.load(id, want_win, want_loss);
  if (!loaded) return loaded.error();
  planes_ = *std::move(loaded);
  return ConstPlanes{planes_.win.data(), planes_.loss.data()};
}

Result<std::shared_ptr<const SteppedSide>> StoredSteps::get(const PlaneId& id) {
  auto loaded = folder_.load_with_steps(id);
  if (!loaded) return loaded.error();
  return std::make_shared<const SteppedSide>(*std::move(loaded));
}

}  // namespace noughts::quixo
