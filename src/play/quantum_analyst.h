// Quantum tic-tac-toe rated by searching, and the System.
//
// Ratings are exact scores. At a collapse the two moves are the two outcomes, in
// the order selA, selB; under chance each has its odds, and both count as best.
#pragma once

#include <memory>

#include "noughts/core/budget.h"
#include "noughts/play/player.h"
#include "noughts/quantum/search/search.h"

namespace noughts::play {

// The budget holds for each question.
std::shared_ptr<Analyst> make_quantum_analyst(const quantum::Rules& rules,
                                              const Budget& budget = {});

// Who draws at a collapse under chance, with probability q for the outcome that
// favours O. The remark tells both values, the odds and the draw:
//
//     selA favours X (10), selB favours O (5/2); p = 1/4, q = 3/4: drawn for O
std::unique_ptr<Player> make_quantum_system(const quantum::Rules& rules, std::uint64_t seed);

// The dice of the paper, section 5: before each selection `dice` dice are
// thrown; with a sum of at most `low` X selects, else O. Between players who take
// the better outcome for themselves the game is the one under chance with p the
// probability of such a sum.
struct DiceOdds {
  int dice = 1;
  int low = 3;
};
// The q of the game played with these dice. Require: 1 or 2 dice.
Rational q_of(const DiceOdds& odds);
// As make_quantum_system, with dice. Where players sit at the board, it gives the choice
// to the one whom the dice name (gives_to); choose() takes that one's better outcome. The
// rules must have q_of(odds).
std::unique_ptr<Player> make_quantum_dice(const quantum::Rules& rules, const DiceOdds& odds,
                                          std::uint64_t seed);

}  // namespace noughts::play
