// The engine: outcomes of whole vectors of boards at a time.
//
// It solves either all boards of size 3 or 4 at once, level by level, which
// gives the steps as well (WholeSolver); or a pair of classes of any size from
// the classes with one more tile (PairSolver), which is how 5x5 is solved, tier
// by tier. docs/engine.md tells how and why; kernels.h holds the inner loops.
//
// Colours are absolute: A owns a tiles, B owns b, a <= b. A pair has two sides:
// the boards with A to move and those with B to move. With X for the side to
// move these are the classes (a, b) and (b, a) of the paper.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/core/progress.h"
#include "noughts/core/result.h"
#include "noughts/quixo/engine/kernels.h"
#include "noughts/quixo/engine/layout.h"
#include "noughts/quixo/engine/plane.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo {

// Final values of one side: at most one of the two bits of a board is set, a
// draw has none. Padding has win set.
struct SidePlanes {
  Plane win;
  Plane loss;
};

// Flat tables behind the views of kernels.h; made once per rules.
class EngineTables;

// All a solver needs to know about one set of rules.
class Engine {
 public:
  // graded: for PairSolver; not graded: for WholeSolver.
  Engine(const Rules& rules, bool graded);
  ~Engine();
  Engine(Engine&&) noexcept;

  const Rules& rules() const { return rules_; }
  const Geometry& geometry() const;
  const EngineTables& tables() const { return *tables_; }
  // Where solvers take their planes from.
  PlanePool& pool() const { return *pool_; }

 private:
  Rules rules_;
  std::unique_ptr<EngineTables> tables_;
  std::unique_ptr<PlanePool> pool_;
};

// Makes each board's bits the union of those of its eight images: what a table
// that stores one image of each eight needs to become a pair of planes again.
// Either plane may be null.
void close_under_symmetry(const Engine& engine, const ClassLayout& layout, Workers& workers,
                          std::uint8_t* first, std::uint8_t* second);

// Where the values of the next tier come from.
class NextTier {
 public:
  virtual ~NextTier() = default;
  // Planes of the boards with a tiles of A, b of B, `mover` to move (0 A, 1 B),
  // laid out as ClassLayout(geometry, a, b). Only what is wanted need be there;
  // the pointers are good until the next call.
  virtual Result<ConstPlanes> get(int a, int b, int mover, bool want_win, bool want_loss) = 0;
  // The planes got last are no longer needed.
  virtual void release() {}
};

struct PairSolution {
  int a = 0;
  int b = 0;
  // By the side to move: 0 A, 1 B. If a == b only side 1 is there: side 0 is
  // its image with the colours exchanged.
  std::array<SidePlanes, 2> sides;
  std::array<Counts, 2> counts;
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
};

// Memory that solving the pair needs at its peak, planes of the next tier included.
std::uint64_t pair_memory_bytes(const Engine& engine, int a, int b, const PairOptions& options);

// `next` may be null if a + b is the number of cells.
Result<PairSolution> solve_pair(const Engine& engine, int a, int b, NextTier* next,
                                Workers& workers, const PairOptions& options = {});

// One side with the steps to the end in binary: bit i of a board's steps is in
// plane i.
struct SteppedSide {
  SidePlanes planes;
  std::vector<Plane> steps;

  int steps_of(std::uint64_t address) const {
    int value = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) value |= steps[i].bit(address) << i;
    return value;
  }
  Outcome at(std::uint64_t address) const {
    if (planes.win.bit(address)) return {Value::kWin, steps_of(address)};
    if (planes.loss.bit(address)) return {Value::kLoss, steps_of(address)};
    return {};
  }
};

struct SteppedPair {
  int a = 0;
  int b = 0;
  std::array<std::shared_ptr<SteppedSide>, 2> sides;  // as in PairSolution
  std::array<Counts, 2> counts;
  std::vector<Counts> by_steps;  // of all sides there are
  int levels = 0;
  double seconds = 0;
};

// Where the steps of the next tier come from; see NextTier.
class SteppedTier {
 public:
  virtual ~SteppedTier() = default;
  virtual Result<std::shared_ptr<const SteppedSide>> get(int a, int b, int mover) = 0;
};

// `next` may be null if a + b is the number of cells.
Result<SteppedPair> solve_pair_with_steps(const Engine& engine, int a, int b, SteppedTier* next,
                                          Workers& workers);
// Boards by their steps.
std::vector<Counts> count_steps(const SteppedSide& side, const ClassLayout& layout);
std::uint64_t stepped_pair_memory_bytes(const Engine& engine, int a, int b);

// Every board, X to move; X is A.
struct WholeSolution : SteppedSide {
  // [x][o], X to move.
  std::vector<std::vector<Counts>> counts;
  // [steps] wins and losses.
  std::vector<Counts> by_steps;
  int rounds = 0;
  double seconds = 0;
};

// Every board, for sizes 3 and 4. Require: the engine is not graded.
Result<WholeSolution> solve_whole(const Engine& engine, Workers& workers,
                                  const ProgressListener& listener = {});

}  // namespace noughts::quixo
