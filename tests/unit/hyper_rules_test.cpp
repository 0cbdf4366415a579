#include <gtest/gtest.h>

#include <set>

#include "noughts/core/game.h"
#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/study/score.h"

namespace noughts::hyper {
namespace {

static_assert(GameRules<Rules>);

Position at(const Rules& rules, std::string_view text) { return *parse_position(rules, text); }

TEST(HyperBoard, LineCounts) {
  for (const auto& [n, k, lines] : {std::tuple{3, 2, 8u},
                                    {4, 2, 10u},
                                    {3, 3, 49u},
                                    {4, 3, 76u},
                                    {5, 3, 109u},
                                    {4, 4, 520u},
                                    {11, 3, 433u}}) {
    EXPECT_EQ((*Board::make(n, k))->lines(), lines) << n << "^" << k;
  }
}

TEST(HyperBoard, LargestBoardsAreHeld) {
  EXPECT_EQ((*Board::make(16, 5))->lines(), 420'496u);
  EXPECT_FALSE(Board::make(17, 5));
  EXPECT_FALSE(Board::make(1, 2));
  EXPECT_FALSE(Board::make(3, 0));
  EXPECT_FALSE(Board::make(2, 1'000'000));
  EXPECT_TRUE(Rules::make(11, 3, 8));
  EXPECT_FALSE(Rules::make(3, 2, 9));
  EXPECT_FALSE(Rules::make(3, 2, 1));
}

TEST(HyperSymmetry, Orders) {
  EXPECT_EQ(geometric_order(4, 3), "48");
  EXPECT_EQ(automorphism_order(4, 3), "192");  // Kutner's draft counts 48
  EXPECT_EQ(geometric_order(3, 6), "46080");
  EXPECT_EQ(automorphism_order(2, 5), "263130836933693530167218012160000000");  // 32!
  EXPECT_EQ(automorphism_order(5, 1), "120");
}

// A board with more cells than 16 bits can number.
TEST(HyperSymmetry, LargeBoardsAreMappedOntoThemselves) {
  const auto board = *Board::make(41, 3);
  ASSERT_GT(board->cells(), 65'536u);
  const Symmetries symmetries(*board);
  ASSERT_GT(symmetries.count(), 1);
  std::set<std::set<Cell>> lines;
  for (Line line = 0; line < board->lines(); ++line) {
    const auto cells = board->cells_of(line);
    lines.insert({cells.begin(), cells.end()});
  }
  for (int s = 0; s < symmetries.count(); s += 7) {
    std::vector<bool> hit(board->cells(), false);
    for (Cell cell = 0; cell < board->cells(); ++cell) {
      ASSERT_LT(symmetries.image(cell, s), board->cells());
      hit[symmetries.image(cell, s)] = true;
    }
    EXPECT_EQ(std::count(hit.begin(), hit.end(), true), board->cells());
    for (const auto& line : lines) {
      std::set<Cell> image;
      for (const Cell cell : line) image.insert(symmetries.image(cell, s));
      ASSERT_EQ(lines.count(image), 1u);
    }
  }
}

TEST(HyperSymmetry, EveryListedSymmetryKeepsLines) {
  for (const auto& [n, k] :
       {std::pair{3, 2}, {2, 2}, {5, 1}, {4, 2}, {5, 2}, {6, 2}, {3, 3}, {4, 3}}) {
    const auto board = *Board::make(n, k);
    const Symmetries symmetries(*board);
    std::set<std::set<Cell>> lines;
    for (Line line = 0; line < board->lines(); ++line) {
      const auto cells = board->cells_of(line);
      lines.insert({cells.begin(), cells.end()});
    }
    std::set<std::vector<Cell>> maps;
    for (int s = 0; s < symmetries.count(); ++s) {
      const auto map = symmetries.map(s);
      maps.insert({map.begin(), map.end()});
      for (const auto& line : lines) {
        std::set<Cell> image;
        for (const Cell cell : line) image.insert(map[cell]);
        ASSERT_TRUE(lines.count(image)) << n << "^" << k << " symmetry " << s;
      }
    }
    EXPECT_EQ(maps.size(), static_cast<std::size_t>(symmetries.count()));
    for (Cell cell = 0; cell < board->cells(); ++cell) EXPECT_EQ(symmetries.image(cell, 0), cell);
  }
}

TEST(HyperSymmetry, LargeBoardsListASubgroup) {
  EXPECT_EQ(Symmetries(**Board::make(11, 3)).kind(), GroupKind::kGeometric);
  EXPECT_EQ(Symmetries(**Board::make(2, 8)).kind(), GroupKind::kReversals);
  EXPECT_EQ(Symmetries(**Board::make(4, 4)).count(), 1536);
}

TEST(HyperRules, AWonGameIsOver) {
  const Rules rules = *Rules::make(3, 2);
  const Position p = at(rules, "11 21 12 22 13");
  EXPECT_TRUE(rules.is_over(p));
  EXPECT_EQ(rules.winner(p), 0);
  EXPECT_TRUE(rules.moves(p).empty());
  // Player 2 completes the falling diagonal of the cube with three players.
  const Rules cube = *Rules::make(3, 3, 3);
  EXPECT_EQ(cube.winner(at(cube, "111 133 113 112 222 121 123 311")), 1);
}

TEST(HyperRules, AFullBoardIsADraw) {
  const Rules rules = *Rules::make(3, 2);
  const Position p = at(rules, "22 11 12 32 21 23 13 31 33");
  EXPECT_TRUE(rules.is_over(p));
  EXPECT_EQ(rules.winner(p), std::nullopt);
}

TEST(HyperRules, EqualityForgetsTheOrder) {
  const Rules rules = *Rules::make(3, 2);
  EXPECT_EQ(at(rules, "11 22 33"), at(rules, "33 22 11"));
  EXPECT_NE(at(rules, "11 22 33"), at(rules, "11 33 22"));
}

TEST(HyperRules, PredecessorsOfAWin) {
  const Rules rules = *Rules::make(3, 2);
  // Any of the three marks on the row may have come last, the fourth may not.
  EXPECT_EQ(rules.predecessors(at(rules, "33 21 11 22 12 31 13")).size(), 3u);
}

TEST(HyperMarks, AgreeWithTheRulesOnRandomGames) {
  Random random(7);
  for (const auto& [n, k, q] : {std::tuple{3, 2, 2}, {3, 3, 3}, {4, 3, 2}, {4, 2, 5}}) {
    const Rules rules = *Rules::make(n, k, q);
    for (int game = 0; game < 50; ++game) {
      Position p = rules.initial();
      Marks marks(rules.board(), q);
      while (!rules.is_over(p)) {
        const auto moves = rules.moves(p);
        const Move move = moves[random.below(moves.size())];
        const int mover = rules.to_move(p);
        p = rules.apply(p, move);
        const bool expected = marks.would_complete(move.cell, mover);
        EXPECT_EQ(marks.place(move.cell, mover), expected);
        EXPECT_EQ(expected, p.winner >= 0);
        const Cell other = p.played[random.below(p.played.size())];
        const int owner = marks.owner(other);
        marks.remove(other);
        marks.place(other, owner);
        EXPECT_EQ(marks.dead_lines(), rules.marks_of(p).dead_lines());
      }
    }
  }
}

TEST(HyperMarks, DeadLines) {
  const Rules rules = *Rules::make(3, 2, 3);
  const Marks marks = rules.marks_of(at(rules, "11 13 33 22"));  // 1 . 2 / . 1 . / . . 3
  EXPECT_EQ(marks.dead_lines(), 4u);  // top row, right column, both diagonals
}

// Figure 5 of Kutner's draft.
TEST(HyperScore, TheExampleOfTheDraft) {
  const Rules rules = *Rules::make(3, 2, 3);
  const Marks marks = rules.marks_of(at(rules, "11 13 33 22"));
  EXPECT_DOUBLE_EQ(study::score(marks, 0, {}), 5.0 / 4);
  EXPECT_DOUBLE_EQ(study::score(marks, 1, {}), -1);
  EXPECT_DOUBLE_EQ(study::score(marks, 2, {}), -1.0 / 4);
  EXPECT_DOUBLE_EQ(study::score(marks, 0, {.penalty = study::Penalty::kFull}), 1);
  EXPECT_DOUBLE_EQ(study::score(marks, 0, {.alpha = 0.5, .beta = 0}), 0.75);
  EXPECT_DOUBLE_EQ(study::score(marks, 2, {.alpha = 0, .beta = 1}), -0.75);
}

TEST(HyperNotation, BracketsWhenDigitsDoNotSuffice) {
  const Rules rules = *Rules::make(11, 3);
  const Position p = at(rules, "[10,3,1] [11,2,2]");
  EXPECT_EQ(to_text(rules, p), "[10,3,1] [11,2,2]");
}

TEST(HyperNotation, ErrorsNameThePlace) {
  const Rules rules = *Rules::make(3, 2);
  const auto message = [&](std::string_view text) {
    return parse_position(rules, text).error().message;
  };
  EXPECT_EQ(message("11 14"), "move 2: coordinate 2 of the cell '14' is 4, not 1 to 3");
  EXPECT_EQ(message("11 1x"), "move 2: character 2 of the cell '1x' is not a digit");
  EXPECT_EQ(message("11 111"), "move 2: the cell '111' has 3 coordinates, not 2");
  EXPECT_EQ(message("11 22 11"), "move 3: the cell '11' is already taken by player 1");
  EXPECT_EQ(message("11 21 12 22 13 33"), "move 6: '33' comes after the end of the game");
  EXPECT_EQ(message("[1,2"), "move 1: the cell '[1,2' has no closing bracket");
  EXPECT_EQ(message("[1,]"), "move 1: coordinate 2 of the cell '[1,]' is '', not a number");
  EXPECT_FALSE(parse_position(*Rules::make(11, 2), "11"));
}

}  // namespace
}  // namespace noughts::hyper
