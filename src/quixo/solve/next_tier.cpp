#include "noughts/quixo/solve/next_tier.h"

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
