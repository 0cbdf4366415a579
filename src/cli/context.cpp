#include "noughts/cli/context.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

#include "noughts/cli/output.h"
#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : kUsual;
}

// A terminal that understands no escape sequences says so, and a person may want none.
bool takes_escapes(int file) {
  const char* kind = std::getenv("TERM");
  return isatty(file) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

std::string bar_text(const ProgressReport& report) {
  if (report.total == 0) {
    return fmt::format("{}: {}, {}", report.stage, format_count(report.done),
                       format_duration(report.seconds));
  }
  constexpr int kWidth = 30;
  const double share = static_cast<double>(report.done) / static_cast<double>(report.total);
  const int full = std::clamp(static_cast<int>(share * kWidth), 0, kWidth);
  return fmt::format(
      "{} [{}{}] {:.1f} %{}", report.stage, std::string(full, '#'), std::string(kWidth - full, '.'),
      100 * share,
      report.seconds_left ? ", " + format_duration(*report.seconds_left) + " left" : "");
}

}  // namespace

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadInput:
      return kExitUsage;
    case ErrorCode::kWrongValue:
      return kExitNo;
    case ErrorCode::kCancelled:
      return kExitInterrupted;
    case ErrorCode::kMissing:
    case ErrorCode::kUnfinished:
    case ErrorCode::kCorrupt:
    case ErrorCode::kWrongVersion:
    case ErrorCode::kNoSpace:
    case ErrorCode::kNoTime:
    case ErrorCode::kSystem:
      break;
  }
  return kExitFault;
}

void Context::add_common(const Command& verb, const std::string& example) {
  verb.flag("--json", json, "Write one JSON document and nothing else");
  verb.flag("--quiet", quiet, "Show no progress and no notes");
  verb.option("--threads", threads, "Threads to use (0: all)").between(0, 1024);
  verb.footer("Example:\n  " + example);
}

void Context::add_memory(const Command& verb) {
  verb.option("--memory", memory_gib, "Memory for searches, in GiB")
      .between(0.001, 4096.0)
      .show_default();
}

Budget Context::budget() {
  constexpr double kGibibyte = 1 << 30;
  return {.memory_bytes = static_cast<std::uint64_t>(memory_gib * kGibibyte),
          .cancel = &cancel,
          .progress = progress()};
}

void Context::answer(const Json& document, const std::function<std::string()>& text) {
  answer([&]() -> const Json& { return document; }, text);
}

void Context::print_document(const Json& document) { print(document.dump(2) + "\n"); }

void Context::print(const std::string& text) {
  if (output_lost_) return;
  if (overheard_ != nullptr) {
    *overheard_ += text;
    return;
  }
  const int reason = write_out(STDOUT_FILENO, text);
  if (reason == 0) return;
  output_lost_ = true;
  if (exit_code_ != kExitDone || cancel.cancelled()) return;
  exit_code_ = kExitFault;
  // A reader that has seen enough and closed the pipe needs no message.
  if (reason != EPIPE) {
    fail({ErrorCode::kSystem, fmt::format("cannot write the output: {}", std::strerror(reason))});
  }
}

std::string Context::overhear(const std::function<void()>& act) {
  std::string text;
  const bool as_json = std::exchange(json, false);
  overheard_ = &text;
  act();
  overheard_ = nullptr;
  json = as_json;
  return text;
}

void Context::fail(const Error& error) {
  clear_bar();
  say(fmt::format("noughts: {}\n", error.message));
  exit_code_ = exit_code_of(error.code);
}

void Context::note(const std::string& sentence) const {
  if (!quiet) say(fmt::format("noughts: {}\n", sentence));
}

present::RenderStyle Context::style() const {
  const char* plain = std::getenv("NO_COLOR");  // means something unless it is empty
  return {.colour = takes_escapes(STDOUT_FILENO) && (plain == nullptr || *plain == '\0')};
}

void Context::clear_bar() {
  if (bar_shown_) say("\r\x1b[K");
  bar_shown_ = false;
}

void Context::outlive_terminal() { std::signal(SIGHUP, SIG_IGN); }

ProgressListener Context::progress() {
  if (quiet || !takes_escapes(STDERR_FILENO)) return {};
  return [this](const ProgressReport& report) {
    if (report.finished) return clear_bar();
    if (report.seconds < 0.5) return;  // quick work needs no bar
    // A line that wraps could not be drawn over; one column stays free.
    say("\r\x1b[K" + bar_text(report).substr(0, terminal_width() - 1));
    bar_shown_ = true;
  };
}

Result<std::string> read_position(const std::string& argument) {
  if (argument.empty() || (argument[0] != '@' && argument != "-")) return argument;
  constexpr std::size_t kMost = 1 << 20;
  const auto unreadable = [](const std::string& name) -> Error {
    return {ErrorCode::kMissing, fmt::format("cannot read {}: {}", name, std::strerror(errno))};
  };
  const auto read_all = [&](std::istream& in, const std::string& name) -> Result<std::string> {
    std::string text(kMost + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (in.bad()) return unreadable(name);
    if (text.size() > kMost)
      return bad_input(fmt::format("{} is too long for a position; give one position", name));
    return std::string(trim(text));
  };
  if (argument == "-") return read_all(std::cin, "standard input");
  std::ifstream file(argument.substr(1), std::ios::binary);
  if (!file) return unreadable(quote(argument.substr(1)));
  return read_all(file, quote(argument.substr(1)));
}

}  // namespace noughts::cli
