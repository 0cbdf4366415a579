// One board of each eight: which boards a table keeps.
//
// Let G be a set of cells that every symmetry maps to itself, such as the
// corners and the cells beside them (marked g for 5x5):
//
//     g g . g g        a board is kept if its G-part, read as a number in base
//     g . . . g        three, is the least among those of its eight images
//     . . . . .
//     g . . . g
//     g g . g g
//
// So every board has an image that is kept, seldom more than one (about 0.127
// of all boards are kept, against 0.125 for a perfect choice), and whether a
// board is kept depends on G only. So does its weight, the number of boards that
// it stands for: eight, divided by the number of symmetries that leave its G-part
// as it is; the weights of all kept boards of a class sum up to its boards. In a vector of the
// engine's layout (layout.h) the top rows are fixed: the kept bits of the vector are a mask that
// depends on the G-cells of the top rows and on the vector's shape. Masks are made on first use and
// kept.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/quixo/layout/layout.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo::layout {

class Reduction {
 public:
  // `geometry` must be graded and outlive the reduction.
  Reduction(const Rules& rules, const Geometry& geometry);
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  // An image of the board that is kept.
  Board kept_image(Board board) const;
  bool is_kept(Board board) const { return weight_[code_of(board)] != 0; }

  struct Mask {
    std::vector<std::uint64_t> words;   // over a vector of the shape
    std::vector<std::uint16_t> before;  // kept boards before each word
    std::uint32_t count = 0;            // kept boards
    // Those of the kept boards that weigh less than kSymmetries.
    struct Light {
      std::uint32_t place;  // among the kept boards of the vector
      std::uint32_t weight;
    };
    std::vector<Light> light;

    // The place of a bit of the vector among its kept boards.
    std::uint64_t place_of(std::uint64_t bit) const {
      return before[bit / 64] + static_cast<std::uint64_t>(std::popcount(
                                    words[bit / 64] & low_bits(static_cast<int>(bit % 64))));
    }
  };
  // The kept boards of the vector (p, q), which has this shape. Safe to call from
  // several threads.
  const Mask& mask(int p, int q, int shape) const {
    return masks_of(p_code_[p] + q_code_[q])[shape];
  }

  // The kept boards of segment p of a class, which is of this kind. Safe to call from several
  // threads; counted once.
  std::uint32_t kept_in_segment(int p, int kind) const;

  // For kernels that tell kept boards by the codes of their parts: a board is kept if the weight
  // of the sum of the four is not 0.
  const std::vector<std::uint32_t>& p_code() const { return p_code_; }
  const std::vector<std::uint32_t>& q_code() const { return q_code_; }
  std::vector<std::uint32_t> u_code() const { return in_units(u_code_); }
  std::vector<std::uint32_t> s_code() const { return in_units(s_code_); }
  const std::vector<std::uint8_t>& weights() const { return weight_; }

  Cells cells() const { return cells_; }

 private:
  using Code = std::uint32_t;  // a G-part: bottom * top_codes_ + top

  std::vector<Code> in_units(std::vector<Code> codes) const {
    for (Code& code : codes) code *= top_codes_;
    return codes;
  }
  void choose_cells(const Rules& rules);
  void make_codes(const Rules& rules);
  void make_weights();
  Code code_of(Board board) const;
  const std::vector<Mask>& masks_of(Code top) const;
  std::vector<Mask> make_masks(Code top) const;

  const Rules rules_;
  const Geometry& geometry_;
  Cells cells_ = 0;
  Code top_codes_ = 1;     // 3^(G-cells in the top rows)
  Code bottom_codes_ = 1;  // 3^(G-cells in the bottom rows)
  // What each part's filling adds to the code; for u and s in units of top_codes_.
  std::vector<Code> p_code_, q_code_, u_code_, s_code_;
  // The code of each image, as a sum over the code's top and bottom.
  std::array<std::vector<Code>, kSymmetries> top_image_, bottom_image_;
  std::vector<std::uint8_t> weight_;  // by code; 0: not kept
  struct Masks {
    std::once_flag made;
    std::vector<Mask> by_shape;
  };
  std::unique_ptr<Masks[]> masks_;  // by top code
  // By the code of P and the kind of a segment: kept boards and one more; 0: not counted yet.
  mutable std::vector<std::atomic<std::uint32_t>> kept_;
};

}  // namespace noughts::quixo::layout
