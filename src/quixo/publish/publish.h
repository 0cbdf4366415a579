// Laying out tables for a web host: published.h says how.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/publish/published.h"

namespace noughts::quixo::publish {

struct PublishOptions {
  std::uint64_t most_file = std::uint64_t{1} << 30;  // bytes; hosts have limits
  std::uint32_t most_piece = kMostPiece;             // bytes of a block; tests ask for less
  int level = 15;  // of zstd; the highest gains five bytes in a thousand at best
};

struct PublishSummary {
  Published published;
  tables::Manifest manifest;  // of what was published
  std::uint64_t files = 0;    // of all kinds
  std::uint64_t bytes = 0;
  std::uint64_t kept = 0;  // boards in all rows
  std::uint64_t seen = 0;  // of those laid out now: boards, and what a prober decides for itself
  std::uint64_t laid_out = 0;
  std::uint64_t was = 0;  // bytes of the tables
};

// What is to be published, if it can be: these classes, or all that the folder lists.
struct PublishChoice {
  tables::Manifest manifest;
  std::vector<ClassId> classes;
};
Result<PublishChoice> choose_to_publish(const store::Path& folder, const Rules& rules,
                                        std::vector<ClassId> classes);

// These classes, or if none is named all that the folder lists. The folder `out` may have classes
// already: those of the same digest stay as they are, so that a run that was interrupted, or more
// classes, add to it. What the tables have is published: values, and ranks or plies.
Result<PublishSummary> publish_tables(const store::Path& folder, const Rules& rules,
                                      const store::Path& out, std::vector<ClassId> classes,
                                      const PublishOptions& options, Workers& workers);

// How large that would be, from every k-th block of each class; nothing is written.
struct PublishPlan {
  std::uint64_t classes = 0;
  std::uint64_t kept = 0;     // boards
  std::uint64_t sampled = 0;  // of them
  std::uint64_t seen = 0;     // of those sampled
  std::uint64_t blocks = 0;
  double bytes = 0;       // of all blocks
  std::uint64_t was = 0;  // bytes of the tables
};
Result<PublishPlan> plan_publishing(const store::Path& folder, const Rules& rules,
                                    std::vector<ClassId> classes, std::uint64_t one_in,
                                    const PublishOptions& options, Workers& workers);

}  // namespace noughts::quixo::publish
