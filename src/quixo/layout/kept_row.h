// All kept boards of a class in a row, numbered: by P, and then in the order of their streams
// (kept.h).
#pragma once

#include "noughts/quixo/layout/kept.h"

namespace noughts::quixo {

class KeptRow {
 public:
  // The layout must outlive the row.
  KeptRow(const TableLayout& layout, ClassId id);

  std::uint64_t size() const { return starts_.back(); }
  std::uint64_t boards_of(int p) const { return starts_[p + 1] - starts_[p]; }
  // The number of the board, X to move, or of its image that is kept. Require: it is of the class.
  std::uint64_t number_of(Board board) const;

  // f(p, first, last): boards first to last of each P that has some of begin to end.
  template <class F>
  void for_each_part(std::uint64_t begin, std::uint64_t end, F&& f) const {
    auto p = std::upper_bound(starts_.begin(), starts_.end(), begin) - starts_.begin() - 1;
    for (; begin < end; ++p) {
      const std::uint64_t last = std::min(end, starts_[p + 1]);
      if (begin < last) f(static_cast<int>(p), begin - starts_[p], last - starts_[p]);
      begin = std::max(begin, last);
    }
  }
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

}  // namespace noughts::quixo
