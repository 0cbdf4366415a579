// Where a pair of classes gets the values of the next tier from: from tables on disk,
// a class at a time, or from memory.
#pragma once

#include <map>
#include <memory>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::solve {

// Tables in a folder, and what it takes to make planes of them.
struct PlaneFolder {
  store::Path path;
  std::shared_ptr<const layout::TableLayout> layout;
  const engine::Engine& engine;  // graded, of the same rules
  Workers& workers;
  const tables::Manifest& manifest;  // of the folder, as it grows

  // All boards of a class, laid out as ClassLayout: the planes that are wanted.
  Result<layout::SidePlanes> load(const PlaneId& id, bool want_win, bool want_loss) const;
  // The same with the plies of each board, in planes or level by level.
  Result<layout::SteppedSide> load_with_steps(const PlaneId& id) const;
  Result<std::shared_ptr<const engine::LevelRecord>> load_levels(const PlaneId& id) const;
};

class StoredTier final : public engine::NextTier {
 public:
  explicit StoredTier(PlaneFolder folder) : folder_(std::move(folder)) {}
  Result<engine::ConstPlanes> get(const PlaneId& id, bool want_win, bool want_loss) override;
  void release() override { planes_ = {}; }

 private:
  PlaneFolder folder_;
  layout::SidePlanes planes_;
};

// The pairs solved so far.
class MemoryTier final : public engine::NextTier {
 public:
  Result<engine::ConstPlanes> get(const PlaneId& id, bool, bool) override {
    const layout::SidePlanes& side = pairs.at(id.pair).sides[id.mover];
    return engine::ConstPlanes{side.win.data(), side.loss.data()};
  }
  std::map<Pair, engine::PairSolution> pairs;
};

// The same with plies.
class StoredLevels final : public engine::LevelledTier {
 public:
  explicit StoredLevels(PlaneFolder folder) : folder_(std::move(folder)) {}
  Result<std::shared_ptr<const engine::LevelRecord>> levels(const PlaneId& id) override;

 private:
  PlaneFolder folder_;
};

class MemoryLevels final : public engine::LevelledTier {
 public:
  Result<std::shared_ptr<const engine::LevelRecord>> levels(const PlaneId& id) override {
    return std::shared_ptr<const engine::LevelRecord>(pairs.at(id.pair).levels[id.mover]);
  }
  std::map<Pair, engine::LevelledPair> pairs;
};

// Boards by their plies.
std::vector<Counts> count_plies(const layout::SteppedSide& side, const layout::ClassLayout& layout);

}  // namespace noughts::quixo::solve
