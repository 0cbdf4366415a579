// verify --all: a proof of every value in a folder of tables.
//
// Pair by pair from the full board down, every kept board is compared with the rules and
// with its children (pair_proof.h); its rank makes that an induction. The folder is not
// trusted: boards are counted from the bytes that were read, and a table whose bytes change while
// the proof runs ends it.
//
// With a state file a proof that was interrupted goes on after the last pair. For each pair that
// is proved the file has a SHA-256 over the content of all tables that the proof read; whoever goes
// on reads those tables once more and proves anew what has changed. Whoever can write the state
// file can claim a proof, so it must not lie in the folder.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::proof {

struct Report {
  std::uint64_t classes = 0;
  std::uint64_t resumed = 0;    // those of them that an earlier run proved, by the state file
  std::uint64_t unchecked = 0;  // those whose children are not in the tables
  std::uint64_t checked = 0;    // kept boards, those of earlier runs included
  std::uint64_t wrong = 0;
  std::string first_wrong;  // a sentence
  Counts totals;            // of the classes that are proved, counted
  bool proved = false;      // every class that is listed, down from the full board
};

// Ends after the first pair with a wrong board, or with other counts than the manifest lists. Fails
// where tables or the state cannot be read. Without a path for the state nothing is kept.
Result<Report> prove_tables(const store::Path& folder, const Rules& rules, Workers& workers,
                            const store::Path& state = {});

}  // namespace noughts::quixo::proof
