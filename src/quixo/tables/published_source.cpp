// Probing published tables.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "noughts/core/bits.h"
#include "noughts/core/recent.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/tables/published.h"
#include "noughts/quixo/tables/ranked_source.h"
#include "noughts/store/packing.h"
#include "noughts/store/random_access.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo {
namespace {

constexpr std::size_t kMostBlockBytes = std::size_t{64} << 20;  // of unpacked blocks that stay
constexpr std::uint32_t kMostRawBlock = 64 << 20;
constexpr std::uint64_t kMostDirectory = std::uint64_t{64} << 20;
constexpr int kClassStride = 64;

bool bit_at(const std::uint8_t* stream, std::uint64_t bit) {
  return stream[bit / 8] >> (bit % 8) & 1;
}

// Bits that are set before a place.
std::uint64_t bits_before(const std::uint8_t* stream, std::uint64_t bit) {
  std::uint64_t count = 0;
  std::uint64_t byte = 0;
  for (; byte + 8 <= bit / 8; byte += 8) {
    std::uint64_t word;
    std::memcpy(&word, stream + byte, 8);
    count += static_cast<std::uint64_t>(std::popcount(word));
  }
  for (; byte < bit / 8; ++byte) count += static_cast<std::uint64_t>(std::popcount(stream[byte]));
  const auto last = static_cast<unsigned>(stream[bit / 8] & ((1 << (bit % 8)) - 1));
  return count + static_cast<std::uint64_t>(std::popcount(last));
}

// A block as it is read: its bytes, and where the boards of each P from the first on begin.
struct OpenBlock {
  std::vector<std::uint8_t> raw;
  std::vector<std::uint32_t> starts;
};

// The directory of a class, and its files.
class OpenClassBlocks {
 public:
  OpenClassBlocks(std::shared_ptr<const TableLayout> layout, ClassId id, bool ranks)
      : layout_(std::move(layout)),
        plane_(plane_of(id)),
        class_layout_(layout_of(*layout_, id)),
        ranks_(ranks) {}

  // kCorrupt if the directory does not fit its class and its files.
  Result<void> open(const store::Path& folder, ClassId id, const PublishedClass& listed);

  struct Place {
    std::size_t block = 0;
    Geometry::Parts at{};
    std::uint64_t bit = 0;  // among the kept boards of P
  };
  Place place_of(Board board) const;
  Result<std::shared_ptr<const OpenBlock>> read(std::size_t block) const;

  Result<Value> value(const OpenBlock& block, const Place& place) const;
  Result<int> code(const OpenBlock& block, const Place& place) const;

 private:
  Error damaged(std::string_view what) const {
    return {ErrorCode::kCorrupt,
            fmt::format("{} is damaged: {}; copy it again, or publish the tables again",
                        path_.string(), what)};
  }
  Result<std::uint64_t> board_in(const OpenBlock& block, const Place& place) const;
  bool fits(const PublishedClass& listed) const;

  std::shared_ptr<const TableLayout> layout_;
  PlaneId plane_;
  ClassLayout class_layout_;
  bool ranks_;
  store::Path path_;
  std::vector<PublishedBlock> blocks_;
  std::vector<std::uint64_t> offsets_;  // of each block in its file
  std::vector<std::shared_ptr<const store::RandomAccess>> files_;
};

Result<void> OpenClassBlocks::open(const store::Path& folder, ClassId id,
                                   const PublishedClass& listed) {
  path_ = directory_path(folder, id);
  auto packed = store::read_file(path_);
  if (!packed) return packed.error();
  const std::uint64_t bytes = std::uint64_t{listed.blocks} * sizeof(PublishedBlock);
  if (packed->size() != listed.directory_bytes || bytes > kMostDirectory) {
    return damaged("its size is another than the list says");
  }
  blocks_.resize(listed.blocks);
  const std::span<std::uint8_t> raw(reinterpret_cast<std::uint8_t*>(blocks_.data()), bytes);
  const store::Bytes stored(reinterpret_cast<const std::uint8_t*>(packed->data()), packed->size());
  if (!store::unpack(stored, raw) || store::checksum(raw) != listed.checksum) {
    return damaged("it does not match its checksum");
  }
  if (!fits(listed)) return damaged("its blocks do not fit its files");
  std::vector<std::uint64_t> ends(listed.files.size(), 0);
  for (const PublishedBlock& block : blocks_) {
    offsets_.push_back(ends[block.file]);
    ends[block.file] += block.stored;
  }
  if (ends != listed.files) return damaged("its blocks do not fill its files");
  for (std::uint32_t file = 0; file < listed.files.size(); ++file) {
    auto opened = store::open_random(block_path(folder, id, file), listed.files[file]);
    if (!opened) return opened.error();
    files_.push_back(std::move(*opened));
  }
  return {};
}

bool OpenClassBlocks::fits(const PublishedClass& listed) const {
  const auto begins = [](const PublishedBlock& block) { return std::pair(block.p, block.first); };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const PublishedBlock& block = blocks_[i];
    if (i > 0 && begins(blocks_[i - 1]) >= begins(block)) return false;
    if (block.file >= listed.files.size() || block.stored > kMostPiece ||
        block.raw > kMostRawBlock ||
        block.p >= static_cast<std::uint32_t>(layout_->geometry.p_fillings)) {
      return false;
    }
  }
  return !blocks_.empty();
}

OpenClassBlocks::Place OpenClassBlocks::place_of(Board board) const {
  Place place;
  place.at = layout_->geometry.parts(layout_->reduction.kept_image(plane_.absolute(board)));
  place.bit = kept_place(*layout_, class_layout_, place.at).bit;
  const std::pair wanted(static_cast<std::uint32_t>(place.at.p),
                         static_cast<std::uint32_t>(place.bit));
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), wanted,
                                      [](const auto& key, const PublishedBlock& block) {
                                        return key < std::pair(block.p, block.first);
                                      });
  place.block =
      after == blocks_.begin() ? 0 : static_cast<std::size_t>(after - blocks_.begin()) - 1;
  return place;
}

Result<std::shared_ptr<const OpenBlock>> OpenClassBlocks::read(std::size_t number) const {
  const PublishedBlock& block = blocks_[number];
  auto stored = files_[block.file]->read(offsets_[number], block.stored);
  if (!stored) return stored.error();
  auto made = std::make_shared<OpenBlock>();
  made->raw.resize(block.raw);
  const std::uint64_t bytes = stream_bytes(block.boards);
  if (!store::unpack(stored->bytes, made->raw) || store::checksum(made->raw) != block.checksum ||
      made->raw.size() < (ranks_ ? 3 : 2) * bytes) {
    return damaged(fmt::format("block {}", number));
  }
  std::uint64_t boards = 0;
  const std::uint64_t first = block.first;
  for (int p = static_cast<int>(block.p);
       p < layout_->geometry.p_fillings && boards < block.boards + first; ++p) {
    made->starts.push_back(static_cast<std::uint32_t>(boards));
    if (class_layout_.segment_start[static_cast<std::size_t>(p)] == kNoSegment) continue;
    boards += kept_boards(*layout_, class_layout_, p);
  }
  return std::shared_ptr<const OpenBlock>(std::move(made));
}

Result<std::uint64_t> OpenClassBlocks::board_in(const OpenBlock& block, const Place& place) const {
  const PublishedBlock& listed = blocks_[place.block];
  const auto number = static_cast<std::size_t>(place.at.p) - listed.p;
  if (static_cast<std::uint32_t>(place.at.p) < listed.p || number >= block.starts.size()) {
    return damaged(fmt::format("block {} is about other boards", place.block));
  }
  const std::uint64_t board = block.starts[number] + place.bit - listed.first;
  if (board >= listed.boards) {
    return damaged(fmt::format("block {} is about other boards", place.block));
  }
  return board;
}

Result<Value> OpenClassBlocks::value(const OpenBlock& block, const Place& place) const {
  const auto board = board_in(block, place);
  if (!board) return board.error();
  const std::uint64_t bytes = stream_bytes(blocks_[place.block].boards);
  if (bit_at(block.raw.data(), *board)) return Value::kWin;
  return bit_at(block.raw.data() + bytes, *board) ? Value::kLoss : Value::kDraw;
}

Result<int> OpenClassBlocks::code(const OpenBlock& block, const Place& place) const {
  const auto board = board_in(block, place);
  if (!board) return board.error();
  const std::uint64_t bytes = stream_bytes(blocks_[place.block].boards);
  const std::uint8_t* mask = block.raw.data() + 2 * bytes;
  if (!bit_at(mask, *board)) return 0;
  const std::uint64_t at = 3 * bytes + bits_before(mask, *board);
  if (at >= block.raw.size()) return damaged(fmt::format("block {} lacks ranks", place.block));
  return block.raw[at];
}

class PublishedSource final : public RankedSource {
 public:
  PublishedSource(store::Path folder, const Rules& rules, Manifest manifest, Published published)
      : folder_(std::move(folder)),
        layout_(std::make_shared<const TableLayout>(rules)),
        sight_(rules),
        manifest_(std::move(manifest)),
        published_(std::move(published)) {}

  const Rules& rules() const override { return layout_->rules; }
  bool has_plies() const override { return false; }
  bool has_ranks() const override { return published_.ranks; }
  Solution summary() const override {
    Solution summary;
    summary.classes = manifest_.classes;
    if (const Result<Outcome> empty = at(0)) summary.initial = *empty;
    return summary;
  }
  Result<Outcome> at(Board board) const override {
    if (const auto seen = sight_.value(board)) return Outcome{*seen, std::nullopt};
    auto value = look_up<Value>(board, &OpenClassBlocks::value);
    if (!value) return value.error();
    return Outcome{*value, std::nullopt};
  }
  std::uint64_t place(Board board) const override {
    const ClassId id = class_of(board);
    const auto blocks = blocks_of(id);
    const auto number = static_cast<std::uint64_t>(id.x * kClassStride + id.o);
    return number << 32 | (blocks ? (*blocks)->place_of(board).block : 0);
  }

 private:
  Result<int> code(Board board) const override {
    if (sight_.value(board)) return 0;
    return look_up<int>(board, &OpenClassBlocks::code);
  }

  template <class T>
  Result<T> look_up(Board board,
                    Result<T> (OpenClassBlocks::*read)(const OpenBlock&,
                                                       const OpenClassBlocks::Place&) const) const {
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
      cache_.insert(key, block, block->raw.size() + 4 * block->starts.size());
    }
    return ((**blocks).*read)(*block, place);
  }

  Result<const OpenClassBlocks*> blocks_of(ClassId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    if (found != open_.end()) return found->second.get();
    const auto listed = published_.classes.find(id);
    if (listed == published_.classes.end()) {
      return Error{ErrorCode::kMissing,
                   fmt::format("boards with {} X and {} O are not among the published tables in {}",
                               id.x, id.o, folder_.string())};
    }
    auto made = std::make_unique<OpenClassBlocks>(layout_, id, published_.ranks);
    if (auto good = made->open(folder_, id, listed->second); !good) return good.error();
    return (open_[id] = std::move(made)).get();
  }

  store::Path folder_;
  std::shared_ptr<const TableLayout> layout_;
  Sight sight_;
  Manifest manifest_;
  Published published_;
  mutable std::mutex mutex_;
  mutable std::map<ClassId, std::unique_ptr<OpenClassBlocks>> open_;
  mutable Recent<std::pair<ClassId, std::size_t>, const OpenBlock> cache_{kMostBlockBytes};
};

}  // namespace

Result<std::unique_ptr<ValueSource>> open_published(const store::Path& folder, const Rules& rules,
                                                    Manifest manifest) {
  const store::Path path = folder / kPublishedName;
  auto text = store::read_file(path);
  if (!text) return text.error();
  auto published = Published::parse(*text, path, rules);
  if (!published) return published.error();
  return std::unique_ptr<ValueSource>(
      std::make_unique<PublishedSource>(folder, rules, std::move(manifest), std::move(*published)));
}

}  // namespace noughts::quixo
