#include "noughts/quixo/publish/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "noughts/core/progress.h"
#include "noughts/quixo/publish/block_maker.h"
#include "noughts/quixo/publish/row_values.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/folder_lock.h"
#include "noughts/store/packing.h"

namespace noughts::quixo::publish {
namespace {

constexpr std::size_t kBlocksAtOnce = 64;
constexpr int kDirectoryLevel = 19;

// Knows boards of a class by its values in memory and those of the next tier.
class KnownInMemory {
 public:
  KnownInMemory(const Rules& rules, const RowValues& values, const BorderRow* next_row,
                const RowValues* next_values)
      : rules_(rules), values_(values), next_row_(next_row), next_values_(next_values) {}

  Known operator()(Board board, std::uint64_t number) const {
    Known known = values_.at(number);
    known.at_once = known.value == Value::kWin && known.code == 0 && next_row_ != nullptr &&
                    wins_at_once(board);
    return known;
  }

 private:
  // Whether a child in the next tier is lost. None is over, or the board would have been seen.
  bool wins_at_once(Board board) const {
    const Cells empty = ~(cells_of(board, Player::kX) | cells_of(board, Player::kO));
    for (const MoveShape& shape : rules_.shapes()) {
      if ((empty >> shape.move.from & 1) == 0) continue;
      const Board child = swap_colours(Rules::apply(board, shape, Player::kX));
      if (next_values_->at(next_row_->number_of(child)).value == Value::kLoss) return true;
    }
    return false;
  }

  const Rules& rules_;
  const RowValues& values_;
  const BorderRow* next_row_;
  const RowValues* next_values_;
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

  Result<PublishedClass> finish(bool at_once) {
    if (file_) {
      if (auto closed = file_->commit(); !closed) return closed.error();
    }
    const std::vector<std::uint32_t> numbers = directory_of(directory_);
    const store::Bytes raw{reinterpret_cast<const std::uint8_t*>(numbers.data()),
                           numbers.size() * sizeof(std::uint32_t)};
    const std::vector<std::uint8_t> packed = store::pack(raw, kDirectoryLevel);
    auto wrote = store::write_file(directory_path(folder_, id_),
                                   {reinterpret_cast<const char*>(packed.data()), packed.size()});
    if (!wrote) return wrote.error();
    return PublishedClass{
        static_cast<std::uint32_t>(directory_.size()), at_once, packed.size(), store::checksum(raw),
        directory_sha256(numbers, directory_.size()),  sizes_};
  }

 private:
  store::Path folder_;
  ClassId id_;
  std::uint64_t most_;
  std::optional<store::NewFile> file_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublishedBlock> directory_;
};

// Whether it is named as directory_path or block_path name files: x03o04.index, x03o04.000.
bool is_class_file(const std::string& name) {
  static const std::regex kNamed("x[0-9]{2}o[0-9]{2}[.](index|[0-9]{3,})");
  return std::regex_match(name, kNamed);
}

// One run over the tables of a folder.
class Publisher {
 public:
  Publisher(const store::Path& folder, const Rules& rules, const store::Path& out,
            const PublishOptions& options, Workers& workers)
      : folder_(folder),
        layout_(std::make_shared<const layout::TableLayout>(rules)),
        order_(std::make_shared<const BorderOrder>(rules)),
        sight_(rules),
        out_(out),
        options_(options),
        workers_(workers) {}

  // What is there already, if it is of the same tables.
  void begin(const tables::Manifest& tables) {
    summary_.published.ranks = summary_.manifest.ranks = tables.ranks;
    summary_.published.plies = summary_.manifest.steps = tables.steps;
    auto published = Published::read(out_, layout_->rules);
    auto manifest = tables::Manifest::read(out_, layout_->rules);
    if (!published || !manifest) return;
    if (published->ranks != tables.ranks || published->plies != tables.steps) return;
    for (const auto& [id, entry] : published->classes) {
      const auto listed = manifest->classes.find(id);
      if (listed == manifest->classes.end()) continue;
      summary_.published.classes[id] = entry;
      summary_.manifest.classes[id] = listed->second;
    }
  }

  Result<void> publish(ClassId id, const tables::Manifest& tables) {
    const tables::ManifestEntry& wanted = tables.classes.at(id);
    const auto there = summary_.manifest.classes.find(id);
    if (there != summary_.manifest.classes.end() && there->second.digest == wanted.digest &&
        there->second.rank_digest == wanted.rank_digest) {
      return {};
    }
    auto made = lay_out(id, tables);
    if (!made) return made.error();
    summary_.published.classes[id] = std::move(*made);
    summary_.manifest.classes[id] = wanted;
    return write_lists();
  }

  // Removes what the list no longer names: files of a class that now has fewer, or of an
  // interrupted run, or of another version.
  Result<void> sweep() const {
    std::set<std::string> named;
    for (const auto& [id, entry] : summary_.published.classes) {
      named.insert(directory_path(out_, id).filename().string());
      for (std::uint32_t file = 0; file < entry.files.size(); ++file) {
        named.insert(block_path(out_, id, file).filename().string());
      }
    }
    std::error_code fault;
    std::vector<store::Path> left;
    for (const auto& file : std::filesystem::directory_iterator(out_, fault)) {
      const std::string name = file.path().filename().string();
      if (is_class_file(name) && !named.contains(name)) left.push_back(file.path());
    }
    for (const store::Path& path : left) {
      if (!fault) std::filesystem::remove(path, fault);
    }
    if (!fault) return {};
    return Error{ErrorCode::kSystem, fmt::format("old files in {} cannot be removed: {}",
                                                 out_.string(), fault.message())};
  }

  PublishSummary finish() {
    for (const auto& [id, entry] : summary_.published.classes) {
      summary_.files += 1 + entry.files.size();
      summary_.bytes += entry.bytes();
      summary_.was += summary_.manifest.classes.at(id).bytes;
      summary_.kept += BorderRow(order_, id).size();
    }
    summary_.files += 2;
    return std::move(summary_);
  }

 private:
  // A class in memory.
  struct ReadClass {
    ClassId id;
    BorderRow row;
    RowValues values;
  };
  Result<std::unique_ptr<ReadClass>> read(ClassId id, const tables::Manifest& tables,
                                          BlockExtras extras) {
    auto table = tables::ClassTable::open_listed(folder_, layout_, id, tables);
    if (!table) return table.error();
    BorderRow row(order_, id);
    auto values = RowValues::read(*layout_, *table, row, extras, workers_);
    if (!values) return values.error();
    return std::make_unique<ReadClass>(ReadClass{id, std::move(row), std::move(*values)});
  }
  Result<PublishedClass> lay_out(ClassId id, const tables::Manifest& tables) {
    const BlockExtras extras = extras_of(layout_->rules, tables, id);
    std::unique_ptr<ReadClass> next;
    if (extras.at_once && id.tier() < layout_->rules.cells()) {
      if (last_ != nullptr && last_->id == next_class(id)) next = std::move(last_);
      last_.reset();
      if (next == nullptr) {
        auto read_next = read(next_class(id), tables, {});
        if (!read_next) return read_next.error();
        next = std::move(*read_next);
      }
    }
    last_.reset();
    auto mine = read(id, tables, extras);
    if (!mine) return mine.error();
    last_ = std::move(*mine);
    const KnownInMemory known(layout_->rules, last_->values, next ? &next->row : nullptr,
                              next ? &next->values : nullptr);
    const BlockMaker blocks(last_->row, sight_, extras, options_, known);
    return write(id, blocks);
  }
  Result<PublishedClass> write(ClassId id, const BlockMaker& blocks) {
    BlockFiles files(out_, id, options_.most_file);
    constexpr std::uint64_t kBoards = kMostBlockBoards;
    const std::uint64_t count = (blocks.boards() + kBoards - 1) / kBoards;
    for (std::uint64_t first = 0; first < count; first += kBlocksAtOnce) {
      std::vector<std::vector<NewBlock>> made(
          std::min<std::uint64_t>(kBlocksAtOnce, count - first));
      auto done = workers_.for_each(0, made.size(), [&](std::size_t i) -> Result<void> {
        const std::uint64_t begin = (first + i) * kBoards;
        auto some = blocks.make(begin, std::min(begin + kBoards, blocks.boards()));
        if (!some) return some.error();
        made[i] = std::move(*some);
        return {};
      });
      if (!done) return done.error();
      for (const auto& some : made) {
        for (const NewBlock& block : some) {
          if (auto wrote = files.append(block); !wrote) return wrote.error();
          summary_.seen += block.seen;
        }
      }
    }
    summary_.laid_out += blocks.boards();
    return files.finish(blocks.at_once());
  }
  Result<void> write_lists() const {
    if (auto wrote = summary_.manifest.write(out_, layout_->rules); !wrote) return wrote;
    return store::write_file(out_ / kPublishedName, summary_.published.text(layout_->rules));
  }

  const store::Path& folder_;
  std::shared_ptr<const layout::TableLayout> layout_;
  std::shared_ptr<const BorderOrder> order_;
  Sight sight_;
  const store::Path& out_;
  const PublishOptions& options_;
  Workers& workers_;
  PublishSummary summary_;
  std::unique_ptr<ReadClass> last_;  // the class that was laid out last
};

// In an order in which most classes come right after their next one: its values are in memory then,
// so that each table is read once.
std::vector<ClassId> after_their_next(const std::vector<ClassId>& classes) {
  const std::set<ClassId> wanted(classes.begin(), classes.end());
  std::vector<ClassId> order;
  for (const ClassId first : classes) {
    if (wanted.contains(next_class(first))) continue;
    for (ClassId id = first; wanted.contains(id); id = {id.o - 1, id.x}) order.push_back(id);
  }
  return order;
}

}  // namespace

Result<PublishChoice> choose_to_publish(const store::Path& folder, const Rules& rules,
                                        std::vector<ClassId> classes) {
  auto manifest = tables::Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  auto chosen = manifest->choose(std::move(classes), folder);
  if (!chosen) return chosen.error();
  return PublishChoice{std::move(*manifest), std::move(*chosen)};
}

Result<PublishSummary> publish_tables(const store::Path& folder, const Rules& rules,
                                      const store::Path& out, std::vector<ClassId> classes,
                                      const PublishOptions& options, Workers& workers) {
  if (options.most_file < kMostPiece) {
    return bad_input(fmt::format(
        "the largest file must have at least {} bytes, the size of one piece", kMostPiece));
  }
  auto chosen = choose_to_publish(folder, rules, std::move(classes));
  if (!chosen) return chosen.error();
  const tables::Manifest& manifest = chosen->manifest;
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  Publisher publisher(folder, rules, out, options, workers);
  publisher.begin(manifest);
  Progress progress(workers.budget().progress, "publishing", manifest.boards_of(chosen->classes));
  for (const ClassId id : after_their_next(chosen->classes)) {
    if (auto done = publisher.publish(id, manifest); !done) return done.error();
    progress.advance(manifest.classes.at(id).counts.total());
  }
  if (auto swept = publisher.sweep(); !swept) return swept.error();
  return publisher.finish();
}

}  // namespace noughts::quixo::publish
