#include "noughts/research/reports/quixo_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/research/reports/quixo_finds.h"
#include "noughts/research/reports/quixo_plies.h"
#include "noughts/research/reports/quixo_published.h"
#include "temporary_folder.h"

namespace noughts::present {
namespace {

TEST(QuixoReport, ThreeByThree) {
  const quixo::engine::Engine engine(*quixo::Rules::make(3), false);
  Workers workers(1);
  const auto solution = solve_whole(engine, workers);
  ASSERT_TRUE(solution);
  auto again = solve_whole(engine, workers);
  ASSERT_TRUE(again);
  const research::reports::Report report =
      research::reports::make_quixo_report(engine, std::move(*again));
  EXPECT_NE(report.text.find("win in 7"), std::string::npos);
  EXPECT_NE(report.text.find("12,748"), std::string::npos);
  EXPECT_NE(report.text.find("16,021"), std::string::npos);
  ASSERT_EQ(report.files.size(), 5u);
  for (const std::size_t picture : {3, 4}) {
    EXPECT_NE(report.files[picture].content.find("<svg"), std::string::npos);
  }
  for (const Json& board : report.facts.at("boards")) {
    // What is shown is what it is said to be.
    const auto position = parse_position(engine.rules(), board.at("position").get<std::string>());
    ASSERT_TRUE(position);
    const quixo::layout::ClassLayout layout(engine.geometry());
    const std::uint64_t bit = layout.bit_of(position->board);
    EXPECT_EQ(solution->planes.win.bit(bit), board.at("value") == "win");
    EXPECT_EQ(solution->planes.loss.bit(bit), board.at("value") == "loss");
    if (board.contains("plies")) {
      EXPECT_EQ(solution->plies_at(bit), board.at("plies").get<int>());
    }
    if (board.at("about") == "the slowest loss") {
      EXPECT_EQ(board.at("plies"), static_cast<int>(solution->by_plies.size()) - 1);
    }
  }
}

// Boards by plies, from tables made pair by pair, against all boards at once.
TEST(QuixoReport, PliesInAll) {
  const quixo::Rules rules = *quixo::Rules::make(3);
  const TemporaryFolder folder;
  Workers workers(1);
  quixo::solve::Options options;
  options.steps = true;
  options.last_tier = 1;
  options.tables = folder.path();
  ASSERT_TRUE(quixo::solve::run(rules, options, workers));
  const auto manifest = quixo::tables::Manifest::read(folder.path(), rules);
  ASSERT_TRUE(manifest);
  auto values = quixo::solve::solve_in_memory(rules, workers);
  ASSERT_TRUE(values);
  const auto report =
      research::reports::make_plies_report(*std::move(values), *manifest, folder.path(), workers);
  const auto whole = solve_whole(quixo::engine::Engine(rules, false), workers);
  ASSERT_TRUE(whole);
  Json expected = Json::array();
  for (const quixo::Counts& counts : whole->by_plies) expected.push_back({counts.win, counts.loss});
  expected[7][0] = expected[7][0].get<std::uint64_t>() - 1;  // the empty board
  EXPECT_EQ(report.facts.at("plies"), expected);
  EXPECT_EQ(report.facts.at("line").size(), expected.size() - 1);
  // Every class has a line in the list of classes, with the digest of its table.
  const auto classes = std::ranges::find(report.files, "quixo-3x3-plies-classes.csv",
                                         &research::reports::ReportFile::name);
  ASSERT_NE(classes, report.files.end());
  for (const auto& [id, entry] : manifest->classes) {
    EXPECT_NE(
        classes->content.find(fmt::format("\n{},{},{},{},{},{:016x},", id.x, id.o, entry.counts.win,
                                          entry.counts.loss, entry.counts.draw, entry.digest)),
        std::string::npos)
        << id.x << ' ' << id.o;
  }
}

// The paper's numbers stand beside ours only where they are about the same game.
TEST(QuixoReport, PublishedNumbers) {
  const auto four = research::reports::published_quixo(*quixo::Rules::make(4));
  ASSERT_TRUE(four);
  quixo::Counts sum;
  for (const quixo::Counts& row : four->steps) sum += row;
  EXPECT_EQ(sum, four->totals);  // as the paper's last row says
  EXPECT_FALSE(research::reports::published_quixo(*quixo::Rules::make(4, 3)));
  EXPECT_FALSE(
      research::reports::published_quixo(*quixo::Rules::make(4, 4, quixo::BothLines::kMoverWins)));
  EXPECT_EQ(research::reports::published_quixo(*quixo::Rules::make(5))->totals->total(),
            847'288'609'443u);
  EXPECT_EQ(research::reports::beside(7, 7), "as published");
  EXPECT_EQ(research::reports::beside(41'252'115, 41'252'106),
            "the paper: 41,252,106, ours are 9 more");
  EXPECT_EQ(research::reports::beside(1, 3), "the paper: 3, ours are 2 fewer");
}

// From tables: totals, what can arise, and what solving took.
TEST(QuixoReport, FromTables) {
  const quixo::Rules rules = *quixo::Rules::make(3);
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  Workers workers(1);
  quixo::solve::Options options;
  options.tables = folder;
  ASSERT_TRUE(quixo::solve::run(rules, options, workers));
  const auto manifest = quixo::tables::Manifest::read(folder, rules);
  const auto values = quixo::open_tables(folder, rules);
  ASSERT_TRUE(manifest);
  ASSERT_TRUE(values);
  const auto report = research::reports::make_quixo_report(**values, *manifest);
  EXPECT_NE(report.text.find("12,748"), std::string::npos);
  ASSERT_EQ(report.files.size(), 4u);
  const std::string& classes = report.files[1].content;
  EXPECT_EQ(std::count(classes.begin(), classes.end(), '\n'), 1 + 55);  // x + o <= 9
  // The tiers' boards sum up to all of them.
  std::istringstream tiers(report.files[2].content);
  std::string line;
  std::getline(tiers, line);
  std::uint64_t boards = 0;
  while (std::getline(tiers, line)) boards += std::stoull(line.substr(line.find(',') + 1));
  EXPECT_EQ(boards, 19'683u);
}

// On 3x3 the opening is small enough to be searched in plain: with the colours
// swapped after each move, boards of three tiles that can arise.
TEST(QuixoReport, WhatCanArise) {
  const quixo::Rules rules = *quixo::Rules::make(3);
  Workers workers(1);
  const auto values = quixo::solve::solve_in_memory(rules, workers);
  ASSERT_TRUE(values);
  const auto finds = research::reports::find_in_opening(**values, {});
  std::set<quixo::Board> seen{0};
  std::vector<quixo::Board> open{0};
  while (!open.empty()) {
    const quixo::Board board = open.back();
    open.pop_back();
    if (rules.is_over({board, quixo::Player::kX})) continue;
    rules.for_each_child({board, quixo::Player::kX}, [&](quixo::Board child) {
      const quixo::Board next = quixo::swap_colours(child);
      if (std::popcount(next) <= research::reports::kListedTiles && seen.insert(next).second)
        open.push_back(next);
    });
  }
  std::map<quixo::ClassId, quixo::Counts> plain;
  for (const quixo::Board board : seen) {
    const auto value = (*values)->at(board)->value;
    quixo::Counts& counts = plain[quixo::class_of(board)];
    ++(value == quixo::Value::kWin    ? counts.win
       : value == quixo::Value::kLoss ? counts.loss
                                      : counts.draw);
  }
  std::size_t listed = 0;
  for (const research::reports::Arising& arising : finds.classes) {
    if (arising.empty_tiles_only) continue;
    EXPECT_EQ(arising.counts, plain.at(arising.id));
    ++listed;
  }
  EXPECT_EQ(listed, plain.size());
}

// Ctrl-C during a report is an error and no report.
TEST(QuixoReport, EndsWhenItIsCancelled) {
  const quixo::engine::Engine engine(*quixo::Rules::make(3), false);
  Workers calm(1);
  auto solution = solve_whole(engine, calm);
  ASSERT_TRUE(solution);
  const auto values = quixo::solve::values_of(engine, std::move(*solution));
  CancelToken cancel;
  cancel.cancel();
  const Budget budget{.cancel = &cancel};
  const auto code_of = [](const auto& find) {
    try {
      find();
    } catch (const Failure& failure) {
      return failure.code();
    }
    return ErrorCode::kBadInput;
  };
  EXPECT_EQ(code_of([&] { research::reports::find_among_all(*values, budget); }),
            ErrorCode::kCancelled);
  EXPECT_EQ(code_of([&] { research::reports::find_in_opening(*values, budget); }),
            ErrorCode::kCancelled);
}

}  // namespace
}  // namespace noughts::present
