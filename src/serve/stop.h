// The wish that a question be given up: its asker is gone, its time is over, or the
// server ends.
//
// Each question that a server takes has a Stop. Who answers it says so for as long as
// he does (Answering); whatever starts long work below him ties the token of that work
// to it (Tied), so that no route need hand the wish on:
//
//     Stop stop;                        // in the server, cancelled from any thread
//     const Answering answering(stop);  // on the thread that answers
//     ...
//     CancelToken cancel;               // deep below
//     const Tied tied(cancel);
//     work({.cancel = &cancel});
//
// Where nobody is answering (the routes without a server) Tied does nothing.
#pragma once

#include <mutex>
#include <vector>

#include "noughts/core/cancel.h"

namespace noughts::serve {

class Stop {
 public:
  void cancel();
  bool cancelled() const { return wished_.cancelled(); }

 private:
  friend class Tied;
  CancelToken wished_;
  std::mutex mutex_;
  std::vector<CancelToken*> tied_;
};

class Answering {
 public:
  explicit Answering(Stop& stop);
  ~Answering();
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;
};

// As long as it lives the token is cancelled with the question of this thread.
class Tied {
 public:
  explicit Tied(CancelToken& token);
  ~Tied();
  Tied(const Tied&) = delete;
  Tied& operator=(const Tied&) = delete;

 private:
  Stop* stop_;
  CancelToken& token_;
};

// Cancels the token after so many seconds, unless it is destroyed before.
class Deadline {
 public:
  Deadline(CancelToken& token, double seconds);
  ~Deadline() { token_.cancel_at(CancelToken::kNever); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  CancelToken& token_;
};

}  // namespace noughts::serve
