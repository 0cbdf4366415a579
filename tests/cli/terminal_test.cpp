// What a terminal gets besides words.
#include <gtest/gtest.h>

#include "cli/process.h"

namespace cli_test {
namespace {

// What a terminal of this kind gets when somebody asks for a position.
std::string in_terminal(const std::string& environment) {
  const std::string python =
      "import os, pty, sys\n"
      "pid, terminal = pty.fork()\n"
      "if pid == 0:\n"
      "    os.execvp('env', ['env', *sys.argv[2:], sys.argv[1], 'show', 'quantum', '--position',\n"
      "                      'X1.1-9'])\n"
      "text = b''\n"
      "while True:\n"
      "    try:\n"
      "        text += os.read(terminal, 4096)\n"
      "    except OSError:\n"
      "        break\n"
      "sys.stdout.buffer.write(text)\n";
  return shell("python3 -c \"$(cat)\" \"$(command -v noughts)\" " + environment, {.input = python})
      .out;
}

TEST(Terminal, GetsColoursUnlessItIsDumbOrNobodyWantsThem) {
  const auto coloured = [](const std::string& text) { return text.find('\x1b') != text.npos; };
  EXPECT_TRUE(coloured(in_terminal("TERM=xterm")));
  EXPECT_TRUE(coloured(in_terminal("TERM=xterm NO_COLOR=")));
  EXPECT_FALSE(coloured(in_terminal("TERM=xterm NO_COLOR=1")));
  EXPECT_FALSE(coloured(in_terminal("TERM=dumb")));
}

}  // namespace
}  // namespace cli_test
