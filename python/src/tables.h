// The values of all Quixo boards as arrays.
#pragma once

#include "games.h"

namespace noughts::python {

void add_tables(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game);

}  // namespace noughts::python
