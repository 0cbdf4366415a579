// Which tables lie in a folder: what they say, by their content, and whether that is what this
// project has published (data/quixo-digests.csv).
#pragma once

#include <optional>
#include <string>

#include "noughts/quixo/tables/content.h"

namespace noughts::quixo::tables {

// How surely a folder is one that was published.
enum class Published {
  kNo,
  kByChecksum,  // XXH3, 64 bits: nothing is damaged, but anybody can make other tables with it
  kBySha256,
};

struct Report {
  explicit Report(const Rules& of) : rules(of) {}

  Rules rules;
  std::size_t classes = 0;
  bool plies = false;
  Counts counts;  // of all boards, counted
  bool counts_as_listed = true;
  std::string checksum;  // of the values, or values and plies
  std::string values;    // SHA-256, as content.h says
  std::optional<std::string> ranks;
  Published published_values = Published::kNo;
  Published published_ranks = Published::kNo;  // kNo as well if there are none
};

// Reads all of it. Fails where a table that the manifest lists cannot be read.
Result<Report> inspect(const store::Path& folder, Workers& workers);

}  // namespace noughts::quixo::tables
