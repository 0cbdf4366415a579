// The full board, every tile shown, solved exactly: up to 6x6, where it has 2^36 boards.
//
// No blank tile comes back, so these boards are a game of their own, and the last part
// of every longer one. Seen by a player P a full board is the set of P's cells. Two
// planes say which are won for P: when P is to move, and when the other, Q, is.
//
//     P to move wins      if some push of P leads to a board that is won with Q to move
//     Q to move, P wins   if every push of Q leads to a board that is won with P to move
//
// beginning with the boards that are over. The planes grow in turns, one ply a turn, so
// that each board comes in with the plies that it takes; what never comes in is not
// won. A ply asks the other plane only, so squares can be done in any order and by
// several threads. (Letting a square see at once what the last one found was tried: it
// took more sweeps over 5x5 than there are plies.) Q's wins are P's with the signs exchanged. Of
// two boards that are mirror images one is kept, and boards with an even and an odd number of P's
// tiles are solved one after the other (tile_kernels.h): two planes of 2^36 / 4 bits, 4 GiB for
// 6x6.
#pragma once

#include <memory>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/full/pushes.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo {

// Fails on boards larger than kLargestFull, with a sentence.
Result<void> can_solve_full(const LargeRules& rules);

// All full boards in which P has an even, or an odd, number of tiles.
class FullHalf {
 public:
  // Require: can_solve_full.
  static Result<FullHalf> solve(const LargeRules& rules, bool odd, Workers& workers);
  // What solving a half takes.
  static std::uint64_t memory_bytes(const LargeRules& rules);

  // Whether P, who owns these cells, wins; the number of cells must be of this half.
  bool wins_to_move(LargeCells cells) const { return !bit(not_won_, cells); }
  bool wins_after_moving(LargeCells cells) const { return bit(won_after_, cells); }

  // Boards won for P that has so many tiles.
  struct Wins {
    std::uint64_t to_move = 0, after_moving = 0;
  };
  Result<std::vector<Wins>> wins_by_tiles(Workers& workers) const;
  // Boards that came in with so many plies: with P to move if odd. Boards that were over
  // are not counted.
  const std::vector<std::uint64_t>& boards_by_plies() const { return by_plies_; }

 private:
  friend class FullSolver;
  FullHalf(const LargeRules& rules, bool odd);
  bool is_odd(Top top) const { return (std::popcount(top) & 1) != odd_; }
  using Plane = std::unique_ptr<Packed[]>;  // a bit for every board of the squares
  bool bit(const Plane& plane, LargeCells cells) const;
  bool is_mirrored(Top top) const { return places_[top] & 1; }
  std::size_t square(Top top) const { return places_[top] >> 1; }
  std::uint64_t images(Top top) const;  // of the square, itself included
  std::size_t first_word(Top top) const { return square(top) << rules_.size(); }

  LargeRules rules_;
  bool odd_;
  Top tops_;                           // as many
  std::size_t squares_ = 0;            // one of each two mirror images
  std::vector<std::uint32_t> places_;  // of a top: its square, and whether that is mirrored
  Plane not_won_;                      // P to move
  Plane won_after_;                    // Q to move
  std::vector<std::uint64_t> by_plies_;
};

// Full boards by the number of tiles of the player to move.
struct FullBoards {
  struct Class {
    int own = 0;
    std::uint64_t win = 0, loss = 0, draw = 0;
  };
  std::vector<Class> classes;
  std::vector<std::uint64_t> by_plies;  // decided boards that are not over
  std::uint64_t checked = 0;            // boards compared with all their children, by the rules
  std::uint64_t wrong = 0;
};

// Require: can_solve_full. Both halves, and `sample` random boards of each checked. Progress is
// told for every ply.
Result<FullBoards> solve_full_boards(const LargeRules& rules, std::uint64_t sample,
                                     Workers& workers);

}  // namespace noughts::quixo
