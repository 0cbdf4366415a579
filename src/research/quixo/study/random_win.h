// How long does it take to win by choosing any winning move, each as likely?
//
// "Quixo Is Solved", 4.4, says that such a player wins in a finite expected number of
// steps. The game is then a chain that ends with certainty, and the expected plies
// E are the only solution of
//
//     over                                     E = 0
//     won, the random winner to move           E = 1 + mean over winning moves of E(child)
//     lost, the best defence                   E = 1 + greatest E(child)
//     lost, a random defence                   E = 1 + mean over all moves of E(child)
//
// Children have as many tiles or one more, so a pair of classes (value.h) is solved
// after the next tier, by substituting again and again inside the pair.
//
// How far off is the result v? Let T(v) be the right side, evaluated exactly, and let
// |T(v) - v| <= r < 1 on every board. T without its 1 is homogeneous (means and
// maxima are), so for u = (1 + e) v
//
//     T(u) = (1 + e) T(v) - e <= (1 + e) (v + r) - e = u + (1 + e) r - e,
//
// which is at most u for e = r / (1 - r). T is monotone; what does not rise under it
// stays above all T(T(...T(0))), hence above E. In the same way (1 - e) v does not fall
// and stays below E: from everywhere T leads to E, since whatever the defence does, the
// winner happens to choose nothing but fastest moves with a probability above zero. So
// each v is within the share e of its E. The r that is used allows for rounding.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/research/quixo/study/all_boards.h"

namespace noughts::quixo::study {

enum class Defence { kBest, kRandom };

struct RandomWin {
  double initial = 0;       // expected plies from the empty board; 0 if it is not won
  double longest = 0;       // of all won boards
  Board longest_board = 0;  // the first of those, X to move
  double error = 0;         // no value is off by more than this share of it: proved above
  int substitutions = 0;    // the most that a pair of classes needed
  struct Row {
    int key = 0;  // plies of perfect play, or tiles
    std::uint64_t boards = 0;
    double mean = 0, longest = 0;
  };
  std::vector<Row> by_plies, by_tiles;  // won boards that are not over
};

// Both defences, on every board of size 3 or 4.
class RandomWins {
 public:
  // The source must have plies. About 0.4 GB for 4x4.
  static Result<RandomWins> solve(const tables::ValueSource& values, Workers& workers);

  const RandomWin& against(Defence defence) const { return summaries_[index(defence)]; }
  // Expected plies from a board, X to move: 0 if it is over, nothing if it is drawn.
  std::optional<double> at(Board board, Defence defence) const;

 private:
  class Solver;
  // A decided board that is not over; one of each eight images.
  struct Node {
    Board board = 0;
    std::uint8_t plies = 0;
    bool win = false;
  };
  static std::size_t index(Defence defence) { return defence == Defence::kBest ? 0 : 1; }
  explicit RandomWins(const Rules& rules) : rules_(rules), boards_(rules) {}

  Rules rules_;
  AllBoards boards_;
  std::vector<Node> nodes_;             // pair by pair in the order of solving; the first is none
  std::vector<std::uint32_t> numbers_;  // of a board among the nodes
  std::array<std::vector<double>, 2> expected_;
  std::array<RandomWin, 2> summaries_;
};

}  // namespace noughts::quixo::study
