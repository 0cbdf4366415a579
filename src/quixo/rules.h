// Quixo: the rules, and nothing else.
//
// A board of N x N tiles (N = 3, 4, 5) is one 64-bit word, as in the paper,
// section 3.1: O's tiles in the low half, X's in the high half. Larger boards, up to
// 8x8, are a pair of such words (LargeBoard). The rules are written once, for both:
// Rules is what solvers and tables use, LargeRules takes every size. Cells count row
// by row from the top left:
//
//      0  1  2  3  4        rank 5        bit  0..24  O
//      5  6  7  8  9        rank 4        bit 32..56  X
//     10 11 12 13 14        rank 3
//     15 16 17 18 19        rank 2
//     20 21 22 23 24        rank 1
//      a  b  c  d  e
//
// A move takes a border tile that is empty or the mover's own and pushes it
// back in, marked with the mover's sign, at another end of its row or column:
// the tiles between shift by one towards the hole. With B the cells from the
// hole to that end, and C the cell at the end, the whole move is
//
//     board' = (((board & B) shifted by 1 or N) & B) | (board & ~B) | C
//
// Example: e4L takes cell 9 and pushes in at cell 5; B = {5..9}, C = {5}, the
// shift is one cell to the right.
//
// The game is over as soon as a line of K equal signs stands on the board. If
// both signs have one, BothLines says who wins. In a game of its own, made to study draws,
// whoever holds a fortress with the other to move has won as well (FortressRule).
//
// The plain way to play is the fast way: moves() copies its list from prepared pieces and
// looks for lines of both signs at once, apply() is a few operations on the word. A random
// game on 5x5 takes about 0.6 microseconds (`noughts bench --only quixo/playouts`):
//
//     for (auto position = rules.initial();;) {
//       const auto moves = rules.moves(position);  // none once the game is over
//       if (moves.empty()) break;
//       position = rules.apply(position, random.pick(moves));
//     }
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/core/fixed_list.h"
#include "noughts/core/result.h"

namespace noughts::quixo {

inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = 5;      // of boards in one word, those that can be solved
inline constexpr int kLargestSize = 8;  // of boards that can be played on
// Border tiles have 3 moves each, corners 2.
constexpr int most_moves(int size) { return 3 * 4 * (size - 1) - 4; }
inline constexpr int kMaxMoves = most_moves(kMaxSize);
inline constexpr int kSymmetries = 8;

enum class Player : std::uint8_t { kX = 0, kO = 1 };
// The other one.
constexpr Player opponent(Player player) { return player == Player::kX ? Player::kO : Player::kX; }

// When a move makes a line of each sign: the mover loses (the published rule),
// or the mover wins (the paper's open question).
enum class BothLines : std::uint8_t { kMoverLoses, kMoverWins };

// Whether a fortress (fortress.h) wins for its owner when the other is to move: not in Quixo.
// Who wins Quixo wins the game in which it does, too, so what is decided there and drawn in
// Quixo are the draws in which a player can force a fortress, or a win, before the other can.
// Rules and what solves, checks and names tables by them know it; the studies of Quixo do not.
enum class FortressRule : std::uint8_t { kNone, kWins };

enum class Side : std::uint8_t { kLeft, kRight, kTop, kBottom };

using Cells = std::uint32_t;  // a set of cells
using Board = std::uint64_t;

// A board from the tiles of each player, and back.
constexpr Board make_board(Cells x, Cells o) { return Board{x} << 32 | o; }
constexpr Cells cells_of(Board board, Player player) {
  return static_cast<Cells>(player == Player::kX ? board >> 32 : board);
}
// X for O and O for X.
constexpr Board swap_colours(Board board) { return board << 32 | board >> 32; }

using LargeCells = std::uint64_t;

// A word for each sign, and what the rules do with words: the same to both.
struct LargeBoard {
  LargeCells x = 0;
  LargeCells o = 0;

  auto operator<=>(const LargeBoard&) const = default;
  constexpr LargeBoard operator&(const LargeBoard& b) const { return {x & b.x, o & b.o}; }
  constexpr LargeBoard operator|(const LargeBoard& b) const { return {x | b.x, o | b.o}; }
  constexpr LargeBoard operator~() const { return {~x, ~o}; }
  constexpr LargeBoard operator<<(int shift) const { return {x << shift, o << shift}; }
  constexpr LargeBoard operator>>(int shift) const { return {x >> shift, o >> shift}; }
  constexpr LargeBoard& operator|=(const LargeBoard& b) { return *this = *this | b; }
};

constexpr LargeCells cells_of(const LargeBoard& board, Player player) {
  return player == Player::kX ? board.x : board.o;
}
constexpr LargeBoard swap_colours(const LargeBoard& board) { return {board.o, board.x}; }

// How boards up to a size are kept.
struct OneWord {
  static constexpr int kMaxSize = quixo::kMaxSize;
  static constexpr int kGroupCells = 5;  // cells that are asked for their moves at once
  using Cells = quixo::Cells;
  using Board = quixo::Board;
  static constexpr Board make(Cells x, Cells o) { return make_board(x, o); }
};
struct TwoWords {
  static constexpr int kMaxSize = kLargestSize;
  static constexpr int kGroupCells = 4;
  using Cells = LargeCells;
  using Board = LargeBoard;
  static constexpr Board make(Cells x, Cells o) { return {x, o}; }
};

// A board and who is to move.
template <class B>
struct BasicPosition {
  B board = {};
  Player to_move = Player::kX;
  bool operator==(const BasicPosition&) const = default;
};
using Position = BasicPosition<Board>;
using LargePosition = BasicPosition<LargeBoard>;

// The same position seen by the other player: signs and turn exchanged.
template <class B>
constexpr BasicPosition<B> swap_colours(const BasicPosition<B>& p) {
  return {swap_colours(p.board), opponent(p.to_move)};
}

// Take a tile of the border, push it in from another side.
struct Move {
  std::uint8_t from;  // cell
  Side side;          // where the tile is pushed in
  bool operator==(const Move&) const = default;
};

// A move as shift and mask; see the head of this file.
template <class C>
struct BasicMoveShape {
  Move move;
  C hole_to_end;  // B
  C end;          // C
  std::uint8_t left_shift;
  std::uint8_t right_shift;
};
using MoveShape = BasicMoveShape<Cells>;

// Where rules keep a table that is made once: in themselves, or, where it is so large that a few
// copies would fill the stack of a thread, in one place that all copies share.
inline constexpr std::size_t kMostInPlace = 16 << 10;
template <class T>
class TableInPlace {
 public:
  T& operator*() { return table_; }
  const T& operator*() const { return table_; }

 private:
  T table_{};
};
template <class T>
class SharedTable {
 public:
  SharedTable() = default;
  SharedTable(const SharedTable&) = default;  // rules that were moved from are rules still
  SharedTable& operator=(const SharedTable&) = default;
  T& operator*() { return *table_; }
  const T& operator*() const { return *table_; }

 private:
  std::shared_ptr<T> table_ = std::make_shared<T>();
};

// A board size, the length of a line, and who wins when both lines appear. W says how
// boards are kept: up to 5x5 in a word, Rules, larger ones in two, LargeRules.
template <class W>
class BasicRules {
 public:
  using Board = typename W::Board;
  using Cells = typename W::Cells;
  using Position = BasicPosition<Board>;
  using Move = quixo::Move;
  using Shape = BasicMoveShape<Cells>;
  static constexpr int kMaxSize = W::kMaxSize;
  static constexpr int kMaxMoves = most_moves(kMaxSize);
  // A tile has at most three moves. moves() copies whole groups, beyond the end of the list.
  static constexpr std::size_t kMostOfGroup = 3 * W::kGroupCells + 1;
  using MoveList = FixedList<Move, kMaxMoves + kMostOfGroup>;

  // line == 0 means size. Fails unless 3 <= size <= kMaxSize and 3 <= line <= size, and if
  // fortresses are to win where there are none.
  static Result<BasicRules> make(int size, int line = 0,
                                 BothLines both_lines = BothLines::kMoverLoses,
                                 FortressRule fortress = FortressRule::kNone);

  // What the rules were made of.
  int size() const { return size_; }
  int cells() const { return size_ * size_; }
  int line() const { return line_; }
  BothLines both_lines() const { return both_lines_; }
  FortressRule fortress() const { return fortress_; }
  Cells all_cells() const { return static_cast<Cells>(low_bits(cells())); }

  // The empty board, X to move.
  Position initial() const { return {}; }
  // The seat to move: 0 is X, 1 is O.
  int to_move(const Position& p) const { return static_cast<int>(p.to_move); }

  // Whether these cells contain K in a line.
  bool has_line(Cells cells) const {
    Cells found = 0;
    for (const Direction& d : directions_) found |= runs(cells, d) & d.starts;
    return found != 0;
  }
  // The cells of each possible line.
  std::vector<Cells> lines() const;
  // The sets of cells that win for the player who is not to move; none in Quixo.
  std::span<const Cells> winning_fortresses() const {
    return {fortresses_.data(), fortress_ == FortressRule::kWins ? fortresses_.size() : 0};
  }
  bool is_over(const Position& p) const {
    // Both signs at once. In one word a shift carries X's cells into O's half, but only to
    // where no cell of the board is, so no line that starts on the board sees them.
    Board found = {};
    for (const Direction& d : directions_) found |= runs(p.board, d) & W::make(d.starts, d.starts);
    return found != Board{} || wins_by_fortress(cells_of(p.board, opponent(p.to_move)));
  }
  // Who has won; nothing while the game goes on.
  std::optional<Player> winner(const Position& p) const;

  // All moves of this board size that exist for some position, each with its shape.
  std::span<const Shape> shapes() const { return {shapes_.data(), shape_count_}; }

  // The board after the mover has made a move of this shape.
  static Board apply(Board board, const Shape& shape, Player mover) {
    const Board masks = W::make(shape.hole_to_end, shape.hole_to_end);
    const Board moved = (((board & masks) << shape.left_shift) >> shape.right_shift) & masks;
    return moved | (board & ~masks) | tile(shape.end, mover);
  }
  // The board before the move, the taken tile left empty.
  // Require: the mover's sign stands at the end of the shape.
  static Board undo(Board board, const Shape& shape) {
    const Board masks = W::make(shape.hole_to_end, shape.hole_to_end);
    const Board ends = W::make(shape.end, shape.end);
    const Board moved =
        (((board & masks & ~ends) >> shape.left_shift) << shape.right_shift) & masks;
    return moved | (board & ~masks);
  }
  // One tile on an otherwise empty board.
  static Board tile(Cells cell, Player player) {
    return player == Player::kX ? W::make(cell, 0) : W::make(0, cell);
  }

  // Legal ones; nothing once the game is over.
  MoveList moves(const Position& p) const;
  // Calls f(child board) for each legal move; the turn passes. Does not ask
  // whether the game is over.
  template <class F>
  void for_each_child(const Position& p, F&& f) const {
    const Cells blocked = cells_of(p.board, opponent(p.to_move));
    for (const Shape& shape : shapes()) {
      if (blocked >> shape.move.from & 1) continue;
      f(apply(p.board, shape, p.to_move));
    }
  }
  // Require: the move is legal in p.
  Position apply(const Position& p, const Move& move) const {
    return {apply(p.board, shape_of(move), p.to_move), opponent(p.to_move)};
  }
  // Require: the move exists on this board.
  const Shape& shape_of(const Move& move) const {
    return shape_of_[move.from][static_cast<int>(move.side)];
  }
  // Whether such a move exists on this board at all (a border tile, another end).
  bool exists(const Move& move) const { return move.from < cells() && shape_of(move).end != 0; }

  // Positions that are not over and from which one move leads here, each once: a move that took
  // an own tile, and kept the number of tiles; one that took an empty tile; or any of both.
  enum class Taken { kOwnTile, kEmptyTile };
  std::vector<Position> predecessors(const Position& p, Taken taken) const;
  std::vector<Position> predecessors(const Position& p) const;

  // Symmetry s: bit 0 mirrors left-right, bit 1 up-down, then bit 2 transposes.
  int symmetry_count() const { return kSymmetries; }
  // Images under the eight symmetries of the square; 0 is the identity.
  Cells image(Cells cells, int symmetry) const {
    Cells result = 0;
    for (int row = 0; row < size_; ++row) {
      result |= (*row_images_)[symmetry][row][(cells >> (row * size_)) & low_bits(size_)];
    }
    return result;
  }
  Board image(Board board, int symmetry) const {
    return W::make(image(cells_of(board, Player::kX), symmetry),
                   image(cells_of(board, Player::kO), symmetry));
  }
  Position image(const Position& p, int symmetry) const {
    return {image(p.board, symmetry), p.to_move};
  }
  Move image(const Move& move, int symmetry) const;
  // The least of the eight images; the turn is kept.
  Board canonical(Board board) const;
  Position canonical(const Position& p) const { return {canonical(p.board), p.to_move}; }

 private:
  // A line of K is found by shifting runs of equal signs onto one another: each step makes
  // them up to twice as long, so three steps are enough for K <= 8.
  struct Direction {
    int stride;
    Cells starts;  // where a line can start
    std::array<std::uint8_t, 3> shifts;
  };
  // The cells from which K in a row are set.
  template <class C>
  static C runs(C cells, const Direction& d) {
    for (const std::uint8_t shift : d.shifts) cells = cells & cells >> shift;
    return cells;
  }

  // Cells next to one another form groups; a group has a list of moves for each set of its
  // cells that the opponent may hold. moves() joins one list of each group.
  static constexpr int kGroupCells = W::kGroupCells;
  static constexpr std::size_t kSets = std::size_t{1} << kGroupCells;
  struct Group {
    std::array<std::array<Move, kMostOfGroup>, kSets> moves;
    std::array<std::uint8_t, kSets> counts{};
    bool is_long = false;  // more than half of an array is used
  };

  BasicRules(int size, int line, BothLines both_lines, FortressRule fortress);
  bool wins_by_fortress(Cells cells) const {
    for (const Cells fortress : winning_fortresses()) {
      if ((fortress & ~cells) == 0) return true;
    }
    return false;
  }
  int image_cell(int cell, int symmetry) const;
  void make_directions();
  void make_shapes();
  void make_groups();
  void make_row_images();
  void make_fortresses();

  int size_;
  int line_;
  BothLines both_lines_;
  FortressRule fortress_;
  std::array<Cells, kSymmetries> fortresses_{};
  std::array<Direction, 4> directions_;
  std::array<Shape, kMaxMoves> shapes_;
  std::size_t shape_count_ = 0;
  std::array<std::array<Shape, 4>, kMaxSize * kMaxSize> shape_of_{};  // by tile and side
  std::array<Group, kMaxSize * kMaxSize / kGroupCells> groups_{};
  using RowImages = std::array<std::array<std::array<Cells, 1 << kMaxSize>, kMaxSize>, kSymmetries>;
  std::conditional_t<sizeof(RowImages) <= kMostInPlace, TableInPlace<RowImages>,
                     SharedTable<RowImages>>
      row_images_;
};

using Rules = BasicRules<OneWord>;
using LargeRules = BasicRules<TwoWords>;
extern template class BasicRules<OneWord>;
extern template class BasicRules<TwoWords>;

// Boards that can arise from the empty board, X to move, when the colours are
// swapped after each move so that X is always to move; boards that are over are
// counted and not continued. Plain search over all boards: for sizes 3 and 4.
std::uint64_t count_reachable(const Rules& rules);

}  // namespace noughts::quixo

// By board and mover.
template <>
struct std::hash<noughts::quixo::Position> {
  std::size_t operator()(const noughts::quixo::Position& p) const noexcept {
    std::uint64_t h = p.board * 2 + static_cast<std::uint64_t>(p.to_move);
    h = (h ^ (h >> 31)) * 0x9e3779b97f4a7c15;
    return h ^ (h >> 29);
  }
};

template <>
struct std::hash<noughts::quixo::LargePosition> {
  std::size_t operator()(const noughts::quixo::LargePosition& p) const noexcept {
    std::uint64_t h = p.board.x * 2 + static_cast<std::uint64_t>(p.to_move);
    h = (h ^ (h >> 31)) * 0x9e3779b97f4a7c15;
    h = (h ^ (h >> 29) ^ p.board.o) * 0xbf58476d1ce4e5b9;
    return h ^ (h >> 32);
  }
};
