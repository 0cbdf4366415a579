// Tiers and pairs of classes on the command line.
#pragma once

#include <string>
#include <utility>

#include "noughts/core/result.h"

namespace noughts::cli {

// "25..23": from the first down to the second.
Result<std::pair<int, int>> parse_tiers(const std::string& text);
// "3,4" or "4,3": the lesser first.
Result<std::pair<int, int>> parse_pair(const std::string& text);

}  // namespace noughts::cli
