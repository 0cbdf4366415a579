// noughts judge and the agents of noughts play from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace cli_test {
namespace {

using Json = nlohmann::json;

// However slow the machine is, the agent has time.
Json judged(const std::string& arguments, const Start& start = {}) {
  const Outcome outcome =
      shell("noughts judge " + arguments + " --move-time 600 --start-time 600 --json", start);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

TEST(Judge, ThePerfectPlayerOfTheBoxMakesNoMistake) {
  const Json document = judged(
      "quixo --size 3 --agent 'noughts play quixo --size 3 --agent --player perfect' "
      "--positions 200 --games 6");
  EXPECT_EQ(document["positions"], 200);
  EXPECT_EQ(document["kept"], 200);
  EXPECT_EQ(document["share"], 1.0);
  EXPECT_EQ(document["games"]["won"], 3);
  EXPECT_EQ(document["games"]["lost"], 3);  // the second player cannot hold 3x3
  EXPECT_EQ(document["by_value"]["win"]["asked"].get<int>() +
                document["by_value"]["draw"]["asked"].get<int>() +
                document["by_value"]["loss"]["asked"].get<int>(),
            200);
  EXPECT_EQ(document["source"], "table");
}

TEST(Judge, ARandomPlayerIsWorseAndItsMistakesAreTold) {
  const TemporaryFolder folder;
  const Json document = judged(
      "quixo --size 3 --agent 'noughts play quixo --size 3 --agent --seed 4' --positions 300 "
      "--games 4 "
      "--csv tiers.csv --svg tiers.svg",
      {.folder = folder.path()});
  EXPECT_LT(document["share"], 0.95);
  EXPECT_NEAR(document["share"], document["any_move"], 0.1);
  EXPECT_GT(document["interval"][1], document["share"]);
  EXPECT_EQ(document["illegal"], 0);
  EXPECT_EQ(document["worst"].size(), 10u);
  const Json& worst = document["worst"][0];
  EXPECT_EQ(worst["value"], "win");
  EXPECT_EQ(worst["leaves"]["value"], "loss");
  const Json better = Json::parse(noughts({"analyze", "quixo", "--size", "3", "--position",
                                           worst["position"].get<std::string>(), "--json"})
                                      .out);
  EXPECT_EQ(better["best"][0], worst["better"]);
  EXPECT_EQ(lines_of(read_file(folder.path() / "tiers.csv")).size(), 1 + document["tiers"].size());
  EXPECT_NE(read_file(folder.path() / "tiers.svg").find("</svg>"), std::string::npos);
}

TEST(Judge, OtherGames) {
  EXPECT_EQ(judged("quantum --agent 'noughts play quantum --agent --player perfect' --positions 40 "
                   "--games 2")["kept"],
            40);
  const Json hyper = judged(
      "hyper --side 3 --dims 2 --players 3 "
      "--agent 'noughts play hyper --side 3 --dims 2 --players 3 --agent --player greedy' "
      "--positions 100 --games 3");
  EXPECT_EQ(hyper["positions"], 100);
  EXPECT_TRUE(hyper["by_value"].contains("hold"));
}

// Text for people says the same.
TEST(Judge, TextNamesWhatMatters) {
  const Outcome outcome = shell(
      "noughts judge quixo --size 3 --agent 'while read p; do echo a1T; done' --positions 60 "
      "--games 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* words : {"60 positions", "keeps the value in", "critical ones", "tiles",
                            "games against the best play known", "illegal answers"}) {
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words << "\n" << outcome.out;
  }
}

// Tables of the fullest tier go together with what is known without them.
TEST(Judge, TakesTheTablesThatThereAre) {
  const TemporaryFolder folder;
  ASSERT_EQ(
      shell("noughts solve quixo --size 5 --tiers 25..25 --tables t", {.folder = folder.path()})
          .exit_code,
      0);
  const Json document = judged(
      "quixo --size 5 --tables t --agent 'noughts play quixo --size 5 --agent' --positions 60 "
      "--games 2",
      {.folder = folder.path()});
  EXPECT_EQ(document["positions"], 60);
  EXPECT_EQ(document["tiers"].back()["tier"], 25);
  EXPECT_EQ(document["games"]["beyond"], 2);
}

// Without tables 5x5 is judged by what the program knows and a search decides, and says so.
TEST(Judge, Judges5x5WithoutTables) {
  const Json document = judged(
      "quixo --size 5 --agent 'noughts play quixo --size 5 --agent --seed 2' --positions 60 "
      "--games 2 "
      "--seed 4");
  EXPECT_EQ(document["positions"], 60);
  EXPECT_EQ(document["source"], "table, search");
  EXPECT_NE(document["how"].dump().find("opening tables"), std::string::npos);
  EXPECT_GE(document["critical"]["asked"], 40);
  EXPECT_EQ(document["games"]["beyond"], 2);
  EXPECT_LT(document["kept"], 60);
  EXPECT_EQ(document["games"]["played"].size(), 2u);
  const Json perfect = judged(
      "quixo --size 5 --agent 'noughts play quixo --size 5 --agent --player perfect' "
      "--positions 20 --games 0");
  EXPECT_GE(perfect["kept"], 17);  // beyond what is known it searches
}

TEST(Judge, ComparesTwoAgents) {
  const std::string agent = "'noughts play quixo --agent --size 3 --player ";
  const Json document = judged("quixo --size 3 --positions 150 --games 2 --compare " + agent +
                               "random' " + agent + "perfect'");
  EXPECT_EQ(document["positions"], 150);
  EXPECT_EQ(document["only_first"], 0);
  EXPECT_EQ(document["better"], "noughts play quixo --agent --size 3 --player perfect");
  EXPECT_LT(document["p"], 0.01);
  EXPECT_EQ(document["both"].get<int>() + document["neither"].get<int>() +
                document["only_second"].get<int>(),
            150);
  EXPECT_EQ(document["agents"].size(), 2u);
  const Outcome both = shell("noughts judge quixo --size 3 --agent cat --compare cat cat");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.err.find("--compare"), std::string::npos) << both.err;
}

TEST(Judge, WritesEveryAnswerAndShowsTheFirstIllegalOnes) {
  const TemporaryFolder folder;
  const Outcome outcome = shell(
      "noughts judge quixo --size 3 --positions 40 --games 0 --answers answers.jsonl "
      "--agent 'while read -r p; do echo b2T; done'",
      {.folder = folder.path()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = lines_of(read_file(folder.path() / "answers.jsonl"));
  ASSERT_EQ(lines.size(), 40u);
  const Json first = Json::parse(lines[0]);
  EXPECT_EQ(first["answer"], "b2T");
  EXPECT_TRUE(first["move"].is_null());
  EXPECT_NE(outcome.out.find(first["position"].get<std::string>() + "  "), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("b2"), std::string::npos);
}

// An agent that is asked again and repeats itself takes one line of the report, not all five.
TEST(Judge, TellsARepeatedAnswerOnce) {
  const Json document = judged(
      "quixo --size 3 --positions 10 --games 0 --retries 3 --agent 'while read -r p; do echo b2T; "
      "done'");
  EXPECT_EQ(document["illegal"], 40);
  EXPECT_EQ(document["retries"], 30);
  ASSERT_EQ(document["troubles"].size(), 5u);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_NE(document["troubles"][i]["position"], document["troubles"][i - 1]["position"]);
  }
}

TEST(Judge, SaysWhatIsWrong) {
  const Outcome none = noughts({"judge", "quixo", "--size", "3"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("--agent"), std::string::npos) << none.err;
  const Outcome missing =
      noughts({"judge", "quixo", "--size", "3", "--agent", "/no/such/agent 2>/dev/null"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(lines_of(missing.err).size(), 1u) << missing.err;
  const Outcome tables = noughts({"judge", "quixo", "--size", "6", "--agent", "cat"});
  EXPECT_EQ(tables.exit_code, 2);
  EXPECT_EQ(lines_of(tables.err).size(), 1u) << tables.err;
}

TEST(Agent, AnswersEachPositionWithALegalMove) {
  const Outcome outcome =
      noughts({"play", "quixo", "--size", "3", "--agent", "--player", "perfect"},
              {.input = "XX./.../... X\n.../.../... O\n"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto moves = lines_of(outcome.out);
  ASSERT_EQ(moves.size(), 2u);
  const Json analysis = Json::parse(
      noughts({"analyze", "quixo", "--size", "3", "--position", "XX./.../... X", "--json"}).out);
  EXPECT_NE(std::find(analysis["best"].begin(), analysis["best"].end(), Json(moves[0])),
            analysis["best"].end());
  const Outcome wrong = noughts({"play", "quixo", "--size", "3", "--agent"}, {.input = "hello\n"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(lines_of(wrong.err).size(), 1u);
}

}  // namespace
}  // namespace cli_test
