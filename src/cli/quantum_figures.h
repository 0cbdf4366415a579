// What sweeps of quantum tic-tac-toe look like as CSV and SVG.
#pragma once

#include <string>
#include <vector>

#include "noughts/play/chart.h"
#include "noughts/quantum/search/sweep.h"

namespace noughts::cli {

// q, value, and one column per opening; exact fractions, then decimals.
std::string sweep_csv(const std::vector<quantum::SweepPoint>& points);

// The value of the game, or with `by_opening` of each opening.
play::Chart sweep_chart(const quantum::Variant& variant,
                        const std::vector<quantum::SweepPoint>& points, bool by_opening);

// Writes a text file; fails with the file's name.
Result<void> write_file(const std::string& path, const std::string& text);

}  // namespace noughts::cli
