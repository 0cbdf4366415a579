// Checking tables with nothing but the rules and the tables themselves.
//
// Every byte is read and compared with its checksum, every class with the
// manifest (digest and totals), and values are derived anew from their children:
//
//     over       as the rules say, 0 plies
//     win        some child is a loss; plies = 1 + the least of those
//     loss       all children are wins; plies = 1 + the greatest of those
//     draw       no child is a loss and some child is a draw
//
// Values of a class of which the tables of the children are not there cannot be
// derived: such classes are counted as unchecked.
//
// With plies this proves the values: a value rests on values with fewer plies.
// Without plies it is a strong test, not a proof: wins and losses that rest on each
// other in a circle would pass.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::tables {

// How much to derive anew.
struct VerifyOptions {
  std::uint64_t sample = 1000;  // boards derived anew per class; 0: all that are kept
  std::uint64_t seed = 1;
};

// What was found.
struct VerifyReport {
  std::uint64_t classes = 0;
  std::uint64_t unchecked = 0;  // those of them whose values could not be derived
  std::uint64_t checked = 0;    // values derived anew
  std::uint64_t wrong = 0;
  std::string first_wrong;  // a sentence
  Counts totals;
};

// Fails where the tables cannot be read; values that are wrong are counted.
Result<VerifyReport> verify(const store::Path& folder, const Rules& rules,
                            const VerifyOptions& options, Workers& workers);

}  // namespace noughts::quixo::tables
