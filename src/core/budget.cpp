#include "noughts/core/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace noughts {

Budget Budget::within(double seconds) const {
  Budget shorter = *this;
  shorter.deadline = std::min(deadline, Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                           std::chrono::duration<double>(seconds)));
  return shorter;
}

std::optional<Error> Budget::exhausted() const {
  if (cancelled()) return cancelled_error();
  if (time_is_up())
    return Error{ErrorCode::kNoTime, "not decided in the time given; allow more time"};
  return std::nullopt;
}

bool Meter::look() {
  if (error_) return false;
  progress_.advance(nodes_ - told_);
  told_ = nodes_;
  error_ = budget_.exhausted();
  return !error_;
}

bool Meter::stop_for_nodes() {
  error_ = Error{ErrorCode::kNoSpace,
                 fmt::format("not decided within {} positions", format_count(budget_.nodes))};
  return false;
}

bool Meter::stop_for_memory() {
  error_ = Error{ErrorCode::kNoSpace, fmt::format("not decided within {} of memory",
                                                  format_bytes(budget_.memory_bytes))};
  return false;
}

}  // namespace noughts
