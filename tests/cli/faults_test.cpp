// A machine that fails, or is not as usual: tests/torture/faults.cpp stands before the program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace cli_test {
namespace {

// The program with one kind of call failing at its n-th time, or under another condition.
Outcome with(const std::string& condition, const std::string& words, const Start& start = {}) {
  return shell(
      condition + " NOUGHTS_FAULT_NOTE=came LD_PRELOAD=" NOUGHTS_FAULTS " noughts " + words, start);
}

class Faults : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef NOUGHTS_SANITIZED
    GTEST_SKIP() << "a sanitizer has a malloc of its own";
#endif
  }
  bool came() const { return std::filesystem::remove(folder_.path() / "came"); }
  const TemporaryFolder folder_;
};

TEST_F(Faults, OneAllocationThatFailsIsSurvived) {
  const std::string words = "show quixo --size 3 --moves --json";
  const std::string right = shell("noughts " + words).out;
  int injected = 0;
  for (const int n : {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}) {
    const Outcome outcome =
        with("NOUGHTS_FAULT=malloc:" + std::to_string(n), words, {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 0) << n << outcome.err;
    EXPECT_EQ(outcome.out, right) << n;
    injected += came() ? 1 : 0;
  }
  EXPECT_EQ(injected, 12);
}

// What this machine does to an agent is not counted against the agent.
TEST_F(Faults, AReadThatFailsIsNotTheAgents) {
  const std::string words =
      "judge quixo --size 3 --json --quiet --positions 3 --games 0 --seed 1 "
      "--agent 'env -u LD_PRELOAD -u NOUGHTS_FAULT noughts play quixo --size 3 --agent'";
  const auto verdict = [](const std::string& text) {
    nlohmann::json document = nlohmann::json::parse(text);
    document.erase("seconds");
    document.erase("agent_seconds");
    return document;
  };
  const auto right = verdict(shell("noughts " + words).out);
  int told = 0;
  for (int n = 1; n <= 6; ++n) {
    const Outcome outcome =
        with("NOUGHTS_FAULT=read:" + std::to_string(n), words, {.folder = folder_.path()});
    told += outcome.exit_code == 3 ? 1 : 0;
    if (outcome.exit_code == 3) {
      EXPECT_EQ(outcome.err, "noughts: cannot read from the program: Input/output error\n");
    } else {
      EXPECT_EQ(verdict(outcome.out), right) << n;
    }
  }
  EXPECT_GT(told, 0);
}

}  // namespace
}  // namespace cli_test
