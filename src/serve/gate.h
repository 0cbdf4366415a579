// Who may compute, and for how long.
//
// Most answers are look-ups. The few that compute for a while (a curve, a solve,
// a search on an n^k board) pass a Gate: so many at once, so many waiting, and
// whoever comes then is told to come again. A Deadline ends work that takes too
// long by cancelling its token.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "noughts/core/cancel.h"
#include "noughts/core/result.h"

namespace noughts::serve {

class Gate {
 public:
  Gate(int at_once, int waiting) : at_once_(at_once), most_waiting_(waiting) {}

  // The right to compute; given back with the object.
  class Pass {
   public:
    explicit Pass(Gate* gate) : gate_(gate) {}
    Pass(Pass&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (gate_ != nullptr) gate_->leave();
    }

   private:
    Gate* gate_;
  };

  // Waits for its turn; kNoSpace if too many wait already.
  Result<Pass> enter();

  struct Load {
    int running;
    int waiting;
    int at_once;
    int most_waiting;
  };
  Load load() const;

 private:
  void leave();

  const int at_once_;
  const int most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  int running_ = 0;
  int waiting_ = 0;
};

// Cancels the token after so many seconds, unless it is destroyed before.
class Deadline {
 public:
  Deadline(CancelToken& token, double seconds);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread watch_;
};

}  // namespace noughts::serve
