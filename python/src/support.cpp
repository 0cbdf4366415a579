#include "support.h"

#include <array>

namespace noughts::python {
namespace {

struct Kind {
  ErrorCode code;
  const char* name;
  const char* about;
  PyObject** beside;  // a class of Python's that it is too
};

// What happened, in the words of core/result.h.
const std::array<Kind, 8> kKinds = {{
    {ErrorCode::kBadInput, "BadInput", "A text or a parameter is wrong.", &PyExc_ValueError},
    {ErrorCode::kMissing, "Missing", "A file or a table is missing.", &PyExc_FileNotFoundError},
    {ErrorCode::kUnfinished, "Unfinished", "Writing this file was interrupted.", nullptr},
    {ErrorCode::kCorrupt, "Corrupt", "A file is damaged.", nullptr},
    {ErrorCode::kWrongVersion, "WrongVersion",
     "A file belongs to another version or to other rules.", nullptr},
    {ErrorCode::kNoSpace, "NoSpace", "Memory, disk space or the limit of positions ran out.",
     &PyExc_MemoryError},
    {ErrorCode::kNoTime, "NoTime", "The time given ran out.", &PyExc_TimeoutError},
    {ErrorCode::kWrongValue, "WrongValue", "A check found a wrong answer.", nullptr},
}};

// Made once, and never freed: exceptions may outlive the module.
PyObject* base_error = nullptr;
std::array<PyObject*, kKinds.size()> errors = {};

}  // namespace

void add_errors(py::module_& module) {
  base_error = PyErr_NewExceptionWithDoc(
      "noughts.Error", "An error of the library; its text says why.", PyExc_Exception, nullptr);
  module.attr("Error") = py::handle(base_error);
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const Kind& kind = kKinds[i];
    const py::object bases = kind.beside == nullptr
                                 ? py::object(py::make_tuple(py::handle(base_error)))
                                 : py::make_tuple(py::handle(base_error), py::handle(*kind.beside));
    const std::string name = std::string("noughts.") + kind.name;
    errors[i] = PyErr_NewExceptionWithDoc(name.c_str(), kind.about, bases.ptr(), nullptr);
    module.attr(kind.name) = py::handle(errors[i]);
  }
}

void raise(const Error& error) {
  PyObject* kind = base_error;
  if (error.code == ErrorCode::kCancelled) kind = PyExc_KeyboardInterrupt;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].code == error.code) kind = errors[i];
  }
  PyErr_SetString(kind, error.message.c_str());
  throw py::error_already_set();
}

py::object fraction(const Rational& value) {
  return py::module_::import("fractions").attr("Fraction")(to_text(value));
}

py::object from_json(const Json& document) {
  return py::module_::import("json").attr("loads")(document.dump());
}

std::string parameter_text(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::str(value);
}

py::object progress_callback(const py::object& given) {
  if (given.is_none()) return given;
  return py::module_::import("noughts._progress").attr("callback")(given);
}

void tell(const py::object& callback, const ProgressReport& report) {
  if (callback.is_none()) return;
  py::dict told;
  told["stage"] = report.stage;
  told["done"] = report.done;
  told["total"] = report.total;
  told["seconds"] = report.seconds;
  told["seconds_left"] = report.seconds_left;
  told["finished"] = report.finished;
  callback(told);
}

}  // namespace noughts::python
