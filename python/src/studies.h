// Whole games: Quixo solved, the curve of quantum tic-tac-toe, who can win on n^k boards,
// and certificates.
#pragma once

#include "games.h"

namespace noughts::python {

void add_studies(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game);

}  // namespace noughts::python
