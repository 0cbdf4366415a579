// Work on several threads, over oneTBB.
//
//     Workers workers(threads);
//     workers.for_each(0, blocks, [&](std::size_t block) { ... });
//
// Iterations may run in any order and at the same time; results must not
// depend on that. A cancelled token ends the loop early: iterations not yet
// begun are skipped, and the caller checks the token afterwards.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

#include "noughts/core/cancel.h"

namespace noughts {

// What this machine offers this process.
int hardware_threads();

class Workers {
 public:
  // threads == 0 means all that the machine offers.
  explicit Workers(int threads = 0, const CancelToken* cancel = nullptr)
      : threads_(threads > 0 ? threads : hardware_threads()), cancel_(cancel), arena_(threads_) {}

  int threads() const { return threads_; }
  bool cancelled() const { return cancel_ != nullptr && cancel_->cancelled(); }

  // body(index) for begin <= index < end, in chunks of at least `grain`.
  template <class Body>
  void for_each(std::size_t begin, std::size_t end, Body&& body, std::size_t grain = 1) {
    if (threads_ == 1) {
      for (std::size_t i = begin; i < end && !cancelled(); ++i) body(i);
      return;
    }
#ifdef __SANITIZE_THREAD__
    for_each_on_plain_threads(begin, end, body, grain);
#else
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(begin, end, grain),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end() && !cancelled(); ++i) body(i);
          },
          tbb::simple_partitioner{});
    });
#endif
  }

  // The number of the thread that asks, 0 <= slot < threads(), inside for_each.
  int slot() const {
#ifdef __SANITIZE_THREAD__
    return plain_slot_;
#else
    const int index = threads_ == 1 ? 0 : tbb::this_task_arena::current_thread_index();
    return index < 0 ? 0 : index;
#endif
  }

 private:
#ifdef __SANITIZE_THREAD__
  // The thread sanitizer cannot see how the TBB library synchronises (the
  // library is not instrumented), and would report races where there are none.
  // Under it the same loop runs on threads of our own, so that what it reports
  // is ours.
  template <class Body>
  void for_each_on_plain_threads(std::size_t begin, std::size_t end, Body& body,
                                 std::size_t grain) {
    std::atomic<std::size_t> next{begin};
    const auto work = [&](int slot) {
      const int outer = std::exchange(plain_slot_, slot);
      for (std::size_t from; (from = next.fetch_add(grain)) < end && !cancelled();) {
        for (std::size_t i = from; i < std::min(from + grain, end) && !cancelled(); ++i) body(i);
      }
      plain_slot_ = outer;
    };
    std::vector<std::thread> others;
    for (int slot = 1; slot < threads_; ++slot) others.emplace_back(work, slot);
    work(0);
    for (std::thread& other : others) other.join();
  }
  static inline thread_local int plain_slot_ = 0;
#endif

  int threads_;
  const CancelToken* cancel_;
  tbb::task_arena arena_;
};

}  // namespace noughts
