// What long work may take: memory, nodes, time, and the wish to stop.
//
// Whoever asks for long work fills in a Budget, a plain value that is handed down
// and copied freely. Whoever does the work counts against it with a Meter:
//
//     Meter meter(budget, "searching 4^3");
//     ...
//     if (!meter.spend()) return *meter.error();     // one node more
//
// Once the budget is used up or the work is cancelled, spend() says no for good,
// and error() tells why: a computation that was stopped gives an error and never
// a value that only looks like one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "noughts/core/cancel.h"
#include "noughts/core/progress.h"
#include "noughts/core/result.h"

namespace noughts {

struct Budget {
  using Clock = std::chrono::steady_clock;

  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // for what is remembered
  std::uint64_t nodes = 0;                              // positions visited; 0: no limit
  Clock::time_point deadline = Clock::time_point::max();
  const CancelToken* cancel = nullptr;
  ProgressListener progress = {};

  bool cancelled() const { return cancel != nullptr && cancel->cancelled(); }
  bool time_is_up() const {
    return deadline != Clock::time_point::max() && Clock::now() >= deadline;
  }
  // The same with so much time from now on, if that is less than it has.
  Budget within(double seconds) const;
  // Nothing while the work may go on; kCancelled or kNoTime when it must end.
  std::optional<Error> exhausted() const;
};

// Counts what one piece of work has spent. Not for several threads.
class Meter {
 public:
  // The budget must outlive the meter.
  Meter(const Budget& budget, std::string stage, std::uint64_t total = 0)
      : budget_(budget), progress_(budget.progress, std::move(stage), total) {}

  // Spends one node. False once the work must stop; then error() says why.
  bool spend() {
    ++nodes_;
    if (error_) return false;
    if (budget_.nodes != 0 && nodes_ > budget_.nodes) return stop_for_nodes();
    return nodes_ % kBatch != 0 || look();
  }
  // Whether `bytes` may be held in memory; false stops the work.
  bool holds(std::uint64_t bytes) {
    return !error_ && (bytes <= budget_.memory_bytes || stop_for_memory());
  }
  // Looks at the clock and the token now; spend() does it once in kBatch nodes.
  bool look();

  const std::optional<Error>& error() const { return error_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t kBatch = 1024;
  bool stop_for_nodes();
  bool stop_for_memory();

  const Budget& budget_;
  Progress progress_;
  std::uint64_t nodes_ = 0;
  std::uint64_t told_ = 0;
  std::optional<Error> error_;
};

}  // namespace noughts
