// Analysing, following and playing Quixo, as other programs and people would.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.h"

namespace {

using cli_test::lines_of;
using cli_test::noughts;
using Json = nlohmann::json;

// One position a line in, one document a line out, and errors are data.
TEST(QuixoPlay, AnalyzesPositionsLineByLine) {
  const auto ended = noughts({"analyze", "quixo", "--size", "3", "--stdin"},
                             {.input = ".../.../... X\nX../nonsense\nX.O/.../... O\n"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  const auto lines = lines_of(ended.out);
  ASSERT_EQ(lines.size(), 3u);
  const Json first = Json::parse(lines[0]);
  EXPECT_EQ(first.at("value"), "win");
  EXPECT_EQ(first.at("plies"), 7);
  EXPECT_FALSE(first.at("best").empty());
  EXPECT_TRUE(Json::parse(lines[1]).contains("error"));
  EXPECT_EQ(Json::parse(lines[2]).at("to_move"), "O");
}

// The paper's Figure 8: best play on 4x4 lasts 21 moves, each losing one ply.
TEST(QuixoPlay, TheGameOfTwentyOneMoves) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  const cli_test::TemporaryFolder folder;
  const std::string svg = (folder.path() / "game.svg").string();
  const auto ended = noughts({"line", "quixo", "--size", "4", "--svg", svg, "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Json line = Json::parse(ended.out);
  EXPECT_EQ(line.at("moves").size(), 21u);
  EXPECT_EQ(line.at("positions").size(), 22u);
  std::string input;
  for (const Json& position : line.at("positions")) input += position.get<std::string>() + "\n";
  const auto values = noughts({"analyze", "quixo", "--size", "4", "--stdin"}, {.input = input});
  const auto lines = lines_of(values.out);
  ASSERT_EQ(lines.size(), 22u);
  for (int ply = 0; ply <= 21; ++ply) {
    const Json report = Json::parse(lines[ply]);
    EXPECT_EQ(report.at("plies"), 21 - ply);
    EXPECT_EQ(report.at("value"), ply % 2 == 0 ? "win" : "loss");
  }
  const std::string drawing = cli_test::read_file(svg);
  EXPECT_NE(drawing.find("<svg"), std::string::npos);
  EXPECT_NE(drawing.find("<animate"), std::string::npos);
  EXPECT_NE(drawing.find("move 21"), std::string::npos);
}

// Tables without steps know who wins, not how soon: the line still gets there.
TEST(QuixoPlay, ALineFromTablesWithoutStepsEnds) {
  const cli_test::TemporaryFolder folder;
  const std::string tables = folder.path().string();
  ASSERT_EQ(noughts({"solve", "quixo", "--size", "3", "--tables", tables}).exit_code, 0);
  const auto ended = noughts({"line", "quixo", "--size", "3", "--tables", tables, "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out).at("result"), "X wins");
}

// A drawn position leads into a loop.
TEST(QuixoPlay, ADrawFallsIntoALoop) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  const auto report = noughts({"study", "report", "quixo", "--size", "4", "--json"});
  ASSERT_EQ(report.exit_code, 0) << report.err;
  std::string drawn;
  const Json found = Json::parse(report.out);
  for (const Json& board : found.at("boards")) {
    if (board.at("value") == "draw") drawn = board.at("position");
  }
  ASSERT_FALSE(drawn.empty());
  const auto ended = noughts({"line", "quixo", "--size", "4", "--position", drawn, "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Json line = Json::parse(ended.out);
  const int start = line.at("loop_start");
  EXPECT_EQ(line.at("positions").at(start), line.at("positions").back());
}

// The perfect player wins 3x3 in seven moves against itself, and against a player
// of random moves whoever begins.
TEST(QuixoPlay, ThePerfectPlayerWins) {
  const auto both = noughts({"play", "quixo", "--size", "3", "--x", "perfect", "--o", "perfect"});
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_NE(both.out.find("X wins"), std::string::npos) << both.out;
  for (const std::string seed : {"1", "2", "3", "4", "5"}) {
    const auto ended = noughts(
        {"play", "quixo", "--size", "3", "--x", "perfect", "--o", "random", "--seed", seed});
    EXPECT_NE(ended.out.find("X wins"), std::string::npos) << ended.out;
  }
  // With a share of random moves it is still a player; without sense it is refused.
  const auto weak =
      noughts({"play", "quixo", "--size", "3", "--x", "perfect:0.5", "--o", "perfect"});
  EXPECT_EQ(weak.exit_code, 0) << weak.err;
  EXPECT_EQ(noughts({"play", "quixo", "--size", "3", "--x", "perfect:2"}).exit_code, 2);
}

// Boards without values: searched, and said to be so.
TEST(QuixoPlay, LargerBoardsAreGuessed) {
  for (const std::string size : {"6", "8"}) {
    const auto ended = noughts({"analyze", "quixo", "--size", size, "--json"});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    const Json report = Json::parse(ended.out);
    EXPECT_EQ(report.at("source"), "guess");
    EXPECT_TRUE(report.at("value").is_null());
    EXPECT_TRUE(report.at("best").empty());  // nothing is known to be
    EXPECT_EQ(report.at("estimate"), report.at("moves").at(0).at("estimate"));
    EXPECT_LT(std::abs(report.at("estimate").get<double>()), 1);
    EXPECT_EQ(report.at("cannot_lose"), Json::parse("[\"X\"]"));
  }
  const auto line = noughts({"line", "quixo", "--size", "6", "--moves", "2", "--json"});
  ASSERT_EQ(line.exit_code, 0) << line.err;
  EXPECT_EQ(Json::parse(line.out).at("source"), "guess");
  EXPECT_EQ(Json::parse(line.out).at("moves").size(), 2u);
  const auto text = noughts({"analyze", "quixo", "--size", "6"});
  EXPECT_NE(text.out.find("unsolved; looks "), std::string::npos) << text.out;
}

// The openings of 5x5 are known without tables, with plies where few tiles are on the board and
// with ranks above; a board with ten tiles is searched.
TEST(QuixoPlay, OpeningsOfFiveByFiveAreKnown) {
  const auto analyze = [](const std::string& position) {
    const auto ended =
        noughts({"analyze", "quixo", "--size", "5", "--position", position, "--json"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return Json::parse(ended.out);
  };
  const Json empty = analyze("...../...../...../...../..... X");
  EXPECT_EQ(empty.at("source"), "table");
  EXPECT_EQ(empty.at("value"), "draw");
  EXPECT_TRUE(empty.at("moves").at(0).contains("replies"));
  // One of the smallest boards that both sides reached by empty tiles and one side wins.
  const Json won = analyze("XXXO./.O.../.O.../...../..... X");
  EXPECT_EQ(won.at("source"), "table");
  EXPECT_EQ(won.at("value"), "win");
  EXPECT_EQ(won.at("plies").get<int>() % 2, 1);
  EXPECT_EQ(won.at("plies"), won.at("moves").at(0).at("plies"));
  const Json fuller = analyze("OO.../..X../.X.XO/...../..X.. X");  // won in 167 plies, by tables
  EXPECT_EQ(fuller.at("value"), "win");
  EXPECT_TRUE(fuller.contains("rank"));
  EXPECT_FALSE(fuller.contains("plies"));
  EXPECT_NE(analyze("XO.../OX.../XO.../OX.../XO... X").at("source"), "table");
  const auto line = noughts({"line", "quixo", "--size", "5", "--moves", "2", "--json"});
  EXPECT_EQ(Json::parse(line.out).at("source"), "table");
}

// What the search proves is no guess.
TEST(QuixoPlay, AWinWithinReachIsFoundOnLargerBoards) {
  const auto ended = noughts({"analyze", "quixo", "--size", "6", "--position",
                              ".XXXXX/....../....../....../....../X..... X", "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report.at("source"), "search");
  EXPECT_EQ(report.at("value"), "win");
  EXPECT_EQ(report.at("plies"), 1);
}

TEST(QuixoPlay, TheSearchingPlayerBeatsRandomMoves) {
  const auto ended =
      noughts({"play", "quixo", "--size", "5", "--position", "XO.OX/OX.../XO.../OX..X/X.... X",
               "--x", "random", "--o", "perfect", "--seed", "3"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("moves ahead"), std::string::npos) << ended.out;  // it searched
  EXPECT_NE(ended.out.find("O wins"), std::string::npos) << ended.out;
}

TEST(QuixoPlay, AFortressIsNamed) {
  const std::string position = ".XXXX/XX.../X...X/.X.O./.XO.O O";
  const auto ended = noughts({"analyze", "quixo", "--size", "5", "--position", position, "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report.at("cannot_lose").at(0), "X");
  EXPECT_EQ(report.at("fortress").at("player"), "X");
  EXPECT_EQ(report.at("fortress").at("cells").size(), 10u);
}

// One sentence each, and nothing else.
TEST(QuixoPlay, SaysWhatDoesNotExist) {
  const auto complaint = [](const std::vector<std::string>& words, const std::string& part) {
    const auto ended = noughts(words);
    EXPECT_EQ(ended.exit_code, 2) << words.back();
    EXPECT_EQ(lines_of(ended.err).size(), 1u) << ended.err;
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
  };
  complaint({"show", "quixo", "--moves", "--size", "2"}, "from 3 to 8");
  complaint({"show", "quixo", "--moves", "--size", "9"}, "from 3 to 8");
  complaint({"solve", "quixo", "--size", "6"}, "no tables above 5x5");
  complaint({"analyze", "quixo", "--size", "6", "--tables", "/nowhere"}, "no tables above 5x5");
  complaint({"show", "quixo", "--size", "4", "--fortress"}, "at least 5x5");
  complaint({"show", "quixo", "--size", "5", "--line", "4", "--fortress"}, "as long as its side");
  complaint({"solve", "quixo", "--size", "4", "--fortress-wins"}, "at least 5x5");
  complaint({"play", "quixo", "--size", "5", "--x", "seek"}, "search");
  complaint({"judge", "quixo", "--size", "6", "--agent", "true"}, "no exact values of this board");
}

}  // namespace
