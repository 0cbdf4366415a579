// Tables laid out for a web host give the answers of the tables that they were made of, and a
// sentence where anything is wrong with them.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "noughts/core/random.h"
#include "noughts/quixo/publish/block.h"
#include "noughts/quixo/publish/border_row.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/publish/publish.h"
#include "noughts/quixo/publish/sight.h"
#include "noughts/store/packing.h"
#include "noughts/store/table_file.h"
#include "temporary_folder.h"

namespace noughts::quixo::publish {
namespace {

namespace fs = std::filesystem;

class QuixoPublish : public ::testing::Test {
 protected:
  void publish(int size, std::uint64_t most_file = std::uint64_t{1} << 20,
               const std::string& options = "") {
    rules_ = *Rules::make(size);
    const std::string command = "'" NOUGHTS_BINARY "' solve quixo --quiet --size " +
                                std::to_string(size) + options + " --tables '" + plain_.string() +
                                "' > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    Workers workers(2);
    const auto made =
        publish_tables(plain_, *rules_, public_, {}, {.most_file = most_file}, workers);
    ASSERT_TRUE(made) << made.error().message;
    summary_ = *made;
  }
  std::unique_ptr<tables::ValueSource> open(const store::Path& folder) const {
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

// With ranks and with plies.
TEST_F(QuixoPublish, EveryBoardOf3x3HasItsOutcomeAndRank) {
  for (const std::string options : {"", " --steps"}) {
    fs::remove_all(plain_);
    publish(3, kMostPiece, options);
    const auto plain = open(plain_);
    const auto made = open(public_);
    ASSERT_TRUE(plain && made);
    EXPECT_EQ(made->has_plies(), !options.empty());
    EXPECT_EQ(made->has_ranks(), options.empty());
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
}

TEST_F(QuixoPublish, BoardsOf4x4HaveTheirPliesInSmallPieces) {
  publish(4, kMostPiece, " --steps");
  const auto plain = open(plain_);
  const auto made = open(public_);
  ASSERT_TRUE(plain && made);
  EXPECT_EQ(made->at(0)->plies, 21);
  Random random(8);
  for (int i = 0; i < 100'000; ++i) {
    const Board board = random_board(random);
    ASSERT_EQ(*made->at(board), *plain->at(board)) << board;
  }
  EXPECT_LT(summary_.bytes, summary_.was);
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

// What a forger leaves as it was while another value goes in: nothing of it can deceive.
enum class Kept { kBlockDigest, kListDigest, kNothing, kNoDigests };

// Another value in the first block of the class, and every checksum made to fit.
void forge(const store::Path& folder, const Rules& rules, ClassId id, Kept kept) {
  auto list = *Published::read(folder, rules);
  PublishedClass& entry = list.classes.at(id);
  const auto unpacked = [](const store::Path& path, std::size_t raw) {
    const std::string stored = *store::read_file(path);
    std::vector<std::uint8_t> bytes(raw);
    EXPECT_TRUE(store::unpack({reinterpret_cast<const std::uint8_t*>(stored.data()), stored.size()},
                              bytes));
    return bytes;
  };
  const auto write = [](const store::Path& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  };
  ASSERT_EQ(entry.blocks, 1u);
  std::vector<std::uint32_t> numbers(directory_numbers(1, true));
  const auto before = unpacked(directory_path(folder, id), numbers.size() * 4);
  std::memcpy(numbers.data(), before.data(), before.size());
  PublishedBlock block = blocks_of_directory(numbers, 1).front();
  auto raw = unpacked(block_path(folder, id, 0), block.raw);
  raw[0] ^= 1;  // a draw is lost, or the other way round
  const auto stored = store::pack(raw, 1);
  const auto honest = block.sha256;
  block = describe_block(raw, stored.size(), block.boards);
  if (kept == Kept::kBlockDigest) block.sha256 = honest;
  numbers = directory_of({block});
  if (kept == Kept::kNothing) entry.sha256 = directory_sha256(numbers, 1);
  if (kept == Kept::kNoDigests) {
    entry.sha256.clear();
    numbers.resize(directory_numbers(1, false));
  }
  const store::Bytes directory(reinterpret_cast<const std::uint8_t*>(numbers.data()),
                               numbers.size() * 4);
  const auto packed = store::pack(directory, 1);
  write(block_path(folder, id, 0), stored);
  write(directory_path(folder, id), packed);
  entry.files = {stored.size()};
  entry.directory_bytes = packed.size();
  entry.checksum = store::checksum(directory);
  std::ofstream(folder / kPublishedName) << list.text(rules);
}

TEST_F(QuixoPublish, TablesOfThisProjectCannotBeForged) {
  publish(3);
  const auto manifest = *tables::Manifest::read(public_, *rules_);
  const auto ours = [&] {
    return Published::read(public_, *rules_)->is_of_this_project(*rules_, manifest);
  };
  EXPECT_TRUE(ours()) << *summary_.published.digest(*rules_, manifest);
  const ClassId id{3, 4};
  const auto plain = open(plain_);
  for (const Kept kept :
       {Kept::kBlockDigest, Kept::kListDigest, Kept::kNothing, Kept::kNoDigests}) {
    SCOPED_TRACE(static_cast<int>(kept));
    fs::remove_all(public_);
    Workers workers(2);
    ASSERT_TRUE(publish_tables(plain_, *rules_, public_, {}, {}, workers));
    forge(public_, *rules_, id, kept);
    int wrong = 0, refused = 0;
    const auto made = open(public_);
    for (const Board board : boards_of("x03o04.000")) {
      const auto value = made->at(board);
      refused += !value;
      wrong += value && value->value != plain->at(board)->value;
    }
    // Either the tables are not ours, or no value of theirs is another.
    const bool claims = kept == Kept::kBlockDigest || kept == Kept::kListDigest;
    EXPECT_EQ(ours(), claims);
    EXPECT_EQ(wrong > 0, !claims);
    EXPECT_EQ(refused > 0, claims);
  }
  // Other counts beside the values are other tables.
  fs::remove_all(public_);
  Workers workers(2);
  ASSERT_TRUE(publish_tables(plain_, *rules_, public_, {}, {}, workers));
  auto counted = manifest;
  counted.classes.at(id).counts.draw += 1;
  EXPECT_FALSE(Published::read(public_, *rules_)->is_of_this_project(*rules_, counted));
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

// Blocks that are too large for a piece are halved, and read as they are.
TEST_F(QuixoPublish, BlocksThatDoNotFitAreHalved) {
  publish(3);
  const store::Path halved = temporary_.path() / "halved";
  Workers workers(2);
  constexpr std::uint32_t kMost = 12;  // three bytes and what zstd adds
  const auto made = publish_tables(plain_, *rules_, halved, {}, {.most_piece = kMost}, workers);
  ASSERT_TRUE(made) << made.error().message;
  std::uint32_t blocks = 0, before = 0;
  for (const auto& [id, entry] : made->published.classes) blocks += entry.blocks;
  for (const auto& [id, entry] : summary_.published.classes) before += entry.blocks;
  EXPECT_GT(blocks, before);
  const auto plain = open(plain_);
  const auto read = open(halved);
  ASSERT_TRUE(plain && read);
  for (Cells x = 0; x < 512; ++x) {
    for (Cells o = 0; o < 512; ++o) {
      if ((x & o) != 0) continue;
      const Board board = make_board(x, o);
      const auto known = read->at(board);
      ASSERT_TRUE(known) << known.error().message;
      ASSERT_EQ(*known, *plain->at(board)) << x << ' ' << o;
      ASSERT_EQ(*read->rank(board), *plain->rank(board)) << x << ' ' << o;
    }
  }
}

// A class that has fewer files now, a class that is gone: what nobody reads goes, and what is not
// ours stays.
TEST_F(QuixoPublish, OldFilesDoNotStay) {
  publish(3);
  const std::string list = *store::read_file(public_ / kPublishedName);
  const store::Path second = block_path(public_, {3, 4}, 1), other = public_ / "x03o04.txt";
  for (const store::Path& path :
       {second, block_path(public_, {8, 8}, 0), block_path(public_, {3, 4}, 1000), other}) {
    std::ofstream(path) << "of another time";
  }
  Workers workers(2);
  const auto again = publish_tables(plain_, *rules_, public_, {}, {}, workers);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*store::read_file(public_ / kPublishedName), list);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(public_)) {
    files += entry.path().filename() != "lock";
  }
  EXPECT_EQ(files, again->files + 1);  // and the one that is not ours
  EXPECT_TRUE(fs::exists(other));
  EXPECT_FALSE(fs::exists(second));
}

// Every board has a number, images share one, and the row gives the board back.
TEST(QuixoBorderRow, NumbersEveryBoardOnceAndImagesAlike) {
  for (const int size : {3, 4}) {
    const auto rules = Rules::make(size);
    ASSERT_TRUE(rules);
    const auto order = std::make_shared<const BorderOrder>(*rules);
    std::uint64_t orbits = 0;
    for (int x = 0; x <= rules->cells(); ++x) {
      for (int o = 0; x + o <= rules->cells(); ++o) {
        if (size == 4 && (x != 4 || o > 5)) continue;  // some of 4x4
        const BorderRow row(order, {x, o});
        std::uint64_t number = 0;
        std::uint64_t images = 0;
        row.for_each(0, row.size(), [&](Board board, bool kept) {
          EXPECT_EQ(class_of(board), (ClassId{x, o}));
          EXPECT_EQ(row.number_of(board) == number, kept);
          if (kept) {
            images += static_cast<std::uint64_t>(image_count(*rules, board));
            orbits += 1;
            for (int s = 0; s < rules->symmetry_count(); ++s) {
              EXPECT_EQ(row.number_of(rules->image(board, s)), number);
            }
          }
          ++number;
        });
        EXPECT_EQ(number, row.size());
        EXPECT_EQ(images, class_size(*rules, {x, o})) << x << ' ' << o;
        // Any part of the row is that part.
        std::uint64_t part = row.size() / 3;
        row.for_each(row.size() / 3, row.size() / 2, [&](Board board, bool kept) {
          EXPECT_TRUE(!kept || row.number_of(board) == part);
          ++part;
        });
        EXPECT_EQ(part, row.size() / 2);
      }
    }
    // Colourings of 3x3 up to symmetry, by Burnside.
    if (size == 3) {
      EXPECT_EQ(orbits, 2862u);
    }
  }
}

// A board of 5x5 with all its moves takes few blocks, whatever the tables say: boards of every
// class by chance, and boards without an O on the border, which have the most moves.
TEST(QuixoBorderRow, ABoardOf5x5AndItsChildrenAreInFewBlocks) {
  constexpr std::size_t kOwn = 1, kInside = 12, kBorder = 2 * (2'018'016 / kMostBlockBoards + 2);
  const auto rules = Rules::make(5);
  ASSERT_TRUE(rules);
  const auto order = std::make_shared<const BorderOrder>(*rules);
  std::map<ClassId, BorderRow> rows;
  const auto place_of = [&](Board board) {
    const ClassId id = class_of(board);
    const auto row = rows.try_emplace(id, order, id).first;
    return std::pair(id, row->second.number_of(board) / kMostBlockBoards);
  };
  const Cells inside = 07 << 6 | 07 << 11 | 07 << 16;
  Random random(5);
  std::size_t most = 0;
  for (int x = 0; x <= 25; ++x) {
    for (int o = 0; x + o <= 25; ++o) {
      for (int i = 0; i < 40; ++i) {
        Board board = 0;
        const auto put = [&](Player player, int tiles, Cells where) {
          while (tiles > 0) {
            const Cells cell = Cells{1} << random.below(25);
            const Cells taken = cells_of(board, Player::kX) | cells_of(board, Player::kO);
            if ((cell & where & ~taken) == 0) continue;
            board |= Rules::tile(cell, player);
            --tiles;
          }
        };
        put(Player::kO, o, i % 2 == 0 && o <= 9 ? inside : rules->all_cells());
        put(Player::kX, x, rules->all_cells());
        std::set<std::pair<ClassId, std::uint64_t>> blocks{place_of(board)};
        rules->for_each_child({board, Player::kX},
                              [&](Board moved) { blocks.insert(place_of(swap_colours(moved))); });
        most = std::max(most, blocks.size());
      }
    }
  }
  RecordProperty("most", static_cast<int>(most));
  EXPECT_LE(most, kOwn + kInside + kBorder);
  EXPECT_GT(most, kInside);  // the boards are such that it can fail
}

// All blocks looked at: the plan is what comes of it.
TEST_F(QuixoPublish, APlanSaysHowLargeItWillBe) {
  for (const std::string options : {"", " --steps"}) {
    fs::remove_all(plain_);
    fs::remove_all(public_);
    publish(3, kMostPiece, options);
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
  for (int i = 0; i < 400; ++i) {
    const BlockExtras extras{i % 4 == 1 || i % 4 == 2, i % 4 == 1, i % 4 == 3};
    std::vector<Known> boards(random.below(40));
    for (Known& board : boards) {
      board.value = static_cast<Value>(random.below(3));
      if (board.value == Value::kDraw || (!extras.codes && !extras.plies)) continue;
      if (random.below(2) == 0) board.code = static_cast<std::uint8_t>(random.below(256));
      board.at_once =
          extras.at_once && board.value == Value::kWin && board.code == 0 && random.below(2) == 0;
    }
    const std::vector<std::uint8_t> raw = write_block(boards, extras);
    EXPECT_EQ(read_block(raw, boards.size(), extras), boards);
    std::vector<std::uint8_t> longer = raw;
    longer.push_back(1);
    EXPECT_FALSE(read_block(longer, boards.size(), extras));
    if (!raw.empty()) {
      EXPECT_FALSE(read_block(std::span(raw).first(raw.size() - 1), boards.size(), extras));
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
  newer.replace(newer.find("\"version\":3"), 11, "\"version\":4");
  EXPECT_EQ(code_of(newer, *rules_), ErrorCode::kWrongVersion);
  std::string former = text;
  former.replace(former.find("\"version\":3"), 11, "\"version\":2");
  const auto parsed = Published::parse(former, "published.json", *rules_);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message,
            "published.json has version 2, this program reads version 3: publish the tables again");
  EXPECT_EQ(code_of(text.substr(0, text.size() / 2), *rules_), ErrorCode::kUnfinished);
  EXPECT_EQ(code_of("{}\n", *rules_), ErrorCode::kWrongVersion);
}

}  // namespace
}  // namespace noughts::quixo::publish
