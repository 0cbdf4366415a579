// Solves that are killed, tables that are damaged, disks that are full.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

#include "temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

#ifdef NOUGHTS_SANITIZED
constexpr const char* kSize = "3";
constexpr int kKills = 5;
#else
constexpr const char* kSize = "4";
constexpr int kKills = 10;
#endif

class TablesFromOutside : public ::testing::Test {
 protected:
  struct Ended {
    int code;
    std::string out, err;
  };

  pid_t start(const std::vector<std::string>& arguments, rlim_t file_limit = RLIM_INFINITY) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (file_limit != RLIM_INFINITY) {
      const rlimit limit{file_limit, file_limit};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    redirect(STDOUT_FILENO, "out");
    redirect(STDERR_FILENO, "err");
    std::vector<char*> argv = {const_cast<char*>(NOUGHTS_BINARY)};
    for (const std::string& argument : arguments) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    ::execv(NOUGHTS_BINARY, argv.data());
    ::_exit(127);
  }

  Ended wait(pid_t child) const {
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read("out"), read("err")};
  }

  Ended run(const std::vector<std::string>& arguments, rlim_t file_limit = RLIM_INFINITY) const {
    return wait(start(arguments, file_limit));
  }

  std::string tables() const { return (folder_ / "tables").string(); }
  std::vector<std::string> solve() const {
    return {"solve", "quixo", "--size", kSize, "--threads", "1", "--tables", tables()};
  }
  std::vector<std::string> verify() const {
    return {"verify", "quixo", "--size", kSize, "--tables", tables(), "--sample", "50"};
  }

  // "digest 0123..., 1 s"
  static std::string digest(const std::string& out) {
    const std::size_t at = out.find("digest ");
    return at == std::string::npos ? "" : out.substr(at + 7, 16);
  }
  std::string kill_and_resume(const std::vector<std::string>& solve) const;
  // The lines that count boards by the moves to the end.
  static std::vector<std::string> plies_lines(const std::string& out) {
    std::vector<std::string> lines;
    std::istringstream text(out);
    for (std::string line; std::getline(text, line);) {
      if (line.find(" moves ") != std::string::npos) lines.push_back(line);
    }
    EXPECT_GT(lines.size(), 5u) << out;
    return lines;
  }
  std::string undisturbed_digest() const {
    return digest(run({"solve", "quixo", "--size", kSize}).out);
  }

  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << bytes;
  }

  const noughts::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();

 private:
  void redirect(int fd, const char* name) const {
    const int file =
        ::open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    ::dup2(file, fd);
  }
};

// Killed again and again, each time when some more pairs are in the manifest: before
// the first, and at stages from the full board to half way down. That a kill came at
// its stage is seen from the manifest that it left. Gives what the last run said.
std::string TablesFromOutside::kill_and_resume(const std::vector<std::string>& solve) const {
  constexpr int kPairs = std::string_view(kSize) == "3" ? 30 : 81;
  const auto pairs_listed = [&] {
    const std::string manifest = read("tables/manifest.json");
    int count = 0;
    for (std::size_t at = 0; (at = manifest.find("\"rounds\"", at)) != std::string::npos; ++at) {
      ++count;
    }
    return count;
  };
  std::set<int> stages;  // pairs that were listed when a kill landed
  int starts = 0;
  for (int stage = 0; stage < kKills;) {
    if (++starts == 10 * kKills) {
      ADD_FAILURE() << "the solve always ends before it is killed";
      return "";
    }
    const int wanted = stage * kPairs / (2 * kKills);
    const pid_t child = start(solve);
    int status = 0;
    pid_t ended = 0;
    while (pairs_listed() < wanted && (ended = ::waitpid(child, &status, WNOHANG)) == 0) {
      std::this_thread::yield();
    }
    if (ended == 0) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
    }
    const int listed = pairs_listed();
    if (WIFSIGNALED(status) && listed < kPairs) {
      EXPECT_GE(listed, wanted);
      stages.insert(listed);
      ++stage;
    } else {  // it was too fast for us: once more from the start
      fs::remove_all(folder_ / "tables");
    }
  }
  EXPECT_GE(stages.size(), 3u);
  EXPECT_GT(*stages.rbegin(), kPairs / 3);
  const Ended last = run(solve);
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_NE(last.out.find("classes were solved before"), std::string::npos) << last.out;
  const Ended check = run(verify());
  EXPECT_EQ(check.code, 0) << check.err;
  return last.out;
}

TEST_F(TablesFromOutside, KilledAtAnyStageItResumesToTheSameDigest) {
  EXPECT_EQ(digest(kill_and_resume(solve())), undisturbed_digest());
}

// The same for plies, level by level; the counts of all tiers are there in the end.
TEST_F(TablesFromOutside, PliesSurviveKills) {
  const std::string tiers = std::string(kSize) == "3" ? "9..1" : "16..1";
  auto arguments = solve();
  arguments.insert(arguments.end(), {"--steps", "--tiers", tiers});
  const std::string out = kill_and_resume(arguments);
  const std::string undisturbed =
      run({"solve", "quixo", "--size", kSize, "--steps", "--tiers", tiers}).out;
  EXPECT_EQ(digest(out), digest(undisturbed));
  EXPECT_EQ(plies_lines(out), plies_lines(undisturbed));
}

TEST_F(TablesFromOutside, AFullDiskIsAFaultAndCanBeResumed) {
  const Ended full = run(solve(), 3000);
  EXPECT_EQ(full.code, 3);
  EXPECT_NE(full.err.find("no space left"), std::string::npos) << full.err;
  const Ended again = run(solve());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(digest(again.out), undisturbed_digest());
}

TEST_F(TablesFromOutside, FourFaultsFourAnswers) {
  ASSERT_EQ(run(solve()).code, 0);
  const std::string name = "tables/x02o03.table";
  const std::string good = read(name);
  std::set<std::string> answers;
  const auto expect_fault = [&](const std::string& part, int code) {
    const Ended ended = run(verify());
    EXPECT_EQ(ended.code, code) << part;
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
    answers.insert(part);
  };
  std::string bad = good;
  bad[bad.size() / 3] = static_cast<char>(bad[bad.size() / 3] ^ 16);
  write(name, bad);
  expect_fault("damaged", 3);
  write(name, good.substr(0, good.size() - 10));
  expect_fault("cut short", 3);
  bad = good;
  bad[8] = 77;
  write(name, bad);
  expect_fault("format version", 3);
  fs::remove(folder_ / name);
  expect_fault("missing", 3);
  // The same command makes what is missing, and nothing else.
  const Ended again = run(solve());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(read(name), good);
}

// Tables of one board given for another: one sentence in words, from every verb.
TEST_F(TablesFromOutside, OfAnotherBoardAreNamed) {
  ASSERT_EQ(run({"solve", "quixo", "--size", "3", "--tables", tables()}).code, 0);
  const auto complaint = [&](const std::string& verb, std::vector<std::string> options,
                             const std::string& part) {
    options.insert(options.begin(), {verb, "quixo"});
    if (verb == "report") options.insert(options.begin(), "study");
    options.insert(options.end(), {"--tables", tables()});
    const Ended ended = run(options);
    EXPECT_EQ(ended.code, 3) << verb;
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_EQ(ended.err.find_first_of("{}\""), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("hold 3x3, not " + part), std::string::npos) << ended.err;
  };
  for (const std::string verb : {"analyze", "line", "verify", "solve", "report"}) {
    complaint(verb, {"--size", "4"}, "4x4;");
  }
  complaint("verify", {"--size", "5", "--line", "4"}, "5x5 with lines of 4;");
  complaint("verify", {"--size", "3", "--both-lines", "win"}, "3x3, two lines winning;");
}

// And tables of the game in which fortresses win are not for Quixo, nor those of Quixo for it.
TEST_F(TablesFromOutside, WhereFortressesWinAreNotOfQuixo) {
  const std::vector<std::string> pair = {"solve",    "quixo",  "--size", "5",
                                         "--tables", tables(), "--pair", "3,22"};
  std::vector<std::string> other = pair;
  other.push_back("--fortress-wins");
  ASSERT_EQ(run(other).code, 0);
  const Ended quixo = run(pair);
  EXPECT_EQ(quixo.code, 3);
  EXPECT_NE(quixo.err.find("hold 5x5, a fortress winning, not 5x5;"), std::string::npos)
      << quixo.err;
  fs::remove_all(tables());
  ASSERT_EQ(run(pair).code, 0);
  const Ended fortress = run(other);
  EXPECT_EQ(fortress.code, 3);
  EXPECT_NE(fortress.err.find("hold 5x5, not 5x5, a fortress winning;"), std::string::npos)
      << fortress.err;
}

// A solve over damaged tables says what it did about them.
TEST_F(TablesFromOutside, WhatIsDamagedIsMadeAnewAndTold) {
  ASSERT_EQ(run(solve()).code, 0);
  const std::string names[] = {"tables/x02o03.table", "tables/x01o00.table"};
  const std::string good[] = {read(names[0]), read(names[1])};
  std::string bad = good[0];
  // The first chunk begins after the header and the description.
  bad[bad.find('}') + 9] = static_cast<char>(bad[bad.find('}') + 9] ^ 16);
  write(names[0], bad);
  write(names[1], good[1].substr(0, 100));
  const Ended mended = run(solve());
  EXPECT_EQ(mended.code, 0) << mended.err;
  for (int i : {0, 1}) {
    EXPECT_NE(mended.out.find(names[i] + " was damaged and has been solved again"),
              std::string::npos)
        << mended.out;
    EXPECT_EQ(read(names[i]), good[i]);
  }
  EXPECT_EQ(run(solve()).out.find("damaged"), std::string::npos);
  // What it follows from is gone as well: that is a fault.
  auto last_tier = solve();
  last_tier.insert(last_tier.end(), {"--tiers", "5..0"});
  write(names[0], bad);
  fs::remove(folder_ / "tables/x03o03.table");
  const Ended lost = run(last_tier);
  EXPECT_EQ(lost.code, 3);
  EXPECT_NE(lost.err.find("damaged and could not be solved again"), std::string::npos) << lost.err;
}

TEST_F(TablesFromOutside, KeepNeededKeepsOnlyTheLastTiers) {
  auto arguments = solve();
  arguments.insert(arguments.end(),
                   {"--keep", "needed", "--tiers", std::string(kSize) == "3" ? "9..5" : "16..12"});
  ASSERT_EQ(run(arguments).code, 0);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "tables")) {
    files += entry.path().extension() == ".table";
  }
  EXPECT_EQ(files, std::string(kSize) == "3" ? 6u : 13u);
  EXPECT_EQ(run(arguments).code, 0);  // nothing to do
}

// One clear sentence and exit code 2, before any work.
TEST_F(TablesFromOutside, OptionsThatDoNotFitTogetherAreRefused) {
  const auto expect_refused = [&](std::vector<std::string> more, const std::string& part) {
    std::vector<std::string> arguments = {"solve", "quixo"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
  };
  expect_refused({"--size", "3", "--keep", "needed"}, "folder for tables");
  expect_refused({"--size", "3", "--keep", "needed", "--steps", "--tiers", "9..2"},
                 "folder for tables");
  expect_refused({"--size", "5", "--reachable", "--tables", tables()}, "--reachable needs");
  EXPECT_FALSE(fs::exists(folder_ / "tables")) << "it was refused after it began";
}

TEST_F(TablesFromOutside, StepsWithNeededTablesAreContinued) {
  const std::vector<std::string> common = {"solve",  "quixo",  "--size",   "3",      "--steps",
                                           "--keep", "needed", "--tables", tables(), "--tiers"};
  auto arguments = common;
  arguments.push_back("9..5");
  ASSERT_EQ(run(arguments).code, 0);
  arguments.back() = "9..2";
  const std::string in_memory =
      run({"solve", "quixo", "--size", "3", "--steps", "--tiers", "9..2"}).out;
  for (int i = 0; i < 2; ++i) {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(digest(ended.out), digest(in_memory));
    EXPECT_EQ(plies_lines(ended.out), plies_lines(in_memory));
  }
  // The tables of upper tiers are gone; how long their games are is still known.
  EXPECT_FALSE(fs::exists(folder_ / "tables/x04o05.table"));
  const Json manifest = Json::parse(read("tables/manifest.json"));
  EXPECT_EQ(manifest.at("classes").size(), 10u + 9 + 8 + 7 + 6 + 5 + 4 + 3);
  for (const Json& work : manifest.at("work")) EXPECT_FALSE(work.at("plies").empty());
}

// How long games last, from tables of some tiers.
TEST_F(TablesFromOutside, TheStudyOfPliesShowsTheLongestGame) {
  ASSERT_EQ(
      run({"solve", "quixo", "--size", "3", "--steps", "--tables", tables(), "--tiers", "9..3"})
          .code,
      0);
  const std::vector<std::string> study = {
      "study", "report", "quixo",    "--size", "3",     "--study",
      "plies", "--json", "--tables", tables(), "--out", (folder_ / "report").string()};
  const Ended ended = run(study);
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json report = Json::parse(ended.out);
  ASSERT_EQ(report.at("tiers").size(), 7u);
  int longest = 0;
  for (const Json& tier : report.at("tiers")) {
    EXPECT_EQ(tier.at("longest").at("plies"), tier.at("plies").size() - 1);
    EXPECT_LE(tier.at("arising").at("plies"), tier.at("longest").at("plies"));
    longest = std::max(longest, tier.at("longest").at("plies").get<int>());
  }
  EXPECT_EQ(report.at("line").size(), static_cast<std::size_t>(longest));
  EXPECT_TRUE(read("report/quixo-3x3-plies.csv")
                  .starts_with("tiles,plies,win,loss\n9,0,282,198\n9,1,20,0\n9,2,0,8\n9,3,4,0\n"));
  // Without plies there is nothing to say.
  fs::remove_all(folder_ / "tables");
  ASSERT_EQ(run({"solve", "quixo", "--size", "3", "--tables", tables()}).code, 0);
  EXPECT_EQ(run(study).code, 2);
}

// Positions of the tiers that are there have plies; the others are solved on the way.
TEST_F(TablesFromOutside, TablesOfSomeTiersAnswerWithPlies) {
  ASSERT_EQ(
      run({"solve", "quixo", "--size", "3", "--steps", "--tables", tables(), "--tiers", "9..7"})
          .code,
      0);
  const std::string position = "OO./XXO/OX. X";  // lost in 4
  const auto ask = [&](const std::string& verb, const std::string& where) {
    return run({verb, "quixo", "--size", "3", "--tables", tables(), "--position", where, "--json"});
  };
  const Ended analysis = ask("analyze", position);
  ASSERT_EQ(analysis.code, 0) << analysis.err;
  EXPECT_EQ(Json::parse(analysis.out).at("plies"), 4);
  const Ended line = ask("line", position);
  ASSERT_EQ(line.code, 0) << line.err;
  EXPECT_EQ(Json::parse(line.out).at("moves").size(), 4u);
  const Ended empty = ask("analyze", ".../.../... X");
  ASSERT_EQ(empty.code, 0) << empty.err;
  EXPECT_EQ(Json::parse(empty.out).at("value"), "win");
  EXPECT_EQ(Json::parse(empty.out).at("plies"), 7);
}

// A solve with steps takes longer, and its plan says so.
TEST_F(TablesFromOutside, ThePlanKnowsThatStepsTakeTime) {
  const auto seconds = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"solve", "quixo", "--size", "5", "--plan", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string out = run(arguments).out;
    const std::string key = "\"seconds_estimate\": ";
    const std::size_t at = out.find(key);
    return at == std::string::npos ? 0 : std::stod(out.substr(at + key.size()));
  };
  EXPECT_GT(seconds({"--tiers", "25..23", "--steps"}), 3 * seconds({"--tiers", "25..23"}));
}

// No output but ours, even with more threads than processors.
TEST_F(TablesFromOutside, ManyThreadsAreSilent) {
  const auto threads = std::to_string(std::thread::hardware_concurrency() + 1);
  const Ended ended =
      run({"solve", "quixo", "--size", "3", "--quiet", "--json", "--threads", threads});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
}

TEST_F(TablesFromOutside, ThreadsAndAlgorithmsAgree) {
  const auto of = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"solve", "quixo", "--size", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return digest(run(arguments).out);
  };
  for (const char* both : {"lose", "win"}) {
    const std::string one = of({"--both-lines", both, "--threads", "1"});
    EXPECT_EQ(one.size(), 16u);
    EXPECT_EQ(of({"--both-lines", both, "--threads", "2"}), one);
    EXPECT_EQ(of({"--both-lines", both, "--algorithm", "reference"}), one);
    EXPECT_EQ(of({"--both-lines", both, "--tables", tables() + both}), one);
    const std::string steps = of({"--both-lines", both, "--steps"});
    EXPECT_EQ(of({"--both-lines", both, "--steps", "--algorithm", "reference"}), steps);
  }
}

// ---- copies -----------------------------------------------------------------

// The same boards in fewer bytes; damaged ones are not copied.
TEST_F(TablesFromOutside, RepackedTablesHoldTheSameBoards) {
  ASSERT_EQ(run(solve()).code, 0);
  const std::string copy = (folder_ / "copy").string();
  const std::vector<std::string> repack = {"tables",   "pack",   "quixo", "--size", kSize,
                                           "--tables", tables(), "--out", copy};
  const Ended copied = run(repack);
  ASSERT_EQ(copied.code, 0) << copied.err;
  EXPECT_EQ(digest(copied.out), undisturbed_digest());
  std::uintmax_t before = 0, after = 0;
  for (const auto& file : fs::directory_iterator(tables())) before += file.file_size();
  for (const auto& file : fs::directory_iterator(copy)) after += file.file_size();
  EXPECT_LT(after, before);
  const Ended verified = run({"verify", "quixo", "--size", kSize, "--tables", copy, "--all"});
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_NE(verified.out.find("proved:"), std::string::npos) << verified.out;
  std::string table = read("tables/x02o03.table");
  table[table.size() / 2] ^= 4;
  write("tables/x02o03.table", table);
  const Ended damaged = run(repack);
  EXPECT_EQ(damaged.code, 3) << damaged.err;
  EXPECT_NE(damaged.err.find("x02o03.table is damaged"), std::string::npos) << damaged.err;
}

// ---- little memory ----------------------------------------------------------

// What does not fit lies in scratch files; the tables are the same, and no file stays.
TEST_F(TablesFromOutside, ScratchFilesTakeWhatDoesNotFit) {
  const std::string scratch = (folder_ / "scratch").string();
  fs::create_directory(scratch);
  if (kSize != std::string("4")) GTEST_SKIP() << "smaller boards need no planes to speak of";
  std::vector<std::string> arguments = solve();
  arguments.insert(arguments.end(), {"--plan", "--json"});
  const std::string plan = run(arguments).out;
  const std::size_t at = plan.find("\"memory_bytes\":");
  ASSERT_NE(at, std::string::npos) << plan;
  const double little = std::stod(plan.substr(at + 15)) - (1 << 20);
  arguments.insert(arguments.end(),
                   {"--memory", std::to_string(little / (1 << 30)), "--scratch", scratch});
  EXPECT_NE(run(arguments).out.find("\"scratch_bytes\""), std::string::npos);
  std::erase_if(arguments,
                [](const std::string& word) { return word == "--plan" || word == "--json"; });
  const Ended ended = run(arguments);
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(digest(ended.out), undisturbed_digest());
  EXPECT_TRUE(fs::is_empty(scratch));
  // A file system that is full, as a limit on the size of files, and folders that take none.
  fs::remove_all(folder_ / "tables");
  const Ended full = run(arguments, 20'000);
  EXPECT_EQ(full.code, 3) << full.err;
  EXPECT_NE(full.err.find(scratch), std::string::npos) << full.err;
  for (const char* folder : {"/proc", "/nowhere/at/all"}) {
    arguments.back() = folder;
    const Ended refused = run(arguments);
    EXPECT_NE(refused.code, 0);
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
    EXPECT_NE(refused.err.find(folder), std::string::npos) << refused.err;
  }
}

// A limit that is too small is told before anything is computed.
TEST_F(TablesFromOutside, TooLittleMemoryIsToldFirst) {
  std::vector<std::string> arguments = solve();
  arguments.insert(arguments.end(), {"--memory", "0.01"});
  const Ended refused = run(arguments);
  EXPECT_EQ(refused.code, 3) << refused.err;
  EXPECT_NE(refused.err.find("scratch folder"), std::string::npos) << refused.err;
  arguments.insert(arguments.end(), {"--scratch", folder_.string()});
  const Ended still = run(arguments);
  EXPECT_EQ(still.code, 3) << still.err;
  EXPECT_NE(still.err.find("it may take 10.2 MiB"), std::string::npos) << still.err;
  EXPECT_FALSE(fs::exists(folder_ / "tables" / "manifest.json"));
}

}  // namespace
