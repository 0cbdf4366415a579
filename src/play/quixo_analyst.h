// Values of Quixo positions and of each move, in the schema of player.h.
//
//     {"to_move": "X", "value": "win", "plies": 21,
//      "moves": [{"move": "a1T", "value": "win", "plies": 21, "slower": 0}, ...],
//      "best": ["a1T", ...]}
//
// A move's value and plies are those of the position before it for the player
// who makes it: plies count this move. Moves come best first: wins, the fastest
// first; draws; losses, the slowest first. `slower` says how many plies a win is
// slower, or a loss is faster, than the best move of that value; a move that
// does not keep the value of the position has `keeps` false. `best` names all
// equally good moves. Plies are absent for draws and where the tables hold none.
#pragma once

#include <memory>

#include "noughts/play/player.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::play {

std::shared_ptr<Analyst> make_quixo_analyst(std::shared_ptr<const quixo::ValueSource> values);

// The outcome of a position for the player to move.
Result<quixo::Outcome> outcome_of(const quixo::ValueSource& values,
                                  const quixo::Position& position);

}  // namespace noughts::play
