#include "noughts/quixo/tables/probe.h"

#include <map>
#include <mutex>

#include "noughts/core/recent.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo {
namespace {

// Decompressed chunks stay for a while, so that a warm probe needs no decompression.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
using ChunkKey = std::pair<ClassId, std::uint64_t>;
using ChunkCache = Recent<ChunkKey, ClassTable::Chunk::element_type>;

class TableSource final : public ValueSource {
 public:
  TableSource(store::Path folder, const Rules& rules, Manifest manifest)
      : folder_(std::move(folder)),
        layout_(std::make_shared<const TableLayout>(rules)),
        manifest_(std::move(manifest)) {}
  const Rules& rules() const override { return layout_->rules; }
  bool has_plies() const override { return manifest_.steps; }
  Solution summary() const override {
    Solution summary;
    summary.classes = manifest_.classes;
    if (manifest_.classes.contains(ClassId{0, 0})) {
      if (const Result<Outcome> empty = at(0)) summary.initial = *empty;
    }
    return summary;
  }
  Result<Outcome> at(Board board) const override {
    auto table = table_of(class_of(board));
    if (!table) return table.error();
    const ClassTable::Place place = (*table)->place_of(board);
    const ChunkKey key{(*table)->id(), place.chunk};
    ClassTable::Chunk chunk = cache_.find(key);
    if (chunk == nullptr) {
      auto read = (*table)->read(place.chunk);
      if (!read) return read.error();
      chunk = *read;
      cache_.insert(key, chunk, chunk->size());
    }
    return (*table)->decode(*chunk, place);
  }

 private:
  Result<const ClassTable*> table_of(ClassId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found != tables_.end()) return found->second.get();
    auto opened = ClassTable::open_listed(folder_, layout_, id, manifest_);
    if (!opened) return opened.error();
    auto& slot = tables_[id];
    slot = std::make_unique<ClassTable>(std::move(*opened));
    return slot.get();
  }

  store::Path folder_;
  std::shared_ptr<const TableLayout> layout_;
  Manifest manifest_;
  mutable std::mutex mutex_;
  mutable std::map<ClassId, std::unique_ptr<ClassTable>> tables_;
  mutable ChunkCache cache_{kMostBytes};
};

}  // namespace

Result<std::unique_ptr<ValueSource>> open_tables(const store::Path& folder, const Rules& rules) {
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  return std::unique_ptr<ValueSource>(
      std::make_unique<TableSource>(folder, rules, std::move(*manifest)));
}

}  // namespace noughts::quixo
