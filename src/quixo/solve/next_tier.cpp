#include "noughts/quixo/solve/next_tier.h"

#include <algorithm>

#include "noughts/quixo/engine/levels.h"

namespace noughts::quixo::solve {

Result<layout::SidePlanes> PlaneFolder::load(const PlaneId& id, bool want_win,
                                             bool want_loss) const {
  auto table = tables::ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto side = table->unpack(engine.pool(), workers, want_win, want_loss);
  if (!side) return side.error();
  const layout::ClassLayout planes(engine.geometry(), id.pair);
  auto closed = close_under_symmetry(engine, planes, workers, side->win.data(), side->loss.data());
  if (closed && want_win) closed = set_padding(engine, planes, workers, side->win.data());
  if (!closed) return closed.error();
  return side;
}

Result<layout::SteppedSide> PlaneFolder::load_with_steps(const PlaneId& id) const {
  auto table = tables::ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto side = table->unpack_with_steps(engine.pool(), workers);
  if (!side) return side.error();
  const layout::ClassLayout planes(engine.geometry(), id.pair);
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

Result<std::shared_ptr<const engine::LevelRecord>> PlaneFolder::load_levels(
    const PlaneId& id) const {
  constexpr std::size_t kBatch = 64;  // chunks that share a block of the record
  auto table = tables::ClassTable::open_listed(path, layout, class_of(id), manifest);
  if (!table) return table.error();
  auto record = std::make_shared<engine::LevelRecord>(*layout, table->class_layout(), path);
  const std::size_t count = table->chunk_count();
  auto read = workers.for_each(0, (count + kBatch - 1) / kBatch, [&](std::size_t i) {
    std::vector<engine::LevelRecord::Chunk> chunks;
    for (std::size_t at = i * kBatch; at < std::min(count, (i + 1) * kBatch); ++at) {
      auto raw = table->file().read(at);
      table->file().drop(at);
      if (!raw) return Result<void>(raw.error());
      const int p = table->p_of(at);
      auto good =
          table->check_size(*raw, layout::kept_boards(*layout, table->class_layout(), p), at);
      if (!good) return good;
      chunks.push_back({p, *std::move(raw)});
    }
    return record->add(chunks);
  });
  if (!read) return read.error();
  return std::shared_ptr<const engine::LevelRecord>(std::move(record));
}

Result<std::shared_ptr<const engine::LevelRecord>> StoredLevels::levels(const PlaneId& id) {
  return folder_.load_levels(id);
}

Result<engine::ConstPlanes> StoredTier::get(const PlaneId& id, bool want_win, bool want_loss) {
  release();  // before the next ones are made
  auto loaded = folder_.load(id, want_win, want_loss);
  if (!loaded) return loaded.error();
  planes_ = *std::move(loaded);
  return engine::ConstPlanes{planes_.win.data(), planes_.loss.data()};
}

std::vector<Counts> count_plies(const layout::SteppedSide& side,
                                const layout::ClassLayout& layout) {
  std::vector<Counts> counts(std::size_t{1} << side.digits.size());
  const std::uint64_t padding = side.plies_there.contains(0) ? layout.padding() : 0;
  for (std::uint64_t at = 0; at < 8 * layout.bytes; ++at) {
    const Outcome outcome = side.at(at);
    if (!outcome.plies) continue;
    Counts& count = counts[static_cast<std::size_t>(*outcome.plies)];
    ++(outcome.value == Value::kWin ? count.win : count.loss);
  }
  counts[0].win -= padding;  // which counts as won
  while (counts.size() > 1 && counts.back().total() == 0) counts.pop_back();
  return counts;
}

}  // namespace noughts::quixo::solve
