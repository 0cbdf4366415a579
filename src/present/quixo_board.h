// A Quixo position as text, and what stands where as JSON.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/present/style.h"
#include "noughts/quixo/rules.h"

namespace noughts::present {

std::string render(const quixo::Rules& rules, const quixo::Position& position,
                   const RenderStyle& style);
Json rules_json(const quixo::Rules& rules);  // what distinguishes the variant
Json board_json(const quixo::Rules& rules, const quixo::Position& position);

}  // namespace noughts::present
