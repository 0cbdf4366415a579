// Ctrl-C and SIGTERM: whatever runs, the program ends soon, with exit code 130 and one line.
#include <gtest/gtest.h>

#include <sstream>

#include "cli/process.h"

namespace cli_test {
namespace {

TEST(Interrupt, EndsAWaitForInput) {
  const Outcome outcome = noughts({"play", "quixo", "--size", "3"},
                                  {.keep_input_open = true, .interrupt_on_output = true});
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.err, "noughts: interrupted\n");
}

// While the program ends: an answer that was given stays given.
TEST(Interrupt, AfterTheAnswerChangesNothing) {
  for (int i = 0; i < 40; ++i) {
    const Outcome outcome = noughts({"show", "hyper"}, {.interrupt_on_output = true});
    EXPECT_NE(outcome.out, "");
    EXPECT_EQ(outcome.exit_code, 0) << i;
    EXPECT_EQ(outcome.err, "");
  }
}

// A library that the loader takes first sends the signal before any code of the program
// or of its other libraries has run.
TEST(Interrupt, BeforeTheFirstLineOfTheProgramEndsItToo) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "a sanitizer must be loaded first";
#endif
  for (const int sent : {SIGINT, SIGTERM}) {
    const Outcome outcome = shell("NOUGHTS_EARLY_SIGNAL=" + std::to_string(sent) +
                                  " LD_PRELOAD='" NOUGHTS_EARLY_SIGNAL "' exec noughts show hyper");
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

// What runs for seconds, each through another part of the program; `make torture` has more
// of them, at more moments. OUT stands for the name of a file or folder.
constexpr const char* kLong[] = {
    "bench --only successors",
    "bench --only quixo/4x4",
    "bench --only quixo/5x5",
    "bench --only hyper/blocking",
    "bench --only quantum/curve",
    "solve quixo --size 5 --tables OUT",
    "solve quixo --size 5 --tables OUT --plan",
    "solve quixo --size 4 --steps",
    "solve quixo --size 4 --reachable",
    "solve quixo --size 4 --algorithm reference",
    "study report quixo --size 4 --out OUT",
    "study report quixo --size 4 --study algorithms",
    "study report quixo --size 4 --study reachable",
    "study report quixo --size 4 --study random-win",
    "study report quixo --size 4 --study empty-tiles",
    "study report quixo --size 5 --study full-board",
    "show quixo --perft --size 5 --depth 60 --canonical",
    "show quixo --perft --size 5 --depth 60 --json",
    "show quantum --perft --depth 9",
    "solve quantum --curve --draw 7",
    "solve quantum --sweep --step 1/1000",
    "solve quantum --algorithm naive",
    "study report quantum --out OUT --table6",
    "solve hyper --side 4 --dims 3",
    "solve hyper --side 4 --dims 2 --players 3 --kingmaking",
    "solve hyper --side 4 --dims 2 --players 3 --misere",
    "solve hyper --side 4 --dims 3 --players 8 --certificates OUT",
    "study classify hyper --side 12 --dims 5",
    "study classify hyper --side 4 --dims 2 --players 3 --misere",
    "study classify hyper --filling --side 3 --dims 5 --players 3",
    "study tree hyper --side 4 --dims 2 --players 3",
    "study train hyper --side 4 --dims 2 --games 100000000 --out OUT",
    "study report hyper --out OUT",
    "study report hyper --part map --out OUT",
    "judge hyper --side 3 --dims 3 --players 4 --agent true",
    "judge quixo --size 4 --agent true",
    "analyze hyper --side 5 --dims 2 --players 3",
    "line hyper --side 5 --dims 2 --players 3",
    "analyze hyper --side 4 --dims 3 --players 8",
    "line hyper --side 4 --dims 3 --players 8",
    "line hyper --side 4 --dims 2 --players 3 --misere",
    "play hyper --side 5 --dims 2 --players 3 --x hard --o hard --others hard",
};

std::vector<std::string> words_of(const std::string& line, const std::string& out) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word == "OUT" ? out : word);
  words.insert(words.end(), {"--threads", "1"});
  return words;
}

class Long : public ::testing::TestWithParam<const char*> {};

#ifdef NOUGHTS_SANITIZED
constexpr double kMost = 5;
#else
constexpr double kMost = 1;
#endif

// Measured in time of the processor, which does not depend on what else the machine does.
TEST_P(Long, WorkIsEndedByEitherSignal) {
  constexpr double kBegun = 0.15;
  for (const int sent : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const std::string out = (folder.path() / "out").string();
    const Outcome outcome = noughts(words_of(GetParam(), out),
                                    {.interrupt_after_work = kBegun, .interrupt_with = sent});
    EXPECT_EQ(outcome.exit_code, 130) << outcome.out;
    EXPECT_EQ(outcome.err, "noughts: interrupted\n");
    EXPECT_LT(outcome.worked_on, kMost);
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, Long, ::testing::ValuesIn(kLong), [](const auto& named) {
  std::string name;
  for (const char* c = named.param; *c != '\0'; ++c) name += isalnum(*c) != 0 ? *c : '_';
  return name;
});

}  // namespace
}  // namespace cli_test
