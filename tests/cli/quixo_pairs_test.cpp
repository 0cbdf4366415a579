// One pair of classes at a time, by processes that share a folder: `solve quixo --pair`.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/process.h"

namespace cli_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

#ifdef NOUGHTS_SANITIZED
constexpr const char* kBoard = "3";
#else
constexpr const char* kBoard = "4";
#endif

class QuixoPairs : public ::testing::Test {
 protected:
  std::string tables(const std::string& name = "tables") const {
    return (folder_.path() / name).string();
  }
  static std::vector<std::string> solve(std::vector<std::string> more, const char* size = kBoard) {
    more.insert(more.begin(), {"solve", "quixo", "--size", size, "--threads", "1", "--json"});
    return more;
  }
  static Json answer(const Outcome& outcome) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.exit_code == 0 ? Json::parse(outcome.out) : Json();
  }
  static std::string text_of(const Json& pair) {
    return std::to_string(pair[0].get<int>()) + "," + std::to_string(pair[1].get<int>());
  }
  Outcome solve_pair(const std::string& pair, const char* size = kBoard) const {
    return noughts(solve({"--tables", tables(), "--pair", pair}, size));
  }

  const TemporaryFolder folder_;
};

// The plan of a whole solve, carried out job by job, two processes at a time.
TEST_F(QuixoPairs, JobsOfThePlanGiveWhatOneProcessGives) {
  const Json plan = answer(noughts(solve({"--plan", "--tables", tables()})));
  EXPECT_FALSE(fs::exists(tables()));
  std::map<int, std::vector<std::string>, std::greater<>> tiers;
  std::map<std::string, int> seen;
  std::uint64_t states = 0;
  std::uint64_t memory = 0;
  for (const Json& job : plan["jobs"]) {
    for (const Json& need : job["needs"]) EXPECT_TRUE(seen.contains(text_of(need))) << job;
    memory = std::max(memory, job["memory_bytes"].get<std::uint64_t>());
    EXPECT_FALSE(job["done"].get<bool>());
    states += job["states"].get<std::uint64_t>();
    seen[text_of(job["pair"])] = 1;
    tiers[job["tier"].get<int>()].push_back(text_of(job["pair"]));
  }
  EXPECT_EQ(states, plan["states"].get<std::uint64_t>());
  EXPECT_EQ(memory, plan["memory_bytes"].get<std::uint64_t>());
  for (const auto& entry : tiers) {
    const std::vector<std::string>& pairs = entry.second;  // clang 14 captures no binding
    std::vector<Outcome> outcomes(pairs.size());
    const auto every_other = [&](std::size_t from) {
      for (std::size_t i = from; i < pairs.size(); i += 2) outcomes[i] = solve_pair(pairs[i]);
    };
    std::thread other(every_other, 1);
    every_other(0);
    other.join();
    for (const Outcome& outcome : outcomes) ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  // Probed before anything is put together.
  const Json best =
      answer(noughts({"analyze", "quixo", "--size", kBoard, "--tables", tables(), "--json"}));
  EXPECT_EQ(best["value"], "win");
  // The folder around it will do, though no list of all tables is there yet.
  const Json outside = answer(noughts(
      {"analyze", "quixo", "--size", kBoard, "--tables", folder_.path().string(), "--json"}));
  EXPECT_EQ(outside, best);
  // Put together by a solve that finds all of it.
  const Json together = answer(noughts(solve({"--tables", tables()})));
  const Json alone = answer(noughts(solve({"--tables", tables("alone")})));
  EXPECT_EQ(together["digest"], alone["digest"]);
  EXPECT_EQ(together["classes"], alone["classes"]);
  EXPECT_EQ(together["resumed_classes"], together["classes"].size());
  for (const auto& entry : fs::directory_iterator(tables())) {
    const std::string name = entry.path().filename().string();
    EXPECT_FALSE(name.starts_with("pair-") || name.ends_with(".part")) << name;
    if (name.ends_with(".table")) {
      EXPECT_EQ(read_file(entry.path()), read_file(fs::path(tables("alone")) / name)) << name;
    }
  }
  EXPECT_EQ(noughts({"verify", "quixo", "--size", kBoard, "--tables", tables(), "--all"}).exit_code,
            0);
  const Json nothing_left = answer(noughts(solve({"--plan", "--tables", tables()})));
  EXPECT_EQ(nothing_left["jobs"].size(), plan["jobs"].size());
  for (const Json& job : nothing_left["jobs"]) {
    EXPECT_TRUE(job["done"].get<bool>()) << job;
  }
}

// What was made on several machines, each with a folder of its own, is copied together.
TEST_F(QuixoPairs, FoldersAreCopiedTogether) {
  const char* size = "3";
  ASSERT_EQ(noughts(solve({"--tables", tables("a"), "--tiers", "9..9"}, size)).exit_code, 0);
  fs::copy(tables("a"), tables("b"));
  const std::vector<std::string> pairs = {"0,8", "1,7", "2,6", "3,5", "4,4"};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto in = tables(i % 2 == 0 ? "a" : "b");
    ASSERT_EQ(noughts(solve({"--tables", in, "--pair", pairs[i]}, size)).exit_code, 0);
  }
  for (const auto& entry : fs::directory_iterator(tables("b"))) {
    fs::copy(entry.path(), fs::path(tables("a")) / entry.path().filename(),
             fs::copy_options::overwrite_existing);
  }
  const Json both = answer(noughts(solve({"--tables", tables("a"), "--tiers", "9..8"}, size)));
  EXPECT_EQ(both["resumed_classes"], both["classes"].size());
  EXPECT_EQ(both["digest"], answer(noughts(solve({"--tiers", "9..8"}, size)))["digest"]);
}

// Many processes at the same pair, again and again: each ends well, and what is left is
// whole and the same.
TEST_F(QuixoPairs, RacesForOnePairLoseNothing) {
  const Json full = answer(noughts(solve({"--tables", tables(), "--tiers", "16..16"}, "4")));
  const std::string digest = answer(solve_pair("7,8", "4"))["digest"];
  const std::string bytes = read_file(fs::path(tables()) / "x07o08.table");
  bool met = false;
  for (int round = 0; round < 20 && !(met && round >= 3); ++round) {
    for (const char* file : {"pair-x07o08.json", "x07o08.table", "x08o07.table"}) {
      fs::remove(fs::path(tables()) / file);
    }
    std::vector<std::thread> racers;
    std::vector<Outcome> outcomes(4);
    for (Outcome& outcome : outcomes) {
      racers.emplace_back([&] { outcome = solve_pair("7,8", "4"); });
    }
    for (std::thread& racer : racers) racer.join();
    for (const Outcome& outcome : outcomes) {
      const Json said = answer(outcome);
      EXPECT_EQ(said["digest"], digest);
      met |= said["solved_twice"].get<bool>();
    }
    EXPECT_EQ(read_file(fs::path(tables()) / "x07o08.table"), bytes);
  }
  EXPECT_TRUE(met) << "no two processes ever solved the pair at the same time";
  for (const auto& entry : fs::directory_iterator(tables())) {
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
  }
  const Json again = answer(noughts(solve({"--tables", tables(), "--tiers", "16..16"}, "4")));
  EXPECT_EQ(again["digest"], full["digest"]);
}

// Killed while it writes: what it left is neither taken for a table nor left for ever.
TEST_F(QuixoPairs, AKilledJobIsDoneAgain) {
  ASSERT_EQ(noughts(solve({"--tables", tables(), "--tiers", "9..9"}, "3")).exit_code, 0);
  const fs::path part = fs::path(tables()) / "x03o05.table.abcdef.part";
  cli_test::shell("printf half >" + part.string());
  const Json said = answer(solve_pair("3,5", "3"));
  EXPECT_EQ(said["pair"], (Json{3, 5}));
  EXPECT_EQ(said["classes"].size(), 2u);
  EXPECT_FALSE(fs::exists(part));
}

// A damaged table gives nothing to the pairs that need it; the job that made it, done again,
// makes it anew and says so.
TEST_F(QuixoPairs, ADamagedTableIsRefusedAndMended) {
  ASSERT_EQ(noughts(solve({"--tables", tables(), "--tiers", "9..9"}, "3")).exit_code, 0);
  const fs::path table = fs::path(tables()) / "x04o05.table";
  const std::string good = read_file(table);
  std::string bad = good;
  bad[bad.size() / 2] ^= 4;
  std::ofstream(table, std::ios::binary) << bad;
  const Outcome refused = solve_pair("4,4", "3");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.err.find("x04o05.table is damaged"), std::string::npos) << refused.err;
  EXPECT_EQ(answer(solve_pair("4,5", "3"))["mended"], Json({table.string()}));
  EXPECT_EQ(read_file(table), good);
  EXPECT_EQ(solve_pair("4,4", "3").exit_code, 0);
}

// A lock ends with its process: the file that is left means nothing. One that is held
// keeps those out who would write the same list.
TEST_F(QuixoPairs, AStaleLockHoldsUpNobody) {
  ASSERT_EQ(noughts(solve({"--tables", tables(), "--tiers", "9..9"}, "3")).exit_code, 0);
  ASSERT_TRUE(fs::exists(fs::path(tables()) / "lock"));
  EXPECT_EQ(solve_pair("3,5", "3").exit_code, 0);
  const auto held = [&](const char* how, const std::string& what) {
    return shell("flock " + std::string(how) + " " + tables() + "/lock noughts solve quixo " +
                 "--size 3 --tables " + tables() + " " + what);
  };
  EXPECT_EQ(held("--shared", "--pair 2,6").exit_code, 0);
  for (const Outcome& refused : {held("--shared", "--tiers 9..8"), held("", "--pair 2,6")}) {
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("another process is writing in"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("was the last to begin"), std::string::npos) << refused.err;
  }
}

TEST_F(QuixoPairs, MistakesAreSaidInWords) {
  const auto refused = [&](std::vector<std::string> more, const char* sentence, int code) {
    const Outcome outcome = noughts(solve(std::move(more), "3"));
    EXPECT_EQ(outcome.exit_code, code);
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  };
  refused({"--pair", "3,5"}, "solved from tables", 2);
  refused({"--tables", tables(), "--pair", "3"}, "two numbers such as 3,4", 2);
  refused({"--tables", tables(), "--pair", "3,7"}, "no pair of classes with 3 and 7", 2);
  refused({"--tables", tables(), "--pair", "-1,3"}, "no pair of classes", 2);
  refused({"--tables", tables(), "--pair", "3,5", "--tiers", "9..8"}, "leave out --tiers", 2);
  refused({"--tables", tables(), "--pair", "3,5", "--keep", "needed"}, "keep all", 2);
  refused({"--tables", tables(), "--pair", "3,6", "--algorithm", "reference"},
          "cannot solve one pair", 2);
  refused({"--tables", tables(), "--pair", "5,3"}, "pair 3,5 follows from pair 4,5", 3);
  // Lists that do not fit together.
  ASSERT_EQ(solve_pair("4,5", "3").exit_code, 0);
  ASSERT_EQ(
      noughts(solve({"--tables", tables("plain"), "--pair", "3,6", "--no-ranks"}, "3")).exit_code,
      0);
  fs::copy(fs::path(tables("plain")) / "pair-x03o06.json", fs::path(tables()) / "pair-x03o06.json");
  refused({"--tables", tables(), "--pair", "3,5"}, "move it and its tables to another folder", 3);
  fs::resize_file(fs::path(tables()) / "pair-x03o06.json", 100);
  refused({"--tables", tables(), "--pair", "3,5"}, "is cut short; delete it", 3);
}

}  // namespace
}  // namespace cli_test
