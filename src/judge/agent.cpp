#include "noughts/judge/agent.h"

#include <fmt/format.h>

#include <map>

#include "noughts/core/stopwatch.h"
#include "noughts/core/text.h"
#include "noughts/judge/process.h"

namespace noughts::judge {
namespace {

class CommandAgent final : public Agent {
 public:
  explicit CommandAgent(CommandOptions options) : options_(std::move(options)) {}

  Result<Answer> ask(const play::State& state) override {
    double seconds = options_.move_seconds;
    if (process_ == nullptr) {
      if (starts_ > options_.restarts) return Answer{Reply::kGone};
      auto started = Process::start(options_.command);
      if (!started) return started.error();
      process_ = std::move(*started);
      ++starts_;
      seconds += options_.start_seconds;
    }
    process_->discard_input();
    const Stopwatch watch;
    const Result<std::string> line = converse(state.text(), options_.budget.within(seconds));
    if (line) {
      answered_ = true;
      return Answer{Reply::kLine, *line, watch.seconds()};
    }
    return failed(line.error(), watch.seconds());
  }

 private:
  // A line that begins with # is a remark.
  Result<std::string> converse(const std::string& position, const Budget& budget) {
    if (auto written = process_->write_line(position, budget); !written) return written.error();
    while (true) {
      Result<std::string> line = process_->read_line(budget);
      if (!line) return line.error();
      const std::string_view words = trim(*line);
      if (!words.starts_with('#')) return std::string(words);
    }
  }

  Result<Answer> failed(const Error& error, double seconds) {
    const bool timeout = error.code == ErrorCode::kNoTime;
    if (!timeout && error.code != ErrorCode::kUnfinished) return error;
    const int code = process_->end();
    process_.reset();
    constexpr int kNotExecutable = 126;  // what the shell says of commands that it cannot run
    constexpr int kNotFound = 127;
    if (!timeout && !answered_ && (code == kNotExecutable || code == kNotFound)) {
      return bad_input(
          fmt::format("the agent {} cannot be run; check its command", quote(options_.command)));
    }
    return Answer{timeout ? Reply::kTimeout : Reply::kCrash,
                  {},
                  seconds,
                  timeout ? "no answer in time" : fmt::format("ended with exit code {}", code)};
  }

  CommandOptions options_;
  std::unique_ptr<Process> process_;
  int starts_ = 0;
  bool answered_ = false;
};

constexpr std::string_view kSeat = "{seat}";

// A program for each seat that is asked.
class SeatedAgent final : public Agent {
 public:
  explicit SeatedAgent(CommandOptions options) : options_(std::move(options)) {}

  Result<Answer> ask(const play::State& state) override {
    std::unique_ptr<Agent>& agent = agents_[state.seat()];
    if (agent == nullptr) agent = seated(state.seat());
    return agent->ask(state);
  }

 private:
  std::unique_ptr<Agent> seated(int seat) const {
    CommandOptions options = options_;
    std::string& command = options.command;
    const std::string number = std::to_string(seat);
    for (auto at = command.find(kSeat); at != std::string::npos;
         at = command.find(kSeat, at + number.size())) {
      command.replace(at, kSeat.size(), number);
    }
    return std::make_unique<CommandAgent>(std::move(options));
  }

  CommandOptions options_;
  std::map<int, std::unique_ptr<Agent>> agents_;
};

}  // namespace

std::unique_ptr<Agent> make_command_agent(CommandOptions options) {
  if (options.command.find(kSeat) != std::string::npos) {
    return std::make_unique<SeatedAgent>(std::move(options));
  }
  return std::make_unique<CommandAgent>(std::move(options));
}

}  // namespace noughts::judge
