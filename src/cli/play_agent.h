// noughts play GAME --agent: a built-in player that speaks the line protocol of judge.
#pragma once

#include <cstdint>
#include <string>

#include "noughts/cli/games.h"

namespace noughts::cli {

// Reads one position a line and answers each with one move a line, until the input ends. A
// line that is no position, or a position that is over, ends the run with an error.
void run_agent(Context& context, const GameCommand& command, const std::string& player,
               std::uint64_t seed);

}  // namespace noughts::cli
