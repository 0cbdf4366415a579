// Tables laid out for a web host give the answers of the tables that they were made of, and a
// sentence where anything is wrong with them.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "noughts/core/random.h"
#include "noughts/quixo/tables/block.h"
#include "noughts/quixo/tables/publish.h"
#include "noughts/quixo/tables/sight.h"
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
    const auto made =
        publish_tables(plain_, *rules_, public_, {}, {.most_file = most_file}, workers);
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

// A run that was interrupted, or more classes, add to what is there.
TEST_F(QuixoPublish, ClassesAddUpAndDamagedListsBeginAnew) {
  publish(3);
  const store::Path parts = temporary_.path() / "parts";
  Workers workers(2);
  std::vector<ClassId> some, all;
  for (const auto& [id, entry] : summary_.published.classes) {
    all.push_back(id);
    if (id.tier() < 5) some.push_back(id);
  }
  const auto first = publish_tables(plain_, *rules_, parts, some, {}, workers);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->published.classes.size(), some.size());
  const auto rest = publish_tables(plain_, *rules_, parts, {}, {}, workers);
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_EQ(rest->published.text(*rules_), summary_.published.text(*rules_));
  EXPECT_EQ(first->laid_out + rest->laid_out, summary_.laid_out);
  const auto again = publish_tables(plain_, *rules_, parts, all, {}, workers);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->laid_out, 0u);
  std::ofstream(parts / kPublishedName) << "{}\n";
  const auto anew = publish_tables(plain_, *rules_, parts, {}, {}, workers);
  ASSERT_TRUE(anew) << anew.error().message;
  EXPECT_EQ(anew->laid_out, summary_.laid_out);
  const auto missing = publish_tables(plain_, *rules_, parts, {{9, 9}}, {}, workers);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kMissing);
}

// All blocks looked at: the plan is what comes of it.
TEST_F(QuixoPublish, APlanSaysHowLargeItWillBe) {
  publish(3);
  Workers workers(2);
  const auto plan = plan_publishing(plain_, *rules_, {}, 1, {}, workers);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->kept, summary_.kept);
  EXPECT_EQ(plan->sampled, summary_.kept);
  EXPECT_EQ(plan->seen, summary_.seen);
  std::uint64_t directories = 0;
  for (const auto& [id, entry] : summary_.published.classes) directories += entry.directory_bytes;
  EXPECT_EQ(static_cast<std::uint64_t>(plan->bytes + 0.5), summary_.bytes - directories);
}

// What is seen, from the rules alone: over, or a move that wins.
TEST(QuixoSight, SeesWhatOneMoveDecidesAndNothingElse) {
  Random random(11);
  for (const int size : {3, 4, 5}) {
    for (const int line : {size, size - 1}) {
      for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
        const auto rules = Rules::make(size, std::max(3, line), both);
        ASSERT_TRUE(rules);
        const Sight sight(*rules);
        for (int i = 0; i < 3000; ++i) {
          const auto x = static_cast<Cells>(random.next()) & rules->all_cells();
          const auto o = static_cast<Cells>(random.next()) & rules->all_cells() & ~x;
          const Board board = make_board(x, o);
          std::optional<Value> expected;
          if (const auto winner = rules->winner({board, Player::kX})) {
            expected = *winner == Player::kX ? Value::kWin : Value::kLoss;
          } else {
            for (const Move& move : rules->moves({board, Player::kX})) {
              const Position after = rules->apply({board, Player::kX}, move);
              if (rules->winner(after) == Player::kX) expected = Value::kWin;
            }
          }
          ASSERT_EQ(sight.value(board), expected) << size << ' ' << line << ' ' << board;
        }
      }
    }
  }
}

TEST(QuixoBlock, IsReadAsItWasWrittenAndNothingElseIs) {
  Random random(12);
  for (int i = 0; i < 200; ++i) {
    std::vector<Known> boards(random.below(40));
    for (Known& board : boards) {
      board.value = static_cast<Value>(random.below(3));
      if (board.value != Value::kDraw && random.below(2) == 0) {
        board.code = static_cast<std::uint8_t>(random.below(256));
      }
    }
    const std::vector<std::uint8_t> raw = write_block(boards, true);
    EXPECT_EQ(read_block(raw, boards.size(), true), boards);
    std::vector<std::uint8_t> longer = raw;
    longer.push_back(1);
    EXPECT_FALSE(read_block(longer, boards.size(), true));
    if (!raw.empty()) {
      EXPECT_FALSE(read_block(std::span(raw).first(raw.size() - 1), boards.size(), true));
    }
  }
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
  newer.replace(newer.find("\"version\":2"), 11, "\"version\":3");
  EXPECT_EQ(code_of(newer, *rules_), ErrorCode::kWrongVersion);
  EXPECT_EQ(code_of(text.substr(0, text.size() / 2), *rules_), ErrorCode::kUnfinished);
  EXPECT_EQ(code_of("{}\n", *rules_), ErrorCode::kWrongVersion);
}

}  // namespace
}  // namespace noughts::quixo
