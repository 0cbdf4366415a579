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
  double expected_kept = 0;  // positions that any move, each as likely, would keep
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
  kForfeited,  // lost by an answer that was no legal move
  kStopped     // it came to a position whose values are not known
};

// A game of the agent against perfect players.
struct PlayedGame {
  int seat = 0;                            // the agent's
  std::optional<play::Rating> start = {};  // of the first position in which it was to move, to it
  std::vector<std::string> moves = {};
  GameEnd end = GameEnd::kStopped;
  std::string result = "the values of the next position are not known";
  std::optional<int> first_mistake = {};  // the ply, from 1
};

struct Judgement {
  Share all;
  Share critical;
  double expected_kept = 0;  // as of a tier
  std::uint64_t best = 0;    // answers that are as good as any: also as fast, where that is known
  std::map<play::Verdict, Share> by_value;
  std::map<int, TierScore> tiers;
  std::map<Origin, Share> origins;
  // Answers that were no legal moves, in positions and games.
  std::uint64_t illegal = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t crashes = 0;
  bool gave_up = false;        // it failed too often: the rest was not asked
  std::vector<Mistake> worst;  // the worst first
  std::vector<PlayedGame> games;
  play::Source source = play::Source::kSearch;
  std::set<std::string> how;  // what the analyses add to that
  double agent_seconds = 0;
  double seconds = 0;  // in all, the agent's included

  std::uint64_t count(GameEnd end) const;
};

}  // namespace noughts::judge
