// A small process between us and an agent, so that all that the agent starts can be ended.
//
// It is the agent's parent and a subreaper: a process below it whose parent ends becomes its own
// child, also after setsid or a double fork. When our end of the control pipe closes, by will or
// because we are gone, it kills its children until there are none.
//
//     we --fork--> supervisor --fork--> /bin/sh -c COMMAND --> whatever it starts
#pragma once

#include <sys/types.h>

#include <string>

#include "noughts/core/result.h"

namespace noughts::judge {

struct Supervised {
  pid_t pid = 0;     // of the supervisor; it ends with the exit code of the command
  int control = -1;  // close it to end all
};

// Starts a command whose standard input and output are these.
Result<Supervised> supervise(const std::string& command, int input, int output);

}  // namespace noughts::judge
