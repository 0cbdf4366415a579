// Tables laid out for a web host give the answers of the tables that they were made of, and a
// sentence where anything is wrong with them.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "noughts/core/random.h"
#include "noughts/quixo/tables/publish.h"
#include "temporary_folder.h"

namespace noughts::quixo {
namespace {

namespace fs = std::filesystem;

class QuixoPublish : public ::testing::Test {
 protected:
  void publish(int size, std::uint64_t most_file = std::uint64_t{1} << 20) {
    rules_ = *Rules::make(size);
    const std::string command = "'" NOUGHTS_BINARY "' solve quixo --quiet --size " +
                                std::to_string(size) + " --tables '" + plain_.string() +
                                "' > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    Workers workers(2);
    const auto made = publish_tables(plain_, *rules_, public_, {.most_file = most_file}, workers);
    ASSERT_TRUE(made) << made.error().message;
    summary_ = *made;
  }
  std::unique_ptr<ValueSource> open(const store::Path& folder) const {
    auto opened = open_tables(folder, *rules_);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }
  Board random_board(Random& random) const {
    const auto x = static_cast<Cells>(random.next()) & rules_->all_cells();
    const auto o = static_cast<Cells>(random.next()) & rules_->all_cells() & ~x;
    return make_board(x, o);
  }

  // The boards of 3x3 that a file such as x03o04.000 is about.
  static std::vector<Board> boards_of(const store::Path& path) {
    std::vector<Board> boards;
    const std::string name = path.filename().string();
    if (name[0] != 'x') return boards;
    const int tiles[] = {std::stoi(name.substr(1, 2)), std::stoi(name.substr(4, 2))};
    for (Cells x = 0; x < 512; ++x) {
      for (Cells o = 0; o < 512; ++o) {
        if ((x & o) == 0 && std::popcount(x) == tiles[0] && std::popcount(o) == tiles[1]) {
          boards.push_back(make_board(x, o));
        }
      }
    }
    return boards;
  }

  const TemporaryFolder temporary_;
  const store::Path plain_ = temporary_.path() / "plain";
  const store::Path public_ = temporary_.path() / "public";
  std::optional<Rules> rules_;
  PublishSummary summary_;
};

TEST_F(QuixoPublish, EveryBoardOf3x3HasItsValueAndRank) {
  publish(3);
  const auto plain = open(plain_);
  const auto made = open(public_);
  ASSERT_TRUE(plain && made);
  for (Cells x = 0; x < 512; ++x) {
    for (Cells o = 0; o < 512; ++o) {
      if ((x & o) != 0) continue;
      const Board board = make_board(x, o);
      ASSERT_EQ(*made->at(board), *plain->at(board)) << x << ' ' << o;
      ASSERT_EQ(*made->rank(board), *plain->rank(board)) << x << ' ' << o;
    }
  }
  EXPECT_EQ(made->summary().totals(), plain->summary().totals());
}

TEST_F(QuixoPublish, BoardsOf4x4HaveTheirValuesAndRanksInSmallPieces) {
  publish(4, kMostPiece);
  const auto plain = open(plain_);
  const auto made = open(public_);
  ASSERT_TRUE(plain && made);
  const Sight sight(*rules_);
  Random random(7);
  for (int i = 0; i < 100'000; ++i) {
    const Board board = random_board(random);
    if (const auto seen = sight.value(board)) {
      ASSERT_EQ(*seen, plain->at(board)->value) << board;
    }
    ASSERT_EQ(*made->at(board), *plain->at(board)) << board;
    ASSERT_EQ(*made->rank(board), *plain->rank(board)) << board;
  }
  // More than half of the boards are seen without a table, and need no room.
  EXPECT_GT(2 * summary_.seen, summary_.kept);
  EXPECT_LT(summary_.bytes, summary_.was);
  for (const auto& entry : fs::directory_iterator(public_)) {
    if (entry.path().extension() != ".index" && entry.path().stem() != "manifest") {
      EXPECT_LE(entry.file_size(), std::uint64_t{kMostPiece}) << entry.path();
    }
  }
}

TEST_F(QuixoPublish, DamageIsASentenceAndNeverAnotherValue) {
  publish(3);
  const auto plain = open(plain_);
  std::vector<store::Path> files;
  for (const auto& entry : fs::directory_iterator(public_)) {
    if (entry.is_regular_file() && entry.path().filename() != "lock") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Random random(9);
  int noticed = 0;
  for (int i = 0; i < 300; ++i) {
    const store::Path& path = files[random.below(files.size())];
    const std::string good = *store::read_file(path);
    if (good.empty()) continue;
    std::string bad = good;
    if (i % 3 == 0) {
      bad.resize(random.below(good.size()));
    } else {
      bad[random.below(good.size())] ^= static_cast<char>(1 << random.below(8));
    }
    std::ofstream(path, std::ios::binary) << bad;
    const auto opened = open_tables(public_, *rules_);
    bool refused = !opened;
    for (const Board board : boards_of(path)) {
      if (!opened) break;
      const auto value = (*opened)->at(board);
      refused = refused || !value;
      if (value) {
        ASSERT_EQ(*value, *plain->at(board)) << path << ' ' << board;
      } else {
        ASSERT_FALSE(value.error().message.empty());
      }
    }
    noticed += refused;
    std::ofstream(path, std::ios::binary) << good;
  }
  EXPECT_GT(noticed, 100);
}

TEST_F(QuixoPublish, OtherVersionsAndOtherRulesAreRefused) {
  publish(3);
  const std::string text = summary_.published.text(*rules_);
  const auto code_of = [&](const std::string& changed, const Rules& rules) {
    const auto parsed = Published::parse(changed, "published.json", rules);
    return parsed ? std::optional<ErrorCode>() : parsed.error().code;
  };
  EXPECT_EQ(code_of(text, *rules_), std::nullopt);
  EXPECT_EQ(code_of(text, *Rules::make(4)), ErrorCode::kWrongVersion);
  std::string newer = text;
  newer.replace(newer.find("\"version\":1"), 11, "\"version\":2");
  EXPECT_EQ(code_of(newer, *rules_), ErrorCode::kWrongVersion);
  EXPECT_EQ(code_of(text.substr(0, text.size() / 2), *rules_), ErrorCode::kUnfinished);
  EXPECT_EQ(code_of("{}\n", *rules_), ErrorCode::kWrongVersion);
}

}  // namespace
}  // namespace noughts::quixo
