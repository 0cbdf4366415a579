#include "noughts/quixo/tables/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "noughts/core/progress.h"
#include "noughts/quixo/layout/kept_row.h"
#include "noughts/quixo/tables/block.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/sight.h"
#include "noughts/store/folder_lock.h"
#include "noughts/store/packing.h"

namespace noughts::quixo {
namespace {

constexpr std::uint32_t kSureBlockBoards = 1u << 15;  // fit a piece whatever they are: 11 bits each
static_assert(kSureBlockBoards / 8 * 11 <= kMostPiece);
constexpr std::size_t kBlocksAtOnce = 64;
constexpr int kDirectoryLevel = 19;

struct NewBlock {
  PublishedBlock entry{};
  std::vector<std::uint8_t> stored;
  std::uint64_t seen = 0;
};

// The chunks of a P in a table, board after board.
class ChunkReader {
 public:
  ChunkReader(ClassTable::Chunk values, ClassTable::Chunk codes, std::uint64_t kept)
      : values_(std::move(values)), codes_(std::move(codes)), bytes_(stream_bytes(kept)) {
    if (codes_ != nullptr && codes_->empty()) codes_.reset();
    next_code_ = bytes_;
  }
  // Whether both are as long as they must be. Nothing else may be asked if not.
  bool fits() const {
    if (values_->size() != 2 * bytes_ || (codes_ != nullptr && codes_->size() < bytes_))
      return false;
    if (codes_ == nullptr) return true;
    std::uint64_t codes = 0;
    for (std::uint64_t i = 0; i < bytes_; ++i) {
      codes += static_cast<std::uint64_t>(std::popcount((*codes_)[i]));
    }
    return codes_->size() == bytes_ + codes;
  }
  Known next() {
    Known known{bit(*values_, 0)        ? Value::kWin
                : bit(*values_, bytes_) ? Value::kLoss
                                        : Value::kDraw,
                0};
    if (codes_ != nullptr && bit(*codes_, 0)) known.code = (*codes_)[next_code_++];
    ++at_;
    return known;
  }

 private:
  bool bit(const std::vector<std::uint8_t>& bytes, std::uint64_t start) const {
    return bytes[start + at_ / 8] >> (at_ % 8) & 1;
  }

  ClassTable::Chunk values_;
  ClassTable::Chunk codes_;
  std::uint64_t bytes_;
  std::uint64_t at_ = 0;
  std::uint64_t next_code_;
};

// The blocks of a class, made of the chunks of its table.
class ClassBlocks {
 public:
  ClassBlocks(const TableLayout& layout, const ClassTable& table, int level)
      : row_(layout, table.id()), table_(table), sight_(layout.rules), level_(level) {
    for (std::uint64_t chunk = 0; chunk < table.chunk_count(); ++chunk) {
      chunk_of_p_[table.p_of(chunk)] = chunk;
    }
  }

  std::uint64_t boards() const { return row_.size(); }
  // So many probably fit a piece, if the table takes so many bytes.
  std::uint32_t boards_a_block(std::uint64_t was) const {
    std::uint32_t boards = kMostBlockBoards;
    while (boards > kSureBlockBoards && boards * was > this->boards() * kMostPiece) boards /= 2;
    return boards;
  }
  // Boards begin to end of the row.
  Result<NewBlock> make(std::uint64_t begin, std::uint64_t end) const {
    std::vector<Known> boards;
    Result<void> good;
    row_.for_each_part(begin, end, [&](int p, std::uint64_t first, std::uint64_t last) {
      if (good) good = add(p, first, last, boards);
    });
    if (!good) return good.error();
    const std::vector<std::uint8_t> raw = write_block(boards, table_.has_ranks());
    NewBlock block;
    block.stored = store::pack(raw, level_);
    block.entry = {static_cast<std::uint32_t>(raw.size()),
                   static_cast<std::uint32_t>(block.stored.size()), store::checksum(raw)};
    block.seen = end - begin - boards.size();
    return block;
  }

 private:
  // Those of a P that a prober does not decide for itself.
  Result<void> add(int p, std::uint64_t first, std::uint64_t last,
                   std::vector<Known>& boards) const {
    const std::uint64_t chunk = chunk_of_p_.at(p);
    auto values = table_.read(chunk);
    if (!values) return values.error();
    auto codes = table_.has_ranks() ? table_.read_ranks(chunk) : ClassTable::Chunk();
    if (!codes) return codes.error();
    ChunkReader reader(*values, *codes, row_.boards_of(p));
    if (!reader.fits()) {
      return Error{ErrorCode::kCorrupt, fmt::format("{}: the sizes of chunk {} do not fit",
                                                    table_.file().path().string(), chunk)};
    }
    for (std::uint64_t i = 0; i < first; ++i) reader.next();
    row_.for_each_board(p, first, last, [&](Board board) {
      const Known known = reader.next();
      if (!sight_.value(board)) boards.push_back(known);
    });
    return {};
  }

  KeptRow row_;
  const ClassTable& table_;
  Sight sight_;
  int level_;
  std::map<int, std::uint64_t> chunk_of_p_;
};

// The blocks of a class on their way into files of a size at most.
class BlockFiles {
 public:
  BlockFiles(store::Path folder, ClassId id, std::uint64_t most)
      : folder_(std::move(folder)), id_(id), most_(most) {}

  Result<void> append(const NewBlock& block) {
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
    sizes_.back() += block.stored.size();
    directory_.push_back(block.entry);
    return file_->append(block.stored);
  }

  Result<PublishedClass> finish(std::uint32_t block_boards) {
    if (file_) {
      if (auto closed = file_->commit(); !closed) return closed.error();
    }
    const store::Bytes raw{reinterpret_cast<const std::uint8_t*>(directory_.data()),
                           directory_.size() * sizeof(PublishedBlock)};
    const std::vector<std::uint8_t> packed = store::pack(raw, kDirectoryLevel);
    auto wrote = store::write_file(directory_path(folder_, id_),
                                   {reinterpret_cast<const char*>(packed.data()), packed.size()});
    if (!wrote) return wrote.error();
    return PublishedClass{block_boards, static_cast<std::uint32_t>(directory_.size()),
                          packed.size(), store::checksum(raw), sizes_};
  }

 private:
  store::Path folder_;
  ClassId id_;
  std::uint64_t most_;
  std::optional<store::NewFile> file_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublishedBlock> directory_;
};

// One run over the tables of a folder.
class Publisher {
 public:
  Publisher(const store::Path& folder, const Rules& rules, const store::Path& out,
            const PublishOptions& options, Workers& workers)
      : folder_(folder), layout_(rules), out_(out), options_(options), workers_(workers) {}

  // What is there already, if it is of the same tables.
  void begin(const Manifest& tables) {
    summary_.published.ranks = summary_.manifest.ranks = tables.ranks;
    auto published = Published::read(out_, layout_.rules);
    auto manifest = Manifest::read(out_, layout_.rules);
    if (!published || !manifest || published->ranks != tables.ranks) return;
    for (const auto& [id, entry] : published->classes) {
      const auto listed = manifest->classes.find(id);
      if (listed == manifest->classes.end()) continue;
      summary_.published.classes[id] = entry;
      summary_.manifest.classes[id] = listed->second;
    }
  }

  Result<void> publish(ClassId id, const Manifest& tables) {
    const ManifestEntry& wanted = tables.classes.at(id);
    const auto there = summary_.manifest.classes.find(id);
    if (there != summary_.manifest.classes.end() && there->second.digest == wanted.digest &&
        there->second.rank_digest == wanted.rank_digest) {
      return {};
    }
    const auto shared =
        std::shared_ptr<const TableLayout>(std::shared_ptr<const TableLayout>(), &layout_);
    auto table = ClassTable::open_listed(folder_, shared, id, tables);
    if (!table) return table.error();
    auto made = lay_out(*table, wanted.bytes);
    if (!made) return made.error();
    summary_.published.classes[id] = std::move(*made);
    summary_.manifest.classes[id] = wanted;
    return write_lists();
  }

  PublishSummary finish() {
    for (const auto& [id, entry] : summary_.published.classes) {
      summary_.files += 1 + entry.files.size();
      summary_.bytes += entry.bytes();
      summary_.was += summary_.manifest.classes.at(id).bytes;
      summary_.kept += KeptRow(layout_, id).size();
    }
    summary_.files += 2;
    return std::move(summary_);
  }

 private:
  // With blocks of as many boards as pieces have room for.
  Result<PublishedClass> lay_out(const ClassTable& table, std::uint64_t was) {
    const ClassBlocks blocks(layout_, table, options_.level);
    for (std::uint32_t boards = blocks.boards_a_block(was);; boards /= 2) {
      auto made = lay_out(table.id(), blocks, boards);
      if (!made) return made.error();
      if (*made) return std::move(**made);
    }
  }
  // Nothing if a block is too large for a piece.
  Result<std::optional<PublishedClass>> lay_out(ClassId id, const ClassBlocks& blocks,
                                                std::uint32_t boards) {
    BlockFiles files(out_, id, options_.most_file);
    std::uint64_t seen = 0;
    const std::uint64_t count = (blocks.boards() + boards - 1) / boards;
    for (std::uint64_t first = 0; first < count; first += kBlocksAtOnce) {
      std::vector<NewBlock> made(std::min<std::uint64_t>(kBlocksAtOnce, count - first));
      auto done = workers_.for_each(0, made.size(), [&](std::size_t i) -> Result<void> {
        const std::uint64_t begin = (first + i) * boards;
        auto block = blocks.make(begin, std::min(begin + boards, blocks.boards()));
        if (!block) return block.error();
        made[i] = std::move(*block);
        return {};
      });
      if (!done) return done.error();
      for (const NewBlock& block : made) {
        if (block.stored.size() > kMostPiece) return std::optional<PublishedClass>();
        if (auto wrote = files.append(block); !wrote) return wrote.error();
        seen += block.seen;
      }
    }
    summary_.seen += seen;
    summary_.laid_out += blocks.boards();
    auto finished = files.finish(boards);
    if (!finished) return finished.error();
    return std::optional(std::move(*finished));
  }
  Result<void> write_lists() const {
    if (auto wrote = summary_.manifest.write(out_, layout_.rules); !wrote) return wrote;
    return store::write_file(out_ / kPublishedName, summary_.published.text(layout_.rules));
  }

  const store::Path& folder_;
  TableLayout layout_;
  const store::Path& out_;
  const PublishOptions& options_;
  Workers& workers_;
  PublishSummary summary_;
};

}  // namespace

namespace {

// What is to be published, if it can be.
struct Chosen {
  Manifest manifest;
  std::vector<ClassId> classes;
};

Result<Chosen> choose_classes(const store::Path& folder, const Rules& rules,
                              std::vector<ClassId> classes) {
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  if (manifest->steps) {
    return bad_input(
        "tables with plies are not published: such boards are solved in a page when asked");
  }
  auto chosen = manifest->choose(std::move(classes), folder);
  if (!chosen) return chosen.error();
  return Chosen{std::move(*manifest), std::move(*chosen)};
}

}  // namespace

Result<PublishPlan> plan_publishing(const store::Path& folder, const Rules& rules,
                                    std::vector<ClassId> classes, std::uint64_t one_in,
                                    const PublishOptions& options, Workers& workers) {
  auto chosen = choose_classes(folder, rules, std::move(classes));
  if (!chosen) return chosen.error();
  const auto layout = std::make_shared<const TableLayout>(rules);
  PublishPlan plan;
  Progress progress(workers.budget().progress, "looking at blocks",
                    chosen->manifest.boards_of(chosen->classes));
  for (const ClassId id : chosen->classes) {
    const ManifestEntry& entry = chosen->manifest.classes.at(id);
    auto table = ClassTable::open_listed(folder, layout, id, chosen->manifest);
    if (!table) return table.error();
    const ClassBlocks blocks(*layout, *table, options.level);
    const std::uint32_t boards = blocks.boards_a_block(entry.bytes);
    const std::uint64_t count = (blocks.boards() + boards - 1) / boards;
    const std::uint64_t first =
        std::min(one_in, count) / 2;  // not the begin of the row, nor its end
    std::vector<NewBlock> made((count - first + one_in - 1) / one_in);
    std::atomic<std::uint64_t> sampled{0};
    auto done = workers.for_each(0, made.size(), [&](std::size_t i) -> Result<void> {
      const std::uint64_t begin = (first + i * one_in) * boards;
      const std::uint64_t end = std::min(begin + boards, blocks.boards());
      auto block = blocks.make(begin, end);
      if (!block) return block.error();
      made[i] = std::move(*block);
      sampled += end - begin;
      return {};
    });
    if (!done) return done.error();
    std::uint64_t bytes = 0;
    for (const NewBlock& block : made) {
      bytes += block.stored.size();
      plan.seen += block.seen;
    }
    plan.classes += 1;
    plan.kept += blocks.boards();
    plan.sampled += sampled;
    plan.blocks += count;
    plan.bytes += static_cast<double>(bytes) * static_cast<double>(blocks.boards()) /
                  static_cast<double>(sampled);
    plan.was += entry.bytes;
    progress.advance(entry.counts.total());
  }
  return plan;
}

Result<PublishSummary> publish_tables(const store::Path& folder, const Rules& rules,
                                      const store::Path& out, std::vector<ClassId> classes,
                                      const PublishOptions& options, Workers& workers) {
  if (options.most_file < kMostPiece) {
    return bad_input(fmt::format("files cannot be smaller than a piece, {} bytes", kMostPiece));
  }
  auto chosen = choose_classes(folder, rules, std::move(classes));
  if (!chosen) return chosen.error();
  const Manifest& manifest = chosen->manifest;
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  Publisher publisher(folder, rules, out, options, workers);
  publisher.begin(manifest);
  Progress progress(workers.budget().progress, "publishing", manifest.boards_of(chosen->classes));
  for (const ClassId id : chosen->classes) {
    if (auto done = publisher.publish(id, manifest); !done) return done.error();
    progress.advance(manifest.classes.at(id).counts.total());
  }
  return publisher.finish();
}

}  // namespace noughts::quixo
