// Planes of all boards for the proof: made from kept boards, swept by moves, united
// with their images. Nothing here comes from the engine.
//
// A condition "some child is one of these boards" is computed for all boards of a class
// at once. The moves along the top rows (layout.h) lead from a whole vector to other
// vectors, bit by bit; every other move is such a move of an image of the board, upside
// down or transposed. So after the sweep each board is united with its image upside down, and then
// with its transposed image, and the answer is read off at the kept boards. The set
// of children must be whole for that: from its kept boards it becomes so by the same two
// unions, twice, since the eight symmetries are the products of at most four of the two.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/kept.h"

namespace noughts::quixo::proof {

enum class Tile { kOwn, kEmpty };  // which tile a move takes

class WholeBoards {
 public:
  // `layout` must outlive it.
  WholeBoards(const layout::TableLayout& layout, Workers& workers);

  // All boards of which an image is among these kept boards.
  Result<layout::Plane> whole(const layout::ClassLayout& at, const layout::KeptPlane& kept);
  // The boards of a mirror pair with the colours exchanged.
  Result<layout::Plane> exchanged(const layout::ClassLayout& at, const layout::Plane& plane);
  Result<layout::Plane> none(const layout::ClassLayout& at);
  // Room for the kept boards of a class.
  Result<layout::KeptPlane> room(const layout::ClassLayout& at) {
    return layout::KeptPlane::make(layout_, at, &rooms_);
  }
  // Adds the boards that are over and have this value for the side to move.
  Result<void> add_over(layout::Plane& plane, const layout::ClassLayout& at, Mover to_move,
                        Value value);
  Result<void> complement(layout::Plane& plane, const layout::ClassLayout& at);
  // Adds to `found` the boards from which a move along a top row takes such a tile and
  // leads to one of these children.
  Result<void> add_parents(layout::Plane& found, const layout::ClassLayout& at, Mover mover,
                           Tile tile, const layout::Plane& children,
                           const layout::ClassLayout& children_at);
  // Then counts all other moves too; what is found of the kept boards.
  Result<layout::KeptPlane> with_images(layout::Plane& found, const layout::ClassLayout& at);

  // The kept boards of segment p on which a colour has a line: a stream.
  void lines_of(const layout::ClassLayout& at, int p, Mover colour, layout::Stream& stream) const;

 private:
  struct Step {
    std::int32_t p, q;  // what a move adds to the numbers of the fillings
  };
  using Steps = std::vector<Step>;

  void make_steps();
  void make_tops();
  void make_lines();
  // The boards of a vector on which a colour has a line, added to those in `words`.
  void add_lines(int p, int q, int shape, Mover colour, std::span<std::uint64_t> words) const;
  Result<void> unite_upside_down(layout::Plane& plane, const layout::ClassLayout& at);
  Result<void> unite_transposed(layout::Plane& plane, const layout::ClassLayout& at);
  void unite_upside_down(std::uint8_t* plane, const layout::ClassLayout& at, int mid_p,
                         int mid_q) const;
  void unite_transposed(std::uint8_t* plane, const layout::ClassLayout& at, int p) const;
  template <class F>
  Result<void> for_each_piece(const layout::ClassLayout& at, F&& f);
  void make_columns(int kind);

  const layout::TableLayout& layout_;
  const layout::Geometry& g_;
  Workers& workers_;
  layout::PlanePool pool_, rooms_;
  // [mover][tile][row][content of the row]
  std::array<std::array<std::vector<std::vector<Steps>>, 2>, 2> steps_;
  // By shape and bit: the top rows that are the bottom rows of that bit upside down, as
  // P and Q without their middle row; -1 for padding.
  struct Top {
    std::int32_t p, q;
  };
  std::vector<std::vector<Top>> tops_;
  // By kind of segment and group of S (layout.h): for each bit of the vectors whose Q is of the
  // group transposed the run that transposing takes it to, and which bits are boards. Made when
  // a class first has the kind.
  struct Columns {
    std::vector<std::uint32_t> offset;
    std::vector<std::uint64_t> boards;
  };
  std::vector<std::vector<Columns>> columns_;
  // Lines as cells of the top rows and bits of the bottom rows: [colour][shape].
  struct Line {
    Cells top = 0;
    std::array<std::vector<std::vector<std::uint64_t>>, 2> bottom;
  };
  void add_line(Line line);
  std::vector<Line> lines_;
};

}  // namespace noughts::quixo::proof
