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
// several threads. Plies go over all squares while they decide many boards (full_solver.cpp),
// and then from board to board (few_boards.h). Q's wins are P's with the signs
// exchanged. Of two boards that are mirror images one is kept, and boards with an even and an odd
// number of P's tiles are solved one after the other (tile_kernels.h): two planes of 2^36 / 4
// bits, 4 GiB for 6x6.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/rules.h"
#include "noughts/research/quixo/full/squares.h"

namespace noughts::quixo::full {

// Fails on boards larger than kLargestFull, with a sentence.
Result<void> can_solve_full(const LargeRules& rules);

struct FullOptions {
  std::optional<std::uint64_t> few = {};  // boards; after so few the plies go by boards
  // Where halves under way, and the counts of those done, are kept, so that a run that was
  // stopped goes on; nowhere if empty. Written between plies, when so much time has passed.
  std::filesystem::path folder = {};
  double seconds_between_files = 600;
};

// All full boards in which P has an even, or an odd, number of tiles.
class FullHalf {
 public:
  // Require: can_solve_full.
  static Result<FullHalf> solve(const LargeRules& rules, bool odd, Workers& workers,
                                const FullOptions& options = {});
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
  static constexpr int kBitOfWord = 5;
  friend class FullSolver;
  friend class FewBoards;
  friend class HalfFile;
  FullHalf(const LargeRules& rules, bool odd);
  bool is_odd(Top top) const { return (std::popcount(top) & 1) != odd_; }
  struct Free {
    void operator()(Packed* words) const { std::free(words); }
  };
  using Plane = std::unique_ptr<Packed[], Free>;  // a bit for every board of the squares
  static Plane make_plane(std::size_t words);
  std::size_t plane_words() const { return squares_.count() << rules_.size(); }

  // Where a board is in either plane: word and bit.
  std::uint64_t spot(LargeCells cells) const {
    const int size = rules_.size();
    const Squares::Place square = squares_.place(static_cast<Top>(cells & (tops_ - 1)));
    const auto row = [&](int r) {
      return squares_.row(cells >> size * r & low_bits(size), square.is_mirrored);
    };
    const std::uint64_t word = std::uint64_t{square.number} << size | row(size - 2);
    return word << kBitOfWord | (row(size - 1) & low_bits(size - 1));
  }
  static bool at_spot(const Plane& plane, std::uint64_t spot) {
    const Packed word = __atomic_load_n(&plane[spot >> kBitOfWord], __ATOMIC_RELAXED);
    return word >> (spot & low_bits(kBitOfWord)) & 1;
  }
  bool bit(const Plane& plane, LargeCells cells) const { return at_spot(plane, spot(cells)); }
  // Whether the bit changed: for one of several threads it did.
  static bool set(Plane& plane, std::uint64_t spot, bool value);
  // What asks for it soon says so.
  static void prefetch_spot(const Plane& plane, std::uint64_t spot) {
    __builtin_prefetch(&plane[spot >> kBitOfWord]);
  }
  // All of the board's square.
  void prefetch_square(const Plane& plane, std::uint64_t spot) const {
    constexpr std::size_t kCacheLine = 64;
    const auto* first = reinterpret_cast<const char*>(
        &plane[spot >> (kBitOfWord + rules_.size()) << rules_.size()]);
    for (std::size_t at = 0; at < sizeof(Packed) << rules_.size(); at += kCacheLine) {
      __builtin_prefetch(first + at);
    }
  }
  bool is_mirrored(Top top) const { return squares_.place(top).is_mirrored; }
  std::size_t square(Top top) const { return squares_.place(top).number; }
  std::uint64_t images(Top top) const;  // of the square, itself included
  std::size_t first_word(Top top) const { return square(top) << rules_.size(); }

  LargeRules rules_;
  bool odd_;
  Top tops_;         // as many
  Squares squares_;  // one of each two mirror images
  Plane not_won_;    // P to move
  Plane won_after_;  // Q to move
  // While plies go by boards, whether won_after_ is closed: what is over, or known to be won by Q,
  // is set as well. What is not set is undecided.
  bool is_closed_ = false;
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
                                     Workers& workers, const FullOptions& options = {});

}  // namespace noughts::quixo::full
