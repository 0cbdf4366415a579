// Seconds since a moment: by the wall, or of the processor.
//
//     const Stopwatch watch;
//     work();
//     report(watch.seconds());
#pragma once

#include <time.h>

namespace noughts {

class Stopwatch {
 public:
  enum class Kind {
    kWall,
    // All threads of the program: what a busy machine changes least, for work on one thread.
    kProcessor
  };
  explicit Stopwatch(Kind kind = Kind::kWall) : kind_(kind), start_(now()) {}

  double seconds() const { return now() - start_; }

 private:
  double now() const {
    timespec time;
    clock_gettime(kind_ == Kind::kWall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Kind kind_;
  double start_;
};

// Seconds that `work` takes.
template <class Work>
double time_of(Work&& work) {
  const Stopwatch watch;
  work();
  return watch.seconds();
}

// Processor seconds that `work` takes.
template <class Work>
double cpu_time_of(Work&& work) {
  const Stopwatch watch(Stopwatch::Kind::kProcessor);
  work();
  return watch.seconds();
}

}  // namespace noughts
