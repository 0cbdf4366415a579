// The engine: outcomes of whole vectors of boards at a time.
//
// It solves either all boards of size 3 or 4 at once, level by level, which
// gives the plies to the end as well (WholeSolver); or a pair of classes of any
// size from the classes with one more tile (PairSolver, and LevelsSolver with
// plies), which is how 5x5 is solved, tier by tier. docs/notes/engine.md tells how and
// why; kernels.h holds the inner loops. Colours are absolute (quixo/pair.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/core/result.h"
#include "noughts/quixo/engine/kernels.h"
#include "noughts/quixo/layout/layout.h"
#include "noughts/quixo/layout/plane.h"
#include "noughts/quixo/pair.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo::engine {

// Flat tables behind the views of kernels.h; made once per rules.
class EngineTables;
class LevelRecord;
class RankRecord;

// All a solver needs to know about one set of rules.
class Engine {
 public:
  // Graded engines solve pairs of classes. The others take all boards at once: WholeSolver,
  // and the count of reachable boards (reachable.h).
  Engine(const Rules& rules, bool graded);
  ~Engine();
  Engine(Engine&&) noexcept;

  const Rules& rules() const { return rules_; }
  const layout::Geometry& geometry() const;
  const EngineTables& tables() const { return *tables_; }
  // Where solvers take their planes from.
  layout::PlanePool& pool() const { return *pool_; }

 private:
  Rules rules_;
  std::unique_ptr<EngineTables> tables_;
  std::unique_ptr<layout::PlanePool> pool_;
};

// What the planes of a table, which keeps one image of each eight, need to become
// whole again. First each board's bits become the union of those of its eight
// images; either plane may be null.
Result<void> close_under_symmetry(const Engine& engine, const layout::ClassLayout& layout,
                                  Workers& workers, std::uint8_t* first, std::uint8_t* second);
// Then padding is set among the wins (kernels.h): nothing there is ever open.
Result<void> set_padding(const Engine& engine, const layout::ClassLayout& layout, Workers& workers,
                         std::uint8_t* win);

// Where the values of the next tier come from.
class NextTier {
 public:
  virtual ~NextTier() = default;
  // Planes laid out as ClassLayout(geometry, id.pair). Only what is wanted need be
  // there; the pointers are good until the next call.
  virtual Result<ConstPlanes> get(const PlaneId& id, bool want_win, bool want_loss) = 0;
  // The planes got last are no longer needed.
  virtual void release() {}
};

struct PairSolution {
  Pair pair;
  // Of a mirror pair only side B is there: side A is its image with the colours
  // exchanged.
  PerMover<layout::SidePlanes> sides;
  PerMover<Counts> counts;
  // If they were wanted; good as long as the engine.
  PerMover<std::shared_ptr<const RankRecord>> ranks;
  int dense_rounds = 0;
  int sparse_steps = 0;
  double seconds = 0;
  double induction_seconds = 0, dense_seconds = 0, sparse_seconds = 0;
};

struct PairOptions {
  // Dense rounds end when a round decides less than this share of the boards.
  double sparse_below = 0.01;
  // Fetch the planes of the next tier one at a time when the pair is larger
  // than this, to save memory.
  std::uint64_t split_above_bytes = std::uint64_t{2} << 30;
  // Keep one plane packed while the other side is made when more than this would be
  // needed otherwise.
  std::uint64_t memory_bytes = std::uint64_t{17} << 30;
  bool ranks = false;
};

// Memory that solving the pair needs at its peak, planes of the next tier included.
struct PairNeeds {
  std::uint64_t bytes = 0;
  // Of that, what may lie in scratch files (plane.h), and what may not.
  std::uint64_t planes = 0, rest = 0;
  // Whether one plane is kept packed while the other side is made.
  bool parks = false;
};
PairNeeds pair_needs(const Engine& engine, Pair pair, const PairOptions& options = {});

// `next` may be null if the pair is of the full board.
Result<PairSolution> solve_pair(const Engine& engine, Pair pair, NextTier* next, Workers& workers,
                                const PairOptions& options = {});

// A pair with the plies of each board, in about the memory of solve_pair (levels_solver.cpp).
struct LevelledPair {
  Pair pair;
  PerMover<std::shared_ptr<LevelRecord>> levels;  // as in PairSolution
  PerMover<Counts> counts;
  std::vector<Counts> by_plies;  // of all sides there are
  int dense_passes = 0;          // over all boards of a side
  int sparse_passes = 0;         // over the parents of what was just decided
};

// Where the plies of the next tier come from, level by level.
class LevelledTier {
 public:
  virtual ~LevelledTier() = default;
  virtual Result<std::shared_ptr<const LevelRecord>> levels(const PlaneId& id) = 0;
};

struct LevelOptions {
  // Boards are looked at one by one when that seems to take no more than so many times what a look
  // at all boards takes.
  double few_below = 1;
  // Planes that will be needed again stay if they all fit into so much.
  std::uint64_t memory_bytes = std::uint64_t{17} << 30;
  // Where what a level adds is kept; in memory without one.
  std::optional<std::filesystem::path> folder;
  // Hears the level that begins.
  std::function<void(int level)> listener;
};

// Memory at the peak.
struct LevelNeeds {
  std::uint64_t bytes = 0;
  std::uint64_t planes = 0;  // of that
  bool holds = false;        // whether planes that will be needed again stay
};
LevelNeeds level_needs(const Engine& engine, Pair pair, const LevelOptions& options = {});

// `next` may be null if the pair is of the full board.
Result<LevelledPair> solve_pair_by_levels(const Engine& engine, Pair pair, LevelledTier* next,
                                          Workers& workers, const LevelOptions& options = {});

// Every board, X to move; X is A.
struct WholeSolution : layout::SteppedSide {
  // [x][o], X to move.
  std::vector<std::vector<Counts>> counts;
  // [plies] wins and losses.
  std::vector<Counts> by_plies;
  int levels = 0;
  double seconds = 0;
};

// Every board, for sizes 3 and 4. Require: the engine is not graded.
Result<WholeSolution> solve_whole(const Engine& engine, Workers& workers);

}  // namespace noughts::quixo::engine
