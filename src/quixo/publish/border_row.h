// All boards of a class in a row, numbered so that those one move apart are near one another:
// by what stands inside, then by the border.
//
//     b b b b b      Of the 44 moves of 5x5 only twelve change what is inside: the rows and columns
//     b i i i b      of the middle pushed from end to end, two moves each. The other 32 shift tiles
//     b i i i b      along the border. So a board and its children have at most thirteen insides,
//     b i i i b      and with each of them at most 2,018,016 borders, which stand together.
//     b b b b b
//
// An inside is turned and mirrored to the least of its images, and the border with it. Few insides
// are images of themselves; with these each border stands for its images under those symmetries
// that leave the inside as it is, and only the first of them in the row is kept. So one image of
// eight is kept, but not every number has a kept board.
//
// The borders with one inside have equally many tiles of each sign. The border is cut in two
// halves, first by the one and then by the other:
//
//     1 1 1 1 1      number = start of the inside + start of the first half + place of the second
//     2 . . . 1      half among those with the tiles that are left
//     2 . . . 1
//     2 . . . 1      Halves are numbers in base three (0 empty, 1 X, 2 O).
//     2 2 2 2 2
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "noughts/quixo/value.h"

namespace noughts::quixo::publish {

// What all classes of one size share.
class BorderOrder {
 public:
  explicit BorderOrder(const Rules& rules);

  // The parts of a board.
  struct Parts {
    std::uint32_t inside = 0;
    std::uint32_t first = 0;  // half of the border
    std::uint32_t second = 0;
  };
  Parts parts(Board board, int symmetry) const;  // of an image of it

  struct Inside {
    Board board = 0;
    ClassId tiles;
    std::vector<int> fixing;  // the symmetries, but for the identity, that leave it as it is
  };
  // The least images, in order.
  const std::vector<Inside>& insides() const { return insides_; }
  // The number of the least image of an inside, and the symmetry that leads to it.
  struct Least {
    std::uint32_t number = 0;
    std::uint8_t symmetry = 0;
  };
  const Least& least(std::uint32_t inside) const { return least_[inside]; }

  // The borders with so many tiles of each sign.
  struct Borders {
    std::vector<std::uint32_t> starts;  // by first half, and the end
    std::uint32_t size() const { return starts.back(); }
  };
  bool has_borders(ClassId tiles) const;
  // Require: has_borders(tiles).
  const Borders& borders(ClassId tiles) const { return borders_.at(tiles); }
  std::uint32_t place(const Borders& borders, const Parts& parts) const {
    return borders.starts[parts.first] + second_place_[parts.second];
  }
  // The second halves with so many tiles, in order.
  const std::vector<std::uint32_t>& seconds(ClassId tiles) const;
  ClassId tiles_of_first(std::uint32_t first) const { return half_tiles_[first]; }
  Board first_board(std::uint32_t first) const { return first_board_[first]; }
  Board second_board(std::uint32_t second) const { return second_board_[second]; }

 private:
  using Code = std::uint64_t;  // the three parts side by side

  void make_codes(const Rules& rules, const std::vector<std::vector<int>>& cells);
  void make_halves(const std::vector<std::vector<int>>& cells);
  void make_insides(const Rules& rules, const std::vector<int>& cells);

  int size_;
  int half_cells_ = 0;
  // What the tiles of a row add to the code of an image.
  std::array<std::array<std::array<Code, 1 << kMaxSize>, kMaxSize>, kSymmetries> row_code_{};
  std::vector<Inside> insides_;
  std::vector<Least> least_;  // by inside
  std::vector<ClassId> half_tiles_;
  std::vector<Board> first_board_, second_board_;
  std::vector<std::uint32_t> second_place_;
  std::map<ClassId, std::vector<std::uint32_t>> seconds_;
  std::map<ClassId, Borders> borders_;
};

class BorderRow {
 public:
  BorderRow(std::shared_ptr<const BorderOrder> order, ClassId id);

  std::uint64_t size() const { return starts_.back(); }
  // The number of the image that is kept. Require: the board is of the class.
  std::uint64_t number_of(Board board) const;

  // f(board, whether it is kept) for the numbers begin to end, in order.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    auto at = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), begin) -
                                       starts_.begin() - 1);
    for (; begin < end; ++at) {
      const std::uint64_t last = std::min(end, starts_[at + 1]);
      if (begin < last) for_each_border(at, begin - starts_[at], last - starts_[at], f);
      begin = std::max(begin, last);
    }
  }

 private:
  bool is_kept(const BorderOrder::Inside& inside, const BorderOrder::Borders& borders, Board board,
               std::uint32_t place) const {
    return std::all_of(inside.fixing.begin(), inside.fixing.end(), [&](int symmetry) {
      return order_->place(borders, order_->parts(board, symmetry)) >= place;
    });
  }
  ClassId rest(const BorderOrder::Inside& inside) const {
    return {id_.x - inside.tiles.x, id_.o - inside.tiles.o};
  }
  template <class F>
  void for_each_border(std::size_t at, std::uint64_t begin, std::uint64_t end, F&& f) const;

  std::shared_ptr<const BorderOrder> order_;
  ClassId id_;
  std::vector<std::uint64_t> starts_;                 // by inside, and the end
  std::vector<const BorderOrder::Borders*> borders_;  // by inside; none if it has no board
};

template <class F>
void BorderRow::for_each_border(std::size_t at, std::uint64_t begin, std::uint64_t end,
                                F&& f) const {
  const BorderOrder::Inside& inside = order_->insides()[at];
  const BorderOrder::Borders& borders = *borders_[at];
  const ClassId tiles = rest(inside);
  auto first = static_cast<std::uint32_t>(
      std::upper_bound(borders.starts.begin(), borders.starts.end(), begin) -
      borders.starts.begin() - 1);
  for (; begin < end; ++first) {
    const std::uint64_t start = borders.starts[first];
    const std::uint64_t last = std::min<std::uint64_t>(end, borders.starts[first + 1]);
    if (begin >= last) continue;
    const ClassId half = order_->tiles_of_first(first);
    const auto& seconds = order_->seconds({tiles.x - half.x, tiles.o - half.o});
    const Board common = inside.board | order_->first_board(first);
    for (; begin < last; ++begin) {
      const Board board = common | order_->second_board(seconds[begin - start]);
      f(board, inside.fixing.empty() ||
                   is_kept(inside, borders, board, static_cast<std::uint32_t>(begin)));
    }
  }
}

}  // namespace noughts::quixo::publish
