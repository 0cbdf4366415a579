// Who moves where no analyst has an answer: rules of thumb, and in the end any legal move.
//
// Boards beyond tables and searches still want an opponent. What it does is a guess, and its
// source() says so.
#pragma once

#include <memory>

#include "noughts/core/cancel.h"
#include "noughts/play/player.h"

namespace noughts::play {

// n^k boards: the greedy player of Kutner's draft, on any board that can be played on. Quixo: the
// searching one, who counts positions, not seconds. Elsewhere any legal move. It keeps the rules,
// and needs the game no longer. The token must outlive it.
std::unique_ptr<Player> make_guessing_player(const Game& game, std::uint64_t seed,
                                             const CancelToken* cancel = nullptr);

// A level of the program: the best move that the analyst knows; where it knows none, or `analyst`
// is null since nothing is known on such a board, the guessing player's; and with probability
// `blunder` any legal move.
std::unique_ptr<Player> make_level_player(const Game& game, std::shared_ptr<Analyst> analyst,
                                          std::uint64_t seed, double blunder);

}  // namespace noughts::play
