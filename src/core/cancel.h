// A wish to stop, seen by long work.
//
// Whoever starts long work owns a CancelToken and may call cancel() from a
// signal handler or another thread. The work asks cancelled() between units
// and ends early with ErrorCode::kCancelled.
#pragma once

#include <atomic>

#include "noughts/core/result.h"

namespace noughts {

class CancelToken {
 public:
  void cancel() noexcept { flag_.store(true, std::memory_order_relaxed); }
  // For whoever gives one piece of work after the other to the same holder.
  void rearm() noexcept { flag_.store(false, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
  static_assert(std::atomic<bool>::is_always_lock_free, "cancel() runs in signal handlers");
};

inline Error cancelled_error() { return {ErrorCode::kCancelled, "interrupted"}; }

}  // namespace noughts
