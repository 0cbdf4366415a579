// The built-in players as objects of Python.
#pragma once

#include "games.h"

namespace noughts::python {

void add_players(py::module_& module, py::class_<Game, std::shared_ptr<Game>>& game);

}  // namespace noughts::python
