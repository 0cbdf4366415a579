// The digests of tables that this project has published: data/quixo-digests.csv.
#pragma once

#include <string>
#include <vector>

#include "noughts/quixo/rules.h"

namespace noughts::quixo::tables {

// A line of the list. What is not known is empty.
struct KnownTables {
  std::string checksum;       // of the values, or of values and plies: finds damage only
  std::string values, ranks;  // SHA-256, as content.h says
  std::string published;  // SHA-256 of them laid out for a web host, as publish/published.h says
};

// Those about these rules, with values or with plies, of so many classes.
std::vector<KnownTables> digests_of(const Rules& rules, bool plies, std::size_t classes);

}  // namespace noughts::quixo::tables
