// Lost output, long and strange input; and the README's commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace cli_test {
namespace {

TEST(LostOutput, IsAFaultAndNotACrash) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"show", "quixo"},
                                             {"show", "quixo", "--moves", "--json"},
                                             {"show", "quixo", "--perft"},
                                             {"play", "quixo", "--x", "random", "--o", "random"},
                                             {"tour"},
                                             {"--help"},
                                             {"--version"}}) {
    SCOPED_TRACE(command.front());
    const Outcome full = noughts(command, {.out_path = "/dev/full"});
    EXPECT_EQ(full.exit_code, 3);
    EXPECT_EQ(full.err, "noughts: cannot write the output: No space left on device\n");
  }
  // The reader has left before anything is written: a writer before us could write no more.
  // No message is due.
  const TemporaryFolder folder;
  const Outcome closed = shell(
      "{ (trap '' PIPE; while echo x; do :; done) 2>/dev/null; "
      "noughts play quixo --x random --o random; echo $? >code; } | true; cat code",
      {.folder = folder.path()});
  EXPECT_EQ(closed.out, "3\n");
  EXPECT_EQ(closed.err, "");
}

// Standard error that cannot be written: a full device, closed, a pipe without a reader. What was
// asked is done, and the exit code says how it ended.
TEST(LostOutput, OfErrorsChangesNothing) {
  const TemporaryFolder folder;
  for (const char* lost : {"2>/dev/full", "2>&-", "2> >(true)", ">&- 2>&-", "<&- 2>&-"}) {
    SCOPED_TRACE(lost);
    const auto code = [&](const std::string& command) {
      const std::string line = command + " " + lost + "; echo $? >code";
      return run({"bash", "-c", "noughts() { " NOUGHTS_BINARY " \"$@\"; }; " + line + "; cat code"},
                 {.folder = folder.path()})
          .out;
    };
    EXPECT_EQ(code("noughts show quixo --size 99"), "2\n");
    EXPECT_EQ(code("noughts nonsense"), "2\n");
    EXPECT_EQ(code("noughts verify quixo --size 3 --tables nothing"), "3\n");
    // The first file that is opened does not become standard error.
    std::filesystem::remove_all(folder.path() / "tables");
    const std::string wanted = std::string(lost).starts_with(">&-") ? "3\n" : "0\n";
    const std::string solved = code("noughts solve quixo --size 3 --tables tables --quiet");
    EXPECT_TRUE(solved.ends_with(wanted)) << solved;
    EXPECT_EQ(noughts({"verify", "quixo", "--size", "3", "--tables", "tables", "--all"},
                      {.folder = folder.path()})
                  .exit_code,
              0);
  }
}

// A solve in a terminal that is closed while it runs: the bar has nowhere to go, SIGHUP comes.
TEST(LostOutput, OfATerminalDoesNotEndASolve) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "takes minutes under a sanitizer";
#endif
  const TemporaryFolder folder;
  const std::string python =
      "import os, pty, sys\n"
      "pid, terminal = pty.fork()\n"
      "if pid == 0:\n"
      "    os.execv(sys.argv[1], sys.argv[1:])\n"
      "while not os.path.exists('tables/manifest.json'):\n"  // it has begun
      "    pass\n"
      "os.close(terminal)\n"
      "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n";
  const Outcome outcome = run({"python3", "-c", python, NOUGHTS_BINARY, "solve", "quixo", "--size",
                               "4", "--threads", "1", "--tables", "tables"},
                              {.folder = folder.path()});
  EXPECT_EQ(outcome.out, "3\n") << outcome.err;  // the answer could not be written; all else is
  EXPECT_EQ(noughts({"verify", "quixo", "--size", "4", "--tables", "tables", "--sample", "10"},
                    {.folder = folder.path()})
                .exit_code,
            0);
}

// Endless input and nobody who reads: a service of lines ends.
TEST(LostOutput, EndsAServiceOfLines) {
  const Outcome outcome =
      shell("yes 'X../.../... O' | noughts analyze quixo --size 3 --stdin >/dev/full; echo $?");
  EXPECT_EQ(outcome.out, "3\n");
  EXPECT_NE(outcome.err.find("No space left"), std::string::npos);
}

TEST(SmallStack, IsEnough) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "a sanitizer makes frames larger";
#endif
  for (const char* command :
       {"show quixo", "analyze quixo --size 3", "analyze quixo --size 5", "show quixo --size 8",
        "line quixo --size 3", "play quixo --x easy --o easy", "solve quixo --size 3 --steps",
        "analyze quantum", "analyze hyper --side 3 --dims 2"}) {
    EXPECT_EQ(shell(std::string("ulimit -s 512; noughts ") + command).exit_code, 0) << command;
  }
}

TEST(Position, ComesFromAFileOrFromInput) {
  const TemporaryFolder folder;
  const std::string expected =
      noughts({"show", "quixo", "--size", "3", "--position", "XO./.../..X O"}).out;
  EXPECT_EQ(shell("printf 'XO./.../..X O\\n' >at; noughts show quixo --size 3 --position @at",
                  {.folder = folder.path()})
                .out,
            expected);
  EXPECT_EQ(
      noughts({"show", "quixo", "--size", "3", "--position", "-"}, {.input = "XO./.../..X O\n"})
          .out,
      expected);
  EXPECT_EQ(
      noughts({"show", "quixo", "--position", "-"}, {.input = std::string(3 << 20, 'X')}).exit_code,
      2);
  EXPECT_EQ(noughts({"show", "quixo", "--position", "@/dev/zero"}).exit_code, 2);
}

TEST(StrangeArguments, AreRefusedInOneLine) {
  const std::string newlines = "X\nO\r\n\x1b[31m/";
  const std::string huge(100'000, '.');
  for (const std::string& text : {newlines, huge, std::string("\xff\xfe"), std::string(" ")}) {
    for (const char* option : {"--position", "--size", "--both-lines", "--line"}) {
      const Outcome outcome = noughts({"show", "quixo", "--moves", option, text});
      SCOPED_TRACE(option);
      EXPECT_EQ(outcome.exit_code, 2);
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(lines_of(outcome.err).size(), 1u);
      EXPECT_LT(outcome.err.size(), 400u);
      for (const char c : outcome.err) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    }
    EXPECT_EQ(lines_of(noughts({text}).err).size(), 1u);
    EXPECT_EQ(lines_of(noughts({"show", text}).err).size(), 1u);
    EXPECT_EQ(lines_of(noughts({"show", "quixo", "--" + text}).err).size(), 1u);
  }
}

// Each command about n^k boards that searches takes the memory it may have; with too little
// it leaves open what it cannot decide, or says so in one sentence.
TEST(Memory, IsBoundedInEveryCommandThatSearches) {
  const TemporaryFolder folder;
  for (const std::string command :
       {"solve hyper --side 3 --dims 3 --players 3", "solve hyper --side 4 --misere",
        "solve hyper --players 3 --kingmaking", "study classify hyper --players 3",
        "study classify hyper --side 4 --dims 3 --players 3", "analyze hyper --side 4",
        "analyze hyper --misere", "line hyper", "play hyper --x perfect --o perfect",
        "judge hyper --agent true --positions 1", "study tree hyper --guide perfect",
        "study train hyper --games 100",
        "study report hyper --part map --max-side 3 --max-dims 2 --out map"}) {
    const Outcome outcome =
        shell("noughts " + command + " --memory 0.001", {.folder = folder.path()});
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 3) << command << outcome.err;
    if (outcome.exit_code == 3) {
      EXPECT_NE(outcome.err.find("memory"), std::string::npos) << command << outcome.err;
      EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    }
  }
  const auto seats_named = [](const std::string& memory) {
    const Outcome outcome = noughts({"analyze", "hyper", "--side", "4", "--dims", "3", "--players",
                                     "3", "--json", "--memory", memory});
    const nlohmann::json document = nlohmann::json::parse(outcome.out);
    int named = 0;
    for (const auto& player : document["players"]) {
      named += player["can_avoid_loss"] == false;
    }
    return named;
  };
  EXPECT_LT(seats_named("0.001"), 3);
  EXPECT_EQ(seats_named("0.025"), 3);
}

TEST(Isa, EveryVariantGivesTheSameAnswers) {
  std::string expected;
  for (const char* isa : {"baseline", "v3", "v4", "nonsense"}) {
    const Outcome outcome =
        shell(std::string("NOUGHTS_ISA=") + isa + " noughts show quixo --perft --depth 3");
    EXPECT_EQ(outcome.exit_code, 0);
    if (expected.empty()) expected = outcome.out;
    EXPECT_EQ(outcome.out, expected);
  }
}

// A paragraph of the README as the program says it: without what Markdown adds.
std::string plain(std::string text) {
  std::erase_if(text, [](char c) { return c == '`' || c == '*'; });
  return text;
}

// The tour runs every example of the README in its order, and says the README's paragraphs.
TEST(Readme, TourIsTheProgramsAndRuns) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "the curve takes minutes under a sanitizer";
#endif
  const std::filesystem::path source = NOUGHTS_SOURCE;
  std::vector<std::string> paragraphs;
  std::vector<std::string> commands;
  for (const std::string& line : lines_of(read_file(source / "README.md"))) {
    if (line.starts_with("    $ noughts ")) commands.push_back(line.substr(6));
    paragraphs.push_back(plain(line));
  }
  const Outcome outcome = noughts({"tour", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto tour = nlohmann::json::parse(outcome.out);
  const auto stands_in_the_readme = [&](const std::string& text) {
    return std::count(paragraphs.begin(), paragraphs.end(), text) == 1;
  };
  EXPECT_TRUE(stands_in_the_readme(tour["about"])) << tour["about"];
  std::vector<std::string> run;
  for (const auto& stop : tour["stops"]) {
    EXPECT_TRUE(stands_in_the_readme(stop["about"])) << stop["about"];
    for (const auto& command : stop["commands"]) {
      run.push_back(command["command"]);
      EXPECT_NE(command["output"], "") << command["command"];
    }
  }
  EXPECT_EQ(run, commands);
  EXPECT_GE(run.size(), 5u);
}

// What `make run` shows once the program is built: one screen, on which the published numbers
// stand and every command runs. Building adds a line or two, the explorer as many.
TEST(Readme, MakeRunShowsOneScreen) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "solving takes minutes under a sanitizer";
#endif
  const std::filesystem::path source = NOUGHTS_SOURCE;
  const std::string recipe = shell("make --dry-run run", {.folder = source}).out;
  EXPECT_NE(recipe.find("study summary"), std::string::npos) << "the screen is part of make run";
  const Outcome screen =
      shell("make --no-print-directory first-screen NOUGHTS=" NOUGHTS_BINARY, {.folder = source});
  ASSERT_EQ(screen.exit_code, 0) << screen.err;
  EXPECT_EQ(screen.err, "");
  EXPECT_LE(lines_of(screen.out).size(), 35u) << screen.out;
  std::vector<std::string> tried;
  for (const std::string& line : lines_of(screen.out)) {
    const std::size_t command = line.find(NOUGHTS_BINARY);
    if (command == line.npos) {
      EXPECT_LE(line.size(), 80u) << line;
      continue;
    }
    tried.push_back(line.substr(command, line.find(" #") - command));
    const Outcome outcome = shell(tried.back(), {.interrupt_after = 1});
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 130) << line << outcome.err;
  }
  EXPECT_EQ(tried.size(), 3u);
  for (const char* published : {"win in 21", "26,434,489", "41,252,106", "narrow win of X"}) {
    EXPECT_NE(screen.out.find(published), std::string::npos) << published;
  }
}

// The rows of that screen are computed: here by other commands.
TEST(Readme, TheScreenSaysWhatOtherCommandsSay) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "solving takes minutes under a sanitizer";
#endif
  const auto rows_of = [](const nlohmann::json& part) {
    std::map<std::string, std::string> rows;
    for (const auto& row : part.at("rows")) rows[row.at("about")] = row.at("here");
    return rows;
  };
  const auto answer = [](const std::string& command) {
    return nlohmann::json::parse(shell("noughts " + command + " --json").out);
  };
  const auto parts = answer("study summary").at("parts");
  ASSERT_EQ(parts.size(), 4u);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto solved = answer("solve quixo --steps --size " + std::to_string(i + 3));
    auto rows = rows_of(parts[i]);
    for (auto& [about, here] : rows) std::erase(here, ',');
    EXPECT_EQ(rows.at("boards won"), solved.at("win").dump());
    EXPECT_EQ(rows.at("boards lost"), solved.at("loss").dump());
    EXPECT_EQ(rows.at("boards drawn"), solved.at("draw").dump());
    EXPECT_EQ(rows.at("boards that can arise"), solved.at("reachable").dump());
    EXPECT_EQ(rows.at("the empty board"), "win in " + solved.at("initial").at("plies").dump());
  }
  EXPECT_EQ(answer("solve quantum").at("value").at("exact"), "10");
  EXPECT_EQ(rows_of(parts[2]).at("the opponent selects"), "narrow win of X");
  const auto three = answer("solve hyper --side 4 --dims 3 --players 3");
  for (const auto& player : three.at("players")) EXPECT_EQ(player.at("can_force_win"), false);
  EXPECT_EQ(rows_of(parts[3]).at("4^3, three players"), "nobody");
}

// The commands with make build this very tree; that they exist is what can be asked here.
TEST(Readme, MakeTargetsExist) {
  const std::filesystem::path source = NOUGHTS_SOURCE;
  int named = 0;
  for (const std::string& line : lines_of(read_file(source / "README.md"))) {
    if (!line.starts_with("make ")) continue;
    EXPECT_EQ(shell(line.substr(0, line.find('#')) + " --dry-run", {.folder = source}).exit_code, 0)
        << line;
    ++named;
  }
  EXPECT_GE(named, 2);
}

}  // namespace
}  // namespace cli_test
