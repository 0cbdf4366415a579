// What the Quixo paper and its Japanese version print, to stand beside what is computed.
//
// The numbers here are quoted, never used: a report shows them next to its own and says
// where the two differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "noughts/quixo/value.h"

namespace noughts::research::reports {

struct PublishedQuixo {
  std::string initial;                     // of the empty board, as values are printed here
  std::optional<quixo::Counts> totals;     // Table 2 or the last row of Table 3; 0: not printed
  std::optional<std::uint64_t> reachable;  // section 5.2
  std::vector<quixo::Counts> steps;        // Table 3: won and lost in so many steps
};

// Nothing for rules that the paper does not solve.
std::optional<PublishedQuixo> published_quixo(const quixo::Rules& rules);

// "as published", or the published number and by how much ours is more.
std::string beside(std::uint64_t ours, std::uint64_t published);

// Table 1: pop and ord of the first words as the index computes them, beside the printed ones.
std::string index_table_text();

}  // namespace noughts::research::reports
