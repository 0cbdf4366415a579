// Whole classes of 5x5 against what docs/results publishes of the complete run.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/process.h"
#include "published_classes.h"

namespace {

using cli_test::noughts;
using Json = nlohmann::json;

const char* const kClasses = NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv";
const char* const kClassesLine4 = NOUGHTS_SOURCE "/docs/results/quixo-5x5-line4-classes.csv";
const char* const kClassesBothWin = NOUGHTS_SOURCE "/docs/results/quixo-5x5-both-win-classes.csv";

// The boards won, lost and drawn, of all classes.
std::array<std::uint64_t, 3> totals(const noughts::PublishedClasses& classes) {
  std::array<std::uint64_t, 3> sums{};
  for (const auto& [id, counts] : classes) {
    sums[0] += counts.win;
    sums[1] += counts.loss;
    sums[2] += counts.draw;
  }
  return sums;
}

// The published classes are all of them, and sum up to the paper's Table 2; those of
// other rules to what the README says.
TEST(QuixoFive, PublishedClassesSumUpToTheTotals) {
  const auto classes = noughts::read_published(kClasses);
  ASSERT_EQ(classes.size(), 351u);
  EXPECT_EQ(totals(classes),
            (std::array<std::uint64_t, 3>{441'815'157'309, 279'746'227'956, 125'727'224'178}));
  EXPECT_EQ(classes.at({0, 0}).draw, 1u);
  const auto line4 = noughts::read_published(kClassesLine4);
  ASSERT_EQ(line4.size(), 351u);
  EXPECT_EQ(totals(line4),
            (std::array<std::uint64_t, 3>{553'398'000'909, 293'362'862'946, 527'745'588}));
  EXPECT_EQ(line4.at({0, 0}).win, 1u);
  const auto both_win = noughts::read_published(kClassesBothWin);
  ASSERT_EQ(both_win.size(), 351u);
  EXPECT_EQ(totals(both_win),
            (std::array<std::uint64_t, 3>{446'894'237'004, 282'594'981'642, 117'799'390'797}));
  EXPECT_EQ(both_win.at({0, 0}).draw, 1u);
}

// Solves tiers anew; how many classes have the published counts and digest.
std::size_t classes_as_published(const std::string& tiers, const std::vector<std::string>& rules,
                                 const char* published) {
  const cli_test::TemporaryFolder folder;
  std::vector<std::string> words = {"solve",  "quixo",    "--size",
                                    "5",      "--tiers",  tiers,
                                    "--json", "--tables", folder.path().string()};
  words.insert(words.end(), rules.begin(), rules.end());
  const auto ended = noughts(words, {.give_up_after = 600});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  if (ended.exit_code != 0) return 0;
  const auto classes = noughts::read_published(published);
  const Json manifest = Json::parse(cli_test::read_file(folder.path() / "manifest.json"));
  std::size_t same = 0;
  for (const Json& entry : manifest.at("classes")) {
    const auto& expected = classes.at({entry.at("x"), entry.at("o")});
    EXPECT_EQ(entry.at("win"), expected.win);
    EXPECT_EQ(entry.at("loss"), expected.loss);
    EXPECT_EQ(entry.at("draw"), expected.draw);
    EXPECT_EQ(entry.at("digest"), expected.digest);
    ++same;
  }
  return same;
}

// The two upper tiers, 452,984,832 states; of other rules the full board.
TEST(QuixoFive, UpperTiersAreAsPublished) {
#ifdef NOUGHTS_SANITIZED
  EXPECT_EQ(classes_as_published("25..25", {}, kClasses), 26u);
#else
  EXPECT_EQ(classes_as_published("25..24", {}, kClasses), 26u + 25u);
  EXPECT_EQ(classes_as_published("25..25", {"--line", "4"}, kClassesLine4), 26u);
  EXPECT_EQ(classes_as_published("25..25", {"--both-lines", "win"}, kClassesBothWin), 26u);
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
