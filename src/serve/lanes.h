// Who computes: three queues with threads of their own, so that questions of one kind
// never wait for those of another.
//
//     quick     look-ups: health, legal moves, positions that are solved
//     search    positions that are searched, for some seconds at most
//     long      curves, sweeps, classifications
//
// A queue holds so many questions and no more; whoever comes then is told to come again.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "noughts/serve/route.h"

namespace noughts::serve {

class Queue {
 public:
  using Job = std::function<void()>;

  Queue(int threads, int most_waiting);
  // Drops what waits, and waits for what runs.
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // False if too many wait already.
  bool offer(Job job);
  Load load() const;

 private:
  void work();

  const int most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_;
  std::deque<Job> waiting_;
  int running_ = 0;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

// Searches that run at once, whatever the machine: each needs its part of the memory.
inline constexpr int kMostSearching = 4;

class Lanes {
 public:
  explicit Lanes(int processors);
  Queue& of(Lane lane) { return *queues_[static_cast<std::size_t>(lane)]; }
  Load load(Lane lane) const { return queues_[static_cast<std::size_t>(lane)]->load(); }

 private:
  std::vector<std::unique_ptr<Queue>> queues_;
};

}  // namespace noughts::serve
