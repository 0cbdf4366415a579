// How values and variants of quantum tic-tac-toe are written by the verbs.
#pragma once

#include <string>

#include "core/json.h"
#include "quantum/curve.h"
#include "quantum/solve.h"

namespace noughts::cli {

std::string pair_text(quantum::Pair pair);              // "1-9"
std::string decimal_text(const quantum::Value& value);  // "2.5", "-3.4375"
Json value_json(const quantum::Value& value);           // {"exact": "5/2", "decimal": 2.5}
Json variant_json(const quantum::Variant& variant);     // {"collapse", "q", "draw", "double_win"}
std::string variant_text(const quantum::Variant& variant);

// The whole curve for people, with minimal polynomials of its breakpoints.
std::string curve_text(const quantum::Rules& rules, const quantum::Curve& curve);

}  // namespace noughts::cli
