#include "noughts/quixo/tables/probe.h"

#include <list>
#include <map>
#include <mutex>

#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo {
namespace {

// Recently used chunks, so that a warm probe needs no decompression.
class ChunkCache {
 public:
  using Key = std::pair<ClassId, std::uint64_t>;
  ClassTable::Chunk find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second.place);
    return found->second.chunk;
  }
  void insert(const Key& key, const ClassTable::Chunk& chunk) {
    const std::lock_guard lock(mutex_);
    if (entries_.contains(key)) return;
    order_.push_front(key);
    entries_[key] = {chunk, order_.begin()};
    bytes_ += chunk->size();
    while (bytes_ > kMostBytes && order_.size() > 1) {
      const auto last = entries_.find(order_.back());
      bytes_ -= last->second.chunk->size();
      entries_.erase(last);
      order_.pop_back();
    }
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  struct Entry {
    ClassTable::Chunk chunk;
    std::list<Key>::iterator place;
  };
  std::mutex mutex_;
  std::list<Key> order_;  // the most recently used first
  std::map<Key, Entry> entries_;
  std::size_t bytes_ = 0;
};

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
    const ChunkCache::Key key{(*table)->id(), place.chunk};
    ClassTable::Chunk chunk = cache_.find(key);
    if (chunk == nullptr) {
      auto read = (*table)->read(place.chunk);
      if (!read) return read.error();
      chunk = *read;
      cache_.insert(key, chunk);
    }
    return (*table)->decode(*chunk, place);
  }

 private:
  Result<const ClassTable*> table_of(ClassId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found != tables_.end()) return found->second.get();
    auto opened = ClassTable::open(folder_, layout_, id);
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
  mutable ChunkCache cache_;
};

}  // namespace

Result<std::unique_ptr<ValueSource>> open_tables(const store::Path& folder, const Rules& rules) {
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  return std::unique_ptr<ValueSource>(
      std::make_unique<TableSource>(folder, rules, std::move(*manifest)));
}

}  // namespace noughts::quixo
