// What is known about a position: its worth to the mover, each move rated, best
// first, and how that is known.
//
// Everything below an Analysis is values and types, everything above it is words
// and pictures (present). Players, text, JSON, the page and Python all take the
// best moves from here, by the one ordering of ratings, worst to best:
//
//     loss in 2 < loss in 8 < draw < unknown < win in 9 < win in 3
//     exposed < hold < unknown < win         with more than two players
//     -10 < 5/2 < 10                         scores, quantum tic-tac-toe
//
// Moves whose value is unknown follow their estimates. Where the position itself has a value no
// move can be better than that: an unknown move of a drawn position stands behind those that draw.
#pragma once

#include <algorithm>
#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noughts/core/rational.h"
#include "noughts/core/result.h"
#include "noughts/play/game.h"

namespace noughts::play {

// From worst to best. With more than two players nobody's loss is another's win:
// a player who cannot force a win can hold (avoid losing against all others
// together) or is exposed. What is not known may turn out better than a draw.
enum class Verdict { kLoss, kExposed, kDraw, kHold, kUnknown, kWin };

std::string_view verdict_name(Verdict verdict);  // "win"; "open" for kUnknown

// The worth of a position, or of a move, to the mover; of two the greater is better.
struct Rating {
  Verdict verdict = Verdict::kUnknown;  // of a score: its sign
  // Single moves to the end, this one included: the winner is fast, the loser slow.
  // Only with a win or a loss; one whose length is known is better than one without.
  std::optional<int> plies = std::nullopt;
  // Quixo tables with ranks: moves to the next new tile or the end. Compared like plies.
  std::optional<int> rank = std::nullopt;
  std::optional<Rational> score = std::nullopt;

  bool operator==(const Rating&) const = default;
  std::strong_ordering operator<=>(const Rating& other) const;
};

// Scores are published for X; a rating is the mover's. These two turn one into the
// other; the System, who wants nothing, sees them as X does.
Rating rating_of_score(const Rational& for_x, int seat);
// Require: the rating has a score.
Rational score_for_x(const Rating& rating, int seat);

// How something is known.
enum class Source {
  kTable,   // looked up in values of every position
  kSearch,  // found by searching from this position
  kProof,   // follows from a proof that can be checked
  kGuess    // a rule of thumb: not known at all
};
std::string_view source_name(Source source);

// Where the System selects: the seat that an outcome favours, and how likely it
// is. Neither if both outcomes are worth the same.
struct Odds {
  std::optional<int> favours;
  std::optional<Rational> probability;
};

// What can be answered to a move that draws: so many replies keep the draw, the others lose.
struct Replies {
  int hold = 0;
  int lose = 0;
  bool operator==(const Replies&) const = default;
};

struct RatedMove {
  std::string move;
  Rating rating = {};
  std::optional<Odds> odds = std::nullopt;        // only where the System selects
  std::optional<Replies> replies = std::nullopt;  // only of a move that draws (traps.h)
  std::optional<double> estimate = std::nullopt;  // of a guess: -1, a loss, to 1, a win
  std::optional<Source> source = std::nullopt;    // where it differs from the analysis's
};

// What a player can do against all others together; nothing: not known.
struct Prospects {
  std::optional<bool> can_force_win;
  std::optional<bool> can_avoid_loss;
};

// Cells from which a player cannot be driven.
struct Fortress {
  int player = 0;
  std::vector<std::string> cells;
};

// What is known of a position.
struct Analysis {
  int seat = 0;  // whose view the ratings are: State::seat()
  Rating rating = {};
  std::vector<RatedMove> moves = {};  // best first
  std::size_t best = 0;  // so many of them are as good as any; 0 while one could be better
  // Plies are those of the win that is known; there may be a faster one.
  bool at_most = false;
  std::optional<std::string> guess = std::nullopt;  // a sensible move where no best one is known
  std::optional<double> estimate = std::nullopt;    // of a guess: that of the first move
  Source source = Source::kSearch;
  std::string how = {};                 // in words, where there is more to say
  std::vector<Prospects> players = {};  // n^k boards: one for each
  std::vector<std::string> cycle = {};  // quantum: the marks that wait for a collapse
  std::vector<int> cannot_lose = {};    // Quixo from 5x5 on: who provably does not
  std::optional<Fortress> fortress = std::nullopt;

  // Whether the values of the position and of every move are known.
  bool complete() const {
    const auto known = [](const Rating& r) { return r.verdict != Verdict::kUnknown; };
    return known(rating) && std::all_of(moves.begin(), moves.end(),
                                        [&](const RatedMove& m) { return known(m.rating); });
  }
  // Whether a move gives nothing away: the verdict stays, and the score.
  bool keeps(const RatedMove& move) const {
    return move.rating.verdict == rating.verdict && move.rating.score == rating.score;
  }
};

// Puts the best moves first and counts the best, with the rating of the position in mind. Of moves
// that draw, those to which more of the replies lose come first, of unknown ones those with the
// greater estimate; what is equal in that too keeps its order.
void put_best_first(Analysis& analysis);

// So many moves lead this order side by side: what a player who wants the best chooses from.
// Where nothing is best yet it is the first alone, the analyst's guess. Require: there is a move.
std::size_t count_leaders(const Analysis& analysis);

// Who rates positions; make_analyst (knowledge.h) makes one for any game. An error says why a
// position cannot be rated: no table, no time, no memory.
class Analyst {
 public:
  virtual ~Analyst() = default;
  // Everything there is to say, guesses included.
  virtual Result<Analysis> analyze(const State& state) = 0;
  // Only what is known without guessing, and quickly. Moves may stay unknown; kMissing if nothing
  // is known at all.
  virtual Result<Analysis> known(const State& state) { return analyze(state); }
  // Whether its values are far away, and positions beyond the next are not worth the way.
  virtual bool reads_far() const { return false; }
};

}  // namespace noughts::play
