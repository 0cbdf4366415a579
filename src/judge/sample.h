// The positions of an examination, sampled by a seed, each with its exact values.
//
// Late boards that are built in (quixo/tables/late.h) take the place of a tier's random boards
// where values are not at hand. Half come from random boards, all tiers in turn, so that every
// stage of the game is asked about; half from games in which both sides play best moves and, once
// in three, any move, so that the positions are those which players meet. Where a search must
// decide them, five in six come from boards, most of them with many tiles. No position comes twice,
// and none whose values are not known: not a position of a tier without a table, not one that a
// search left open.
//
// A position is critical if some move in it gives something away. Only there can an agent
// show anything, so most of what is asked is critical: positions that are not wait until
// the share of critical ones allows them, or until no others are found.
//
//     tier    Quixo: tiles on the board; quantum: plies played; n^k: marks on the board
//     board   Quixo: so many tiles anywhere, each X or O as likely; the others: so many
//             random moves from the start
#pragma once

#include <deque>
#include <map>
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
// Whether some move gives something away. Require: it is decided.
bool is_critical(const play::Analysis& analysis);

class Sampler {
 public:
  // What is given must outlive the sampler. So great a share of the positions is critical.
  Sampler(const play::Game& game, play::Analyst& analyst, std::uint64_t seed, double critical,
          const Budget& budget);
  // Nothing when no further position is found. An error where there is none at all.
  Result<std::optional<Sample>> next();

 private:
  using Found = Result<std::optional<Sample>>;
  // The next position, critical or not.
  Found any();
  std::optional<Sample> put_off();
  void expect_search();
  Found from_board();
  Found from_late(int tier);
  Found from_game();
  Result<void> play_game();
  std::string move_of(const play::State& state, const std::optional<play::Analysis>& analysis);
  // What is known, all or in part; nothing where that is nothing at all, with the reason kept.
  Result<std::optional<play::Analysis>> look(const play::State& state);

  const play::Game& game_;
  play::Analyst& analyst_;
  const Budget& budget_;
  Random random_;
  double critical_;
  std::uint64_t given_ = 0;
  std::uint64_t given_critical_ = 0;
  std::deque<Sample> waiting_;                                    // not critical; the oldest first
  std::map<int, std::deque<std::unique_ptr<play::State>>> late_;  // by tier
  std::deque<int> tiers_;      // of which more may be found, the next first
  std::deque<Sample> played_;  // of the last game, not yet given
  std::unordered_set<std::string> seen_;
  std::optional<Error> why_unknown_;
  bool missing_ = false;  // the last analysis found no value
  int turn_ = 0;
  int turns_ = 2;  // one in so many positions is from a game
  int tries_;      // for a random board of a tier
  bool games_go_on_ = true;
};

}  // namespace noughts::judge
