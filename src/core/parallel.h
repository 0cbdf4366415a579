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

#include <cstddef>

#include "core/cancel.h"

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
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(begin, end, grain),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end() && !cancelled(); ++i) body(i);
          },
          tbb::simple_partitioner{});
    });
  }

  // The number of the thread that asks, 0 <= slot < threads(), inside for_each.
  int slot() const {
    const int index = threads_ == 1 ? 0 : tbb::this_task_arena::current_thread_index();
    return index < 0 ? 0 : index;
  }

 private:
  int threads_;
  const CancelToken* cancel_;
  tbb::task_arena arena_;
};

}  // namespace noughts
