// A Quixo position as text, and what stands where as JSON.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/present/style.h"
#include "noughts/quixo/rules.h"

namespace noughts::present {

template <class W>
std::string render(const quixo::BasicRules<W>& rules,
                   const quixo::BasicPosition<typename W::Board>& position,
                   const RenderStyle& style);
template <class W>
Json rules_json(const quixo::BasicRules<W>& rules);  // what distinguishes the variant
template <class W>
Json board_json(const quixo::BasicRules<W>& rules,
                const quixo::BasicPosition<typename W::Board>& position);

}  // namespace noughts::present
