#include "noughts/core/progress.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace noughts {

Progress::Progress(ProgressListener listener, std::string stage, std::uint64_t total,
                   std::uint64_t already_done)
    : listener_(std::move(listener)),
      stage_(std::move(stage)),
      total_(total),
      already_done_(already_done),
      done_(already_done) {}

Progress::~Progress() {
  if (listener_) report(true);
}

void Progress::advance(std::uint64_t units) {
  done_.fetch_add(units, std::memory_order_relaxed);
  if (!listener_) return;
  const std::int64_t now_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count();
  std::int64_t due = next_report_ns_.load(std::memory_order_relaxed);
  constexpr std::int64_t kInterval_ns = 100'000'000;
  if (now_ns < due || !next_report_ns_.compare_exchange_strong(due, now_ns + kInterval_ns)) return;
  report(false);
}

void Progress::set_stage(std::string stage) {
  const std::lock_guard lock(mutex_);
  stage_ = std::move(stage);
}

void Progress::report(bool finished) {
  const std::lock_guard lock(mutex_);
  ProgressReport report;
  report.stage = stage_;
  report.done = done_.load(std::memory_order_relaxed);
  report.total = total_;
  report.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  report.finished = finished;
  const std::uint64_t fresh = report.done - already_done_;
  if (total_ > report.done && fresh > 0) {
    report.seconds_left =
        report.seconds * static_cast<double>(total_ - report.done) / static_cast<double>(fresh);
  }
  listener_(report);
}

std::string format_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}m {:02}s", whole / 60, whole % 60);
  return fmt::format("{}h {:02}m", whole / 3600, whole / 60 % 60);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(i, ",");
  return digits;
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} bytes", bytes)
                   : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

}  // namespace noughts
