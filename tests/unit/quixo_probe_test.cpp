// Tables as a program without the engine sees them: those that the command line made.
//
// This program links the rooms quixo, quixo/layout and quixo/tables, and what is
// below them; that the engine's names are not there is itself a test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "noughts/core/json.h"
#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/tables/batch.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/quixo/tables/verify.h"
#include "noughts/store/table_file.h"
#include "temporary_folder.h"

#if __has_include("noughts/quixo/engine/engine.h") || __has_include("noughts/quixo/solve/solve.h")
#error the engine is in sight
#endif

namespace noughts::quixo::tables {
namespace {

class QuixoProbe : public ::testing::Test {
 protected:
  static std::string quoted(const std::string& text) { return "'" + text + "'"; }
  void make_tables(const std::string& options) const {
    const std::string command = quoted(NOUGHTS_BINARY) + " solve quixo --quiet " + options +
                                " --tables " + quoted(folder_.string()) + " > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path();
};

// Published values, and every board of 3x3 from its children.
TEST_F(QuixoProbe, ThreeByThreeWithSteps) {
  make_tables("--size 3 --steps");
  const Rules rules = *Rules::make(3);
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_TRUE((*values)->has_plies());
  EXPECT_EQ(*(*values)->at(0), (Outcome{Value::kWin, 7}));
  const Solution summary = (*values)->summary();
  EXPECT_EQ(summary.totals(), (Counts{12'748, 6'935, 0}));
  EXPECT_EQ(summary.initial, (Outcome{Value::kWin, 7}));
  Workers workers(2);
  const auto report = verify(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
  EXPECT_EQ(report->classes, 55u);
  EXPECT_EQ(report->unchecked, 0u);
  EXPECT_EQ(report->totals, summary.totals());
}

// Values without steps on 4x4: of boards that are over by the rules, of others by
// their children.
TEST_F(QuixoProbe, FourByFour) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  make_tables("--size 4");
  const Rules rules = *Rules::make(4);
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ((*values)->summary().totals(), (Counts{26'434'489, 15'003'736, 1'608'496}));
  EXPECT_EQ(*(*values)->at(0), (Outcome{Value::kWin, std::nullopt}));
  Random random(16);
  std::vector<Board> boards;
  for (int i = 0; i < 3000; ++i) {
    const auto x = static_cast<Cells>(random.next()) & rules.all_cells();
    const auto o = static_cast<Cells>(random.next()) & rules.all_cells() & ~x;
    const Board board = make_board(x, o);
    Value expected = Value::kLoss;
    if (const auto over = final_value(rules, board)) {
      expected = *over;
    } else {
      rules.for_each_child({board, Player::kX}, [&](Board moved) {
        const Value child = (*values)->at(swap_colours(moved))->value;
        if (child == Value::kLoss) expected = Value::kWin;
        if (child == Value::kDraw && expected == Value::kLoss) expected = Value::kDraw;
      });
    }
    ASSERT_EQ((*values)->at(board)->value, expected) << to_text(rules, {board, Player::kX});
    boards.push_back(board);
  }
  std::vector<Outcome> outcomes(boards.size());
  ASSERT_TRUE(probe_each(**values, boards, outcomes));
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ASSERT_EQ(outcomes[i], *(*values)->at(boards[i])) << to_text(rules, {boards[i], Player::kX});
  }
}

// Many boards at once, of all classes in no order: as one by one.
TEST_F(QuixoProbe, ManyBoardsAtOnce) {
  const Rules rules = *Rules::make(3);
  std::vector<Board> boards;
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    for (Cells o = 0; o <= rules.all_cells(); ++o) {
      if (!(x & o)) boards.push_back(make_board(x, o));
    }
  }
  ASSERT_EQ(boards.size(), 19'683u);
  Random random(9);
  for (std::size_t i = boards.size(); i > 1; --i) std::swap(boards[i - 1], boards[random.below(i)]);
  make_tables("--size 3 --steps");
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  std::vector<Outcome> outcomes(boards.size());
  ASSERT_TRUE(probe_each(**values, boards, outcomes));
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ASSERT_EQ(outcomes[i], *(*values)->at(boards[i])) << to_text(rules, {boards[i], Player::kX});
  }
}

// What is missing is told, and not a value.
TEST_F(QuixoProbe, ManyBoardsOfWhichOneIsMissing) {
  make_tables("--size 3 --tiers 9..8");
  const auto values = open_tables(folder_, *Rules::make(3));
  ASSERT_TRUE(values) << values.error().message;
  const std::vector<Board> boards = {make_board(0x1f, 0x1e0), 0};
  std::vector<Outcome> outcomes(boards.size());
  const auto asked = probe_each(**values, boards, outcomes);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, ErrorCode::kMissing);
  EXPECT_EQ(outcomes[0], *(*values)->at(boards[0]));
}

// Without the tier above, the classes of the next one cannot be derived: that is
// told, and they do not pass for checked.
TEST_F(QuixoProbe, ClassesWithoutTheirChildrenAreNotVerified) {
  make_tables("--size 3");
  const Rules rules = *Rules::make(3);
  Workers workers(1);
  const auto all = verify(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(all);
  auto manifest = Manifest::read(folder_, rules);
  ASSERT_TRUE(manifest);
  std::erase_if(manifest->classes, [](const auto& entry) { return entry.first.tier() == 9; });
  ASSERT_TRUE(manifest->write(folder_, rules));
  const auto fewer = verify(folder_, rules, {.sample = 0}, workers);
  ASSERT_TRUE(fewer) << fewer.error().message;
  EXPECT_EQ(fewer->classes, 45u);
  EXPECT_EQ(fewer->unchecked, 9u);  // (0, 8) to (8, 0)
  EXPECT_LT(fewer->checked, all->checked);
  EXPECT_EQ(fewer->wrong, 0u);
}

// A wrong value and wrong totals are found.
TEST_F(QuixoProbe, WrongTotalsAreFound) {
  make_tables("--size 3");
  const Rules rules = *Rules::make(3);
  auto manifest = Manifest::read(folder_, rules);
  ASSERT_TRUE(manifest);
  Counts& counts = manifest->classes.at({4, 4}).counts;
  --counts.win;
  ++counts.draw;
  ASSERT_TRUE(manifest->write(folder_, rules));
  Workers workers(2);
  const auto report = verify(folder_, rules, {}, workers);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->wrong, 1u);
  EXPECT_NE(report->first_wrong.find("class (4, 4)"), std::string::npos) << report->first_wrong;
}

// A class of false wins is found by a few boards, whose chunks are read one by one, and by many,
// for which the classes are read whole; a class as it is passes both.
TEST_F(QuixoProbe, FewAndManyBoardsFindAFalseClass) {
  make_tables("--size 4 --steps --tiers 16..15");
  const Rules rules = *Rules::make(4);
  Workers workers(2);
  const ClassId id{8, 8};
  for (const std::uint64_t sample : {std::uint64_t{2}, std::uint64_t{5000}}) {
    const auto report = verify(folder_, rules, {.sample = sample}, workers);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
    EXPECT_EQ(report->unchecked, 0u);
  }
  auto manifest = Manifest::read(folder_, rules);
  ASSERT_TRUE(manifest);
  const layout::TableLayout layout(rules);
  const auto wins = chunks_from_values(layout, id, true, [](const layout::Geometry::Parts&) {
    return Outcome{Value::kWin, 1};
  });
  const auto stored = write_class(folder_, layout, id, true, wins, workers);
  ASSERT_TRUE(stored) << stored.error().message;
  manifest->classes.at(id) = {{.win = class_size(rules, id)}, stored->digest, stored->file_bytes};
  ASSERT_TRUE(manifest->write(folder_, rules));
  for (const std::uint64_t sample : {std::uint64_t{2}, std::uint64_t{5000}}) {
    const auto report = verify(folder_, rules, {.sample = sample}, workers);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GE(report->wrong, sample / 2) << sample;
    EXPECT_NE(report->first_wrong.find("is stored as win"), std::string::npos)
        << report->first_wrong;
  }
}

// Files of another solve give no answer: with and without steps the same rules hold,
// and the best moves differ.
TEST_F(QuixoProbe, AFileOfAnotherSolveIsRefused) {
  make_tables("--size 3 --steps");
  const TemporaryFolder other;
  const std::string command = quoted(NOUGHTS_BINARY) + " solve quixo --quiet --size 3 --tables " +
                              quoted(other.path().string()) + " > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const Rules rules = *Rules::make(3);
  for (const auto& entry : std::filesystem::directory_iterator(other.path())) {
    if (entry.path().extension() != ".table") continue;
    std::filesystem::copy_file(entry.path(), folder_ / entry.path().filename(),
                               std::filesystem::copy_options::overwrite_existing);
  }
  const auto values = open_tables(folder_, rules);
  ASSERT_TRUE(values) << values.error().message;
  for (Board board = 0; board < 16; ++board) {
    const auto value = (*values)->at(board & 5 ? make_board(board, 0) : make_board(0, board));
    ASSERT_FALSE(value);
    EXPECT_NE(value.error().message.find("not the file that the manifest lists"),
              std::string::npos);
  }
  Workers workers(1);
  const auto report = verify(folder_, rules, {}, workers);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->wrong, 1u);
}

// A manifest may say anything; its checksum anybody can compute.
class ManifestText : public QuixoProbe {
 protected:
  void SetUp() override {
    make_tables("--size 3 --tiers 9..9");
    document_ = Json::parse(*store::read_file(folder_ / "manifest.json"));
    document_.erase("checksum");
  }
  static Result<Manifest> parse(const std::string& text) {
    return Manifest::parse(text, "folder/manifest.json", *Rules::make(3));
  }
  static std::string sealed(Json document) {
    const std::string text = document.dump();
    document["checksum"] = fmt::format(
        "{:016x}",
        store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
    return document.dump() + "\n";
  }
  // What is said about the document with one value replaced.
  std::string complaint(const std::string& pointer, const Json& value) const {
    Json document = document_;
    document[Json::json_pointer(pointer)] = value;
    const auto read = parse(sealed(document));
    if (read) return "";
    EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
    return read.error().message;
  }
  Json document_;
};

TEST_F(ManifestText, IsReadKeyByKey) {
  ASSERT_TRUE(parse(sealed(document_)));
  EXPECT_EQ(complaint("/classes", Json::array()),
            "folder/manifest.json is damaged: it lists no classes; delete it and solve again");
  for (const Json& wrong : {Json(), Json("x"), Json(-1), Json(1.5), Json(true), Json::array(),
                            Json::object(), Json(1e300), Json(std::uint64_t{1} << 63)}) {
    for (const char* key : {"x", "o", "win", "loss", "draw", "digest"}) {
      EXPECT_NE(complaint(std::string("/classes/2/") + key, wrong), "") << key << wrong;
    }
    for (const char* key : {"x", "rounds", "sparse_steps"}) {
      EXPECT_NE(complaint(std::string("/work/2/") + key, wrong), "") << key << wrong;
    }
    EXPECT_NE(complaint("/classes/2", wrong), "") << wrong;
    EXPECT_NE(complaint("/work/2", wrong), "") << wrong;
    EXPECT_NE(complaint("/classes", wrong), "") << wrong;
  }
  EXPECT_NE(complaint("/steps", "yes"), "");
  EXPECT_NE(complaint("/work/0/plies", {1, 2}), "");
  EXPECT_NE(complaint("/work/0/seconds", "1"), "");
  EXPECT_NE(complaint("/classes/3", document_["classes"][2]).find("listed twice"),
            std::string::npos);
}

TEST_F(ManifestText, MayBeNestedAsDeepAsItLikes) {
  const std::string deep(200'000, '[');
  const std::string closed = deep + std::string(deep.size(), ']');
  EXPECT_EQ(parse("{\"rules\": " + closed + "}\n").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse(closed).error().code, ErrorCode::kUnfinished);
  EXPECT_EQ(parse(deep).error().code, ErrorCode::kUnfinished);
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(parse(objects + "1" + std::string(200'000, '}') + "\n").error().code,
            ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace noughts::quixo::tables
