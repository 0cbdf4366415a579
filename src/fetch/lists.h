// The two lists of a folder of published tables (quixo/publish/published.h), from anywhere.
#pragma once

#include "noughts/fetch/origin.h"
#include "noughts/quixo/publish/published.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::fetch {

struct Lists {
  quixo::Rules rules;
  quixo::tables::Manifest manifest;
  quixo::publish::Published published;

  // These classes, or all if none is named; kMissing if one is not listed.
  Result<std::vector<quixo::ClassId>> choose(std::vector<quixo::ClassId> wanted) const;
  // Bytes of some classes that are listed.
  std::uint64_t bytes_of(const std::vector<quixo::ClassId>& classes) const;
};

// Reads both and looks whether they agree with one another and with the rules: no class has more
// blocks than boards, no file more bytes than its blocks may have. So what is fetched for a list
// has a size that tables of its rules can have.
Result<Lists> read_lists(Origin& origin);

}  // namespace noughts::fetch
