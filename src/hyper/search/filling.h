// Drawn fillings: full boards on which nobody has completed a line.
//
// Whether one exists for q colours is a question of satisfiability, asked of
// CaDiCaL. For two colours the central inversion x -> n-1-x is tried first: if
// every cell has the colour other than its inverse, both players have as many
// marks, and lines through the centre are mixed by themselves. Where that fails
// the plain question is asked, and its answer "no" is a proof. A filling with
// unequal numbers of marks is then evened out cell by cell. With more than two
// colours a filling counts only if each stands as often as the turns say; where
// evening out fails, the question is asked again with these numbers.
//
// A board contains n^(k-1) as a slice whose lines are lines of the board, so
// when a slice has no drawn filling, no board above it has one.
#pragma once

#include <string>

#include "noughts/core/budget.h"
#include "noughts/hyper/board.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::search {

// Whether a full board without a line exists, and one.
struct FillingAnswer {
  bool exists = false;
  // One sign per cell, players with equal turns; empty if there is none, or, with two
  // colours, if evening out the numbers of marks failed.
  std::string filling;
  std::string how;  // "pairing", "SAT", "slice 3^3", ...
};

// kNoTime when the solver does not decide it before the deadline.
Result<FillingAnswer> find_filling(const Board& board, int players, const Budget& budget);
// The same on n^k.
Result<FillingAnswer> find_filling(int side, int dims, int players, const Budget& budget);

// The filling as a certificate that nobody need have won.
proof::Certificate filling_certificate(const Board& board, int players, const std::string& filling);

}  // namespace noughts::hyper::search
