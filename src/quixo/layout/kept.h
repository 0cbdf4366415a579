// The kept boards of a class: one of each eight (reduction.h), as streams of bits.
//
// A stream holds one bit per kept board of a segment (one P), in the order of the
// plane: by Q, U, S. Tables store planes as streams; the solver keeps as streams what
// it need not have at hand, since a plane that is the same on all images of a board
// can be made whole again from its kept boards.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/quixo/layout/layout.h"
#include "noughts/quixo/layout/plane.h"
#include "noughts/quixo/layout/reduction.h"
#include "noughts/quixo/pair.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo::layout {

// What all classes of one set of rules share.
struct TableLayout {
  explicit TableLayout(const Rules& rules_)
      : rules(rules_), geometry(rules_.size(), true), reduction(rules_, geometry) {}
  const Rules rules;
  const Geometry geometry;
  const Reduction reduction;
};

inline ClassLayout layout_of(const TableLayout& layout, ClassId id) {
  return ClassLayout(layout.geometry, plane_of(id).pair);
}

// f(q, shape, mask, byte offset in the segment) for each vector of a segment.
template <class F>
void for_each_vector(const TableLayout& layout, const ClassLayout& class_layout, int p, F&& f) {
  const auto& segment = layout.geometry.segments[class_layout.segment_kind[p]];
  for (int q = 0; q < layout.geometry.q_fillings; ++q) {
    if (segment.vector_offset[q] == kAbsent) continue;
    const int shape = segment.vector_shape[q];
    f(q, shape, layout.reduction.mask(p, q, shape), segment.vector_offset[q]);
  }
}

inline std::uint64_t kept_boards(const TableLayout& layout, const ClassLayout& class_layout,
                                 int p) {
  return layout.reduction.kept_in_segment(p, class_layout.segment_kind[p]);
}

// The P that a class has, in order.
std::vector<int> present(const ClassLayout& layout);

// Bytes of a stream with a bit per kept board.
inline std::uint64_t stream_bytes(std::uint64_t kept) { return (kept + 7) / 8; }

// Calls f(parts) for the kept boards of the vector, in order.
template <class F>
void for_each_kept(const Geometry& geometry, int p, int q, int shape, const Reduction::Mask& mask,
                   F&& f) {
  const std::vector<std::uint32_t>& parts = geometry.bit_parts[shape];
  for (std::size_t word = 0; word < mask.words.size(); ++word) {
    for_each_bit(mask.words[word], [&](int bit) {
      const std::uint32_t part = parts[64 * word + static_cast<unsigned>(bit)];
      f(Geometry::Parts{p, q, static_cast<int>(part >> 16), static_cast<int>(part & 0xffff)});
    });
  }
}

// Where a kept board is in the stream of its segment, and how many boards that has.
struct KeptPlace {
  std::uint64_t bit = 0;
  std::uint64_t kept = 0;
};
KeptPlace kept_place(const TableLayout& layout, const ClassLayout& class_layout,
                     const Geometry::Parts& at);
// Its bit in the kept bits of its vector.
inline std::uint64_t place_in_vector(const TableLayout& layout, const Geometry::Parts& at,
                                     int shape, const Reduction::Mask& mask) {
  const Geometry& g = layout.geometry;
  return mask.place_of(8 * std::size_t{g.shapes[shape].run_offset[at.u]} + g.s_rank[at.s]);
}

// A stream with room for the kernels to write past its end; used again and again.
using Stream = std::vector<std::uint8_t>;

// The stream of segment p of a plane (or of the bits in which two planes differ).
// Returns the number of kept boards.
std::uint64_t pack_segment(const TableLayout& layout, const ClassLayout& class_layout, int p,
                           const std::uint8_t* plane, const std::uint8_t* other, Stream& stream);
// The inverse: the kept boards' bits of the segment, all others clear.
// Require: the stream has kStreamMargin bytes beyond its last bit.
void unpack_segment(const TableLayout& layout, const ClassLayout& class_layout, int p,
                    const std::uint8_t* stream, std::uint8_t* plane);

// The streams of all segments of a plane, in memory.
class KeptPlane {
 public:
  KeptPlane() = default;
  // In memory of the pool if one is given; what the streams hold is then left over from before.
  static Result<KeptPlane> make(const TableLayout& layout, const ClassLayout& class_layout,
                                PlanePool* pool = nullptr);
  static std::uint64_t bytes_for(const TableLayout& layout, const ClassLayout& class_layout);

  std::uint8_t* stream(int p) { return memory_.data() + start_[p]; }
  const std::uint8_t* stream(int p) const { return memory_.data() + start_[p]; }
  std::uint64_t kept(int p) const { return kept_[p]; }
  std::uint64_t kept() const { return all_kept_; }
  explicit operator bool() const { return static_cast<bool>(memory_); }

 private:
  std::vector<std::uint64_t> start_;  // by P, in bytes
  std::vector<std::uint32_t> kept_;   // by P
  std::uint64_t all_kept_ = 0;
  Plane memory_;
};

}  // namespace noughts::quixo::layout
