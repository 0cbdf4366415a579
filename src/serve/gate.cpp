#include "noughts/serve/gate.h"

#include <fmt/format.h>

#include <chrono>

namespace noughts::serve {

Result<Gate::Pass> Gate::enter() {
  std::unique_lock lock(mutex_);
  if (running_ >= at_once_) {
    if (waiting_ >= most_waiting_) {
      return Error{ErrorCode::kNoSpace,
                   fmt::format("the server is busy: {} long requests are running and {} are "
                               "waiting; please try again in a moment",
                               running_, waiting_)};
    }
    ++waiting_;
    freed_.wait(lock, [this] { return running_ < at_once_; });
    --waiting_;
  }
  ++running_;
  return Pass(this);
}

void Gate::leave() {
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  freed_.notify_one();
}

Gate::Load Gate::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, waiting_, at_once_, most_waiting_};
}

Deadline::Deadline(CancelToken& token, double seconds)
    : watch_([this, &token, seconds] {
        std::unique_lock lock(mutex_);
        const bool in_time =
            ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; });
        if (!in_time) token.cancel();
      }) {}

Deadline::~Deadline() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  ended_.notify_one();
  watch_.join();
}

}  // namespace noughts::serve
