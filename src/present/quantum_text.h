// Values, variants, sweeps and curves of quantum tic-tac-toe for people: as text,
// CSV and charts.
#pragma once

#include <string>
#include <vector>

#include "noughts/present/chart.h"
#include "noughts/quantum/curve/curve.h"
#include "noughts/quantum/search/sweep.h"

namespace noughts::present {

std::string variant_text(const quantum::Variant& variant);
// "draw 0", "complete win 1, narrow win 1/2, draw 0, double win 2"
std::string scoring_text(const quantum::Variant& variant);
// A fraction, or nine digits of what is none.
std::string root_text(const quantum::curve::Root& root);

// One line for each q: the value of the game and of each opening.
std::string sweep_text(const std::vector<quantum::search::SweepPoint>& points);
// q, value, and one column per opening; exact fractions, then decimals.
std::string sweep_csv(const std::vector<quantum::search::SweepPoint>& points);
// The value of the game, or with `by_opening` of each opening.
Chart sweep_chart(const quantum::Variant& variant,
                  const std::vector<quantum::search::SweepPoint>& points, bool by_opening);

// The whole curve, with minimal polynomials of its breakpoints.
std::string curve_text(const quantum::Rules& rules, const quantum::curve::GameCurves& curve);

}  // namespace noughts::present
