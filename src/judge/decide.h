// Values of 5x5 Quixo without all tables: what another analyst knows, the built-in positions with
// nearly all tiles (exam.h), and positions that a search decides.
//
// A search that looks a few moves ahead knows some positions for certain: a win that it has seen
// to the end, and a loss against every defence. This analyst searches the position and, if it is
// decided, each move by itself. What it cannot decide it leaves unknown; it never guesses a
// verdict. It counts positions instead of seconds, so the same position has the same answer on
// every machine.
#pragma once

#include <memory>

#include "noughts/core/cancel.h"
#include "noughts/play/player.h"

namespace noughts::judge {

struct DecideOptions {
  std::uint64_t nodes = 3000;       // for the position
  std::uint64_t move_nodes = 3000;  // for each move that this leaves open
  const CancelToken* cancel = nullptr;
};

// Null for games other than Quixo on 5x5, and where `knowing` has the values of the whole board.
std::shared_ptr<play::Analyst> make_deciding_analyst(const play::Game& game,
                                                     std::shared_ptr<play::Analyst> knowing,
                                                     const DecideOptions& options = {});

// Who plays on where values are not known: the strongest player that the program has without
// them. Quixo: a search of so many positions a move; n^k boards: the greedy player; elsewhere any
// legal move.
std::unique_ptr<play::Player> make_strongest_player(const play::Game& game, std::uint64_t seed,
                                                    const CancelToken* cancel = nullptr);

}  // namespace noughts::judge
