// What all parts of the module share: errors, numbers and documents for Python, and long
// work that lets Python go on.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "noughts/core/cancel.h"
#include "noughts/core/json.h"
#include "noughts/core/progress.h"
#include "noughts/core/rational.h"
#include "noughts/core/result.h"

namespace noughts::python {

namespace py = pybind11;

// Makes noughts.Error and those below it.
void add_errors(py::module_& module);
// Throws the exception of the error's kind, with its sentence.
[[noreturn]] void raise(const Error& error);

template <class T>
T unwrap(Result<T> result) {
  if (!result) raise(result.error());
  return std::move(*result);
}
inline void unwrap(const Result<void>& result) {
  if (!result) raise(result.error());
}

py::object fraction(const Rational& value);  // a fractions.Fraction
py::object from_json(const Json& document);
// What was given as a parameter, as the command line would be given it.
std::string parameter_text(const py::handle& value);

// What long work has to say, kept until the thread that may call Python asks for it.
class Mailbox {
 public:
  ProgressListener listener() {
    return [this](const ProgressReport& report) {
      const std::lock_guard lock(mutex_);
      latest_ = report;
    };
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    done_ = true;
    changed_.notify_all();
  }
  // Whether the work is done, at the latest after a while.
  bool wait() {
    std::unique_lock lock(mutex_);
    constexpr std::chrono::milliseconds kWhile(50);
    return changed_.wait_for(lock, kWhile, [this] { return done_; });
  }
  std::optional<ProgressReport> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(latest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::optional<ProgressReport> latest_;
};

// A function of one report, from what the user gave as progress: None, True or a function.
py::object progress_callback(const py::object& given);
void tell(const py::object& callback, const ProgressReport& report);

// Runs `work` in a thread of its own without the GIL. Meanwhile this thread looks for
// signals, so that Ctrl-C ends the work by `cancel`, and passes progress on. `work` is
// given a listener and returns a Result, whose error becomes an exception.
template <class Work>
auto run(CancelToken& cancel, const py::object& progress, Work&& work) {
  const py::object callback = progress_callback(progress);
  Mailbox mailbox;
  std::optional<decltype(work(ProgressListener{}))> result;
  std::exception_ptr thrown;
  std::thread thread([&] {
    try {
      result.emplace(work(callback.is_none() ? ProgressListener{} : mailbox.listener()));
    } catch (...) {
      thrown = std::current_exception();
    }
    mailbox.finish();
  });
  std::exception_ptr interrupted;
  for (bool done = false; !done;) {
    {
      const py::gil_scoped_release release;
      done = mailbox.wait();
    }
    if (interrupted != nullptr) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (const auto report = mailbox.take()) tell(callback, *report);
    } catch (...) {
      interrupted = std::current_exception();
      cancel.cancel();
    }
  }
  thread.join();
  if (interrupted != nullptr) std::rethrow_exception(interrupted);
  if (thrown != nullptr) std::rethrow_exception(thrown);
  return unwrap(std::move(*result));
}

}  // namespace noughts::python
