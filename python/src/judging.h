// Examinations of functions and programs.
#pragma once

#include "support.h"

namespace noughts::python {

void add_judging(py::module_& module);

}  // namespace noughts::python
