// The fortress and its table of answers, played out by the plain second implementation:
// it knows boards of any size.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/quixo/fortress.h"
#include "oracle/quixo_oracle.h"

namespace noughts::quixo {
namespace {

std::string square(int size, int row, int col) {
  return std::string(1, static_cast<char>('a' + col)) + std::to_string(size - row);
}

std::string text_of(int size, const Push& push) {
  return square(size, push.row, push.col) + "LRTB"[static_cast<int>(push.side)];
}

Push push_of(int size, const std::string& text) {
  const int rank = std::stoi(text.substr(1, text.size() - 2));
  const auto side = std::string("LRTB").find(text.back());
  return {size - rank, text[0] - 'a', static_cast<Side>(side)};
}

// D's fortress, everything else as `others` says: the opponent's 'O', or blank.
oracle::Rows fortress_of(int size, const std::function<char()>& others) {
  oracle::Rows rows = oracle::empty_board(size);
  for (std::string& row : rows) {
    for (char& c : row) c = others();
  }
  for (const FortressCell& cell : fortress_cells(size)) rows[cell.row][cell.col] = 'X';
  return rows;
}

bool stands(const oracle::Rows& rows) {
  for (const FortressCell& cell : fortress_cells(static_cast<int>(rows.size()))) {
    if (rows[cell.row][cell.col] != 'X') return false;
  }
  return true;
}

// Every move of the opponent, answered by the table: the owner wins, or the fortress
// stands again. Returns how many moves there were.
int play_table(const oracle::Rows& rows, bool both_lines_win) {
  const int size = static_cast<int>(rows.size());
  int moves = 0;
  for (const oracle::QuixoChild& child : oracle::children(rows, 'O', size)) {
    SCOPED_TRACE(oracle::text_of(rows, 'O') + " " + child.move);
    ++moves;
    const char first = oracle::winner(child.rows, 'O', size, both_lines_win);
    EXPECT_NE(first, 'O');
    const auto answer = fortress_answer(size, push_of(size, child.move));
    if (!answer) {
      EXPECT_EQ(first, 'X');
      continue;
    }
    if (first == 'X') continue;  // chance company completed the owner's line
    const auto replies = oracle::children(child.rows, 'X', size);
    const auto reply =
        std::find_if(replies.begin(), replies.end(), [&](const oracle::QuixoChild& candidate) {
          return candidate.move == text_of(size, *answer);
        });
    EXPECT_NE(reply, replies.end()) << text_of(size, *answer) << " is no move";
    if (reply == replies.end()) continue;
    const char second = oracle::winner(reply->rows, 'X', size, both_lines_win);
    EXPECT_TRUE(second == 'X' || (second == '.' && stands(reply->rows)))
        << text_of(size, *answer) << " leads to " << oracle::text_of(reply->rows, 'O');
  }
  return moves;
}

// Against an opponent who owns every other tile: the worst case for the owner, since
// a tile more never hurts the opponent.
TEST(QuixoFortress, HoldsFromFiveToTwenty) {
  for (int size = kLeastFortress; size <= 20; ++size) {
    const oracle::Rows rows = fortress_of(size, [] { return 'O'; });
    EXPECT_EQ(fortress_cells(size).size(), 2u * static_cast<unsigned>(size));
    for (const bool both_lines_win : {false, true}) {
      // 8 + 12 (n - 2) pushes, less those of the owner's border tiles.
      EXPECT_GT(play_table(rows, both_lines_win), 4 * size) << size;
      if (HasFailure()) return;
    }
  }
}

// And with company of every kind, which the theorem about tiles more makes unnecessary.
TEST(QuixoFortress, HoldsInAnyCompany) {
  Random random(3);
  for (int round = 0; round < 200 && !HasFailure(); ++round) {
    const int size = 5 + static_cast<int>(random.below(4));
    const oracle::Rows rows = fortress_of(size, [&] { return "O.X"[random.below(3)]; });
    if (oracle::is_over(rows, size)) continue;
    play_table(rows, round % 2 == 0);
  }
}

// The images on boards of the program: found, and answered as the table says.
template <class R>
void check_images(const R& rules) {
  const Fortresses<R> fortresses(rules);
  typename R::Cells base = 0;
  for (const FortressCell& cell : fortress_cells(rules.size())) {
    base |= typename R::Cells{1} << (cell.row * rules.size() + cell.col);
  }
  for (int symmetry = 0; symmetry < rules.symmetry_count(); ++symmetry) {
    const auto own = rules.image(base, symmetry);
    const typename R::Position position{
        R::tile(own, Player::kX) | R::tile(rules.all_cells() & ~own, Player::kO), Player::kO};
    ASSERT_EQ(fortresses.holder(position), Player::kX);
    EXPECT_FALSE(fortresses.of(position.board, Player::kO));
    for (const Move move : rules.moves(position)) {
      const auto next = rules.apply(position, move);
      const auto answer = fortresses.answer(rules, position, move);
      if (!answer) {
        EXPECT_EQ(rules.winner(next), Player::kX);
        continue;
      }
      const auto after = rules.apply(next, *answer);
      EXPECT_TRUE(rules.winner(after) == Player::kX || fortresses.holder(after) == Player::kX);
    }
  }
}

TEST(QuixoFortress, AllImagesOnBoardsOfTheProgram) {
  check_images(*Rules::make(5));
  for (int size = 5; size <= kLargestSize; ++size) check_images(*LargeRules::make(size));
}

TEST(QuixoFortress, NoneOnFourByFourAndNoneForShortLines) {
  const Rules four = *Rules::make(4);
  EXPECT_FALSE(Fortresses<Rules>(four).of(make_board(four.all_cells(), 0), Player::kX));
  const Rules short_lines = *Rules::make(5, 4);
  EXPECT_FALSE(
      Fortresses<Rules>(short_lines).of(make_board(short_lines.all_cells(), 0), Player::kX));
}

}  // namespace
}  // namespace noughts::quixo
