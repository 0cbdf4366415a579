// The JSON documents that are the same for every game: what `show`, `moves`,
// `analyze` and `line` answer, on the command line and over HTTP. docs/json.md
// names every key.
#pragma once

#include "noughts/core/cancel.h"
#include "noughts/core/json.h"
#include "noughts/core/progress.h"
#include "noughts/play/game.h"
#include "noughts/play/player.h"

namespace noughts::play {

Json show_document(const Game& game, const State& state);
Json moves_document(const Game& game, const State& state);
Result<Json> analyze_document(const Game& game, const State& state, Analyst& analyst);

// One game of best play. It ends, or comes back to a position it has seen: then
// it has fallen into a loop, which is what best play does in a drawn game
// without an end.
struct Line {
  std::vector<std::string> moves;
  std::vector<std::unique_ptr<State>> states;  // one more than moves
  std::string result;
  int loop_start = -1;  // the move count at which the last position first stood
};

struct LineOptions {
  int limit = 200;
  bool random_win = false;  // any winning move, each as likely, instead of the best
  std::uint64_t seed = 1;
  const CancelToken* cancel = nullptr;
  ProgressListener progress = {};
};

Result<Line> follow_line(std::unique_ptr<State> from, Analyst& analyst, const LineOptions& options);
Json line_document(const Game& game, const Line& line);

}  // namespace noughts::play
