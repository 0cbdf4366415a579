#include "noughts/quixo/tables/digests.h"

#include <array>
#include <sstream>

namespace noughts::quixo::tables {

// Written by the build: the lines of data/quixo-digests.csv.
extern const char* const kDigestsLines[];
extern const std::size_t kDigestsLineCount;

std::vector<KnownTables> digests_of(const Rules& rules, bool plies, std::size_t classes) {
  if (rules.fortress() != FortressRule::kNone) return {};
  const std::array<std::string, 5> wanted = {
      std::to_string(rules.size()), std::to_string(rules.line()),
      rules.both_lines() == BothLines::kMoverWins ? "win" : "lose", plies ? "plies" : "values",
      std::to_string(classes)};
  std::vector<KnownTables> found;
  for (std::size_t i = 1; i < kDigestsLineCount; ++i) {
    std::istringstream line(kDigestsLines[i]);
    std::array<std::string, 5> head;
    for (std::string& word : head) std::getline(line, word, ',');
    if (head != wanted) continue;
    KnownTables& known = found.emplace_back();
    for (std::string* word : {&known.checksum, &known.values, &known.ranks, &known.published}) {
      std::getline(line, *word, ',');
    }
  }
  return found;
}

}  // namespace noughts::quixo::tables
