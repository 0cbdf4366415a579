// A second solver of plies, the oracle of engine/levels_solver.cpp: it takes all boards of a pair
// of classes at every level and holds the plies in planes. Slower, larger, and simpler.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/solve/next_tier.h"

namespace noughts::quixo::engine {

struct SteppedPair {
  Pair pair;
  PerMover<std::shared_ptr<layout::SteppedSide>> sides;  // as in PairSolution
  PerMover<Counts> counts;
  std::vector<Counts> by_plies;  // of all sides there are
  int levels = 0;                // the last one that decided a board
  int passes = 0;                // levels that were looked at
  double seconds = 0;
};

// Where the plies of the next tier come from; see NextTier.
class SteppedTier {
 public:
  virtual ~SteppedTier() = default;
  virtual Result<std::shared_ptr<const layout::SteppedSide>> get(const PlaneId& id) = 0;
};

class MemorySteps final : public SteppedTier {
 public:
  Result<std::shared_ptr<const layout::SteppedSide>> get(const PlaneId& id) override {
    return std::shared_ptr<const layout::SteppedSide>(pairs.at(id.pair).sides[id.mover]);
  }
  std::map<Pair, SteppedPair> pairs;
};

class StoredSteps final : public SteppedTier {
 public:
  explicit StoredSteps(solve::PlaneFolder folder) : folder_(std::move(folder)) {}
  Result<std::shared_ptr<const layout::SteppedSide>> get(const PlaneId& id) override {
    auto loaded = folder_.load_with_steps(id);
    if (!loaded) return loaded.error();
    return std::make_shared<const layout::SteppedSide>(*std::move(loaded));
  }

 private:
  solve::PlaneFolder folder_;
};

// `next` may be null if the pair is of the full board.
Result<SteppedPair> solve_pair_with_steps(const Engine& engine, Pair pair, SteppedTier* next,
                                          Workers& workers);

}  // namespace noughts::quixo::engine
