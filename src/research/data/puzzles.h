// Puzzles: positions in which exactly one move keeps the value.
//
// A puzzle is harder the longer its solution is and the more wrong moves look right. A wrong move
// is plausible if a look of two moves ahead finds it no worse than the right one: it wins at once
// if the right one does, and lets the other win at once only if the right one does.
#pragma once

#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/json.h"
#include "noughts/judge/sample.h"

namespace noughts::research::data {

struct Puzzle {
  std::string position;
  std::string answer;
  play::Rating value;  // to the mover
  int seat = 0;
  int tier = 0;
  int plausible = 0;   // wrong moves
  int difficulty = 1;  // 1 to 5
};

// Nothing if more moves than one keep the value, or only one is legal.
std::optional<Puzzle> puzzle_of(const judge::Sample& sample);
// 1 if no wrong move is plausible; else 2, and one more each for five such moves, for a win in five
// plies and more (or a draw), and for a win in eleven and more.
int difficulty_of(const play::Rating& value, int plausible);

struct PuzzleOptions {
  std::uint64_t puzzles = 100;
  std::uint64_t seed = 1;
  int least = 1;  // of the difficulty
  Budget budget = {};
};

// Fewer where there are no more.
std::vector<Puzzle> find_puzzles(const play::Game& game, play::Analyst& analyst,
                                 const PuzzleOptions& options);

Json puzzle_json(const play::Game& game, const Puzzle& puzzle);

}  // namespace noughts::research::data
