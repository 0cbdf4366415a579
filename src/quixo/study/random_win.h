// How long does it take to win by choosing any winning move, each as likely?
//
// "Quixo Is Solved", 4.4, says that such a player wins in a finite expected number of
// steps. The game is then a chain that ends with certainty, and the expected plies
// E are the least solution of
//
//     over                                     E = 0
//     won, the random winner to move           E = 1 + mean over winning moves of E(child)
//     lost, the best defence                   E = 1 + greatest E(child)
//     lost, a random defence                   E = 1 + mean over all moves of E(child)
//
// Repeated substitution from E = 0 rises to it. If a further substitution changes no
// E by more than r < 1, the true values lie within a factor of 1 + r / (1 - r): with
// u = (1 + e) v, a substitution into u gives at most u as soon as (1 + e) r <= e, and
// what does not rise under substitution bounds the least solution from above.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {

enum class Defence { kBest, kRandom };

struct RandomWin {
  double initial = 0;       // expected plies from the empty board; 0 if it is not won
  double longest = 0;       // of all won boards
  Board longest_board = 0;  // one of them, X to move
  double error = 0;         // no value is off by more than this share of it
  int substitutions = 0;
  struct ByPlies {
    int plies = 0;  // of perfect play
    std::uint64_t boards = 0;
    double mean = 0, longest = 0;
  };
  std::vector<ByPlies> by_plies;  // won boards that are not over
};

// Sizes 3 and 4; the source must have plies. About 0.6 GB for 4x4.
Result<RandomWin> expect_random_win(const ValueSource& values, Defence defence, Workers& workers);

}  // namespace noughts::quixo
