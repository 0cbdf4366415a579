// Names that verbs had before version 0.3: for one release each does what its new name does, and
// says on standard error where it went.
#include <gtest/gtest.h>

#include <regex>

#include "cli/process.h"

namespace cli_test {
namespace {

struct Renamed {
  std::string was;
  std::string now;
  std::string options;
};

const std::vector<Renamed> kRenamed = {
    {"moves quixo", "show quixo --moves", "--size 3 --position 'XXX/O.O/.O. O'"},
    {"moves quantum", "show quantum --moves", "--position 'X1.1-9 O2.1-9' --json"},
    {"moves hyper", "show hyper --moves", "--position @missing"},
    {"perft quixo", "show quixo --perft", "--size 3 --depth 3 --canonical --json"},
    {"perft hyper", "show hyper --perft", "--side 2"},
    {"curve quantum", "solve quantum --curve", "--draw 5000"},
    {"sweep quantum", "solve quantum --sweep", "--from 1 --to 1 --draw -5 --json"},
    {"sweep quantum", "solve quantum --sweep", "--from 1 --to 0"},
    {"agent quixo", "play quixo --agent", "--size 3 --player perfect --seed 2"},
    {"agent hyper", "play hyper --agent", "--player greedy"},
    {"agent quantum", "play quantum --agent", "--json"},
    {"repack quixo", "tables pack quixo", "--size 3 --tables t --out small --json"},
    {"repack quixo", "tables pack quixo", "--size 3 --tables missing --out small"},
    {"publish quixo", "tables publish quixo", "--size 3 --tables t --out web --json"},
    {"report quixo", "study report quixo", "--size 3 --study random-win"},
    {"report quixo", "study report quixo", "--size 3 --out there --json"},
    {"report hyper", "study report hyper", ""},
    {"tree hyper", "study tree hyper", "--players 3 --player 2 --json"},
    {"train hyper", "study train hyper", "--games 2000 --samples 0 --json"},
    {"classify hyper", "study classify hyper", "--side 8 --dims 3 --json"},
    {"filling hyper", "study classify hyper --filling", "--side 4 --certificate proof --json"},
    {"filling hyper", "study classify hyper --filling", "--side 2 --players 3"},
};

// What came of a command; times are not compared.
std::string outcome_of(const std::string& command) {
  const TemporaryFolder folder;
  if (command.find("--tables t") != std::string::npos) {
    noughts({"solve", "quixo", "--size", "3", "--tables", "t"}, {.folder = folder.path()});
  }
  const Outcome outcome = shell("noughts " + command + " --quiet",
                                {.input = ".../.../... X\n", .folder = folder.path()});
  EXPECT_LE(lines_of(outcome.err).size(), 1u) << outcome.err;
  static const std::regex times("(\"seconds\": )[0-9.e-]+|[0-9.]+ s\\b");
  return std::to_string(outcome.exit_code) + "\n" + std::regex_replace(outcome.out, times, "$1") +
         outcome.err;
}

TEST(FormerVerb, DoesWhatItsNewNameDoes) {
  for (const auto& [was, now, options] : kRenamed) {
    EXPECT_EQ(outcome_of(was + " " + options), outcome_of(now + " " + options)) << was << options;
  }
}

TEST(FormerVerb, SaysInOneLineWhereItWent) {
  const TemporaryFolder folder;
  for (const auto& [was, now, options] : kRenamed) {
    const std::string command = "noughts " + was + " " + options;
    SCOPED_TRACE(command);
    const Start start{.folder = folder.path()};
    const Outcome loud = shell(command + " </dev/null", start);
    ASSERT_EQ(lines_of(loud.err).size(), 1u) << loud.err;
    const bool moved = loud.err.find(" is now called noughts " + now + ";") != std::string::npos;
    EXPECT_EQ(moved, loud.exit_code == 0) << "an error stands alone: " << loud.err;
    EXPECT_EQ(loud.out.find("new name"), std::string::npos);
    if (loud.exit_code != 0) continue;
    EXPECT_EQ(shell(command + " --quiet </dev/null", start).err, "");
  }
}

// A lost standard error loses that line and nothing else.
TEST(FormerVerb, WorksWhereNobodyCanBeTold) {
  const Outcome outcome = shell("noughts moves quixo --size 3 2>/dev/full");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, noughts({"show", "quixo", "--size", "3", "--moves"}).out);
}

TEST(FormerVerb, IsListedNowhere) {
  const std::string help = noughts({"--help"}).out;
  const std::string bash = noughts({"completion", "--shell", "bash"}).out;
  for (const auto& [was, now, options] : kRenamed) {
    const std::string verb = was.substr(0, was.find(' '));
    EXPECT_EQ(help.find("\n  " + verb + " "), std::string::npos) << verb;
    EXPECT_EQ(bash.find("'/" + verb + "'"), std::string::npos) << verb;
    EXPECT_EQ(noughts({verb, "--help"}).exit_code, 0) << verb;
  }
}

}  // namespace
}  // namespace cli_test
