#include "noughts/quixo/tables/opening.h"

namespace noughts::quixo::tables {

// The files, from the sources that cmake/embed_tables.cmake writes.
std::span<const InMemory> opening_files();
std::span<const InMemory> opening_plies_files();

namespace {

Result<std::unique_ptr<ValueSource>> open_held(std::span<const InMemory> files,
                                               const Rules& rules) {
  if (!has_opening_tables(rules)) {
    return Error{ErrorCode::kMissing, "the program has no built-in tables for these rules"};
  }
  return open_class_tables(files, rules);
}

}  // namespace

bool has_opening_tables(const Rules& rules) {
  return rules.size() == 5 && rules.line() == 5 && rules.both_lines() == BothLines::kMoverLoses &&
         rules.fortress() != FortressRule::kWins;
}

Result<std::unique_ptr<ValueSource>> open_opening_tables(const Rules& rules) {
  return open_held(opening_files(), rules);
}

Result<std::unique_ptr<ValueSource>> open_opening_plies(const Rules& rules) {
  return open_held(opening_plies_files(), rules);
}

}  // namespace noughts::quixo::tables
