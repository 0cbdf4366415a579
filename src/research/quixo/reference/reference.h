// The reference solver: the algorithms of "Quixo Is Solved" as published.
//
// It is the baseline of the benchmarks and the oracle of the tests, so it is
// kept plain: one state at a time, children and parents looked up one by one.
//
//   index(board) = ord(S_X) * C(cells - x, o) + ord(S_O)           section 3.2
//   S_X: the cells of X; S_O: the cells of O with X's places squeezed out
//   ord(S): the place of S among the words with as many set bits
//
//       X . O       S_X = 001 000 001 = {0, 6}, S_O = {2, 3} -> {1, 2}
//       O . .
//       X . .       index = ord(S_X) * C(7, 2) + ord(S_O) = 15 * 21 + 2
//
// ord, its inverse and the population count are computed once and kept in
// memory. A state takes two bits. Algorithm 5 solves the pair (x, o), (o, x)
// from the classes (o, x+1) and (x, o+1) of the next tier; Algorithm 6 solves
// the whole board with steps, for sizes 3 and 4.
//
// Where the paper cannot be taken at its word:
//   - Algorithm 3 gives parents a Win before all terminal boards are marked, and
//     so can overwrite a terminal Loss; here terminals are marked first.
//   - Algorithm 6 prints min for the steps of a Loss; the definition beside it,
//     and the Japanese version, say max. Moreover its loop may stop at a round
//     without updates although a later round has some; here a round decides
//     exactly the Losses of one step count and two empty rounds are the end.
//   - Section 4.3 guards shared outcomes with mutexes; here each change only sets
//     bits, so an atomic OR is enough.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/core/result.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo::reference {

// ord, its inverse and pop for all words of a board, precomputed (Table 1).
class SubsetTables {
 public:
  explicit SubsetTables(int cells);
  std::uint32_t ord(Cells word) const { return ord_[word]; }
  int pop(Cells word) const { return pop_[word]; }
  // The word with `size` set bits whose ord is `order`.
  Cells word(int size, std::uint32_t order) const { return words_[size][order]; }

 private:
  std::vector<std::uint32_t> ord_;
  std::vector<std::uint8_t> pop_;
  std::vector<std::vector<Cells>> words_;
};

// Two bits a state. A change only ever sets bits:
//   Draw 00 -> WinOrDraw 01 -> Win 11,  Draw 00 -> Loss 10
class OutcomeArray {
 public:
  enum Code : std::uint8_t { kDraw = 0, kWinOrDraw = 1, kLoss = 2, kWin = 3 };

  OutcomeArray() = default;
  OutcomeArray(std::uint64_t states, bool shared);
  std::uint64_t size() const { return states_; }
  Code get(std::uint64_t index) const {
    const std::uint8_t byte = bytes_[index / 4].load(std::memory_order_relaxed);
    return static_cast<Code>(byte >> (index % 4 * 2) & 3);
  }
  void set(std::uint64_t index, Code code) {
    std::atomic<std::uint8_t>& byte = bytes_[index / 4];
    const auto bits = static_cast<std::uint8_t>(code << (index % 4 * 2));
    if (shared_)
      byte.fetch_or(bits, std::memory_order_relaxed);
    else
      byte.store(byte.load(std::memory_order_relaxed) | bits, std::memory_order_relaxed);
  }
  // After the last iteration a WinOrDraw is a Draw.
  Value value(std::uint64_t index) const {
    const Code code = get(index);
    return code == kWin ? Value::kWin : code == kLoss ? Value::kLoss : Value::kDraw;
  }

 private:
  std::uint64_t states_ = 0;
  bool shared_ = false;
  std::unique_ptr<std::atomic<std::uint8_t>[]> bytes_;
};

// A solved class, X to move.
struct ReferenceClass {
  ClassId id;
  OutcomeArray outcomes;
  Counts counts;
};

class ReferenceSolver {
 public:
  // `workers` must outlive the solver; its threads are the K of section 4.3.
  ReferenceSolver(const Rules& rules, Workers& workers);

  std::uint64_t index_of(Board board) const;
  Board board_at(ClassId id, std::uint64_t index) const;

  struct SolvedPair {
    ReferenceClass first;   // (x, o)
    ReferenceClass second;  // (o, x); empty when x == o
  };
  // Algorithm 5, one turn of its loop. `after_first` is the class (o, x+1), in
  // which the children of (x, o) with one tile more are; `after_second` is
  // (x, o+1). Null exactly on the full board. Fails only when the budget ends.
  Result<SolvedPair> solve_pair(ClassId id, const ReferenceClass* after_first,
                                const ReferenceClass* after_second) const;

  const Rules& rules() const { return rules_; }
  const Budget& budget() const { return workers_.budget(); }

 private:
  struct Work;
  Result<void> mark_terminals(Work& work) const;
  Result<void> win_parents_of_terminals(Work& work) const;
  Result<void> use_next_tier(Work& work, const ReferenceClass& next) const;
  Result<bool> iterate(Work& work, Work& other) const;
  bool all_children_win(Board board, const OutcomeArray& children) const;
  void win_parents(Board board, OutcomeArray& parents) const;
  void count(ReferenceClass& solved) const;

  template <class F>
  Result<void> for_each_state(ClassId id, F&& f) const;

  Rules rules_;
  Workers& workers_;
  SubsetTables tables_;
};

// f(parent) for each board, X to move, from which a move leads to `board`, X to
// move. The same parent may come twice, and a parent may be a terminal board.
template <class F>
void for_each_parent(const Rules& rules, Board board, Rules::Taken taken, F&& f) {
  const Board moved = swap_colours(board);  // X has just moved
  const Cells own = cells_of(moved, Player::kX);
  for (const MoveShape& shape : rules.shapes()) {
    if (!(own & shape.end)) continue;
    Board before = Rules::undo(moved, shape);
    if (taken == Rules::Taken::kOwnTile) {
      before |= Rules::tile(Cells{1} << shape.move.from, Player::kX);
    }
    f(before);
  }
}

// All classes of a range of tiers.
struct ReferenceSolution {
  std::map<ClassId, ReferenceClass> classes;
  Counts totals() const;
};

// Tiers from the full board down to `last_tier`.
Result<ReferenceSolution> solve_reference(const ReferenceSolver& solver, int last_tier);

// Algorithm 6 over the whole board, X to move.
class ReferenceSteps {
 public:
  // Sizes 3 and 4; one byte per state.
  static Result<ReferenceSteps> solve(const Rules& rules, Workers& workers);

  Outcome at(Board board) const { return decode(codes_[index_of(board)]); }
  Counts counts() const;
  struct StepCount {
    std::uint64_t win = 0;
    std::uint64_t loss = 0;
    bool operator==(const StepCount&) const = default;
  };
  // Entry i: states that win, and that lose, in i steps (Table 3).
  std::vector<StepCount> step_counts() const;

 private:
  // A state's byte: 0 for a draw, else 1 + 2 * steps + (1 if lost).
  using Code = std::atomic<std::uint8_t>;
  static Outcome decode(std::uint8_t code);
  explicit ReferenceSteps(const Rules& rules);
  std::uint64_t index_of(Board board) const {
    return ternary_[cells_of(board, Player::kX)] + 2 * ternary_[cells_of(board, Player::kO)];
  }
  Result<void> mark_terminals(Workers& workers);
  Result<bool> round(Workers& workers, int step);
  bool loses(Board board, int step) const;
  void win_parents(Board board, int step);
  void win(Board parent, int step);
  template <class F>
  Result<void> for_each_state(Workers& workers, F&& f) const;

  Rules rules_;
  std::vector<std::uint32_t> ternary_;  // the cells of a word as a number in base three
  std::uint64_t states_;
  std::unique_ptr<Code[]> codes_;
};

using BoardValues = std::function<Outcome(Board)>;
// The value of a board with X to move, by Algorithm 5 from the full board down to `last_tier`, or
// with steps by Algorithm 6.
Result<BoardValues> reference_values(const Rules& rules, int last_tier, bool steps,
                                     Workers& workers);

}  // namespace noughts::quixo::reference
