// A position of quantum tic-tac-toe as text, and what stands where as JSON.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/present/style.h"
#include "noughts/quantum/rules.h"

namespace noughts::present {

std::string render(const quantum::Rules& rules, const quantum::Position& position,
                   const RenderStyle& style);
Json rules_json(const quantum::Rules& rules);  // what distinguishes the variant
Json board_json(const quantum::Rules& rules, const quantum::Position& position);

}  // namespace noughts::present
