// Whole classes of 5x5 against what docs/results publishes of the complete run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.h"

namespace {

using cli_test::noughts;
using Json = nlohmann::json;

struct Published {
  std::uint64_t win, loss, draw;
  std::string digest;
};

using Classes = std::map<std::pair<int, int>, Published>;

// x,o,win,loss,draw,digest,...
Classes read_published() {
  Classes classes;
  std::ifstream file(NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::string> field(6);
    for (std::string& text : field) std::getline(fields, text, ',');
    classes[{std::stoi(field[0]), std::stoi(field[1])}] = {
        std::stoull(field[2]), std::stoull(field[3]), std::stoull(field[4]), field[5]};
  }
  return classes;
}

// The published classes are all of them, and sum up to the paper's Table 2.
TEST(QuixoFive, PublishedClassesSumUpToTableTwo) {
  const Classes classes = read_published();
  ASSERT_EQ(classes.size(), 351u);
  std::uint64_t win = 0, loss = 0, draw = 0;
  for (const auto& [id, counts] : classes) {
    win += counts.win;
    loss += counts.loss;
    draw += counts.draw;
  }
  EXPECT_EQ(win, 441'815'157'309u);
  EXPECT_EQ(loss, 279'746'227'956u);
  EXPECT_EQ(draw, 125'727'224'178u);
  EXPECT_EQ(classes.at({0, 0}).draw, 1u);
}

// The two upper tiers, 452,984,832 states, solved anew.
TEST(QuixoFive, UpperTiersAreAsPublished) {
#ifdef NOUGHTS_SANITIZED
  const std::string tiers = "25..25";
#else
  const std::string tiers = "25..24";
#endif
  const cli_test::TemporaryFolder folder;
  const auto ended = noughts({"solve", "quixo", "--size", "5", "--tiers", tiers, "--tables",
                              folder.path().string(), "--json"},
                             {.give_up_after = 600});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Classes classes = read_published();
  const Json manifest = Json::parse(cli_test::read_file(folder.path() / "manifest.json"));
  std::size_t compared = 0;
  for (const Json& entry : manifest.at("classes")) {
    const Published& published = classes.at({entry.at("x"), entry.at("o")});
    EXPECT_EQ(entry.at("win"), published.win);
    EXPECT_EQ(entry.at("loss"), published.loss);
    EXPECT_EQ(entry.at("draw"), published.draw);
    EXPECT_EQ(entry.at("digest"), published.digest);
    ++compared;
  }
#ifdef NOUGHTS_SANITIZED
  EXPECT_EQ(compared, 26u);
#else
  EXPECT_EQ(compared, 26u + 25u);
#endif
}

// With the tables of the complete run at hand (make test-5x5 TABLES=folder):
// positions whose values docs/results/quixo-5x5.md tells.
TEST(QuixoFive, KnownPositionsFromAllTables) {
  const char* tables = std::getenv("NOUGHTS_TABLES_5X5");
  if (tables == nullptr) GTEST_SKIP() << "needs the tables of all of 5x5";
  const std::vector<std::pair<std::string, std::string>> known = {
      {"...../...../...../...../..... X", "draw"}, {"X..../...../...../...../..... O", "draw"},
      {"XXO../...../...../...../..... X", "win"},  {"XXXO./.O.../.O.../...../..... X", "win"},
      {"OOO../...../...../...../..... X", "loss"}, {"XXXXX/...../..O../...../OOO.. O", "loss"}};
  std::string input;
  for (const auto& [position, value] : known) input += position + "\n";
  const auto ended =
      noughts({"analyze", "quixo", "--size", "5", "--tables", tables, "--stdin"}, {.input = input});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto lines = cli_test::lines_of(ended.out);
  ASSERT_EQ(lines.size(), known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_EQ(Json::parse(lines[i]).at("value"), known[i].second) << known[i].first;
  }
}

}  // namespace
