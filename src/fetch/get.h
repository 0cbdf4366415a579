// Published tables fetched from elsewhere into a folder of this machine (noughts tables get).
//
// Each block is compared with its directory before it is written, each directory with the list.
// What is not right is never kept. A class is listed when all of its files are there, so at any
// moment the folder holds whole classes, and what was fetched of one more: NAME.partial, whose
// blocks are looked at again before it goes on. So a kill loses the block that was on its way.
#pragma once

#include "noughts/core/budget.h"
#include "noughts/fetch/lists.h"

namespace noughts::fetch {

struct GetSummary {
  std::size_t classes = 0;  // that were asked for and are there
  std::uint64_t bytes = 0;  // of these
  std::size_t fetched_classes = 0;
  std::uint64_t fetched_bytes = 0;  // by this run
  std::uint64_t resumed_bytes = 0;  // of files that an earlier run had begun
};

// Require: `classes` are listed. kBadInput if the folder has other tables.
Result<GetSummary> get_tables(Origin& origin, const Lists& lists,
                              const std::vector<quixo::ClassId>& classes, const store::Path& out,
                              const Budget& budget);

}  // namespace noughts::fetch
