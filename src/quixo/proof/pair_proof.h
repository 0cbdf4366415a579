// The proof of one pair of classes, given that the next tier is right.
//
// For a board that is not over let
//
//     nl, nn    some child in the next tier is lost; is not won
//     e         some child in the tier is over and lost
//     s         some child in the tier is lost and has the code 0, or is over
//     n         some child in the tier is not won
//     q         some child in the tier is neither over and won nor won by nl or e
//
// A table is right if every board that is over has its value and the code 0, and
//
//     win, code 0     nl or e: then its rank is 1; or s: then it is 3
//     win, code c     not nl, e or s; the least code of a lost child is c
//     loss, code 0    not nn, not q (and so not n)
//     loss, code c    not nn, not n, but q; no child has a code above c - 1, and one has it
//     draw            not nl, e or s; nn or n; it is no parent of a loss with a code above 0
//
// The first rows say that every win and loss rests on boards of the next tier or of
// smaller rank, so that by induction all are right; the last that a draw has no move to a loss
// and one that does not lose. Ranks are then exactly as rank.h defines them.
//
// nl, nn, e, s and q are computed for all boards at once (whole.h). Boards with a code above 0,
// few in the middle of 5x5, are looked at one by one, with the rules; so are draws without nn where
// they are few, else n is computed for all.
#pragma once

#include <memory>
#include <string>

#include "noughts/quixo/proof/whole.h"
#include "noughts/quixo/tables/content.h"

namespace noughts::quixo::proof {

struct Findings {
  std::uint64_t checked = 0;  // kept boards
  std::uint64_t wrong = 0;
  std::string first_wrong;  // a sentence
  tables::Contents read;    // of the classes that it rests on, its own among them
};

// Fails where tables cannot be read or have no ranks.
Result<Findings> prove_pair(const store::Path& folder,
                            const std::shared_ptr<const layout::TableLayout>& layout, Pair pair,
                            WholeBoards& boards, Workers& workers);

// Memory that it needs.
std::uint64_t memory_bytes(const layout::TableLayout& layout, Pair pair);

}  // namespace noughts::quixo::proof
