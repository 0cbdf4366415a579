// Misère play: who can be the last one left, and who can stay in, against all others
// together.
//
//     kWin       the player is the last one who has completed no line
//     kNotLose   she completes none
//
// The search is plain: positions up to symmetry are remembered, nobody who may choose
// completes a line of her own, and it ends where the player has no line left to complete
// (she stays in) or, for kWin, where one of the others has none.
//
// Two players need less. The player with the right parity answers every mark at the
// opposite cell: on boards of odd side the first, who starts in the centre, on boards of
// even side the second. Lines through the centre get both signs, and every other line she
// would complete has an opposite that the other has completed before. So she never loses.
// docs/reference/rules.md tells the rule, docs/results/hyper-kings.md what comes of it.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/hyper/search/answers.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/hyper/search/solve.h"

namespace noughts::hyper::search {

class MisereSolver {
 public:
  // The nodes of the budget are for each question anew. Require: misère rules, at most
  // kMaxSmallCells cells. The board must outlive the solver.
  MisereSolver(const SmallBoard& board, const Budget& budget);

  // kNoSpace when the memory or the nodes do not suffice for this question.
  Result<bool> reaches(int player, Goal goal, const Position& from);
  std::uint64_t nodes() const { return nodes_; }
  // Everything that was remembered.
  void forget() { answers_.forget(); }

 private:
  using Question = Answers::Question;
  bool search(SmallPosition& p, unsigned in, int mover, const Question& q);
  std::optional<bool> decided(const SmallPosition& p, unsigned in, const Question& q) const;
  bool can_complete(const SmallPosition& p, int player) const;
  int after(int mover, unsigned in) const;

  const SmallBoard* board_;
  Budget budget_;
  Answers answers_;
  std::uint64_t nodes_ = 0;
  Meter* meter_ = nullptr;
};

// All players from the start. What mirror play and a search of some millions of
// positions leave open stays undecided.
Result<SolveReport> solve_misere(const Rules& rules, const Budget& budget);

}  // namespace noughts::hyper::search
