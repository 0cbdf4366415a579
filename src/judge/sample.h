// The positions of an examination, sampled by a seed, each with its exact values.
//
// Half come from random boards, all tiers in turn, so that every stage of the game is
// asked about; half from games in which both sides play best moves and, once in three,
// any move, so that the positions are those which players meet. No position comes
// twice, and none whose values are not known: not a position of a tier without a table,
// not one that a search left open.
//
//     tier    Quixo: tiles on the board; quantum: plies played; n^k: marks on the board
//     board   Quixo: so many tiles anywhere, each X or O as likely; the others: so many
//             random moves from the start
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/random.h"
#include "noughts/play/analysis.h"

namespace noughts::judge {

enum class Origin { kBoard, kGame };

struct Sample {
  std::unique_ptr<play::State> state;
  play::Analysis analysis;  // all legal moves rated
  int tier = 0;
  Origin origin = Origin::kBoard;
};

int tier_of(const play::Game& game, const play::State& state);
// What a tier counts: "tiles".
std::string tier_unit(const play::Game& game);

// Whether the values of the position and of all its moves are known.
bool is_decided(const play::State& state, const play::Analysis& analysis);

class Sampler {
 public:
  // What is given must outlive the sampler.
  Sampler(const play::Game& game, play::Analyst& analyst, std::uint64_t seed, const Budget& budget);

  // Nothing when no further position is found. An error where there is none at all.
  Result<std::optional<Sample>> next();

 private:
  using Found = Result<std::optional<Sample>>;
  Found from_board();
  Found from_game();
  Result<void> play_game();
  // The analysis where it is known; nothing where it is not, with the reason kept.
  Result<std::optional<play::Analysis>> known(const play::State& state);

  const play::Game& game_;
  play::Analyst& analyst_;
  const Budget& budget_;
  Random random_;
  std::deque<int> tiers_;      // of which more may be found, the next first
  std::deque<Sample> played_;  // of the last game, not yet given
  std::unordered_set<std::string> seen_;
  std::optional<Error> why_unknown_;
  bool missing_ = false;  // the last analysis found no value
  bool turn_ = false;
  bool games_go_on_ = true;
};

}  // namespace noughts::judge
