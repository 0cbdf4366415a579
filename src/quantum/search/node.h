// A position of quantum tic-tac-toe as the solvers see it.
//
// A Node holds what the rest of the game depends on, in a form that is cheap
// to extend, and has a key: equal keys mean equal values for best play. Two
// foldings make many positions one, each without loss.
//
// Settled plies. Of a settled ply only its square matters: the future is about
// free squares, trees and rows.
//
// Plies of one player. Which ply a mark came from matters only when both
// players have a row and the largest plies of the two rows are compared. A row
// of X has three of the plies 1, 3, 5, 7, 9:
//
//     without 7 and 9   it is exactly {1, 3, 5}    largest ply 5
//     with 7, not 9                                largest ply 7
//     with 9                                       largest ply 9
//
// So the three plies 1, 3, 5 are interchangeable, and only 7 and 9 need their
// names. In the same way a row of O has largest ply 8 if it holds ply 8 and
// else 6, and 2, 4, 6 are interchangeable. A key is therefore one byte a ply,
// the codes of plies 1, 3, 5 sorted among each other, and those of 2, 4, 6:
//
//     | X | O | X | O | X | O | X7 | O8 |     kNoCode where not yet played
//
// and of the eight images of the board the least. Against one key per history
// this folds up to 36 positions into one after ply 6. Positions that wait for
// a selection and positions after ply 9 are never keyed: a collapse is seen as
// its two settled outcomes, and ply 9 ends the game.
#pragma once

#include <array>
#include <cstdint>

#include "noughts/quantum/rules.h"

namespace noughts::quantum::search {

inline constexpr int kKeyedPlies = 8;
inline constexpr std::uint8_t kNoCode = 63;
inline constexpr Squares kAllSquares = (1u << kSquares) - 1;

using Codes = std::array<std::uint8_t, kKeyedPlies>;

struct Node {
  Codes codes;  // by ply: a pair's number, or kPairs + square
  std::uint8_t plies = 0;
  std::array<Squares, kSquares> trees;
  Squares x = 0;        // settled marks of X
  Squares o = 0;        // settled marks of O
  Squares x_early = 0;  // those of plies 1, 3, 5
  Squares o_early = 0;  // those of plies 2, 4, 6
  Squares x_ninth = 0;  // that of ply 9

  Squares settled() const { return x | o; }
  Squares open() const { return static_cast<Squares>(~settled() & kAllSquares); }
  bool closes_cycle(Pair pair) const { return trees[pair.first] >> pair.second & 1; }
};

// Require: the position does not wait for a selection and has at most kKeyedPlies plies.
Node make_node(const Position& position);

// The node after a ply that closes no cycle. Require: node.plies < kKeyedPlies.
Node after_ply(const Node& node, Pair pair);

// The collapses of a tree. A ply that closes a cycle settles at one of its two
// squares, and the outcome at a square is the same for every such ply: all
// others settle away from there. So a tree of k squares has k outcomes, one per
// square, however many pairs close a cycle in it.
using Outcomes = std::array<Node, kSquares>;

// Fills in the outcomes at the squares of `tree`. With a tree of one square:
// that square taken whole, as ply 9 does with the last one. Neighbouring
// outcomes differ in two plies only, the last one and the one between them.
void make_outcomes(const Node& node, Squares tree, Outcomes& outcomes);

// How the game stands; node.plies tells whether ply 9 is on the board.
Outcome outcome_of(const Node& node);

// Whether any row is still free of the other player's settled marks.
bool can_still_row(Squares of_opponent);

// How promising the settled marks are for X, to order moves by: rows that only
// one player has marks in, more for more marks.
int promise_for_x(const Node& node);

// Equal for nodes that are equal up to the foldings above and the symmetries.
std::uint64_t canonical_key(const Codes& codes);
// One image of the key, computed the plain way: canonical_key is the least of
// the eight.
std::uint64_t folded_key(const Codes& codes, int symmetry);

}  // namespace noughts::quantum::search
