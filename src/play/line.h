// One game of best play from a position.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// It ends, or comes back to a position it has seen: then it has fallen into a
// loop, which is what best play does in a drawn game without an end.
struct Line {
  std::vector<std::string> moves;
  std::vector<std::unique_ptr<State>> states;  // one more than moves
  std::string result;
  // How the first position, and so the result, is known; a guess if any of the moves is one.
  std::optional<Source> source = std::nullopt;
  int loop_start = -1;  // the move count at which the last position first stood
};

// How long a line may be, and how its moves are chosen.
struct LineOptions {
  int limit = 200;
  int guesses = 10;         // at most so many guessed moves: further ahead they say nothing
  bool random_win = false;  // any winning move, each as likely, instead of the best
  std::uint64_t seed = 1;
  Budget budget = {};
};

// Plays the analyst's best moves for all sides to the end, a repetition or the limit.
Result<Line> follow_line(std::unique_ptr<State> from, Analyst& analyst, const LineOptions& options);

}  // namespace noughts::play
