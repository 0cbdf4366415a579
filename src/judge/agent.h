// Who is examined: something that is shown a position and names a move.
//
// An agent may be another program that speaks the line protocol of docs/guide/judge.md, a
// player of ours, or a function in Python. It may answer nonsense, or not at all: what
// it does is an Answer, to be counted. Only what is wrong on our side is an error.
#pragma once

#include <memory>
#include <string>

#include "noughts/core/budget.h"
#include "noughts/play/player.h"

namespace noughts::judge {

enum class Reply {
  kLine,     // it said something, a legal move or not
  kTimeout,  // nothing within the time
  kCrash,    // it ended, closed its output, or raised an exception
  kGone      // it failed too often and is asked no more
};

struct Answer {
  Reply reply = Reply::kLine;
  std::string line = {};
  double seconds = 0;
  std::string reason = {};  // what is known of a timeout or a crash
};

class Agent {
 public:
  virtual ~Agent() = default;
  // Require: the game is not over.
  virtual Result<Answer> ask(const play::State& state) = 0;
};

struct CommandOptions {
  std::string command;
  double move_seconds = 5;    // for each answer
  double start_seconds = 10;  // more for the first after a start
  int restarts = 20;          // after a crash or a timeout; then it is gone
  Budget budget = {};
};

// A program that answers each position, a line, with a move, a line. It is started when
// it is first asked. After a crash or a timeout it is ended, and started again for the
// next position. A command that the shell cannot run is an error.
//
// A command with {seat} is started once for each seat, with the number of the seat in place of
// {seat}: 0 moves first. Each program is then asked only where its seat is to move.
std::unique_ptr<Agent> make_command_agent(CommandOptions options);

}  // namespace noughts::judge
