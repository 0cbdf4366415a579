// What best play can lead to when nobody forces anything: kingmaking.
//
// Every player prefers a win to a draw and a draw to a loss, and does not care
// who wins when she loses. Ties may be broken in any way, so a position has a
// set of outcomes. For the player to move, an outcome of a child is possible
// when no other child guarantees her something better, whatever ties do there:
//
//     outcomes(p) = { o in outcomes(c), c a child :
//                     worth(o) >= worth of the worst outcome of every other child }
//
// A kingmaker is a player to move who cannot win any more by best play, but
// has moves after which one opponent certainly wins and moves after which
// another does: it is up to her who it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper::research {

// Bit w: player w wins; bit `players`: a draw.
using Outcomes = std::uint16_t;

// The outcomes of best play, and who can decide the winner without winning.
struct KingmakingReport {
  Outcomes outcomes = 0;         // of the position asked about
  std::uint64_t positions = 0;   // up to symmetry, not over
  std::uint64_t kingmakers = 0;  // of these, with a kingmaker to move
  std::vector<Cell> example;     // a game that leads to one of the first of them
  int kingmaker = -1;            // the player to move there
  // For each opponent whom she can make win, from the example on: her move, then best play
  // of all to that opponent's win.
  struct Crowning {
    int winner;
    std::vector<Cell> moves;
  };
  std::vector<Crowning> crownings;
};

// Visits every position that can follow, up to symmetry. kNoSpace when the memory
// does not suffice for them.
Result<KingmakingReport> kingmaking(const Rules& rules, const Position& from, const Budget& budget);

}  // namespace noughts::hyper::research
