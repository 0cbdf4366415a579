// The five categories of Golomb and Hales for two players, on n^k and on any lines:
//
//   1  the first player wins whatever happens (n = 2)
//   2  no draw is possible, so the first player wins
//   3  draws are possible, but the first player wins with best play
//   4  the second player can draw, but not by a pairing
//   5  the second player draws by a pairing
//
// Each answer says how it was decided; what is not decided stays open.
#pragma once

#include <optional>
#include <string>

#include "noughts/core/budget.h"
#include "noughts/hyper/board.h"

namespace noughts::hyper::study {

enum class FirstPlayer { kWins, kDraws, kOpen };

// The category of a board after Golomb and Hales, and what it rests on.
struct Classification {
  std::optional<int> category;
  FirstPlayer first_player = FirstPlayer::kOpen;
  bool pairing = false;
  std::optional<bool> drawn_filling;
  std::string how;
  std::string source;  // of a result that is cited, not computed here
};

// How long to try.
struct ClassifyOptions {
  double filling_seconds = 60;  // after that it stays open whether a board can be drawn
  // Search boards of up to 64 cells for the first player's win: seconds on 4^3.
  bool search = true;
};

// The game for two on this board. What cannot be decided within the budget is open.
Result<Classification> classify(const std::shared_ptr<const Board>& board,
                                const Budget& budget = {}, const ClassifyOptions& options = {});
// The same on n^k.
Result<Classification> classify(int side, int dims, const Budget& budget = {},
                                const ClassifyOptions& options = {});

}  // namespace noughts::hyper::study
