#include "noughts/quixo/layout/reduction.h"

#include <algorithm>
#include <bit>

#include "noughts/core/bits.h"
#include "noughts/core/combinatorics.h"

namespace noughts::quixo::layout {
namespace {

// More cells keep fewer boards but need more masks: 3^(cells) table entries.
constexpr int kMostCells = 12;

// The digits of a filling (0 empty, 1 A, 2 B) at one cell of a board.
std::uint32_t digit_at(Board board, int cell) {
  return static_cast<std::uint32_t>((cells_of(board, Player::kX) >> cell & 1) +
                                    2 * (cells_of(board, Player::kO) >> cell & 1));
}

}  // namespace

Reduction::Reduction(const Rules& rules, const Geometry& geometry)
    : rules_(rules), geometry_(geometry) {
  choose_cells(rules);
  make_codes(rules);
  make_weights();
  masks_ = std::make_unique<Masks[]>(top_codes_);
  kept_ = std::vector<std::atomic<std::uint32_t>>(top_codes_ * geometry.segments.size());
}

// Whole orbits of cells, the longest first: they tell the symmetries apart best.
// A cell that every symmetry leaves in place tells nothing.
void Reduction::choose_cells(const Rules& rules) {
  std::vector<Cells> orbits;
  for (int cell = 0; cell < rules.cells(); ++cell) {
    Cells orbit = 0;
    for (int s = 0; s < kSymmetries; ++s) orbit |= rules.image(Cells{1} << cell, s);
    if (std::find(orbits.begin(), orbits.end(), orbit) == orbits.end()) orbits.push_back(orbit);
  }
  std::stable_sort(orbits.begin(), orbits.end(),
                   [](Cells a, Cells b) { return std::popcount(a) > std::popcount(b); });
  for (const Cells orbit : orbits) {
    const bool fits = std::popcount(cells_) + std::popcount(orbit) <= kMostCells;
    if (fits && std::popcount(orbit) > 1) cells_ |= orbit;
  }
}

void Reduction::make_codes(const Rules& rules) {
  std::vector<int> top, bottom;
  for_each_bit(cells_, [&](int cell) {
    (cell < geometry_.h * geometry_.size ? top : bottom).push_back(cell);
  });
  top_codes_ = static_cast<Code>(int_power(3, static_cast<int>(top.size())));
  bottom_codes_ = static_cast<Code>(int_power(3, static_cast<int>(bottom.size())));
  const auto part_codes = [](const std::vector<Board>& boards, const std::vector<int>& places) {
    std::vector<Code> codes;
    for (const Board board : boards) {
      Code code = 0;
      for (std::size_t i = places.size(); i-- > 0;) code = 3 * code + digit_at(board, places[i]);
      codes.push_back(code);
    }
    return codes;
  };
  p_code_ = part_codes(geometry_.p_board, top);
  q_code_ = part_codes(geometry_.q_board, top);
  u_code_ = part_codes(geometry_.u_board, bottom);
  s_code_ = part_codes(geometry_.s_board, bottom);

  const auto image_codes = [&](Code codes, const std::vector<int>& places, int symmetry) {
    std::vector<Code> images(codes);
    for (Code code = 0; code < codes; ++code) {
      Board board = 0;
      Code rest = code;
      for (const int cell : places) {
        if (rest % 3 == 1) board |= make_board(Cells{1} << cell, 0);
        if (rest % 3 == 2) board |= make_board(0, Cells{1} << cell);
        rest /= 3;
      }
      images[code] = code_of(rules.image(board, symmetry));
    }
    return images;
  };
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    top_image_[symmetry] = image_codes(top_codes_, top, symmetry);
    bottom_image_[symmetry] = image_codes(bottom_codes_, bottom, symmetry);
  }
}

void Reduction::make_weights() {
  weight_.assign(std::size_t{top_codes_} * bottom_codes_, 0);
  for (Code bottom = 0; bottom < bottom_codes_; ++bottom) {
    for (Code top = 0; top < top_codes_; ++top) {
      const Code code = bottom * top_codes_ + top;
      bool least = true;
      int fixing = 0;  // symmetries that leave the G-part as it is
      for (int s = 0; s < kSymmetries; ++s) {
        const Code image = top_image_[s][top] + bottom_image_[s][bottom];
        least &= image >= code;
        fixing += image == code;
      }
      if (least) weight_[code] = static_cast<std::uint8_t>(kSymmetries / fixing);
    }
  }
}

Reduction::Code Reduction::code_of(Board board) const {
  const Geometry::Parts at = geometry_.parts(board);
  return p_code_[at.p] + q_code_[at.q] + (u_code_[at.u] + s_code_[at.s]) * top_codes_;
}

Board Reduction::kept_image(Board board) const {
  const Code code = code_of(board);
  const Code top = code % top_codes_;
  const Code bottom = code / top_codes_;
  int best = 0;
  Code least = code;
  for (int s = 1; s < kSymmetries; ++s) {
    const Code image = top_image_[s][top] + bottom_image_[s][bottom];
    if (image < least) {
      least = image;
      best = s;
    }
  }
  return rules_.image(board, best);
}

const std::vector<Reduction::Mask>& Reduction::masks_of(Code top) const {
  Masks& masks = masks_[top];
  std::call_once(masks.made, [&] { masks.by_shape = make_masks(top); });
  return masks.by_shape;
}

std::uint32_t Reduction::kept_in_segment(int p, int kind) const {
  std::atomic<std::uint32_t>& known = kept_[p_code_[p] * geometry_.segments.size() + kind];
  if (const std::uint32_t kept = known.load(std::memory_order_relaxed); kept != 0) return kept - 1;
  const Geometry::Segment& segment = geometry_.segments[kind];
  std::uint32_t kept = 0;
  for (int q = 0; q < geometry_.q_fillings; ++q) {
    if (segment.vector_offset[q] == kAbsent) continue;
    kept += mask(p, q, segment.vector_shape[q]).count;
  }
  known.store(kept + 1, std::memory_order_relaxed);
  return kept;
}

std::vector<Reduction::Mask> Reduction::make_masks(Code top) const {
  std::vector<Mask> masks;
  for (const Geometry::Shape& shape : geometry_.shapes) {
    Mask mask;
    mask.words.assign(shape.bytes / sizeof(std::uint64_t), 0);
    for (int u = 0; u < geometry_.u_fillings; ++u) {
      if (shape.run_offset[u] == 0xffff) continue;
      const Geometry::Group& group = geometry_.groups[shape.run_group[u]];
      for (std::size_t i = 0; i < group.fillings.size(); ++i) {
        const Code bottom = u_code_[u] + s_code_[group.fillings[i]];
        const std::uint32_t weight = weight_[bottom * top_codes_ + top];
        if (weight == 0) continue;
        const std::size_t bit = 8 * std::size_t{shape.run_offset[u]} + i;
        mask.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
        if (weight < kSymmetries) mask.light.push_back({mask.count, weight});
        ++mask.count;
      }
    }
    std::uint16_t before = 0;
    for (const std::uint64_t word : mask.words) {
      mask.before.push_back(before);
      before = static_cast<std::uint16_t>(before + std::popcount(word));
    }
    masks.push_back(std::move(mask));
  }
  return masks;
}

}  // namespace noughts::quixo::layout
