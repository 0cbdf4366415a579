#include "noughts/quixo/layout/kept.h"

#include <algorithm>
#include <cstring>

#include "noughts/core/kernel_choice.h"
#include "noughts/quixo/layout/pack_kernels.h"

namespace noughts::quixo::layout {

NOUGHTS_CHOOSE_KERNELS(PackKernels, kPackKernels, pack_kernels)

KeptPlace kept_place(const TableLayout& layout, const ClassLayout& class_layout,
                     const Geometry::Parts& at) {
  KeptPlace place;
  for_each_vector(layout, class_layout, at.p,
                  [&](int q, int shape, const Reduction::Mask& mask, std::uint32_t) {
                    if (q < at.q) place.bit += mask.count;
                    place.kept += mask.count;
                    if (q == at.q) place.bit += place_in_vector(layout, at, shape, mask);
                  });
  return place;
}

std::vector<int> present(const ClassLayout& layout) {
  std::vector<int> list;
  for (std::size_t p = 0; p < layout.segment_start.size(); ++p) {
    if (layout.segment_start[p] != kNoSegment) list.push_back(static_cast<int>(p));
  }
  return list;
}

std::uint64_t pack_segment(const TableLayout& layout, const ClassLayout& class_layout, int p,
                           const std::uint8_t* plane, const std::uint8_t* other, Stream& stream) {
  const PackKernels& kernels = pack_kernels();
  const std::uint64_t start = class_layout.segment_start[p];
  const std::uint64_t kept = kept_boards(layout, class_layout, p);
  stream.resize(stream_bytes(kept) + kStreamMargin);
  stream.front() = 0;  // all others are written over
  std::fill(stream.end() - kStreamMargin, stream.end(), std::uint8_t{0});
  std::uint64_t at = 0;
  for_each_vector(
      layout, class_layout, p, [&](int, int, const Reduction::Mask& mask, std::uint32_t offset) {
        if (mask.count == 0) return;
        const auto* words = reinterpret_cast<const std::uint64_t*>(plane + start + offset);
        const int count = static_cast<int>(mask.words.size());
        if (other == nullptr) {
          at = kernels.pack(words, mask.words.data(), count, stream.data(), at);
        } else {
          at = kernels.pack_difference(
              words, reinterpret_cast<const std::uint64_t*>(other + start + offset),
              mask.words.data(), count, stream.data(), at);
        }
      });
  return kept;
}

void unpack_segment(const TableLayout& layout, const ClassLayout& class_layout, int p,
                    const std::uint8_t* stream, std::uint8_t* plane) {
  std::uint8_t* segment = plane + class_layout.segment_start[p];
  std::memset(segment, 0, layout.geometry.segments[class_layout.segment_kind[p]].bytes);
  std::uint64_t at = 0;
  for_each_vector(layout, class_layout, p,
                  [&](int, int, const Reduction::Mask& mask, std::uint32_t offset) {
                    at = pack_kernels().unpack(stream, at, mask.words.data(),
                                               static_cast<int>(mask.words.size()),
                                               reinterpret_cast<std::uint64_t*>(segment + offset));
                  });
}

Result<KeptPlane> KeptPlane::make(const TableLayout& layout, const ClassLayout& class_layout,
                                  PlanePool* pool) {
  KeptPlane plane;
  plane.start_.assign(class_layout.segment_start.size(), 0);
  plane.kept_.assign(class_layout.segment_start.size(), 0);
  std::uint64_t bytes = 0;
  for (const int p : present(class_layout)) {
    const std::uint64_t kept = kept_boards(layout, class_layout, p);
    plane.start_[p] = bytes;
    plane.kept_[p] = static_cast<std::uint32_t>(kept);
    plane.all_kept_ += kept;
    bytes += stream_bytes(kept);
  }
  auto memory =
      pool == nullptr ? Plane::make(bytes + kStreamMargin) : pool->take(bytes + kStreamMargin);
  if (!memory) return memory.error();
  plane.memory_ = std::move(*memory);
  return plane;
}

std::uint64_t KeptPlane::bytes_for(const TableLayout& layout, const ClassLayout& class_layout) {
  std::uint64_t bytes = kStreamMargin;
  for (const int p : present(class_layout)) {
    bytes += stream_bytes(kept_boards(layout, class_layout, p));
  }
  return bytes;
}

}  // namespace noughts::quixo::layout
