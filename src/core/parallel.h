// Work on several threads, over oneTBB, within a budget. Where there are no threads
// (NOUGHTS_ONE_THREAD, in a browser) the same loops run one after the other.
//
//     Workers workers(threads, budget);
//     auto done = workers.for_each(0, blocks, [&](std::size_t block) { ... });
//     if (!done) return done.error();
//
// Iterations may run in any order and at the same time; results must not
// depend on that. A body may return a Result<void>. The loop ends early when an
// iteration fails, when the budget's token is cancelled or when its time is up:
// iterations not yet begun are skipped, and for_each gives the error.
#pragma once

#ifndef NOUGHTS_ONE_THREAD
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/result.h"

namespace noughts {

// What this machine offers this process.
int hardware_threads();

class Workers {
 public:
  // threads == 0 means all that the machine offers.
  explicit Workers(int threads = 0, Budget budget = {});

  int threads() const { return threads_; }
  const Budget& budget() const { return budget_; }

  // body(index) for begin <= index < end, in chunks of at least `grain`.
  template <class Body>
  Result<void> for_each(std::size_t begin, std::size_t end, Body&& body,
                        [[maybe_unused]] std::size_t grain = 1) {
    if (threads_ == 1) return one_by_one(begin, end, body);
#ifdef NOUGHTS_ONE_THREAD
    return {};  // there is never more than one
#else
    FirstError failure;
    const auto run = [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last && !failure; ++i) {
        if (auto stop = budget_.exhausted()) return failure.set(*std::move(stop));
        if (auto failed = call(body, i)) return failure.set(*std::move(failed));
      }
    };
#ifdef __SANITIZE_THREAD__
    for_each_on_plain_threads(begin, end, run, grain);
#else
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(begin, end, grain),
          [&](const tbb::blocked_range<std::size_t>& range) { run(range.begin(), range.end()); },
          tbb::simple_partitioner{});
    });
#endif
    return failure.result();
#endif
  }

  // The number of the thread that asks, 0 <= slot < threads(), inside for_each.
  int slot() const {
#if defined(NOUGHTS_ONE_THREAD)
    return 0;
#elif defined(__SANITIZE_THREAD__)
    return plain_slot_;
#else
    const int index = threads_ == 1 ? 0 : tbb::this_task_arena::current_thread_index();
    return index < 0 ? 0 : index;
#endif
  }

 private:
  // What the first iteration that failed said.
  class FirstError {
   public:
    explicit operator bool() const { return failed_.load(std::memory_order_relaxed); }
    void set(Error error) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::move(error);
      failed_.store(true, std::memory_order_relaxed);
    }
    Result<void> result() { return error_ ? Result<void>(*std::move(error_)) : Result<void>(); }

   private:
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::optional<Error> error_;
  };

  template <class Body>
  Result<void> one_by_one(std::size_t begin, std::size_t end, Body& body) {
    for (std::size_t i = begin; i < end; ++i) {
      if (auto stop = budget_.exhausted()) return *std::move(stop);
      if (auto failed = call(body, i)) return *std::move(failed);
    }
    return {};
  }

  template <class Body>
  static std::optional<Error> call(Body& body, std::size_t index) {
    if constexpr (std::is_void_v<decltype(body(index))>) {
      body(index);
    } else if (Result<void> done = body(index); !done) {
      return done.error();
    }
    return std::nullopt;
  }

#ifdef __SANITIZE_THREAD__
  // The thread sanitizer cannot see how the TBB library synchronises (the
  // library is not instrumented), and would report races where there are none.
  // Under it the same loop runs on threads of our own, so that what it reports
  // is ours.
  template <class Run>
  void for_each_on_plain_threads(std::size_t begin, std::size_t end, Run& run, std::size_t grain) {
    std::atomic<std::size_t> next{begin};
    const auto work = [&](int slot) {
      const int outer = std::exchange(plain_slot_, slot);
      for (std::size_t from; (from = next.fetch_add(grain)) < end;) {
        run(from, std::min(from + grain, end));
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
  Budget budget_;
#ifndef NOUGHTS_ONE_THREAD
  tbb::task_arena arena_;
#endif
};

}  // namespace noughts
