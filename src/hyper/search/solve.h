// Who can win, and who can avoid losing, against all others together.
//
// For player i and goal g one question is asked of each position: can i reach
// g whatever the others do?
//
//     kWin       i completes a line before anyone else does
//     kNotLose   nobody else completes a line
//
// Both are games of one against a coalition with two outcomes, searched depth
// first with a memory of canonical positions. What is decided without search:
//
//   - whoever is to move can complete a line, or a member of the coalition can
//     before i moves again;
//   - i threatens more cells than the coalition has moves before i's turn; with
//     as many, the moves are forced; with any threat of the coalition against i
//     at i's turn, i must take that cell, and two are too many;
//   - kWin: no line is open to i with enough turns left, the potential of the
//     coalition is below 1 (potential.h), or every line open to i has two empty
//     cells of its own (pairing.h): i never completes a line;
//   - kNotLose: no line is open to any of the others with enough turns left. With
//     two players it is the other one's kWin denied, and asked as that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/search/answers.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {

// Remembers what it has found from one question to the next, within the memory of its
// budget: when that is full, it forgets what it found for earlier questions.
class Solver {
 public:
  // The nodes of the budget are for each question anew. The board must outlive
  // the solver.
  Solver(const SmallBoard& board, const Budget& budget);

  // Can the player reach the goal from this position? kNoSpace when the memory
  // or the number of positions does not suffice for this one question.
  Result<bool> reaches(int player, Goal goal, const Position& from);
  Result<bool> reaches(int player, Goal goal, SmallPosition& from);

  // Positions searched for all questions so far.
  std::uint64_t nodes() const { return nodes_; }
  // Whether the last question was given up for its number of positions, not for memory.
  bool out_of_nodes() const { return budget_.nodes != 0 && last_nodes_ > budget_.nodes; }
  // What is remembered, at most the memory of the budget.
  std::uint64_t bytes() const { return answers_.bytes(); }
  // Everything that was remembered.
  void forget() { answers_.forget(); }

 private:
  using Question = Answers::Question;

  bool search(SmallPosition& p, const Question& q);
  bool search_moves(SmallPosition& p, const Question& q, CellSet moves);
  std::optional<bool> decided(const SmallPosition& p, const Question& q, CellSet& moves) const;
  std::optional<bool> hopeless(const SmallPosition& p, const Question& q) const;
  void order(const SmallPosition& p, CellSet moves, std::array<Cell, 64>& list, int& count) const;

  const SmallBoard* board_;
  Budget budget_;
  Answers answers_;
  std::uint64_t nodes_ = 0;
  std::uint64_t last_nodes_ = 0;  // of the last question
  Meter* meter_ = nullptr;        // of the question being searched
};

// What one player can force against all others together.
struct PlayerVerdict {
  std::optional<bool> can_force_win;  // nothing: not decided
  std::optional<bool> can_avoid_loss;
  // One of the two.
  std::optional<bool>& can(Goal goal) {
    return goal == Goal::kWin ? can_force_win : can_avoid_loss;
  }
  bool decided() const { return can_force_win && can_avoid_loss; }
};

// The verdicts of all players, and where they come from.
struct SolveReport {
  std::vector<PlayerVerdict> players;
  std::vector<std::string> how;  // what decided it: search, pairing, potential, ...
  std::string open;              // why something is left undecided, if it is
  std::uint64_t nodes = 0;
  std::vector<proof::Certificate> certificates;  // of the proofs that need no search to be checked

  // Players from 0.
  PlayerVerdict& of(int player) { return players[static_cast<std::size_t>(player)]; }
  bool decided() const;
  // What decided something; told once.
  void note(const std::string& by);
};

enum class Asked { kAll, kWins };  // kWins leaves open who can avoid losing

// All players of the game from its start. Pairing and potential come first, on
// boards of 28 to 64 cells then the proofs of threat_proof.h, hold.h and beat.h, on
// smaller ones the search. What these leave open stays undecided. On 2^k any two
// cells form a line, so that nothing has to be searched.
Result<SolveReport> solve(const Rules& rules, const Budget& budget, Asked asked = Asked::kAll);

}  // namespace noughts::hyper::search
