#include "noughts/quixo/engine/ranks.h"

#include <cstring>

namespace noughts::quixo {
namespace {

// How the boards of a segment are packed: the first byte tells.
constexpr std::uint8_t kBits = 0, kGaps = 1;
constexpr std::uint8_t kFar = 255;  // a gap of so many boards, and no board after it

// f(place) for each set bit of a stream.
template <class F>
void for_each_place(const std::uint8_t* stream, std::uint64_t kept, F&& f) {
  for (std::uint64_t byte = 0; byte < stream_bytes(kept); byte += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, stream + byte, std::min<std::uint64_t>(8, stream_bytes(kept) - byte));
    for_each_bit(word, [&](int bit) { f(8 * byte + static_cast<std::uint64_t>(bit)); });
  }
}

}  // namespace

void DecidedBoards::set(int p, const std::uint8_t* stream, std::uint64_t kept) {
  std::vector<std::uint8_t> gaps{kGaps};
  std::uint64_t next = 0;
  for_each_place(stream, kept, [&](std::uint64_t place) {
    if (gaps.size() > stream_bytes(kept)) return;
    for (; place - next >= kFar; next += kFar) gaps.push_back(kFar);
    gaps.push_back(static_cast<std::uint8_t>(place - next));
    next = place + 1;
  });
  if (next == 0) return;
  if (gaps.size() > stream_bytes(kept)) {
    gaps.assign(1, kBits);
    gaps.insert(gaps.end(), stream, stream + stream_bytes(kept));
  }
  packed_[p].assign(gaps.begin(), gaps.end());  // as large as it must be
}

void DecidedBoards::get(int p, std::uint64_t kept, Stream& stream) const {
  const std::vector<std::uint8_t>& packed = packed_[p];
  stream.assign(stream_bytes(kept) + kStreamMargin, 0);
  if (packed.empty()) return;
  if (packed[0] == kBits) {
    std::copy(packed.begin() + 1, packed.end(), stream.begin());
    return;
  }
  std::uint64_t place = 0;
  for (std::size_t i = 1; i < packed.size(); ++i) {
    place += packed[i];
    if (packed[i] == kFar) continue;
    stream[place / 8] |= static_cast<std::uint8_t>(1 << (place % 8));
    ++place;
  }
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

std::vector<std::uint8_t> RankRecord::codes(int p, const std::uint8_t* win_bits) const {
  const std::uint64_t kept = kept_boards(*layout_, class_layout_, p);
  std::vector<std::uint8_t> codes(kept);
  Stream stream;
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
  std::vector<std::pair<std::uint64_t, std::uint8_t>> found;  // bit in the segment, code
  const std::uint64_t begin = 8 * class_layout_.segment_start[p];
  const std::uint64_t end =
      begin + 8 * layout_->geometry.segments[class_layout_.segment_kind[p]].bytes;
  for (const Sparse& step : sparse_) {
    auto at = std::lower_bound(step.addresses.begin(), step.addresses.end(), begin);
    for (; at != step.addresses.end() && *at < end; ++at) {
      found.emplace_back(*at - begin, step.code);
    }
  }
  std::sort(found.begin(), found.end());
  auto next = found.begin();
  std::uint64_t before = 0;  // kept boards of earlier vectors
  for_each_vector(*layout_, class_layout_, p,
                  [&](int, int shape, const Reduction::Mask& mask, std::uint32_t offset) {
                    const std::uint64_t first = 8 * std::uint64_t{offset};
                    const std::uint64_t last =
                        first + 8 * std::uint64_t{layout_->geometry.shapes[shape].bytes};
                    for (; next != found.end() && next->first < last; ++next) {
                      codes[before + mask.place_of(next->first - first)] = next->second;
                    }
                    before += mask.count;
                  });
  return codes;
}

std::uint64_t RankRecord::bytes() const {
  std::uint64_t bytes = 0;
  for (const DecidedBoards& boards : dense_) bytes += boards.bytes();
  for (const Sparse& step : sparse_) bytes += step.addresses.size() * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace noughts::quixo
