// Where a pair of classes gets the values of the next tier from.
#pragma once

#include <map>
#include <memory>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/tables/tables.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo {

// From tables on disk, a class at a time.
class StoredTier final : public NextTier {
 public:
  StoredTier(store::Path folder, std::shared_ptr<const TableLayout> layout, const Engine& engine,
             Workers& workers)
      : folder_(std::move(folder)),
        layout_(std::move(layout)),
        engine_(engine),
        workers_(workers) {}
  Result<ConstPlanes> get(int a, int b, int mover, bool want_win, bool want_loss) override;
  void release() override { planes_ = {}; }

 private:
  store::Path folder_;
  std::shared_ptr<const TableLayout> layout_;
  const Engine& engine_;
  Workers& workers_;
  SidePlanes planes_;
};

// From memory: the pairs (a, b), a <= b, solved so far.
class MemoryTier final : public NextTier {
 public:
  Result<ConstPlanes> get(int a, int b, int mover, bool, bool) override;
  std::map<ClassId, std::shared_ptr<const PairSolution>> pairs;
};

// The same two with steps.
class StoredSteps final : public SteppedTier {
 public:
  StoredSteps(store::Path folder, std::shared_ptr<const TableLayout> layout, const Engine& engine,
              Workers& workers)
      : folder_(std::move(folder)),
        layout_(std::move(layout)),
        engine_(engine),
        workers_(workers) {}
  Result<std::shared_ptr<const SteppedSide>> get(int a, int b, int mover) override;

 private:
  store::Path folder_;
  std::shared_ptr<const TableLayout> layout_;
  const Engine& engine_;
  Workers& workers_;
};

class MemorySteps final : public SteppedTier {
 public:
  Result<std::shared_ptr<const SteppedSide>> get(int a, int b, int mover) override {
    return std::shared_ptr<const SteppedSide>(pairs.at({a, b}).sides[mover]);
  }
  std::map<ClassId, SteppedPair> pairs;
};

}  // namespace noughts::quixo
