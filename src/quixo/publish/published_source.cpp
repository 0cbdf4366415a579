// Probing published tables.
#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/recent.h"
#include "noughts/quixo/publish/block.h"
#include "noughts/quixo/publish/border_row.h"
#include "noughts/quixo/publish/published.h"
#include "noughts/quixo/publish/sight.h"
#include "noughts/quixo/tables/ranked_source.h"
#include "noughts/store/random_access.h"

namespace noughts::quixo::publish {
namespace {

constexpr std::size_t kMostOpenBytes = std::size_t{64} << 20;  // of open blocks that stay
constexpr int kClassStride = 64;
constexpr std::uint32_t kSmallBlock = kMostPiece / 8;        // comes with its neighbours
constexpr std::size_t kMostRunBytes = std::size_t{1} << 20;  // of a class, that stay

// The boards of a block; those that a prober decides for itself are not known here.
using OpenBlock = std::vector<Known>;

// The directory of a class, and its files.
class OpenClassBlocks {
 public:
  OpenClassBlocks(std::shared_ptr<const BorderOrder> order, const Sight& sight, ClassId id,
                  BlockExtras extras)
      : row_(std::move(order), id), sight_(sight), extras_(extras) {}

  // kCorrupt if the directory does not fit its class and its files.
  Result<void> open(const store::Path& folder, ClassId id, const PublishedClass& listed);

  struct Place {
    std::size_t block = 0;
    std::size_t board = 0;
  };
  Place place_of(Board board) const {
    const std::uint64_t number = row_.number_of(board);
    const auto block = std::upper_bound(starts_.begin(), starts_.end(), number) - 1;
    return {static_cast<std::size_t>(block - starts_.begin()),
            static_cast<std::size_t>(number - *block)};
  }
  Result<std::shared_ptr<const OpenBlock>> read(std::size_t block) const;
  bool at_once() const { return extras_.at_once; }

 private:
  // What is fetched at once: a block, or small ones that follow one another, up to a piece.
  struct Run {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    bool small = false;
  };
  // Where a block is.
  struct Piece {
    std::size_t run = 0;
    std::uint64_t offset = 0;  // in the run
  };
  Error damaged(std::string_view what) const {
    return {ErrorCode::kCorrupt,
            fmt::format("{} is damaged: {}; copy it again, or publish the tables again",
                        path_.string(), what)};
  }
  Result<void> read_blocks(const PublishedClass& listed);
  bool find_boards();
  bool find_pieces(const PublishedClass& listed);
  void add_block(std::size_t file, std::uint64_t offset, std::uint32_t bytes);
  Result<std::shared_ptr<const store::RandomAccess::Piece>> fetch(std::size_t run) const;
  std::vector<bool> unseen(std::uint64_t begin, std::uint64_t end) const;

  BorderRow row_;
  const Sight& sight_;
  BlockExtras extras_;
  store::Path path_;
  std::vector<PublishedBlock> blocks_;
  std::vector<std::uint64_t> starts_;  // the first board of each block, and the end
  std::vector<Piece> pieces_;
  std::vector<Run> runs_;
  std::vector<std::shared_ptr<const store::RandomAccess>> files_;
  mutable Recent<std::size_t, const store::RandomAccess::Piece> fetched_{kMostRunBytes};
};

Result<void> OpenClassBlocks::open(const store::Path& folder, ClassId id,
                                   const PublishedClass& listed) {
  path_ = directory_path(folder, id);
  if (listed.blocks > row_.size()) return damaged("it has more blocks than boards");
  if (auto good = read_blocks(listed); !good) return good;
  if (!find_boards()) return damaged("its blocks have other boards than its class");
  if (!find_pieces(listed)) return damaged("its blocks do not fill its files");
  for (std::uint32_t file = 0; file < listed.files.size(); ++file) {
    auto opened = store::open_random(block_path(folder, id, file), listed.files[file]);
    if (!opened) return opened.error();
    files_.push_back(std::move(*opened));
  }
  return {};
}

Result<void> OpenClassBlocks::read_blocks(const PublishedClass& listed) {
  auto packed = store::read_plain_file(path_);
  if (!packed) return packed.error();
  auto blocks = read_directory(
      {reinterpret_cast<const std::uint8_t*>(packed->data()), packed->size()}, listed);
  if (!blocks) return damaged(blocks.error().message);
  blocks_ = std::move(*blocks);
  return {};
}

// Whether the blocks fill the row.
bool OpenClassBlocks::find_boards() {
  starts_.push_back(0);
  for (const PublishedBlock& block : blocks_) {
    if (block.boards == 0 || block.boards > kMostBlockBoards) return false;
    starts_.push_back(starts_.back() + block.boards);
  }
  return starts_.back() == row_.size();
}

// Whether the blocks fill the files one after the other.
bool OpenClassBlocks::find_pieces(const PublishedClass& listed) {
  const auto places = places_of(blocks_, listed);
  if (!places) return false;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    add_block((*places)[i].file, (*places)[i].offset, blocks_[i].stored);
  }
  return true;
}

void OpenClassBlocks::add_block(std::size_t file, std::uint64_t offset, std::uint32_t bytes) {
  const bool small = bytes <= kSmallBlock;
  const bool joins = small && !runs_.empty() && runs_.back().small && runs_.back().file == file &&
                     runs_.back().bytes + bytes <= kMostPiece;
  if (!joins) runs_.push_back({file, offset, 0, small});
  pieces_.push_back({runs_.size() - 1, runs_.back().bytes});
  runs_.back().bytes += bytes;
}

Result<std::shared_ptr<const store::RandomAccess::Piece>> OpenClassBlocks::fetch(
    std::size_t run) const {
  if (auto found = fetched_.find(run)) return found;
  const Run& wanted = runs_[run];
  auto read = files_[wanted.file]->read(wanted.offset, wanted.bytes);
  if (!read) return read.error();
  auto made = std::make_shared<const store::RandomAccess::Piece>(std::move(*read));
  if (wanted.small) fetched_.insert(run, made, wanted.bytes);
  return made;
}

std::vector<bool> OpenClassBlocks::unseen(std::uint64_t begin, std::uint64_t end) const {
  std::vector<bool> list;
  list.reserve(end - begin);
  row_.for_each(begin, end,
                [&](Board board, bool kept) { list.push_back(kept && !sight_.value(board)); });
  return list;
}

Result<std::shared_ptr<const OpenBlock>> OpenClassBlocks::read(std::size_t number) const {
  const PublishedBlock& block = blocks_[number];
  const auto run = fetch(pieces_[number].run);
  if (!run) return run.error();
  const store::Bytes stored = (*run)->bytes.subspan(pieces_[number].offset, block.stored);
  const auto raw = open_block(block, stored);
  if (!raw) {
    return damaged(fmt::format("block {} does not match its checksum", number));
  }
  const std::vector<bool> wanted = unseen(starts_[number], starts_[number + 1]);
  const auto known = read_block(
      *raw, static_cast<std::uint64_t>(std::count(wanted.begin(), wanted.end(), true)), extras_);
  if (!known) return damaged(fmt::format("block {} holds other boards", number));
  auto made = std::make_shared<OpenBlock>(wanted.size());
  auto next = known->begin();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]) (*made)[i] = *next++;
  }
  return std::shared_ptr<const OpenBlock>(std::move(made));
}

class PublishedSource final : public tables::RankedSource {
 public:
  PublishedSource(store::Path folder, const Rules& rules, tables::Manifest manifest,
                  Published published)
      : folder_(std::move(folder)),
        rules_(rules),
        order_(std::make_shared<const BorderOrder>(rules)),
        sight_(rules),
        manifest_(std::move(manifest)),
        published_(std::move(published)) {}

  const Rules& rules() const override { return rules_; }
  bool has_plies() const override { return published_.plies; }
  bool has_ranks() const override { return published_.ranks; }
  bool is_far() const override { return true; }
  tables::Solution summary() const override {
    tables::Solution summary;
    summary.classes = manifest_.classes;
    if (const Result<Outcome> empty = at(0)) summary.initial = *empty;
    return summary;
  }
  // Of classes that are not there nothing is known, not even what can be seen: as in other tables.
  Result<Outcome> at(Board board) const override {
    if (const ClassId id = class_of(board); !published_.classes.contains(id)) return unlisted(id);
    if (const auto seen = sight_.value(board)) {
      return outcome(*seen, final_value(rules_, board) ? 0 : 1);
    }
    auto known = look_up(board);
    if (!known) return known.error();
    return outcome(known->value, known->code);
  }
  std::uint64_t place(Board board) const override {
    const ClassId id = class_of(board);
    const auto blocks = blocks_of(id);
    const auto number = static_cast<std::uint64_t>(id.x * kClassStride + id.o);
    return number << 32 | (blocks ? (*blocks)->place_of(board).block : 0);
  }

 private:
  Outcome outcome(Value value, int plies) const {
    if (!has_plies() || value == Value::kDraw) return {value, std::nullopt};
    return {value, plies};
  }
  Result<int> code(Board board) const override {
    if (sight_.value(board)) return 0;
    auto known = look_up(board);
    if (!known) return known.error();
    return known->code;
  }

  // What is seen is over or wins at once.
  Result<bool> wins_at_once(Board board) const override {
    if (sight_.value(board)) return true;
    auto blocks = blocks_of(class_of(board));
    if (!blocks) return blocks.error();
    if (!(*blocks)->at_once()) {
      return Error{ErrorCode::kMissing, "the tables do not say whether a win has rank 1 or 3"};
    }
    auto known = look_up(board);
    if (!known) return known.error();
    return known->at_once;
  }

  // Require: nobody sees its value.
  Result<Known> look_up(Board board) const {
    const ClassId id = class_of(board);
    auto blocks = blocks_of(id);
    if (!blocks) return blocks.error();
    const OpenClassBlocks::Place place = (*blocks)->place_of(board);
    const std::pair key(id, place.block);
    std::shared_ptr<const OpenBlock> block = cache_.find(key);
    if (block == nullptr) {
      auto made = (*blocks)->read(place.block);
      if (!made) return made.error();
      block = *made;
      cache_.insert(key, block, block->size() * sizeof(Known));
    }
    return (*block)[place.board];
  }

  Error unlisted(ClassId id) const {
    return {ErrorCode::kMissing,
            fmt::format("the published tables in {2} lack boards with {0} X and {1} O", id.x, id.o,
                        folder_.string())};
  }

  Result<const OpenClassBlocks*> blocks_of(ClassId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    if (found != open_.end()) return found->second.get();
    const auto listed = published_.classes.find(id);
    if (listed == published_.classes.end()) return unlisted(id);
    auto made = std::make_unique<OpenClassBlocks>(
        order_, sight_, id,
        BlockExtras{published_.ranks, listed->second.at_once, published_.plies});
    if (auto good = made->open(folder_, id, listed->second); !good) {
      const bool gone = good.error().code == ErrorCode::kMissing;
      return Error{gone ? ErrorCode::kCorrupt : good.error().code, good.error().message};
    }
    return (open_[id] = std::move(made)).get();
  }

  store::Path folder_;
  Rules rules_;
  std::shared_ptr<const BorderOrder> order_;
  Sight sight_;
  tables::Manifest manifest_;
  Published published_;
  mutable std::mutex mutex_;
  mutable std::map<ClassId, std::unique_ptr<OpenClassBlocks>> open_;
  mutable Recent<std::pair<ClassId, std::size_t>, const OpenBlock> cache_{kMostOpenBytes};
};

}  // namespace

Result<std::unique_ptr<tables::ValueSource>> open_published(const store::Path& folder,
                                                            const Rules& rules,
                                                            tables::Manifest manifest) {
  auto published = Published::read(folder, rules);
  if (!published) return published.error();
  return std::unique_ptr<tables::ValueSource>(
      std::make_unique<PublishedSource>(folder, rules, std::move(manifest), std::move(*published)));
}

}  // namespace noughts::quixo::publish
