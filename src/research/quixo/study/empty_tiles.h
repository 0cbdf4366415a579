// Is it good to take an empty tile?
//
// "Quixo Is Solved", 5.1: "Intuitively, choosing the empty tile is a good strategy."
// For the boards of a tier that offer both kinds of moves, counted here: in how many
// some move that takes an empty tile is among the best, and in how many some move that
// takes an own tile is. A move is best if it keeps the value: it wins a won board, draws
// a drawn one. Of a lost board every move keeps the value; they differ where plies are
// known, and there best also means that a win is as fast and a loss as slow as can be.
//
// Ranks (rank.h) say nothing new: a move on an empty tile that keeps a win is the
// nearest step to the next tier, so it is best by rank whenever it is by value.
#pragma once

#include <array>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::study {

struct EmptyTiles {
  // Boards that are not over, with both kinds of moves, and those of them where some
  // move of a kind is best by value, and by plies too.
  struct ByValue {
    std::uint64_t boards = 0;
    std::uint64_t empty_keeps = 0, own_keeps = 0;
    std::uint64_t empty_best = 0, own_best = 0;  // without plies the same
    bool operator==(const ByValue&) const = default;
  };
  int tier = 0;
  bool sampled = false;  // some boards of the tier, not all
  std::array<ByValue, 3> by_value;

  ByValue& of(Value value) { return by_value[static_cast<std::size_t>(value)]; }
  const ByValue& of(Value value) const { return by_value[static_cast<std::size_t>(value)]; }
};

// All boards of every tier if there are at most `sample` of them, otherwise so many
// boards sampled at random, each as likely.
Result<std::vector<EmptyTiles>> count_empty_tiles(const tables::ValueSource& values,
                                                  std::uint64_t sample, std::uint64_t seed,
                                                  Workers& workers);

}  // namespace noughts::quixo::study
