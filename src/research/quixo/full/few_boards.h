// Plies that decide few boards, board by board.
//
// Late in a half a ply decides few of all boards, and a pass over the squares looks for
// them everywhere. From then on those that came in last are a list, and only boards from which
// one push leads to one of these are looked at:
//
//     the last ones have Q to move    every board from which P pushes there is won
//     the last ones have P to move    a board from which Q pushes there is won for P if
//                                     all other pushes of Q lead to won boards as well; what Q
//                                     is known to win is left out by one look (is_closed_)
//
// On a full board a push turns a segment of a row or column, so it can be undone by
// turning back. The list has one of the eight images of each board; what comes in is
// put into the planes with all its images. What is looked at lies anywhere in memory, so
// blocks of boards go through it together: each look is announced to the cache a loop
// before it is needed. Whether all pushes of Q lose is mostly answered by one that does not:
// first those in the last two rows are looked at, since their boards lie in the same square, then
// pushes that answered it often in the last plies.
#pragma once

#include "noughts/research/quixo/full/full_board.h"

namespace noughts::quixo::full {

class FewBoards {
 public:
  FewBoards(FullHalf& half, Workers& workers);

  // Whether this board stands for its images. Such boards lie in squares that are kept.
  bool is_listed(LargeCells cells) const { return listed(cells) == cells; }
  // `boards` came in with the last ply, those with Q to move if `to_move`. They are
  // replaced by what comes in now; gives their number with all images.
  Result<std::uint64_t> ply(bool to_move, std::vector<LargeCells>& boards);

 private:
  struct Candidate {
    LargeCells cells;
    std::uint64_t spot;
    std::uint32_t push;  // the next to look at, by pushes_
  };
  // How often a push of Q was looked at, and how often it did not lose.
  struct Tried {
    std::uint64_t times = 0, escapes = 0;
  };
  // What one thread works with.
  struct Desk {
    std::vector<LargeCells> found;
    std::vector<Candidate> candidates, left;
    std::vector<std::uint64_t> images, closed;  // spots
    std::vector<Tried> tried;                   // by shape
    std::uint64_t count = 0;
  };

  template <bool kToMove>
  void look(std::span<const LargeCells> boards, Desk& desk);
  template <bool kToMove>
  void find_parents(std::span<const LargeCells> boards, Desk& desk,
                    const FullHalf::Plane& plane) const;
  void keep_lost_nearby(Desk& desk) const;
  void keep_lost(Desk& desk) const;
  void sort_pushes(const std::vector<Desk>& desks);
  template <bool kToMove>
  void come_in(Desk& desk);
  void close_exchanged(LargeCells cells, Desk& desk) const;
  LargeCells others(LargeCells cells) const { return half_.rules_.all_cells() & ~cells; }
  // Where the board is; what stands there will be asked for soon.
  std::uint64_t announce(const FullHalf::Plane& plane, LargeCells cells) const {
    const std::uint64_t spot = half_.spot(cells);
    FullHalf::prefetch_spot(plane, spot);
    return spot;
  }

  // Squares are ordered by their tops, so tops count first.
  LargeCells order(LargeCells cells) const {
    return (cells & low_bits(top_cells_)) << 2 * half_.rules_.size() | cells >> top_cells_;
  }
  LargeCells listed(LargeCells cells) const;

  FullHalf& half_;
  Workers& workers_;
  int top_cells_;
  // Shapes: first those that stay in a square, then those by which Q escapes most often.
  std::vector<std::uint32_t> pushes_;
  std::uint32_t near_;
};

}  // namespace noughts::quixo::full
