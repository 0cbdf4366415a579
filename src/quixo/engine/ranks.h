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

#include <cstdint>
#include <vector>

#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/rank.h"

namespace noughts::quixo {

// Of a board decided in half-round h > 0.
constexpr int rank_decided_in(int half_round, Value value) {
  const bool odd = half_round % 2 != 0;
  return half_round + ((value == Value::kWin) == odd ? 0 : 1);
}
constexpr int code_decided_in(int half_round, Value value) {
  return rank_code(value, rank_decided_in(half_round, value));
}

// The kept boards that one dense half-round decided: gaps between them or bits,
// whichever is shorter.
class DecidedBoards {
 public:
  DecidedBoards() = default;
  DecidedBoards(std::size_t segments, int half_round)
      : packed_(segments), half_round_(half_round) {}
  // The boards of segment p as a stream of so many bits. Different segments may be
  // set by different threads.
  void set(int p, const std::uint8_t* stream, std::uint64_t kept);
  // The stream again, with the margin that kernels need.
  void get(int p, std::uint64_t kept, Stream& stream) const;
  bool empty(int p) const { return packed_[p].empty(); }
  // f(q, shape, bit of the plane where the vector starts, bit of the vector) for each
  // board of segment p.
  template <class F>
  void for_each(const TableLayout& layout, const ClassLayout& class_layout, int p, F&& f) const;
  int half_round() const { return half_round_; }
  std::uint64_t bytes() const;

 private:
  std::vector<std::vector<std::uint8_t>> packed_;  // by P
  int half_round_ = 0;
};

template <class F>
void DecidedBoards::for_each(const TableLayout& layout, const ClassLayout& class_layout, int p,
                             F&& f) const {
  Stream stream;
  get(p, kept_boards(layout, class_layout, p), stream);
  std::uint64_t at = 0;
  std::vector<std::uint64_t> words;
  for_each_vector(layout, class_layout, p,
                  [&](int q, int shape, const Reduction::Mask& mask, std::uint32_t offset) {
                    words.assign(mask.words.size(), 0);
                    at = pack_kernels().unpack(stream.data(), at, mask.words.data(),
                                               static_cast<int>(words.size()), words.data());
                    const std::uint64_t start = 8 * (class_layout.segment_start[p] + offset);
                    for (std::size_t word = 0; word < words.size(); ++word) {
                      for_each_bit(words[word], [&](int bit) {
                        f(q, shape, start,
                          static_cast<std::uint32_t>(64 * word) + static_cast<unsigned>(bit));
                      });
                    }
                  });
}

// The codes of the boards of one side, as far as they are not 0.
class RankRecord {
 public:
  // What is given must outlive the record's use.
  RankRecord(const TableLayout& layout, const ClassLayout& class_layout)
      : layout_(&layout), class_layout_(class_layout) {}

  void add(DecidedBoards boards) { dense_.push_back(std::move(boards)); }
  // Addresses of kept boards, in any order; some may be named twice.
  void add(std::vector<std::uint64_t> addresses, int half_round, Value value);

  // The codes of the kept boards of segment p, whose wins are these bits.
  std::vector<std::uint8_t> codes(int p, const std::uint8_t* win_bits) const;
  std::uint64_t bytes() const;

 private:
  struct Sparse {
    std::vector<std::uint64_t> addresses;  // sorted
    std::uint8_t code;
  };
  const TableLayout* layout_ = nullptr;
  ClassLayout class_layout_;
  std::vector<DecidedBoards> dense_;
  std::vector<Sparse> sparse_;
};

}  // namespace noughts::quixo
