// Two players on an n^k board that is too large to be searched whole, such as Qubic.
//
// Whether somebody wins is known where a proved strategy says so, where whoever is to
// move wins by threats alone, or late in the game by search. The plies are then those
// of the win that is known: at most so many. Everything else is open, and a move is
// suggested: one that does not lose at once, and then completes, blocks or makes the
// most lines.
#pragma once

#include <memory>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/hyper/search/small_board.h"
#include "noughts/play/analysis.h"

namespace noughts::play {

// Require: two players, side 3 at least, at most 64 cells, hyper::search::DuelBoard::fits. The
// strategy may be absent.
std::shared_ptr<Analyst> make_duel_analyst(const hyper::Rules& rules, const Budget& budget,
                                           std::shared_ptr<const hyper::proof::Strategy> strategy);

// Where no best move is known: suggests one of those rated best, and says that it is a guess.
void suggest(Analysis& analysis, const hyper::search::SmallBoard& board, const hyper::Position& p);

}  // namespace noughts::play
