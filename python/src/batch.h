// Many games of Quixo at once, in arrays: for players that learn.
#pragma once

#include "games.h"

namespace noughts::python {

void add_batch(py::module_& module);

}  // namespace noughts::python
