#include "noughts/serve/lanes.h"

#include <algorithm>

namespace noughts::serve {

Queue::Queue(int threads, int most_waiting) : most_waiting_(most_waiting) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Queue::~Queue() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    waiting_.clear();
  }
  wanted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Queue::offer(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= static_cast<std::size_t>(most_waiting_)) return false;
    waiting_.push_back(std::move(job));
  }
  wanted_.notify_one();
  return true;
}

Load Queue::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, static_cast<int>(waiting_.size()), static_cast<int>(threads_.size()),
          most_waiting_};
}

void Queue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wanted_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (ended_) return;
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    lock.unlock();
    job();
    lock.lock();
    --running_;
  }
}

Lanes::Lanes(int processors) {
  // In the order of the lanes. Long work uses all processors by itself.
  queues_.push_back(std::make_unique<Queue>(2, 512));
  queues_.push_back(std::make_unique<Queue>(std::clamp(processors, 2, kMostSearching), 64));
  queues_.push_back(std::make_unique<Queue>(1, 16));
}

}  // namespace noughts::serve
