#include "noughts/quixo/tables/next_tier.h"

namespace noughts::quixo {

Result<ConstPlanes> StoredTier::get(int a, int b, int mover, bool want_win, bool want_loss) {
  release();  // before the next ones are made
  auto table = ClassTable::open(folder_, layout_, class_of_plane(a, b, mover));
  if (!table) return table.error();
  auto loaded = table->load(engine_, workers_, want_win, want_loss);
  if (!loaded) return loaded.error();
  planes_ = std::move(*loaded);
  return ConstPlanes{planes_.win.data(), planes_.loss.data()};
}

Result<ConstPlanes> MemoryTier::get(int a, int b, int mover, bool, bool) {
  const SidePlanes& side = pairs.at({a, b})->sides[mover];
  return ConstPlanes{side.win.data(), side.loss.data()};
}

Result<std::shared_ptr<const SteppedSide>> StoredSteps::get(int a, int b, int mover) {
  auto table = ClassTable::open(folder_, layout_, class_of_plane(a, b, mover));
  if (!table) return table.error();
  auto loaded = table->load_steps(engine_, workers_);
  if (!loaded) return loaded.error();
  return std::make_shared<const SteppedSide>(std::move(*loaded));
}

}  // namespace noughts::quixo
