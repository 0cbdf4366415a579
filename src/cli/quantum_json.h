// How values and variants of quantum tic-tac-toe are written by the verbs.
#pragma once

#include <string>

#include "noughts/core/json.h"
#include "noughts/present/family_documents.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::cli {

using present::pair_text;
using present::value_json;
using present::variant_json;

std::string decimal_text(const quantum::Value& value);  // "2.5", "-3.4375"
std::string variant_text(const quantum::Variant& variant);

// The whole curve for people, with minimal polynomials of its breakpoints.
std::string curve_text(const quantum::Rules& rules, const quantum::Curve& curve);

}  // namespace noughts::cli
