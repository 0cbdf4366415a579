// Sets of tiles from which a player cannot be driven, even by an opponent who owns all
// the others and is to move: how many there are of a size, and in how many the player
// wins.
//
// A tile more never hurts the opponent (docs/results/theorems.md), so such a set is safe whatever
// stands on the other cells. With every tile shown a move only turns part of a row or
// column round by one, and the counts of tiles stay: sets of one size lead to sets of that
// size. So the safe ones are found by elimination. Sets that lose at once go first, and
// there are few left; then, again and again, those with a move of the opponent that has
// no answer, neither a win nor a set that is still there. What stays holds for ever.
//
// Sets with a line of their owner have won already and are left out.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo::study {

template <class Cells>
struct SafeSets {
  std::uint64_t tried = 0;       // sets of that size
  std::uint64_t candidates = 0;  // that do not lose at once
  std::vector<Cells> sets;       // that are safe, in order
  std::uint64_t winning = 0;     // those of them that win by force
};

// For boards of at most 36 cells; fails on others, on a number of tiles that the board
// has not, and when the budget is used up.
template <class R>
Result<SafeSets<typename R::Cells>> find_safe_sets(const R& rules, int tiles, const Budget& budget);

// Of so many random sets, how many have no line and do not lose at once: how far the lists
// above can go. Require: 1 <= tiles < cells.
template <class R>
std::uint64_t count_survivors(const R& rules, int tiles, std::uint64_t samples);

}  // namespace noughts::quixo::study
