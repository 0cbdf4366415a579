// The Python module noughts._noughts; the package noughts (../noughts) is what users see.
#include "batch.h"
#include "games.h"
#include "judging.h"
#include "noughts/version.h"
#include "support.h"

PYBIND11_MODULE(_noughts, module) {
  using namespace noughts::python;
  module.doc() = "The tic-tac-toe family, solved exactly.";
  module.attr("__version__") = noughts::kVersion;
  add_errors(module);
  add_games(module);
  add_batch(module);
  add_judging(module);
}
