// What the Quixo paper shows of a solved board, from our own solution: its
// Tables 2 and 3, Figure 6, reachable boards, and boards worth looking at
// (Figures 7 and 9). For sizes 3 and 4, which are solved whole.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "core/progress.h"
#include "quixo/engine.h"
#include "quixo/rules.h"

namespace noughts::play {

struct ReportFile {
  std::string name;
  std::string content;
};

struct QuixoReport {
  std::string text;               // for people
  std::vector<ReportFile> files;  // text, CSV tables, SVG chart
  Json boards;                    // the boards worth looking at: {about, position, value, plies}
};

// Require: the engine is not graded, and the solution is its own.
QuixoReport make_quixo_report(const quixo::Engine& engine, const quixo::WholeSolution& solution,
                              const ProgressListener& listener = {});

}  // namespace noughts::play
