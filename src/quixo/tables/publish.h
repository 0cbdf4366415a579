// Laying out tables for a web host: published.h says how.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/published.h"

namespace noughts::quixo {

struct PublishOptions {
  std::uint64_t most_file = std::uint64_t{1} << 30;  // bytes; hosts have limits
  int level = 19;                                    // of zstd
};

struct PublishSummary {
  Published published;
  Manifest manifest;        // of what was published
  std::uint64_t files = 0;  // of all kinds
  std::uint64_t bytes = 0;
  std::uint64_t seen = 0;  // kept boards that a prober decides for itself
  std::uint64_t kept = 0;
  std::uint64_t was = 0;  // bytes of the tables that were read
};

// All classes that the folder lists. Tables with plies are refused: those boards are small enough
// to be solved when asked.
Result<PublishSummary> publish_tables(const store::Path& folder, const Rules& rules,
                                      const store::Path& out, const PublishOptions& options,
                                      Workers& workers);

}  // namespace noughts::quixo
