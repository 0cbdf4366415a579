// Is it good to take an empty tile?
//
// "Quixo Is Solved", 5.1: "Intuitively, choosing the empty tile is a good strategy."
// For the boards of a tier that offer both kinds of moves, counted here: in how many
// some move that takes an empty tile is among the best, and in how many some move that
// takes an own tile is. Best means that the value is kept and, where plies are known,
// that a win is as fast and a loss as slow as can be.
#pragma once

#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {

struct EmptyTiles {
  int tier = 0;
  std::uint64_t boards = 0;                      // looked at: not over, with both kinds of moves
  std::uint64_t empty_keeps = 0, own_keeps = 0;  // the value
  std::uint64_t empty_best = 0, own_best = 0;    // with plies; otherwise the same
};

// All boards of every tier if there are at most `sample` of them, otherwise so many
// boards drawn at random.
Result<std::vector<EmptyTiles>> count_empty_tiles(const ValueSource& values, std::uint64_t sample,
                                                  std::uint64_t seed, Workers& workers);

}  // namespace noughts::quixo
