// What n^k searches say of a player's prospects, as an analysis has it.
//
// Two questions decide: can she force a win, can she avoid losing. Each may stay open:
//
//     Result<std::optional<bool>> reaches(Goal)      nothing: not decided
#pragma once

#include <optional>

#include "noughts/core/result.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// What a search answered; where its nodes and memory are few on purpose, too few of them leave
// the question open.
inline Result<std::optional<bool>> answer_or_open(const Result<bool>& answer, bool few) {
  if (answer) return std::optional<bool>(*answer);
  if (few && answer.error().code == ErrorCode::kNoSpace) return std::optional<bool>();
  return answer.error();
}

// Asks for the win first: who has it also holds, and who cannot hold has it not.
template <class Reaches>
Result<Prospects> prospects_by(Reaches reaches) {
  const Result<std::optional<bool>> win = reaches(hyper::search::Goal::kWin);
  if (!win) return win.error();
  if (*win == true) return Prospects{true, true};
  const Result<std::optional<bool>> hold = reaches(hyper::search::Goal::kNotLose);
  if (!hold) return hold.error();
  return Prospects{*hold == false ? false : *win, *hold};
}

// With two players somebody wins or it is a draw; with more, who cannot win holds or is exposed.
inline Rating rating_of(const Prospects& prospects, int players) {
  const bool two = players == 2;
  if (prospects.can_force_win == true) return {Verdict::kWin};
  if (prospects.can_avoid_loss == false) return {two ? Verdict::kLoss : Verdict::kExposed};
  if (!prospects.can_force_win || !prospects.can_avoid_loss) return {Verdict::kUnknown};
  return {two ? Verdict::kDraw : Verdict::kHold};
}

}  // namespace noughts::play
