#include "noughts/quixo/engine/ranks.h"

#include <cstring>

namespace noughts::quixo::engine {
namespace {

// f(place) for each set bit of a stream.
template <class F>
void for_each_place(const std::uint8_t* stream, std::uint64_t kept, F&& f) {
  for_each_set_bit({stream, layout::stream_bytes(kept)}, f);
}

}  // namespace

void PlaceList::add_gap(std::uint64_t place) {
  if (packed_.empty()) packed_.push_back(kGaps);
  for (; place - next_ >= kFar; next_ += kFar) packed_.push_back(kFar);
  packed_.push_back(static_cast<std::uint8_t>(place - next_));
  next_ = place + 1;
  if (packed_.size() <= most_) return;
  layout::Stream stream(most_);
  set_places(packed_, stream);
  packed_.assign(1, kBits);
  packed_.insert(packed_.end(), stream.begin(), stream.end());
}

std::vector<std::uint8_t> list_places(std::span<const std::uint8_t> stream) {
  if (count_set_bits(stream) < stream.size()) {
    PlaceList list(8 * stream.size());
    for_each_set_bit(stream, [&](std::uint64_t place) {
      if (!list.is_full()) list.add(place);
    });
    const std::vector<std::uint8_t> packed = list.take();
    if (packed.empty() || packed[0] == PlaceList::kGaps) {
      return {packed.begin(), packed.end()};  // as large as it must be
    }
  }
  std::vector<std::uint8_t> packed(1 + stream.size(), PlaceList::kBits);
  std::copy(stream.begin(), stream.end(), packed.begin() + 1);
  return packed;
}

void set_places(std::span<const std::uint8_t> packed, layout::Stream& stream) {
  if (packed.empty()) return;
  if (packed[0] == PlaceList::kBits) {
    for (std::size_t i = 1; i < packed.size(); ++i) stream[i - 1] |= packed[i];
    return;
  }
  for_each_listed(packed, [&](std::uint64_t place) {
    stream[place / 8] |= static_cast<std::uint8_t>(1 << (place % 8));
  });
}

void DecidedBoards::get(int p, std::uint64_t kept, layout::Stream& stream) const {
  stream.assign(layout::stream_bytes(kept) + layout::kStreamMargin, 0);
  set_places(packed_[p], stream);
}

std::uint64_t DecidedBoards::bytes() const {
  std::uint64_t bytes = packed_.size() * sizeof(packed_[0]);
  for (const auto& packed : packed_) bytes += packed.size();
  return bytes;
}

void RankRecord::add(std::vector<std::uint64_t> addresses, int half_round, Value value) {
  const int code = code_decided_in(half_round, value);
  if (addresses.empty() || code == 0) return;
  std::sort(addresses.begin(), addresses.end());
  sparse_.push_back({std::move(addresses), static_cast<std::uint8_t>(code)});
}

std::pair<std::uint64_t, std::uint64_t> RankRecord::bits_of(int p) const {
  const std::uint64_t begin = 8 * class_layout_.segment_start[p];
  return {begin, begin + 8 * layout_->geometry.segments[class_layout_.segment_kind[p]].bytes};
}

bool RankRecord::has(int p) const {
  const auto [begin, end] = bits_of(p);
  for (const DecidedBoards& boards : dense_) {
    if (!boards.empty(p)) return true;
  }
  for (const Sparse& step : sparse_) {
    const auto at = std::lower_bound(step.addresses.begin(), step.addresses.end(), begin);
    if (at != step.addresses.end() && *at < end) return true;
  }
  return false;
}

std::vector<std::uint8_t> RankRecord::codes_of(int p, const std::uint8_t* win_bits) const {
  const std::uint64_t kept = layout::kept_boards(*layout_, class_layout_, p);
  std::vector<std::uint8_t> codes(kept);
  layout::Stream stream;
  for (const DecidedBoards& boards : dense_) {
    if (boards.empty(p)) continue;
    const auto win = static_cast<std::uint8_t>(code_decided_in(boards.half_round(), Value::kWin));
    const auto loss = static_cast<std::uint8_t>(code_decided_in(boards.half_round(), Value::kLoss));
    boards.get(p, kept, stream);
    for_each_place(stream.data(), kept, [&](std::uint64_t place) {
      codes[place] = win_bits[place / 8] >> (place % 8) & 1 ? win : loss;
    });
  }
  // The others, in the order of the plane.
  const auto [begin, end] = bits_of(p);
  std::vector<std::pair<std::uint64_t, std::uint8_t>> found;  // address, code
  for (const Sparse& step : sparse_) {
    auto at = std::lower_bound(step.addresses.begin(), step.addresses.end(), begin);
    for (; at != step.addresses.end() && *at < end; ++at) found.emplace_back(*at, step.code);
  }
  std::sort(found.begin(), found.end());
  for_each_place_of(
      *layout_, class_layout_, p, found, [](const auto& one) { return one.first; },
      [&](std::uint64_t place, const auto& one) { codes[place] = one.second; });
  return codes;
}

std::uint64_t RankRecord::bytes() const {
  std::uint64_t bytes = 0;
  for (const DecidedBoards& boards : dense_) bytes += boards.bytes();
  for (const Sparse& step : sparse_) bytes += step.addresses.size() * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace noughts::quixo::engine
