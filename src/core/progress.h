// How far long work has come, told by callback.
//
// The library reports; whoever listens decides how to show it (a bar on a
// terminal, a line in a log, nothing). Work is measured in units of its own
// choice; the time left follows from the rate so far.
//
//     Progress progress(listener, "solving tier 23", states);
//     ...
//     progress.advance(batch);          // from any thread
//
// Listeners are called at most about ten times a second, and once at the end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace noughts {

struct ProgressReport {
  std::string stage;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
  double seconds = 0;
  std::optional<double> seconds_left;
  bool finished = false;
};

using ProgressListener = std::function<void(const ProgressReport&)>;

class Progress {
 public:
  // `already_done` is work that an earlier run did: it counts as done but not
  // towards the rate.
  Progress(ProgressListener listener, std::string stage, std::uint64_t total,
           std::uint64_t already_done = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t units);
  void set_stage(std::string stage);

 private:
  void report(bool finished);

  using Clock = std::chrono::steady_clock;
  ProgressListener listener_;
  std::string stage_;
  std::uint64_t total_;
  std::uint64_t already_done_;
  std::atomic<std::uint64_t> done_;
  Clock::time_point start_ = Clock::now();
  std::atomic<std::int64_t> next_report_ns_{0};
  std::mutex mutex_;
};

// "1h 02m", "3m 20s", "12 s": for people.
std::string format_duration(double seconds);

// 12,345,678: for people.
std::string format_count(std::uint64_t count);

// "1.5 GiB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace noughts
