// The ranks of boards (rank.h), which the pair solver knows for nothing.
//
// It decides boards in half-rounds h = 1, 2, ..., of side B when h is odd and of side A
// when h is even, each from what the other side had decided below h. Before the first,
// decided are: all boards that are over, all wins by a lost child of the next tier, and
// on side A also the wins by a lost child that is over.
//
// Claim: half-round h decides exactly the boards of its side, not decided before it, whose
// rank is h or h + 1. Proof, by induction on h:
//  - Wins of rank 1 are decided before, or in half-round 1, which sees the lost children of
//    side A that are over, and no other losses of side A are known then.
//  - A loss of rank r is decided as soon as its side sees every child in the tier won, the
//    last of which has rank r - 1, or all are over (or there are none) and r = 2. If r = 2,
//    the children of side A's losses are known in half-round 1, those of side B's before:
//    so side B decides it in half-round 1, side A in 2. If r > 2, the last child was
//    decided in half-round g of the other side, r - 1 is g or g + 1, and so the loss is
//    decided in g + 1.
//  - A win of rank r > 1 follows from losses of rank r - 1 and more. Those of rank r - 1
//    were decided in g, r - 1 is g or g + 1, and so the win is decided in g + 1.
// A mirror pair has one side, whose half-rounds see all that was decided below h, and
// which knows its wins of rank 1 from the start. So odd half-rounds decide losses and even ones
// wins, and the claim holds for the same reasons. A sparse step is a half-round like any
// other: it finds what follows from the last one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/rank.h"

namespace noughts::quixo::engine {

// Of a board decided in half-round h > 0.
constexpr int rank_decided_in(int half_round, Value value) {
  const bool odd = half_round % 2 != 0;
  return half_round + ((value == Value::kWin) == odd ? 0 : 1);
}
constexpr int code_decided_in(int half_round, Value value) {
  return rank_code(value, rank_decided_in(half_round, value));
}

// Places of boards in a stream, in order, as bytes: gaps between them or bits, whichever is
// shorter; no bytes if there are none.
class PlaceList {
 public:
  // The first byte tells which; a gap of kFar has no board after it.
  static constexpr std::uint8_t kBits = 0, kGaps = 1, kFar = 255;

  explicit PlaceList(std::uint64_t kept) : most_(layout::stream_bytes(kept)) {}
  // Require: beyond all places added before, below the number of kept boards.
  void add(std::uint64_t place) {
    ++size_;
    if (packed_.empty() || packed_[0] == kGaps) return add_gap(place);
    packed_[1 + place / 8] |= static_cast<std::uint8_t>(1 << (place % 8));
  }
  std::vector<std::uint8_t> take() { return std::move(packed_); }
  std::uint64_t size() const { return size_; }
  // From now on the bits are shorter.
  bool is_full() const { return packed_.size() > most_; }

 private:
  void add_gap(std::uint64_t place);

  std::vector<std::uint8_t> packed_;
  std::uint64_t most_;
  std::uint64_t next_ = 0;
  std::uint64_t size_ = 0;
};

// f(byte, up to eight bytes from there as a word) for a stream from its start to its end.
template <class F>
void for_each_word_of(std::span<const std::uint8_t> stream, F&& f) {
  for (std::size_t byte = 0; byte < stream.size(); byte += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, stream.data() + byte, std::min<std::size_t>(8, stream.size() - byte));
    f(byte, word);
  }
}
inline std::uint64_t count_set_bits(std::span<const std::uint8_t> stream) {
  std::uint64_t count = 0;
  for_each_word_of(stream, [&](std::size_t, std::uint64_t word) {
    count += static_cast<std::uint64_t>(std::popcount(word));
  });
  return count;
}
// f(place) for each set bit of a stream.
template <class F>
void for_each_set_bit(std::span<const std::uint8_t> stream, F&& f) {
  for_each_word_of(stream, [&](std::size_t byte, std::uint64_t word) {
    for_each_bit(word, [&](int bit) { f(8 * byte + static_cast<std::uint64_t>(bit)); });
  });
}
// f(place) for each place of such a list.
template <class F>
void for_each_listed(std::span<const std::uint8_t> packed, F&& f) {
  if (packed.empty()) return;
  if (packed[0] == PlaceList::kBits) return for_each_set_bit(packed.subspan(1), f);
  std::uint64_t place = 0;
  for (std::size_t i = 1; i < packed.size(); ++i) {
    place += packed[i];
    if (packed[i] != PlaceList::kFar) f(place++);
  }
}
// The places of the bits of a stream as such a list.
std::vector<std::uint8_t> list_places(std::span<const std::uint8_t> stream);
// Sets the places in a stream, which keeps its other bits.
void set_places(std::span<const std::uint8_t> packed, layout::Stream& stream);

// f(q, shape, bit of the plane where the vector starts, bit of the vector) for each board of
// segment p that is in the stream, which has the margin that kernels need.
template <class F>
void for_each_in_stream(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
                        int p, const layout::Stream& stream, F&& f);

// The kept boards that one dense half-round decided, as lists of places.
class DecidedBoards {
 public:
  DecidedBoards() = default;
  DecidedBoards(std::size_t segments, int half_round)
      : packed_(segments), half_round_(half_round) {}
  // The boards of segment p as a stream of so many bits. Different segments may be
  // set by different threads.
  void set(int p, const std::uint8_t* stream, std::uint64_t kept) {
    packed_[p] = list_places({stream, static_cast<std::size_t>(layout::stream_bytes(kept))});
  }
  // The stream again, with the margin that kernels need.
  void get(int p, std::uint64_t kept, layout::Stream& stream) const;
  // The same packed.
  void set_packed(int p, std::vector<std::uint8_t> packed) { packed_[p] = std::move(packed); }
  std::span<const std::uint8_t> packed(int p) const { return packed_[p]; }
  std::size_t segments() const { return packed_.size(); }
  bool empty(int p) const { return packed_[p].empty(); }
  // As for_each_in_stream.
  template <class F>
  void for_each(const layout::TableLayout& layout, const layout::ClassLayout& class_layout, int p,
                F&& f) const;
  int half_round() const { return half_round_; }
  std::uint64_t bytes() const;

 private:
  std::vector<std::vector<std::uint8_t>> packed_;  // by P
  int half_round_ = 0;
};

// Whether no bit of [first, last) is set.
inline bool none_set(const layout::Stream& stream, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t at = first; at < last;) {
    const std::uint64_t shift = at % 8;
    std::uint64_t word;
    std::memcpy(&word, stream.data() + at / 8, sizeof word);
    const std::uint64_t here = std::min(last - at, 64 - shift);
    if ((word >> shift & low_bits(static_cast<int>(here))) != 0) return false;
    at += here;
  }
  return true;
}

template <class F>
void for_each_in_stream(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
                        int p, const layout::Stream& stream, F&& f) {
  std::uint64_t at = 0;
  std::vector<std::uint64_t> words;
  layout::for_each_vector(
      layout, class_layout, p,
      [&](int q, int shape, const layout::Reduction::Mask& mask, std::uint32_t offset) {
        const std::uint64_t first = std::exchange(at, at + mask.count);
        if (none_set(stream, first, at)) return;
        words.assign(mask.words.size(), 0);
        layout::pack_kernels().unpack(stream.data(), first, mask.words.data(),
                                      static_cast<int>(words.size()), words.data());
        const std::uint64_t start = 8 * (class_layout.segment_start[p] + offset);
        for (std::size_t word = 0; word < words.size(); ++word) {
          for_each_bit(words[word], [&](int bit) {
            f(q, shape, start, static_cast<std::uint32_t>(64 * word) + static_cast<unsigned>(bit));
          });
        }
      });
}

template <class F>
void DecidedBoards::for_each(const layout::TableLayout& layout,
                             const layout::ClassLayout& class_layout, int p, F&& f) const {
  layout::Stream stream;
  get(p, layout::kept_boards(layout, class_layout, p), stream);
  for_each_in_stream(layout, class_layout, p, stream, f);
}

// f(place in the stream, one) for each one of the kept boards of segment p, which are in the order
// of their addresses in the plane.
template <class Range, class AddressOf, class F>
void for_each_place_of(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
                       int p, const Range& boards, AddressOf address_of, F&& f) {
  auto next = boards.begin();
  std::uint64_t before = 0;  // kept boards of earlier vectors
  layout::for_each_vector(
      layout, class_layout, p,
      [&](int, int shape, const layout::Reduction::Mask& mask, std::uint32_t offset) {
        const std::uint64_t first = 8 * (class_layout.segment_start[p] + offset);
        const std::uint64_t last = first + 8 * std::uint64_t{layout.geometry.shapes[shape].bytes};
        for (; next != boards.end() && address_of(*next) < last; ++next) {
          f(before + mask.place_of(address_of(*next) - first), *next);
        }
        before += mask.count;
      });
}

// The codes of the boards of one side, as far as they are not 0.
class RankRecord {
 public:
  // What is given must outlive the record's use.
  RankRecord(const layout::TableLayout& layout, const layout::ClassLayout& class_layout)
      : layout_(&layout), class_layout_(class_layout) {}

  void add(DecidedBoards boards) { dense_.push_back(std::move(boards)); }
  // Addresses of kept boards, in any order; some may be named twice.
  void add(std::vector<std::uint64_t> addresses, int half_round, Value value);

  // The codes of the kept boards of segment p, none if all are 0; `win_bits()` gives the bits of
  // its wins.
  template <class WinBits>
  std::vector<std::uint8_t> codes(int p, const WinBits& win_bits) const {
    if (!has(p)) return {};
    return codes_of(p, win_bits());
  }
  std::uint64_t bytes() const;

 private:
  struct Sparse {
    std::vector<std::uint64_t> addresses;  // sorted
    std::uint8_t code;
  };
  // The bits of the plane that segment p takes.
  std::pair<std::uint64_t, std::uint64_t> bits_of(int p) const;
  bool has(int p) const;
  std::vector<std::uint8_t> codes_of(int p, const std::uint8_t* win_bits) const;

  const layout::TableLayout* layout_ = nullptr;
  layout::ClassLayout class_layout_;
  std::vector<DecidedBoards> dense_;
  std::vector<Sparse> sparse_;
};

}  // namespace noughts::quixo::engine
