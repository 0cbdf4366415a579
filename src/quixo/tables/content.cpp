#include "noughts/quixo/tables/content.h"

namespace noughts::quixo::tables {
namespace {

store::Sha256::Digest digest_of(const std::vector<store::Sha256::Digest>& parts) {
  store::Sha256 sha;
  for (const auto& part : parts) sha.add(part);
  return sha.finish();
}

}  // namespace

ContentTally::ContentTally(const ClassTable& table)
    : table_(table),
      values_(table.chunk_count()),
      ranks_(table.has_ranks() ? table.chunk_count() : 0) {}

Result<void> ContentTally::add(std::uint64_t chunk, const std::vector<std::uint8_t>& values,
                               const std::vector<std::uint8_t>* ranks) {
  const auto counted = table_.count(values, chunk);
  if (!counted) return counted.error();
  values_[chunk] = store::Sha256::of(values);
  if (ranks != nullptr) ranks_[chunk] = store::Sha256::of(*ranks);
  const std::lock_guard lock(mutex_);
  counts_ += *counted;
  return {};
}

ClassContent ContentTally::content() const {
  ClassContent content{counts_, digest_of(values_), std::nullopt};
  if (table_.has_ranks()) content.ranks = digest_of(ranks_);
  return content;
}

Result<ClassContent> read_content(const ClassTable& table, Workers& workers) {
  ContentTally tally(table);
  const auto done = workers.for_each(0, table.chunk_count(), [&](std::size_t i) -> Result<void> {
    const auto values = table.read(i);
    if (!values) return values.error();
    if (!table.has_ranks()) return tally.add(i, **values, nullptr);
    const auto ranks = table.read_ranks(i);
    if (!ranks) return ranks.error();
    return tally.add(i, **values, ranks->get());
  });
  if (!done) return done.error();
  return tally.content();
}

store::Sha256::Digest digest_of_values(const Contents& contents) {
  std::vector<store::Sha256::Digest> parts;
  for (const auto& [id, content] : contents) parts.push_back(content.values);
  return digest_of(parts);
}

store::Sha256::Digest digest_of_ranks(const Contents& contents) {
  std::vector<store::Sha256::Digest> parts;
  for (const auto& [id, content] : contents) parts.push_back(*content.ranks);
  return digest_of(parts);
}

}  // namespace noughts::quixo::tables
