#include "noughts/quixo/tables/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "noughts/core/progress.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/folder_lock.h"
#include "noughts/store/packing.h"

namespace noughts::quixo {
namespace {

constexpr int kQuickLevel = 1;  // enough to tell which filling packs best
constexpr std::size_t kGroupsAtOnce = 64;
constexpr double kAim = 0.85;        // of a piece, so that few must be cut in two
constexpr double kFirstRatio = 0.7;  // what a block takes of what its chunks took

// The kept boards of some P in a row: a byte each.
struct Boards {
  std::vector<std::uint32_t> p;      // of each part
  std::vector<std::uint64_t> begin;  // where each part begins, and the end
  std::vector<Value> value;
  std::vector<std::uint8_t> seen;
  std::vector<std::uint8_t> code;
};

struct NewBlock {
  PublishedBlock entry{};
  std::vector<std::uint8_t> stored;
};

// The chunks of a class, put together anew.
class ClassBlocks {
 public:
  ClassBlocks(const TableLayout& layout, const ClassTable& table, int level)
      : layout_(layout), table_(table), sight_(layout.rules), level_(level) {}

  // The blocks of chunks first to last.
  Result<std::vector<NewBlock>> make(std::uint64_t first, std::uint64_t last,
                                     std::atomic<std::uint64_t>& seen) const {
    Boards boards;
    for (std::uint64_t chunk = first; chunk < last; ++chunk) {
      if (auto added = add(chunk, boards); !added) return added.error();
    }
    boards.begin.push_back(boards.value.size());
    seen += static_cast<std::uint64_t>(std::count(boards.seen.begin(), boards.seen.end(), 1));
    std::vector<NewBlock> blocks;
    pack(boards, 0, boards.value.size(), blocks);
    return blocks;
  }

 private:
  Result<void> add(std::uint64_t chunk, Boards& boards) const {
    auto values = table_.read(chunk);
    if (!values) return values.error();
    ClassTable::Chunk ranks;
    if (table_.has_ranks()) {
      auto read = table_.read_ranks(chunk);
      if (!read) return read.error();
      ranks = *read;
    }
    const int p = table_.p_of(chunk);
    const PlaneId plane = plane_of(table_.id());
    const std::uint64_t kept = kept_boards(layout_, table_.class_layout(), p);
    boards.p.push_back(static_cast<std::uint32_t>(p));
    boards.begin.push_back(boards.value.size());
    Result<void> good;
    ClassTable::Place place{chunk, 0, kept};
    Codes codes(ranks.get(), kept);
    const auto take = [&](const Geometry::Parts& parts) {
      const auto outcome = table_.decode(**values, place);
      if (!outcome) good = outcome.error();
      const Board board = plane.absolute(layout_.geometry.board(parts));
      boards.value.push_back(outcome ? outcome->value : Value::kDraw);
      boards.seen.push_back(sight_.value(board) ? 1 : 0);
      boards.code.push_back(codes.next());
      ++place.bit;
    };
    for_each_vector(layout_, table_.class_layout(), p,
                    [&](int q, int shape, const Reduction::Mask& mask, std::uint32_t) {
                      for_each_kept(layout_.geometry, p, q, shape, mask, take);
                    });
    if (good && !codes.fit()) {
      return Error{ErrorCode::kCorrupt, fmt::format("{}: the ranks of chunk {} do not fit it",
                                                    table_.file().path().string(), chunk)};
    }
    return good;
  }

  // The codes of a chunk of ranks, board by board.
  class Codes {
   public:
    Codes(const std::vector<std::uint8_t>* chunk, std::uint64_t kept)
        : chunk_(chunk), next_(stream_bytes(kept)) {}
    std::uint8_t next() {
      const std::uint64_t board = board_++;
      if (chunk_ == nullptr || chunk_->empty()) return 0;
      if (board / 8 >= chunk_->size() || !((*chunk_)[board / 8] >> (board % 8) & 1)) return 0;
      return next_ < chunk_->size() ? (*chunk_)[next_++] : (++next_, std::uint8_t{0});
    }
    // Whether there were as many codes as bits.
    bool fit() const { return chunk_ == nullptr || chunk_->empty() || next_ == chunk_->size(); }

   private:
    const std::vector<std::uint8_t>* chunk_;
    std::uint64_t next_;
    std::uint64_t board_ = 0;
  };

  // Boards begin to end as one block, or as two where that is too large for a piece.
  void pack(const Boards& boards, std::uint64_t begin, std::uint64_t end,
            std::vector<NewBlock>& blocks) const {
    NewBlock block;
    const std::vector<std::uint8_t> raw = best_raw(boards, begin, end);
    block.stored = store::pack(raw, level_);
    if (block.stored.size() > kMostPiece) {
      const std::uint64_t middle = begin + (end - begin) / 2;
      pack(boards, begin, middle, blocks);
      return pack(boards, middle, end, blocks);
    }
    const auto part = static_cast<std::size_t>(
        std::upper_bound(boards.begin.begin(), boards.begin.end() - 1, begin) -
        boards.begin.begin() - 1);
    block.entry = {boards.p[part],
                   static_cast<std::uint32_t>(begin - boards.begin[part]),
                   static_cast<std::uint32_t>(end - begin),
                   static_cast<std::uint32_t>(raw.size()),
                   static_cast<std::uint32_t>(block.stored.size()),
                   0,
                   store::checksum(raw)};
    blocks.push_back(std::move(block));
  }

  // The boards that a prober decides for itself may have any value: like the board before, or
  // all the same. Whichever packs best.
  std::vector<std::uint8_t> best_raw(const Boards& boards, std::uint64_t begin,
                                     std::uint64_t end) const {
    std::vector<std::uint8_t> best;
    std::size_t least = ~std::size_t{0};
    for (const std::optional<Value> filling :
         {std::optional<Value>(), std::optional(Value::kDraw), std::optional(Value::kWin),
          std::optional(Value::kLoss)}) {
      std::vector<std::uint8_t> raw = raw_of(boards, begin, end, filling);
      const std::size_t size = store::pack(raw, kQuickLevel).size();
      if (size >= least) continue;
      least = size;
      best = std::move(raw);
    }
    return best;
  }

  std::vector<std::uint8_t> raw_of(const Boards& boards, std::uint64_t begin, std::uint64_t end,
                                   std::optional<Value> filling) const {
    const std::uint64_t bytes = stream_bytes(end - begin);
    std::vector<std::uint8_t> raw((table_.has_ranks() ? 3 : 2) * bytes);
    Value before = Value::kDraw;
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t at = i - begin;
      const auto bit = static_cast<std::uint8_t>(1 << (at % 8));
      const bool seen = boards.seen[i] != 0;
      const Value value = seen ? filling.value_or(before) : boards.value[i];
      before = value;
      if (value == Value::kWin) raw[at / 8] |= bit;
      if (value == Value::kLoss) raw[bytes + at / 8] |= bit;
      if (seen || boards.code[i] == 0) continue;
      raw[2 * bytes + at / 8] |= bit;
      raw.push_back(boards.code[i]);
    }
    return raw;
  }

  const TableLayout& layout_;
  const ClassTable& table_;
  Sight sight_;
  int level_;
};

// The blocks of a class on their way into files of a size at most.
class BlockWriter {
 public:
  BlockWriter(store::Path folder, ClassId id, std::uint64_t most)
      : folder_(std::move(folder)), id_(id), most_(most) {}

  Result<void> append(NewBlock block) {
    if (file_ && sizes_.back() + block.stored.size() > most_) {
      if (auto closed = file_->commit(); !closed) return closed;
      file_.reset();
    }
    if (!file_) {
      const auto number = static_cast<std::uint32_t>(sizes_.size());
      auto made = store::NewFile::create(block_path(folder_, id_, number));
      if (!made) return made.error();
      file_.emplace(std::move(*made));
      sizes_.push_back(0);
    }
    block.entry.file = static_cast<std::uint32_t>(sizes_.size()) - 1;
    sizes_.back() += block.stored.size();
    directory_.push_back(block.entry);
    return file_->append(block.stored);
  }

  Result<PublishedClass> finish() {
    if (file_) {
      if (auto closed = file_->commit(); !closed) return closed.error();
    }
    const store::Bytes raw{reinterpret_cast<const std::uint8_t*>(directory_.data()),
                           directory_.size() * sizeof(PublishedBlock)};
    const std::vector<std::uint8_t> packed = store::pack(raw, 19);
    auto wrote = store::write_file(directory_path(folder_, id_),
                                   {reinterpret_cast<const char*>(packed.data()), packed.size()});
    if (!wrote) return wrote.error();
    return PublishedClass{static_cast<std::uint32_t>(directory_.size()), packed.size(),
                          store::checksum(raw), sizes_};
  }

 private:
  store::Path folder_;
  ClassId id_;
  std::uint64_t most_;
  std::optional<store::NewFile> file_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublishedBlock> directory_;
};

// Chunks that probably make a block each: first and last of each group, from `next` on.
std::vector<std::pair<std::uint64_t, std::uint64_t>> next_groups(const ClassTable& table,
                                                                 std::uint64_t& next,
                                                                 double ratio) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> groups;
  const std::uint64_t chunks = table.chunk_count();
  while (next < chunks && groups.size() < kGroupsAtOnce) {
    const std::uint64_t first = next;
    double size = 0;
    while (next < chunks && (next == first || size < kAim * kMostPiece)) {
      std::uint64_t stored = table.file().stored_size(next);
      if (table.has_ranks()) stored += table.file().stored_size(chunks + next);
      size += ratio * static_cast<double>(stored);
      ++next;
    }
    groups.emplace_back(first, next);
  }
  return groups;
}

Result<PublishedClass> publish_class(const TableLayout& layout, const ClassTable& table,
                                     const store::Path& out, const PublishOptions& options,
                                     Workers& workers, std::atomic<std::uint64_t>& seen) {
  const ClassBlocks maker(layout, table, options.level);
  BlockWriter writer(out, table.id(), options.most_file);
  double ratio = kFirstRatio;
  for (std::uint64_t next = 0; next < table.chunk_count();) {
    const std::uint64_t from = next;
    const auto groups = next_groups(table, next, ratio);
    std::vector<std::vector<NewBlock>> made(groups.size());
    auto done = workers.for_each(0, groups.size(), [&](std::size_t i) -> Result<void> {
      auto blocks = maker.make(groups[i].first, groups[i].second, seen);
      if (!blocks) return blocks.error();
      made[i] = std::move(*blocks);
      return {};
    });
    if (!done) return done.error();
    double packed = 0, was = 1;
    for (std::uint64_t chunk = from; chunk < next; ++chunk) {
      was += static_cast<double>(table.file().stored_size(chunk));
      if (!table.has_ranks()) continue;
      was += static_cast<double>(table.file().stored_size(table.chunk_count() + chunk));
    }
    for (std::vector<NewBlock>& blocks : made) {
      for (NewBlock& block : blocks) {
        packed += static_cast<double>(block.stored.size());
        if (auto wrote = writer.append(std::move(block)); !wrote) return wrote.error();
      }
    }
    ratio = std::clamp(packed / was, 0.05, 1.5);
  }
  return writer.finish();
}

}  // namespace

Result<PublishSummary> publish_tables(const store::Path& folder, const Rules& rules,
                                      const store::Path& out, const PublishOptions& options,
                                      Workers& workers) {
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  if (manifest->steps) {
    return bad_input(
        "tables with plies are not published: such boards are solved in a page when asked");
  }
  if (options.most_file < kMostPiece) {
    return bad_input(fmt::format("files cannot be smaller than a piece, {} bytes", kMostPiece));
  }
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  const TableLayout layout(rules);
  const auto shared =
      std::shared_ptr<const TableLayout>(std::shared_ptr<const TableLayout>(), &layout);
  PublishSummary summary;
  summary.published.ranks = manifest->ranks;
  std::atomic<std::uint64_t> seen{0};
  Progress progress(workers.budget().progress, "publishing", manifest->totals().total());
  for (const auto& [id, entry] : manifest->classes) {
    auto table = ClassTable::open_listed(folder, shared, id, *manifest);
    if (!table) return table.error();
    auto published = publish_class(layout, *table, out, options, workers, seen);
    if (!published) return published.error();
    summary.files += 1 + published->files.size();
    summary.bytes += published->directory_bytes;
    for (const std::uint64_t size : published->files) summary.bytes += size;
    for (const int p : present(table->class_layout())) {
      summary.kept += kept_boards(layout, table->class_layout(), p);
    }
    summary.was += entry.bytes;
    summary.published.classes[id] = std::move(*published);
    progress.advance(entry.counts.total());
  }
  summary.seen = seen;
  summary.manifest = *manifest;
  summary.manifest.work.clear();
  const std::string text = summary.published.text(rules);
  if (auto wrote = summary.manifest.write(out, rules); !wrote) return wrote.error();
  if (auto wrote = store::write_file(out / kPublishedName, text); !wrote) return wrote.error();
  summary.files += 2;
  return summary;
}

}  // namespace noughts::quixo
