// The gather of Kutner's draft, section III.B, timed beside what is done here instead.
//
// The draft's basic step is a new list of a board's values along some cells:
//
//     def gather(b, t): out = []; for i in range(len(t)): out.append(b[t[i]]); return out
//
// It finds images of boards (t is a symmetry) and completed lines (t is a line). Here the
// same list is written into place, without a new one; and completed lines are not gathered
// at all, since the lines through a cell are counted as marks are placed (marks.h).
#pragma once

#include <vector>

#include "noughts/core/budget.h"

namespace noughts::hyper::research {

struct GatherTime {
  int size;          // cells of an array
  int batch;         // arrays gathered one after the other
  double plain_ns;   // a new list each, as printed; per array
  double placed_ns;  // into place
};

// Arrays of these sizes, each gathered along a permutation; the two ways must give the same.
// kWrongValue if they do not.
Result<std::vector<GatherTime>> time_gather(
    const std::vector<std::pair<int, int>>& sizes_and_batches, const Budget& budget);

// The sizes of Figure 6 (9 to 128 cells, one array) and the batches of Figure 7 (64 cells).
std::vector<std::pair<int, int>> figure_six();
std::vector<std::pair<int, int>> figure_seven();

}  // namespace noughts::hyper::research
