#include "noughts/quixo/tables/opening.h"

namespace noughts::quixo {

// The files, from the source that cmake/embed_tables.cmake writes.
std::span<const TableInMemory> opening_files();

bool has_opening_tables(const Rules& rules) {
  return rules.size() == 5 && rules.line() == 5 && rules.both_lines() == BothLines::kMoverLoses;
}

Result<std::unique_ptr<ValueSource>> open_opening_tables(const Rules& rules) {
  if (!has_opening_tables(rules)) {
    return Error{ErrorCode::kMissing, "the program holds no tables for these rules"};
  }
  return open_tables(opening_files(), rules);
}

}  // namespace noughts::quixo
