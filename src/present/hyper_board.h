// A position on an n^k board as slices of text, and what stands where as JSON.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/hyper/rules.h"
#include "noughts/present/style.h"

namespace noughts::present {

std::string render(const hyper::Rules& rules, const hyper::Position& position,
                   const RenderStyle& style);
Json rules_json(const hyper::Rules& rules);  // what distinguishes the variant
Json board_json(const hyper::Rules& rules, const hyper::Position& position);
// {"cells", "lines", "symmetries", "automorphisms"}
Json structure_json(const hyper::Rules& rules);

}  // namespace noughts::present
