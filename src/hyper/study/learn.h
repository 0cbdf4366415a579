// A player that learns by playing against itself.
//
// The value of a position for one player is the logistic function of a sum of
// weights, one for each pair of crossing lines: the pattern of marks on the
// 2n-1 cells of the pair (on the n cells of each line where pairs are too many)
// selects the weight. Two crossing lines are where forks happen. Pairs that an
// automorphism of the board maps to each other share their weights, so what is
// learnt in one corner is known in all. Marks are seen from the player's side:
// own, next player's, and so on round the table; and there is one set of
// weights for each number of turns until she moves. So with q players one set of
// numbers gives a vector of q values.
//
// Learning: games against itself, a few moves at random; after each move the
// values of the position before are pulled towards those after it (temporal
// differences), at the end towards 1 for a win, 1/2 for a draw, 0 for a loss. What is kept
// is the mean of the weights over the second half of the games.
//
// Choosing: complete a line if possible; else take a cell that a later player
// would complete a line with, the nearest in turn first; else the move with the
// highest value. So forced wins and blocks are taken by rule, as Kutner's
// draft recommends, and illegal moves cannot happen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/random.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/study/guided_tree.h"

namespace noughts::hyper::study {

// How to train.
struct TrainOptions {
  std::uint64_t games = 1'600'000;  // perfect on 3^2 for two, with any of ten seeds
  std::uint64_t seed = 1;
  double rate = 0.1;     // of learning, at the start; falls to a tenth
  double explore = 0.7;  // share of random moves
};

// A player that learns from games against itself.
class Learner {
 public:
  // Fails if the patterns of this board and number of players are too many.
  static Result<Learner> make(const Rules& rules);

  // Plays and learns. A cancelled training leaves the learner as far as it came.
  Result<void> train(const TrainOptions& options, const Budget& budget = {});
  // What the position is worth to each player, 0 to 1.
  std::vector<double> values(const Position& position) const;
  // Require: the position is not over.
  Move choose(const Position& position) const;
  // How many numbers it has learned.
  std::size_t weights() const { return weights_.size(); }

  // kCorrupt, kWrongVersion or kMissing when the file does not fit.
  Result<void> save(const std::string& path) const;
  static Result<Learner> load(const Rules& rules, const std::string& path);

 private:
  explicit Learner(const Rules& rules) : rules_(rules) {}
  bool make_tuples(bool crossing);
  double sum(const std::vector<std::uint8_t>& marks, int player, int turns) const;
  double value(const std::vector<std::uint8_t>& marks, int player, int to_move) const;
  void learn(const std::vector<std::uint8_t>& marks, int player, int to_move, double target,
             double rate);
  template <class Visit>
  void for_each_weight(const std::vector<std::uint8_t>& marks, int player, int turns,
                       Visit&& visit) const;
  bool forced(const Position& p, Move& move) const;

  // Cells of one pattern, in the order of its class.
  struct Tuple {
    std::vector<std::uint16_t> cells;
    std::uint32_t first_weight;
  };

  Rules rules_;
  std::vector<Tuple> tuples_;
  std::size_t patterns_ = 0;          // per class of tuples
  std::size_t weights_per_turn_ = 0;  // of all classes
  std::vector<float> weights_;
};

// The share of positions, among all that are not over (up to symmetry) or
// `samples` different ones from random games when there are more, in which the policy's move
// keeps what the mover can force (win, not lose), by the exact solver.
struct Judgement {
  std::uint64_t positions = 0;
  std::uint64_t mistakes = 0;
  double error_rate() const {
    return positions == 0 ? 0 : static_cast<double>(mistakes) / static_cast<double>(positions);
  }
};
Result<Judgement> judge(const Rules& rules, const Policy& policy, std::uint64_t samples,
                        std::uint64_t seed, const Budget& budget = {});

// Plays by the exact solver: a move that keeps the best of win, not lose.
Policy perfect_policy(const Rules& rules, const Budget& budget = {});

}  // namespace noughts::hyper::study
