// verify --all: a proof of every value in a folder of tables.
//
// Pair by pair from the full board down, every kept board is compared with the rules and
// with its children (pair_proof.h); its rank makes that an induction. What is
// proved is remembered in the folder, in proof.json, with the digests of the tables it was
// proved of: a proof that was interrupted goes on after the last pair, and a table that
// has changed since is proved anew.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo {

struct ProofReport {
  std::uint64_t classes = 0;
  std::uint64_t resumed = 0;    // those of them that an earlier run proved
  std::uint64_t unchecked = 0;  // those whose children are not in the tables
  std::uint64_t checked = 0;    // kept boards, those of earlier runs included
  std::uint64_t wrong = 0;
  std::string first_wrong;  // a sentence
  Counts totals;            // of the classes that are proved
  bool proved = false;      // every class that is listed, down from the full board
};

// Ends after the first pair with a wrong board. Fails where tables cannot be read.
Result<ProofReport> prove_tables(const store::Path& folder, const Rules& rules, Workers& workers);

}  // namespace noughts::quixo
