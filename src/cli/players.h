// The players of the box by the names that the command line gives them.
#pragma once

#include <memory>
#include <string>

#include "noughts/cli/games.h"

namespace noughts::cli {

// A level from "random" to "perfect", "perfect:0.2" for one that plays a random move a fifth
// of the time, or one that only this family has.
Result<std::unique_ptr<play::Player>> make_player(Context& context, const GameCommand& command,
                                                  const std::string& kind, std::uint64_t seed);

}  // namespace noughts::cli
