// All kept boards of a class in a row, numbered: by P, and then in the order of their streams
// (kept.h).
#pragma once

#include "noughts/quixo/layout/kept.h"

namespace noughts::quixo::layout {

class KeptRow {
 public:
  // The layout must outlive the row.
  KeptRow(const TableLayout& layout, ClassId id);

  std::uint64_t size() const { return starts_.back(); }
  std::uint64_t boards_of(int p) const { return starts_[p + 1] - starts_[p]; }
  // f(board), X to move, for boards first to last of P, in order.
  template <class F>
  void for_each_board(int p, std::uint64_t first, std::uint64_t last, F&& f) const {
    std::uint64_t at = 0;
    for_each_vector(layout_, class_layout_, p,
                    [&](int q, int shape, const Reduction::Mask& mask, std::uint32_t) {
                      if (at + mask.count > first && at < last) {
                        std::uint64_t here = at;
                        for_each_kept(layout_.geometry, p, q, shape, mask,
                                      [&](const Geometry::Parts& parts) {
                                        if (here >= first && here < last) {
                                          f(plane_.absolute(layout_.geometry.board(parts)));
                                        }
                                        ++here;
                                      });
                      }
                      at += mask.count;
                    });
  }

 private:
  const TableLayout& layout_;
  PlaneId plane_;
  ClassLayout class_layout_;
  std::vector<std::uint64_t> starts_;  // by P, and the end
};

}  // namespace noughts::quixo::layout
