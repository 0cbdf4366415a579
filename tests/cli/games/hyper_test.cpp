// n^k games from outside: certificates, players, limits.
#include <gtest/gtest.h>

#include <fstream>

#include "cli/games/answer.h"

namespace cli_test {
namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// A certificate is accepted; with one sign of its body changed it is refused as
// damaged, and a body that was changed with a fitting checksum as wrong: the
// latter is what the unit tests do.
void check_certificate(const std::filesystem::path& path) {
  SCOPED_TRACE(path.filename());
  const Json report = answer({"verify", "hyper", "--certificate", path.string()});
  EXPECT_EQ(report.at("wrong"), 0);
  EXPECT_GT(report.at("checked"), 0);
  std::string text = read_file(path);
  const std::size_t at = text.find("board ") + 6;
  text[at] = text[at] == '3' ? '4' : '3';
  write_text(path, text);
  const Outcome outcome = noughts({"verify", "hyper", "--certificate", path.string()});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(lines_of(outcome.err).size(), 1u);
}

TEST(HyperCertificates, EveryKindIsWrittenAndVerified) {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  std::vector<std::string> files;
  using Board = std::tuple<std::string, std::string, std::string>;
  std::vector<Board> boards = {{"8", "3", "2"}, {"4", "3", "3"}, {"4", "2", "2"}};
  std::size_t expected = 1 + 6 + 1;  // a pairing; three seats held and beaten; a potential
#ifndef NOUGHTS_SANITIZED
  boards.push_back({"4", "3", "4"});
  expected += 1 + 4;  // all q >= 4 held; four seats beaten
#endif
  for (const auto& [side, dims, players] : boards) {
    const Json solved = answer({"solve", "hyper", "--side", side, "--dims", dims, "--players",
                                players, "--certificates", out});
    for (const Json& file : solved.at("certificates")) files.push_back(file);
  }
  ASSERT_EQ(files.size(), expected);
  for (const std::string& file : files) check_certificate(file);
  const std::string filling = out + "/filling.cert";
  answer({"study", "classify", "hyper", "--filling", "--side", "4", "--dims", "3", "--players", "3",
          "--certificate", filling});
  check_certificate(filling);
}

TEST(HyperCertificates, MissingOrStrangeFilesAreRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "c").string();
  EXPECT_EQ(noughts({"verify", "hyper", "--certificate", path}).exit_code, 3);
  write_text(path, "hello\n");
  const Outcome outcome = noughts({"verify", "hyper", "--certificate", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.err).size(), 1u);
}

TEST(HyperPlay, AnyMixOfPlayers) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "three").string();
  answer({"study", "train", "hyper", "--players", "3", "--games", "2000", "--samples", "0", "--out",
          file});
  const std::vector<std::string> kinds = {"random", "greedy", "perfect", "perfect:0.5",
                                          "learned:" + file};
  for (const std::string& first : kinds) {
    for (const std::string& second : kinds) {
      const Outcome outcome = noughts(
          {"play", "hyper", "--players", "3", "--x", first, "--o", second, "--others", "greedy"});
      EXPECT_EQ(outcome.exit_code, 0) << first << " " << second << " " << outcome.err;
      const std::vector<std::string> lines = lines_of(outcome.out);
      EXPECT_TRUE(lines.back() == "draw" || lines.back().ends_with(" wins")) << lines.back();
    }
  }
  // People, and one kind for each further seat.
  const Outcome people = noughts({"play", "hyper", "--players", "4", "--side", "2", "--o", "random",
                                  "--others", "human,greedy"},
                                 {.input = "11\nmoves\nquit\n"});
  EXPECT_EQ(people.exit_code, 0);
  EXPECT_NE(people.out.find("2 plays "), std::string::npos);
  EXPECT_NE(people.out.find("3 to move> "), std::string::npos);
  // Files of another game, and players that there are not.
  const Outcome other = noughts({"play", "hyper", "--x", "learned:" + file, "--o", "random"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_EQ(lines_of(other.err).size(), 1u);
  EXPECT_EQ(noughts({"play", "hyper", "--x", "wizard"}).exit_code, 2);
  EXPECT_EQ(noughts({"play", "quixo", "--x", "greedy"}).exit_code, 2);
}

// A perfect player never loses 3^2, whoever plays against it.
TEST(HyperPlay, PerfectNeverLoses) {
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    for (const char* opponent : {"random", "greedy", "perfect"}) {
      const Outcome outcome =
          noughts({"play", "hyper", "--x", opponent, "--o", "perfect", "--seed", seed});
      EXPECT_NE(lines_of(outcome.out).back(), "1 wins");
    }
  }
}

TEST(HyperAnalyze, ThreePlayers) {
  const Json report = answer({"analyze", "hyper", "--players", "3", "--position", "11 22"});
  EXPECT_EQ(report.at("value"), "hold");
  EXPECT_EQ(report.at("best"), Json({"12", "21"}));
  EXPECT_EQ(report.at("players").size(), 3u);
}

// The first player's proof answers where she follows it. Where she has left it, most
// positions stay open, and the report says so; threats are found.
TEST(HyperAnalyze, LargeBoards) {
  const std::vector<std::string> board = {"analyze", "hyper", "--side", "4", "--dims", "3"};
  auto at = [&](const char* position) {
    std::vector<std::string> arguments = board;
    arguments.insert(arguments.end(), {"--position", position});
    return answer(arguments);
  };
  const Json start = at("");
  EXPECT_EQ(start.at("value"), "win");
  EXPECT_EQ(start.at("source"), "proof");
  EXPECT_TRUE(at("112 222 113 333").at("value").is_null());
  const Json won = at("111 234 112 341 121 423 122 413");
  EXPECT_EQ(won.at("value"), "win");
  EXPECT_FALSE(won.at("best").empty());
}

TEST(HyperSolve, OpenQuestionsAreNullWithAReason) {
  const Json solved = answer({"solve", "hyper", "--side", "5", "--dims", "3"});
  EXPECT_TRUE(solved.at("players").at(0).at("can_force_win").is_null());
  EXPECT_EQ(solved.at("players").at(1).at("can_force_win"), false);
  EXPECT_NE(solved.at("open").get<std::string>(), "");
}

TEST(HyperLimits, MemoryThatDoesNotSuffice) {
  for (const std::vector<std::string>& board : std::vector<std::vector<std::string>>{
           {"--side", "5", "--players", "3"}, {"--side", "4", "--dims", "3"}}) {
    std::vector<std::string> arguments = {"solve", "hyper", "--memory", "0.001"};
    arguments.insert(arguments.end(), board.begin(), board.end());
    const Outcome outcome = noughts(arguments);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(lines_of(outcome.err).size(), 1u);
    EXPECT_NE(outcome.err.find("--memory"), std::string::npos) << outcome.err;
  }
}

TEST(HyperLimits, InterruptEndsLongWork) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"solve", "hyper", "--side", "4", "--dims", "3"},
           {"solve", "hyper", "--kingmaking", "--side", "4", "--players", "3"},
           {"study", "tree", "hyper", "--dims", "3", "--players", "3"},
           {"study", "train", "hyper", "--games", "100000000"},
           {"study", "report", "hyper", "--out", "unfinished"}}) {
    const TemporaryFolder folder;
    const Outcome outcome = noughts(command, {.folder = folder.path(), .interrupt_after = 0.7});
    EXPECT_EQ(outcome.exit_code, 130) << command[0];
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_EQ(outcome.err, "noughts: interrupted\n");
  }
}

// Who cannot win and decides who does: nobody on 3^2; on 3^3 there are games
// in which player 2 wins if player 1 does not block her, and player 3 if she does.
TEST(HyperKingmaking, OnThreeCubedButNotOnThreeByThree) {
  const std::vector<std::string> command = {"solve", "hyper", "--players", "3", "--kingmaking"};
  EXPECT_EQ(answer(command).at("kingmakers"), 0);
  std::vector<std::string> cube = command;
  const std::string position =
      "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232";
  cube.insert(cube.end(), {"--dims", "3", "--position", position});
  const Json report = answer(cube);
  EXPECT_EQ(report.at("outcomes"), Json({"2 wins", "3 wins"}));
  EXPECT_GT(report.at("kingmakers"), 0);
  EXPECT_EQ(report.at("kingmaker"), 1);
  EXPECT_EQ(report.at("example"), position);
}

}  // namespace
}  // namespace cli_test
