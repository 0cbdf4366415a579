// Positions of 5x5 with nearly all tiles on the board and the exact worth of every move, built in.
//
// tools/quixo_exam.cpp took them from tables: in each some move gives something away. The tables of
// these tiers are too large for the program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noughts/play/analysis.h"

namespace noughts::judge {

// None for games other than Quixo on 5x5 with the published rules.
std::vector<std::string> exam_positions(const play::Game& game);

// Knows these positions and nothing else (kMissing); null for other games.
std::shared_ptr<play::Analyst> make_exam_analyst(const play::Game& game);

}  // namespace noughts::judge
