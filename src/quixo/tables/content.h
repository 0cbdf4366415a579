// What a table says, taken from the bytes that were read and from nothing that is written beside
// them: how many boards have each value, and digests that no forger can meet.
//
// The digest of the values of a class is the SHA-256 of the SHA-256 of each of its chunks of
// values (class_table.h), one after the other; that of its ranks the same with the chunks of
// ranks. So it does not depend on how a file was packed. That of many classes is the SHA-256 of
// theirs, one after the other, by the number of X and then of O.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/sha256.h"

namespace noughts::quixo::tables {

struct ClassContent {
  Counts counts;  // of all boards of the class
  store::Sha256::Digest values{};
  std::optional<store::Sha256::Digest> ranks;

  bool operator==(const ClassContent&) const = default;
};

// The content of one class, while its chunks are read.
class ContentTally {
 public:
  // The table must outlive it.
  explicit ContentTally(const ClassTable& table);
  // Each chunk once, from any thread; `ranks` if the table has them.
  Result<void> add(std::uint64_t chunk, const std::vector<std::uint8_t>& values,
                   const std::vector<std::uint8_t>* ranks);
  // Require: all chunks were added.
  ClassContent content() const;

 private:
  const ClassTable& table_;
  std::vector<store::Sha256::Digest> values_, ranks_;
  std::mutex mutex_;
  Counts counts_;
};

// Reads all of it.
Result<ClassContent> read_content(const ClassTable& table, Workers& workers);

// Of the values, or of the ranks, of these classes. Require: all have ranks, if those are asked.
using Contents = std::map<ClassId, ClassContent>;
store::Sha256::Digest digest_of_values(const Contents& contents);
store::Sha256::Digest digest_of_ranks(const Contents& contents);

}  // namespace noughts::quixo::tables
