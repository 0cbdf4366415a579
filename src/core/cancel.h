// A wish to stop, seen by long work.
//
// Whoever starts long work owns a CancelToken and may call cancel() from a
// signal handler or another thread. The work asks cancelled() between units
// and ends early with ErrorCode::kCancelled. A token may also have a time from
// which on it is cancelled by itself: nobody need wait for it in a thread.
#pragma once

#include <atomic>
#include <chrono>

#include "noughts/core/result.h"

namespace noughts {

class CancelToken {
 public:
  void cancel() noexcept { flag_.store(true, std::memory_order_relaxed); }
  // For whoever gives one piece of work after the other to the same holder.
  void rearm() noexcept { flag_.store(false, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return flag_.load(std::memory_order_relaxed) || time_is_up(); }

  using Clock = std::chrono::steady_clock;
  // From then on; kNever takes it back.
  static constexpr Clock::time_point kNever = Clock::time_point::max();
  void cancel_at(Clock::time_point time) noexcept {
    until_.store(time.time_since_epoch().count(), std::memory_order_relaxed);
  }

 private:
  using Ticks = Clock::rep;
  static constexpr Ticks kNoTicks = kNever.time_since_epoch().count();

  bool time_is_up() const noexcept {
    const Ticks until = until_.load(std::memory_order_relaxed);
    return until != kNoTicks && Clock::now().time_since_epoch().count() >= until;
  }

  std::atomic<bool> flag_{false};
  std::atomic<Ticks> until_{kNoTicks};
  static_assert(std::atomic<bool>::is_always_lock_free, "cancel() runs in signal handlers");
};

inline Error cancelled_error() { return {ErrorCode::kCancelled, "interrupted"}; }

}  // namespace noughts
