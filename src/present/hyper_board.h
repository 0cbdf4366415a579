// A position on an n^k board as slices of text, and what stands where as JSON.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/hyper/rules.h"
#include "noughts/present/style.h"

namespace noughts::present {

std::string render(const hyper::Rules& rules, const hyper::Position& position,
                   const RenderStyle& style);
// The extents in which the cells are drawn: those of a grid; a list of lines as a square.
std::vector<int> hyper_frame(const hyper::Board& board);
// What names the board: {"side", "dims"}, {"rows", "cols", "line"}, ...
Json board_fields(const hyper::Board& board);
Json rules_json(const hyper::Rules& rules);  // what distinguishes the variant
Json board_json(const hyper::Rules& rules, const hyper::Position& position);
// {"cells", "lines", "symmetries", "automorphisms"}
Json structure_json(const hyper::Rules& rules);

}  // namespace noughts::present
