// What came of an examination, in numbers.
//
// A move keeps the value of a position if it gives nothing away: who wins still wins,
// who draws still draws, a score stays what it was. In a lost position every move does.
// So the share of moves that keep the value is told twice: of all positions, and of the
// critical ones, in which some move would give something away.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "noughts/judge/sample.h"
#include "noughts/play/analysis.h"

namespace noughts::judge {

// The true share lies between these with a probability of 95 percent.
struct Interval {
  double low = 0;
  double high = 1;
};

struct Share {
  std::uint64_t asked = 0;
  std::uint64_t kept = 0;

  void add(bool keeps) {
    ++asked;
    if (keeps) ++kept;
  }
  // 0 where nothing was asked.
  double value() const {
    return asked == 0 ? 0 : static_cast<double>(kept) / static_cast<double>(asked);
  }
  // By Wilson's score, which holds for few answers and for shares near 0 and 1.
  Interval interval() const;
};

struct TierScore {
  Share all;
  Share critical;
  // Positions that any move, each as likely, would keep; and of the critical ones.
  double expected_kept = 0;
  double expected_critical = 0;
};

// One position of the examination and what the agent did there.
struct Answered {
  std::string position;
  int tier = 0;
  int seat = 0;
  Origin origin = Origin::kBoard;
  play::Rating value;  // to the mover
  bool critical = false;
  bool kept = false;
  std::string answer;               // as it was given
  std::optional<std::string> move;  // that it names; nothing if it is no legal move
  std::string better;               // a best move
  double seconds = 0;
};

// An answer that was no legal move, and why.
struct Trouble {
  std::string position;
  std::string answer;  // empty after a crash and a timeout
  std::string reason;
};

struct Mistake {
  std::string position;
  int tier = 0;
  int seat = 0;
  std::string move;
  std::string better;
  play::Rating before;  // of the position, to the agent
  play::Rating after;   // of the agent's move
  play::Rating best;    // of the better move
};

// Whether `a` gives more away than `b`.
bool is_worse(const Mistake& a, const Mistake& b);

enum class GameEnd {
  kWon,
  kDrawn,
  kLost,
  kForfeited  // lost by an answer that was no legal move
};

// A game of the agent against the best players that there are: perfect ones as far as values are
// known, and the strongest one beyond.
struct PlayedGame {
  int seat = 0;                            // the agent's
  std::optional<play::Rating> start = {};  // of the first position in which it was to move, to it
  std::vector<std::string> moves = {};
  GameEnd end = GameEnd::kDrawn;
  std::string result = {};
  std::optional<int> first_mistake = {};  // the ply, from 1, where values are known
  std::optional<int> beyond = {};         // the first ply at which they are not
};

struct Judgement {
  Share all;
  Share critical;
  double expected_kept = 0;  // as of a tier
  double expected_critical = 0;
  std::uint64_t best = 0;  // answers that are as good as any: also as fast, where that is known
  std::map<play::Verdict, Share> by_value;
  std::map<int, TierScore> tiers;
  std::map<Origin, Share> origins;
  // Answers that were no legal moves, in positions and games.
  std::uint64_t illegal = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t crashes = 0;
  bool gave_up = false;           // it failed too often: the rest was not asked
  std::uint64_t retries = 0;      // times that it was asked again
  std::vector<Trouble> troubles;  // the first few
  std::vector<Answered> answers;  // in the order in which they were asked
  std::vector<Mistake> worst;     // the worst first
  std::vector<PlayedGame> games;
  std::set<play::Source> sources;  // of the values
  std::set<std::string> how;       // what the analyses add to that
  double agent_seconds = 0;
  double seconds = 0;  // in all, the agent's included

  std::uint64_t count(GameEnd end) const;
};

}  // namespace noughts::judge
