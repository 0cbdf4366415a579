#include "noughts/quixo/engine/levels.h"

#include <sys/mman.h>

#include <array>
#include <cstring>

#include "noughts/store/scratch.h"

namespace noughts::quixo::engine {
namespace {

constexpr std::uint64_t kSmallBlock = std::uint64_t{1} << 20;  // not worth a file

}  // namespace

void LevelRecord::Free::operator()(std::uint8_t* memory) const {
  if (mapped == 0)
    delete[] memory;
  else
    munmap(memory, mapped);
}

Result<std::uint8_t*> LevelRecord::make_block(std::uint64_t bytes) {
  if (!folder_ || bytes < kSmallBlock) {
    blocks_.push_back({new std::uint8_t[bytes], Free{0}});
    return blocks_.back().get();
  }
  auto mapped = store::map_scratch(*folder_, bytes);
  if (!mapped) return mapped.error();
  blocks_.push_back({*mapped, Free{bytes}});
  return *mapped;
}

LevelRecord::Level& LevelRecord::level(const Key& key) {
  Level& found = levels_[key];
  if (found.packed.empty()) found.packed.resize(class_layout_.segment_start.size());
  return found;
}

Result<void> LevelRecord::add(int plies, Value value, std::uint64_t kept,
                              const DecidedBoards& boards) {
  if (kept == 0) return {};
  std::uint64_t bytes = 0;
  for (std::size_t p = 0; p < boards.segments(); ++p) {
    bytes += boards.packed(static_cast<int>(p)).size();
  }
  auto block = make_block(bytes);
  if (!block) return block.error();
  Level& to = level({plies, value});
  to.kept += kept;
  std::uint8_t* at = *block;
  for (std::size_t p = 0; p < boards.segments(); ++p) {
    const auto packed = boards.packed(static_cast<int>(p));
    std::copy(packed.begin(), packed.end(), at);
    to.packed[p] = {at, packed.size()};
    at += packed.size();
  }
  return {};
}

// The boards of a chunk by plies and value. What many boards have is told for 64 of them at once,
// the others go to their lists one by one.
std::vector<LevelRecord::Piece> LevelRecord::take_apart(const Chunk& chunk) const {
  const std::uint64_t kept = layout::kept_boards(*layout_, class_layout_, chunk.p);
  if (kept == 0) return {};
  const std::uint64_t bytes = layout::stream_bytes(kept);
  const auto words = static_cast<int>((kept + 63) / 64);
  // Whole words of wins, of losses, and of boards that are still to be listed.
  std::array<std::vector<std::uint64_t>, 2> bits;
  for (std::size_t i : {0, 1}) {
    bits[i].resize(words);
    std::memcpy(bits[i].data(), chunk.raw.data() + i * bytes, bytes);
  }
  std::vector<std::uint64_t> rest(words);
  for (int i = 0; i < words; ++i) rest[i] = bits[0][i] | bits[1][i];
  std::vector<std::uint8_t> plies(64 * static_cast<std::size_t>(words));
  std::copy_n(chunk.raw.data() + 2 * bytes, kept, plies.begin());
  std::array<std::array<std::uint32_t, 256>, 4> sizes{};  // by turns, for speed
  for (std::size_t i = 0; i < plies.size(); ++i) ++sizes[i % 4][plies[i]];

  std::vector<Piece> pieces;
  const auto add = [&](std::size_t n, std::size_t value, std::uint64_t size, auto&& packed) {
    const Key key{static_cast<int>(n), value == 0 ? Value::kWin : Value::kLoss};
    if (size > 0) pieces.push_back({key, chunk.p, size, packed()});
  };
  std::vector<std::uint64_t> same(words);
  for (std::size_t n = 0; n < 256; ++n) {
    if (sizes[0][n] + sizes[1][n] + sizes[2][n] + sizes[3][n] < bytes) continue;
    for (const std::size_t value : {0, 1}) {
      layout::pack_kernels().equal(plies.data(), static_cast<std::uint8_t>(n), words, same.data());
      for (int i = 0; i < words; ++i) {
        same[i] &= bits[value][i];
        rest[i] &= ~same[i];
      }
      const std::span stream(reinterpret_cast<const std::uint8_t*>(same.data()), bytes);
      add(n, value, count_set_bits(stream), [&] { return list_places(stream); });
    }
  }
  std::vector<PlaceList> lists(512, PlaceList(kept));  // plies and value
  for (int i = 0; i < words; ++i) {
    for_each_bit(rest[i], [&](int bit) {
      const std::uint64_t place = 64 * static_cast<std::uint64_t>(i) + static_cast<unsigned>(bit);
      lists[2 * plies[place] + (bits[1][i] >> bit & 1)].add(place);
    });
  }
  for (std::size_t i = 0; i < lists.size(); ++i) {
    add(i / 2, i % 2, lists[i].size(), [&] { return lists[i].take(); });
  }
  return pieces;
}

Result<void> LevelRecord::add(const std::vector<Chunk>& chunks) {
  std::vector<Piece> pieces;
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : chunks) {
    for (Piece& piece : take_apart(chunk)) {
      bytes += piece.packed.size();
      pieces.push_back(std::move(piece));
    }
  }
  const std::lock_guard lock(mutex_);
  auto block = make_block(bytes);
  if (!block) return block.error();
  std::uint8_t* at = *block;
  for (const Piece& piece : pieces) {
    Level& to = level(piece.key);
    to.kept += piece.kept;
    to.packed[piece.p] = {at, piece.packed.size()};
    at = std::copy(piece.packed.begin(), piece.packed.end(), at);
  }
  return {};
}

std::uint64_t LevelRecord::kept(int plies, Value value) const {
  const auto found = levels_.find({plies, value});
  return found == levels_.end() ? 0 : found->second.kept;
}

std::uint64_t LevelRecord::left_kept(int plies) const {
  std::uint64_t kept = 0;
  for (const int p : layout::present(class_layout_))
    kept += layout::kept_boards(*layout_, class_layout_, p);
  for (auto at = levels_.begin(); at != levels_.end() && at->first.first < plies; ++at) {
    kept -= at->second.kept;
  }
  return kept;
}

DecidedBoards LevelRecord::get(int plies, Value value) const {
  DecidedBoards boards(class_layout_.segment_start.size(), plies);
  const auto found = levels_.find({plies, value});
  if (found == levels_.end()) return boards;
  for (std::size_t p = 0; p < boards.segments(); ++p) {
    const auto packed = found->second.packed[p];
    boards.set_packed(static_cast<int>(p), {packed.begin(), packed.end()});
  }
  return boards;
}

void LevelRecord::left_from(int plies, int p, layout::Stream& stream) const {
  const std::uint64_t kept = layout::kept_boards(*layout_, class_layout_, p);
  stream.assign(layout::stream_bytes(kept) + layout::kStreamMargin, 0);
  for (auto at = levels_.begin(); at != levels_.end() && at->first.first < plies; ++at) {
    set_places(at->second.packed[p], stream);
  }
  for (std::uint64_t i = 0; i < kept / 8; ++i) stream[i] = static_cast<std::uint8_t>(~stream[i]);
  if (kept % 8 != 0) stream[kept / 8] ^= static_cast<std::uint8_t>(low_bits(kept % 8));
}

std::vector<std::uint8_t> LevelRecord::chunk(int p) const {
  const std::uint64_t kept = layout::kept_boards(*layout_, class_layout_, p);
  const std::uint64_t bytes = layout::stream_bytes(kept);
  std::vector<std::uint8_t> raw(2 * bytes + kept);
  for (const auto& [key, level] : levels_) {
    const auto plies = static_cast<std::uint8_t>(key.first);
    std::uint8_t* const bits = raw.data() + (key.second == Value::kWin ? 0 : bytes);
    for_each_listed(level.packed[p], [&](std::uint64_t place) {
      bits[place / 8] |= static_cast<std::uint8_t>(1 << (place % 8));
      raw[2 * bytes + place] = plies;
    });
  }
  return raw;
}

}  // namespace noughts::quixo::engine
