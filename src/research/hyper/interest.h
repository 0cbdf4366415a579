// The games worth playing, for any number of players.
//
// Kutner's draft asks for the games that are "possible to draw, win or lose by all
// players, but have no winning strategy for any single player". So a game is
// interesting when
//
//   - nobody can force a win against all others together (search/solve.h);
//   - a drawn game exists: a full board without a line, with as many marks for each
//     player as she has turns (search/filling.h);
//   - every seat has a game that she wins. Then every seat also has one that she
//     loses, since there are at least two seats.
//
// It is not when one of these fails, and open when none fails but one is not decided.
// A seat with fewer turns than a side has cells can never win; for any other an
// example is looked for, and is played out by the rules before it is believed. In misère
// play, on small boards, all games are looked through instead.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper::research {

struct SeatChances {
  std::optional<bool> can_win;     // in some game
  std::optional<bool> can_lose;    // in some game
  std::vector<Cell> winning_game;  // the example, where she can win
};

struct Interest {
  std::optional<bool> interesting;
  std::optional<bool> is_forced;      // whether somebody can force a win
  std::optional<int> winner;          // who, from 0
  std::optional<bool> drawn_filling;  // with the turn order's counts
  std::string filling;                // one sign a cell, where there is one
  std::vector<SeatChances> seats;
  // The reason for each part; how the whole follows.
  std::string forced_how;
  std::string filling_how;
  std::string seats_how;
  std::string how;
  // What is behind it, for verify: the proofs of solve() and the filling.
  std::vector<proof::Certificate> certificates;
};

struct InterestOptions {
  double filling_seconds = 60;  // after that it stays open whether a board can be drawn
};

Result<Interest> interest(const Rules& rules, const Budget& budget = {},
                          const InterestOptions& options = {});

}  // namespace noughts::hyper::research
