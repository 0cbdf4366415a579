#include "noughts/quixo/engine/levels.h"

#include <sys/mman.h>

#include <array>

#include "noughts/store/scratch.h"

namespace noughts::quixo {
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

Result<void> LevelRecord::add(const std::vector<Chunk>& chunks) {
  struct Piece {
    Key key;
    int p;
    std::uint64_t kept;
    std::vector<std::uint8_t> packed;
  };
  std::vector<Piece> pieces;
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : chunks) {
    const std::uint64_t kept = kept_boards(*layout_, class_layout_, chunk.p);
    const std::uint8_t* const wins = chunk.raw.data();
    const std::uint8_t* const losses = wins + stream_bytes(kept);
    const std::uint8_t* const plies = losses + stream_bytes(kept);
    std::vector<PlaceList> lists(512, PlaceList(kept));  // plies and value
    const auto for_each_decided = [&](auto&& f) {
      for (std::uint64_t i = 0; i < kept; ++i) {
        const int win = wins[i / 8] >> (i % 8) & 1;
        const int loss = losses[i / 8] >> (i % 8) & 1;
        if (win + loss != 0) f(i, static_cast<std::size_t>(2 * plies[i] + loss));
      }
    };
    std::array<std::uint64_t, 512> sizes{};
    for_each_decided([&](std::uint64_t, std::size_t list) { ++sizes[list]; });
    for (std::size_t i = 0; i < lists.size(); ++i) lists[i].expect(sizes[i]);
    for_each_decided([&](std::uint64_t place, std::size_t list) { lists[list].add(place); });
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (lists[i].size() == 0) continue;
      const Key key{static_cast<int>(i / 2), i % 2 == 0 ? Value::kWin : Value::kLoss};
      pieces.push_back({key, chunk.p, lists[i].size(), lists[i].take()});
      bytes += pieces.back().packed.size();
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
  for (const int p : present(class_layout_)) kept += kept_boards(*layout_, class_layout_, p);
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

void LevelRecord::left_from(int plies, int p, Stream& stream) const {
  const std::uint64_t kept = kept_boards(*layout_, class_layout_, p);
  stream.assign(stream_bytes(kept) + kStreamMargin, 0);
  for (auto at = levels_.begin(); at != levels_.end() && at->first.first < plies; ++at) {
    set_places(at->second.packed[p], stream);
  }
  for (std::uint64_t i = 0; i < kept / 8; ++i) stream[i] = static_cast<std::uint8_t>(~stream[i]);
  if (kept % 8 != 0) stream[kept / 8] ^= static_cast<std::uint8_t>(low_bits(kept % 8));
}

std::vector<std::uint8_t> LevelRecord::chunk(int p) const {
  const std::uint64_t kept = kept_boards(*layout_, class_layout_, p);
  const std::uint64_t bytes = stream_bytes(kept);
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

}  // namespace noughts::quixo
