#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "noughts/core/game.h"
#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo {
namespace {

static_assert(GameRules<Rules>);

Position at(const Rules& rules, std::string_view text) { return *parse_position(rules, text); }

std::string after(const Rules& rules, std::string_view text, std::string_view move) {
  const Position p = at(rules, text);
  return to_text(rules, rules.apply(p, *parse_move(rules, p, move)));
}

TEST(QuixoRules, TheMoveOfFigureOne) {
  // The rightmost tile of the second row, pushed in from the left.
  const Rules rules = *Rules::make(5);
  EXPECT_EQ(after(rules, "...../XO.X./...../...../..... O", "e4L"),
            "...../OXO.X/...../...../..... X");
}

TEST(QuixoRules, EverySideShiftsTowardsTheHole) {
  const Rules rules = *Rules::make(4);
  EXPECT_EQ(after(rules, "XO.X/..../..../.... X", "a4R"), "O.XX/..../..../.... O");
  EXPECT_EQ(after(rules, "XO.X/..../..../.... X", "d4L"), "XXO./..../..../.... O");
  EXPECT_EQ(after(rules, "XO.X/..../..../O... X", "a4B"), ".O.X/..../O.../X... O");
  EXPECT_EQ(after(rules, "XO.X/O.../..../O..X X", "d1T"), "XO.X/O..X/..../O... O");
}

TEST(QuixoRules, NumbersOfMoves) {
  EXPECT_EQ(Rules::make(3)->shapes().size(), 20u);
  EXPECT_EQ(Rules::make(4)->shapes().size(), 32u);
  EXPECT_EQ(Rules::make(5)->shapes().size(), 44u);
}

TEST(QuixoRules, TwoLinesAtOnce) {
  const Rules lose = *Rules::make(3, 3, BothLines::kMoverLoses);
  const Rules win = *Rules::make(3, 3, BothLines::kMoverWins);
  const Position p = at(lose, "XXX/OOO/... O");  // X made the last move
  EXPECT_EQ(lose.winner(p), Player::kO);
  EXPECT_EQ(win.winner(p), Player::kX);
  EXPECT_EQ(lose.winner(at(lose, "OOO/X.X/... O")), Player::kO);
  EXPECT_EQ(lose.winner(at(lose, "OOX/X.X/... O")), std::nullopt);
}

TEST(QuixoRules, ShorterLinesCountAnywhere) {
  const Rules rules = *Rules::make(5, 4);
  EXPECT_TRUE(rules.is_over(at(rules, "...../.X.../..X../...X./....X O")));
  EXPECT_TRUE(rules.is_over(at(rules, "...O./..O../.O.../O..../..... O")));
  EXPECT_FALSE(rules.is_over(at(rules, "..O../.O.../O..../...O./..... O")));
  EXPECT_FALSE(rules.is_over(at(rules, "...XX/XX.../...../...../..... O")));  // no wrapping
}

TEST(QuixoRules, FortressesWinInAGameOfTheirOwn) {
  const Rules quixo = *Rules::make(5);
  const Rules wins = *Rules::make(5, 0, BothLines::kMoverLoses, FortressRule::kWins);
  // The fortress, and seen in a mirror; only whole, and with the other to move.
  const char* fortress = ".XXXX/XX.../X...X/.X.O./.X... O";
  EXPECT_EQ(wins.winner(at(wins, fortress)), Player::kX);
  EXPECT_EQ(wins.moves(at(wins, fortress)).size(), 0u);
  EXPECT_FALSE(quixo.is_over(at(quixo, fortress)));
  EXPECT_EQ(wins.winner(at(wins, "OOOO./...OO/O...O/...O./...O. X")), Player::kO);
  EXPECT_EQ(wins.winner(at(wins, ".XXXX/XX.../X...X/.X.O./.X... X")), std::nullopt);
  EXPECT_EQ(wins.winner(at(wins, ".XXXX/XX.../X.O.X/.X.../..... O")), std::nullopt);
  EXPECT_FALSE(Rules::make(4, 0, BothLines::kMoverLoses, FortressRule::kWins));
  EXPECT_FALSE(Rules::make(5, 4, BothLines::kMoverLoses, FortressRule::kWins));
}

// moves() joins prepared lists, and lines are found in all directions and of both signs at
// once; here every move and every line is looked at for itself.
template <class R>
void compare_moves_and_lines(int size, int line) {
  const R rules = *R::make(size, line);
  const auto lines = rules.lines();
  const auto all = [&](auto cells) {
    return std::any_of(lines.begin(), lines.end(), [&](auto l) { return (cells & l) == l; });
  };
  Random random(static_cast<std::uint64_t>(size * 10 + line));
  int going_on = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto some = [&] { return static_cast<typename R::Cells>(random.next()); };
    const auto x = some() & rules.all_cells();
    const auto o = i % 2 == 0 ? some() & rules.all_cells() & ~x : rules.all_cells() & ~x;
    const typename R::Position p{R::tile(x, Player::kX) | R::tile(o, Player::kO),
                                 i % 3 == 0 ? Player::kX : Player::kO};
    ASSERT_EQ(rules.is_over(p), all(x) || all(o)) << to_text(rules, p);
    std::vector<Move> expected;
    for (const auto& shape : rules.shapes()) {
      const bool blocked = cells_of(p.board, opponent(p.to_move)) >> shape.move.from & 1;
      if (!rules.is_over(p) && !blocked) expected.push_back(shape.move);
    }
    const auto moves = rules.moves(p);
    ASSERT_EQ(std::vector<Move>(moves.begin(), moves.end()), expected) << to_text(rules, p);
    going_on += moves.empty() ? 0 : 1;
  }
  EXPECT_GT(going_on, 0) << size;
}

TEST(QuixoRules, MovesAndLinesOneByOne) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int line = kMinSize; line <= size; ++line) compare_moves_and_lines<Rules>(size, line);
  }
  for (int size = kMinSize; size <= kLargestSize; ++size) {
    for (int line : {size, size - 1}) {
      if (line >= kMinSize) compare_moves_and_lines<LargeRules>(size, line);
    }
  }
}

TEST(QuixoRules, PerftOfSmallBoards) {
  const Rules rules = *Rules::make(3);
  const auto counts = perft(rules, rules.initial(), {.depth = 2});
  EXPECT_EQ((*counts)[0], 20u);
  // 16 moves push into a corner (2 ways to take it), 4 into the middle of a side (3 ways).
  EXPECT_EQ((*counts)[1], 16u * 18 + 4 * 17);
}

TEST(QuixoRules, ReachableBoardsOfThreeByThree) {
  EXPECT_EQ(count_reachable(*Rules::make(3)), 16'021u);
}

TEST(QuixoNotation, ErrorsNameThePlace) {
  const Rules rules = *Rules::make(3);
  const auto message = [&](std::string_view text) {
    return parse_position(rules, text).error().message;
  };
  EXPECT_NE(message("XX./.../..Q X").find("character 11"), std::string::npos);
  EXPECT_NE(message("XX/.../... X").find("row 1"), std::string::npos);
  EXPECT_NE(message(".../... X").find("3 rows"), std::string::npos);
  EXPECT_NE(message(".../.../...").find("side to move"), std::string::npos);
  const Position p = at(rules, "O../.../... X");
  EXPECT_NE(parse_move(rules, p, "a3R").error().message.find("opponent"), std::string::npos);
  EXPECT_NE(parse_move(rules, p, "b2R").error().message.find("border"), std::string::npos);
  EXPECT_NE(parse_move(rules, p, "d1R").error().message.find("not a square"), std::string::npos);
}

}  // namespace
}  // namespace noughts::quixo
