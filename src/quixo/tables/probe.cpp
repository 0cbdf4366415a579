#include "noughts/quixo/tables/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

#include "noughts/core/recent.h"
#include "noughts/quixo/tables/batch.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/ranked_source.h"

namespace noughts::quixo::tables {
namespace {

// Decompressed chunks stay for a while, so that a warm probe needs no decompression.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
// What a batch holds of them for itself: all values of 4x4 fit.
constexpr std::size_t kMostHeld = std::size_t{16} << 20;
constexpr int kMostCells = 64;
constexpr int kCountedSize = 4;  // up to this size boards are counted for each summary
using ChunkKey = std::pair<ClassId, std::uint64_t>;
using ChunkCache = Recent<ChunkKey, ClassTable::Chunk::element_type>;

// The table of a class, compared with the manifest.
using OpenClass = std::function<Result<ClassTable>(
    std::shared_ptr<const layout::TableLayout> layout, ClassId id, const Manifest& manifest)>;

class TableSource final : public RankedSource {
 public:
  TableSource(const Rules& rules, Manifest manifest, OpenClass open)
      : layout_(std::make_shared<const layout::TableLayout>(rules)),
        manifest_(std::move(manifest)),
        open_(std::move(open)) {}
  const Rules& rules() const override { return layout_->rules; }
  bool has_plies() const override { return manifest_.steps; }
  Solution summary() const override {
    Solution summary;
    summary.classes = manifest_.classes;
    if (rules().size() <= kCountedSize) count(summary);
    if (manifest_.classes.contains(ClassId{0, 0})) {
      if (const Result<Outcome> empty = at(0)) summary.initial = *empty;
    }
    return summary;
  }
  Result<Outcome> at(Board board) const override {
    auto table = table_of(class_of(board));
    if (!table) return table.error();
    const ClassTable::Place place = (*table)->place_of(board);
    auto chunk = chunk_of(**table, place.chunk, false);
    if (!chunk) return chunk.error();
    return (*table)->decode(**chunk, place);
  }
  std::uint64_t place(Board board) const override {
    const ClassId id = class_of(board);
    const auto table = table_of(id);
    const auto number = static_cast<std::uint64_t>(id.x * kMostCells + id.o);
    return number << 32 | (table ? (*table)->place_of(board).chunk : 0);
  }
  bool has_ranks() const override { return manifest_.ranks; }

  // Looks boards up for one thread. Locks, shared counts and searches by key cost more than
  // the probe itself, so a batch remembers by plain numbers what it was given once: tables by
  // class, chunks by table. It forgets all chunks when they become too many.
  class Batch {
   public:
    explicit Batch(const TableSource& source) : source_(source) {}

    Result<Outcome> at(Board board) {
      auto held = held_of(class_of(board));
      if (!held) return held.error();
      const ClassTable::Place place = (*held)->table->place_of(board);
      ClassTable::Chunk& chunk = (*held)->chunks[place.chunk];
      if (chunk == nullptr) {
        if (auto fetched = fetch(**held, place.chunk); !fetched) return fetched.error();
      }
      return (*held)->table->decode(*chunk, place);
    }

   private:
    struct Held {
      const ClassTable* table = nullptr;
      std::vector<ClassTable::Chunk> chunks;
    };

    Result<Held*> held_of(ClassId id) {
      Held& held = by_class_[static_cast<std::size_t>(id.x * kMostCells + id.o)];
      if (held.table != nullptr) return &held;
      auto table = source_.table_of(id);
      if (!table) return table.error();
      held.table = *table;
      held.chunks.resize((*table)->chunk_count());
      return &held;
    }
    Result<void> fetch(Held& held, std::uint64_t number) {
      auto chunk = source_.chunk_of(*held.table, number, false);
      if (!chunk) return chunk.error();
      bytes_ += (*chunk)->size();
      if (bytes_ > kMostHeld) forget((*chunk)->size());
      held.chunks[number] = std::move(*chunk);
      return {};
    }
    void forget(std::size_t bytes) {
      for (Held& held : by_class_) std::fill(held.chunks.begin(), held.chunks.end(), nullptr);
      bytes_ = bytes;
    }

    const TableSource& source_;
    std::vector<Held> by_class_ = std::vector<Held>(kMostCells * kMostCells);
    std::size_t bytes_ = 0;
  };

 private:
  // What the manifest says anybody can write. A class that cannot be read is not in the summary.
  void count(Solution& summary) const {
    for (auto listed = summary.classes.begin(); listed != summary.classes.end();) {
      const auto counts = count(listed->first);
      if (counts) listed->second.counts = *counts;
      listed = counts ? std::next(listed) : summary.classes.erase(listed);
    }
  }
  Result<Counts> count(ClassId id) const {
    const auto table = table_of(id);
    if (!table) return table.error();
    Counts counts;
    for (std::uint64_t i = 0; i < (*table)->chunk_count(); ++i) {
      const auto chunk = (*table)->read(i);
      if (!chunk) return chunk.error();
      const auto here = (*table)->count(**chunk, i);
      if (!here) return here.error();
      counts += *here;
    }
    return counts;
  }

  Result<int> code(Board board) const override {
    auto table = table_of(class_of(board));
    if (!table) return table.error();
    const ClassTable::Place place = (*table)->place_of(board);
    auto chunk = chunk_of(**table, place.chunk, true);
    if (!chunk) return chunk.error();
    return (*table)->rank_code(**chunk, place);
  }

  // Of values or of ranks.
  Result<ClassTable::Chunk> chunk_of(const ClassTable& table, std::uint64_t number,
                                     bool ranks) const {
    const ChunkKey key{table.id(), ranks ? table.chunk_count() + number : number};
    ClassTable::Chunk chunk = cache_.find(key);
    if (chunk != nullptr) return chunk;
    auto read = ranks ? table.read_ranks(number) : table.read(number);
    if (!read) return read.error();
    cache_.insert(key, *read, (*read)->size());
    return *read;
  }

  Result<const ClassTable*> table_of(ClassId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found != tables_.end()) return found->second.get();
    auto opened = open_(layout_, id, manifest_);
    if (!opened) return opened.error();
    auto& slot = tables_[id];
    slot = std::make_unique<ClassTable>(std::move(*opened));
    return slot.get();
  }

  std::shared_ptr<const layout::TableLayout> layout_;
  Manifest manifest_;
  OpenClass open_;
  mutable std::mutex mutex_;
  mutable std::map<ClassId, std::unique_ptr<ClassTable>> tables_;
  mutable ChunkCache cache_{kMostBytes};
};

}  // namespace

Result<void> probe_each(const ValueSource& source, std::span<const Board> boards,
                        std::span<Outcome> outcomes) {
  const auto look_up = [&](auto&& from) -> Result<void> {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      auto outcome = from.at(boards[i]);
      if (!outcome) return outcome.error();
      outcomes[i] = *outcome;
    }
    return {};
  };
  // Values in memory need no such help.
  const auto* tables = dynamic_cast<const TableSource*>(&source);
  return tables == nullptr ? look_up(source) : look_up(TableSource::Batch(*tables));
}

std::unique_ptr<ValueSource> open_class_tables(const store::Path& folder, const Rules& rules,
                                               Manifest manifest) {
  const auto open = [folder](std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                             const Manifest& listed) -> Result<ClassTable> {
    auto table = ClassTable::open_listed(folder, std::move(layout), id, listed);
    // A class that was never stored is unknown; one whose file is gone is a fault of the folder.
    if (!table && table.error().code == ErrorCode::kMissing && listed.classes.contains(id)) {
      return Error{ErrorCode::kCorrupt, table.error().message};
    }
    return table;
  };
  return std::make_unique<TableSource>(rules, std::move(manifest), open);
}

Result<std::unique_ptr<ValueSource>> open_class_tables(std::span<const InMemory> files,
                                                       const Rules& rules) {
  std::map<std::string_view, store::Bytes> by_name;
  for (const InMemory& file : files) by_name[file.name] = file.bytes;
  const auto text = by_name.find(kManifestName);
  if (text == by_name.end()) return Error{ErrorCode::kMissing, "there is no manifest"};
  auto manifest =
      Manifest::parse({reinterpret_cast<const char*>(text->second.data()), text->second.size()},
                      std::string(kManifestName), rules);
  if (!manifest) return manifest.error();
  const auto open = [by_name](std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                              const Manifest& listed) -> Result<ClassTable> {
    const std::string name = class_path("", id).string();
    const auto found = by_name.find(name);
    if (found == by_name.end() || !listed.classes.contains(id)) {
      return Error{ErrorCode::kMissing,
                   fmt::format("the program has no built-in values of boards with {} X and {} O; "
                               "solve them and give the folder of the tables",
                               id.x, id.o)};
    }
    auto file = store::TableReader::over(name, found->second, kClassKind);
    if (!file) return file.error();
    return ClassTable::listed(std::move(*file), std::move(layout), id, listed);
  };
  return std::unique_ptr<ValueSource>(
      std::make_unique<TableSource>(rules, std::move(*manifest), open));
}

}  // namespace noughts::quixo::tables
