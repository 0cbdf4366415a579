// A tile more never hurts (docs/results/theorems.md), checked on tables: whole classes, plane
// against plane, without a single move.
//
// Take a board with X to move and turn a blank tile into X's: a won board stays won, and
// only a lost board can be lost. Turn it into O's: a lost board stays lost, and only a
// won board can be won. So with W and L the won and the lost boards of the class (x, o),
// W' and L' those of the class with one tile more, cell by cell of what was blank:
//
//     X's tile more, (x + 1, o):   W in W',  L' in L
//     O's tile more, (x, o + 1):   W' in W,  L in L'
//
// Planes are closed under the symmetries of the board, so it is enough to turn one cell
// of each orbit, and such cells lie in part P of the layout: with the other parts as they
// are, a segment of one plane is compared with a segment of another, word by word. Where
// the two classes name their colours the other way round (quixo/pair.h), run by run.
//
// What solved the tables went from boards to their children and back; this check knows
// nothing of moves or lines. It finds wrong values only next to right ones.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::solve {

struct MonotoneReport {
  std::uint64_t classes = 0;   // pairs of neighbouring classes compared
  std::uint64_t pairs = 0;     // boards and boards with a tile more, all of those classes
  std::uint64_t better = 0;    // of those compared: the value is another
  std::uint64_t compared = 0;  // one of each orbit of cells
  std::uint64_t wrong = 0;
  std::string first_wrong;  // a sentence
};

// Boards with so many tiles, both ends included.
struct TierRange {
  int most = kMaxSize * kMaxSize;
  int least = 0;
};

// Every two neighbouring classes that the tables hold, both in `tiers`. Fails where they
// cannot be read.
Result<MonotoneReport> check_monotone(const store::Path& folder, const Rules& rules,
                                      Workers& workers, TierRange tiers = {});

}  // namespace noughts::quixo::solve
