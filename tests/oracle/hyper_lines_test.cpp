// Rectangles, shorter lines and lists of lines against the plain rules.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <numeric>
#include <set>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/replies.h"
#include "noughts/hyper/search/solve.h"
#include "oracle/hyper_oracle.h"

namespace noughts::hyper {
namespace {

using Lines = std::set<std::set<int>>;

Lines lines_of(const Board& board) {
  Lines all;
  for (Line line = 0; line < board.lines(); ++line) {
    const auto cells = board.cells_of(line);
    all.emplace(cells.begin(), cells.end());
  }
  return all;
}

// From every cell in every direction, as long as the board goes.
Lines plain_lines(const std::vector<int>& extents, int length) {
  std::vector<std::vector<int>> points{{}};
  std::vector<std::vector<int>> directions{{}};
  const auto extend = [](std::vector<std::vector<int>>& all, int least, int most) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& one : all) {
      for (int value = least; value <= most; ++value) {
        longer.push_back(one);
        longer.back().push_back(value);
      }
    }
    all = longer;
  };
  for (const int extent : extents) {
    extend(points, 0, extent - 1);
    extend(directions, -1, 1);
  }
  std::map<std::vector<int>, int> number;
  for (std::size_t i = 0; i < points.size(); ++i) number[points[i]] = static_cast<int>(i);
  Lines lines;
  for (const std::vector<int>& from : points) {
    for (const std::vector<int>& direction : directions) {
      std::set<int> line;
      std::vector<int> at = from;
      for (int step = 0; step < length && number.contains(at); ++step) {
        line.insert(number[at]);
        for (std::size_t i = 0; i < at.size(); ++i) at[i] += direction[i];
      }
      if (line.size() == static_cast<std::size_t>(length)) lines.insert(line);
    }
  }
  return lines;
}

TEST(HyperLines, GridsHaveTheirLines) {
  for (const Grid& grid : {Grid{{3, 4}, 3},
                           {{4, 3}, 3},
                           {{5, 5}, 4},
                           {{1, 7}, 3},
                           {{2, 6}, 5},
                           {{4, 4, 4}, 3},
                           {{6}, 2},
                           {{3, 3}, 3},
                           {{2, 3, 5}, 3},
                           {{3, 3, 3, 3}, 2}}) {
    const auto board = *Board::make(grid);
    const Lines plain = plain_lines(grid.extents, grid.length);
    EXPECT_EQ(board->lines(), plain.size()) << board->name();
    EXPECT_EQ(lines_of(*board), plain) << board->name();
  }
}

TEST(HyperLines, AGridOfEqualExtentsWithFullLinesIsThePower) {
  const auto grid = *Board::make(Grid{{4, 4, 4}, 4});
  EXPECT_TRUE(grid->is_power());
  EXPECT_TRUE(grid->has_lines_of(**Board::make(4, 3)));
  EXPECT_EQ(grid->name(), "4^3");
}

// The library's group of n^k is that of the formula: as many elements, and the same orbits.
TEST(HyperLines, AutomorphismsOfPowersAgreeWithTheFormula) {
  for (const auto& [n, k] : {std::pair{3, 2},
                             {4, 2},
                             {5, 2},
                             {7, 2},
                             {3, 3},
                             {4, 3},
                             {5, 3},
                             {3, 4},
                             {7, 3},
                             {2, 3},
                             {5, 1}}) {
    const auto board = *Board::make(n, k);
    const Automorphisms found = find_automorphisms(*board);
    EXPECT_EQ(found.order, automorphism_order(n, k)) << board->name();
    const Symmetries formula(*board);
    if (formula.kind() != GroupKind::kFull) continue;
    const Symmetries generated(board->cells(), found.generators);
    EXPECT_EQ(generated.count(), formula.count());
    const auto orbits = [&](const Symmetries& group) {
      std::vector<Cell> least(board->cells());
      for (Cell cell = 0; cell < board->cells(); ++cell) {
        least[cell] = cell;
        for (int s = 0; s < group.count(); ++s) {
          least[cell] = std::min(least[cell], group.image(cell, s));
        }
      }
      return least;
    };
    EXPECT_EQ(orbits(generated), orbits(formula)) << board->name();
  }
}

// Of other grids, by looking at all permutations of few cells.
TEST(HyperLines, AutomorphismsOfSmallBoardsAreCounted) {
  for (const Grid& grid : {Grid{{2, 4}, 3}, {{2, 4}, 2}, {{1, 6}, 4}, {{2, 3}, 3}, {{1, 7}, 3}}) {
    const auto board = *Board::make(grid);
    const Lines lines = lines_of(*board);
    std::vector<int> image(board->cells());
    std::iota(image.begin(), image.end(), 0);
    std::uint64_t count = 0;
    do {
      count += std::all_of(lines.begin(), lines.end(), [&](const std::set<int>& line) {
        std::set<int> moved;
        for (const int cell : line) moved.insert(image[static_cast<std::size_t>(cell)]);
        return lines.contains(moved);
      });
    } while (std::next_permutation(image.begin(), image.end()));
    EXPECT_EQ(find_automorphisms(*board).order, std::to_string(count)) << board->name();
  }
}

// A few lines of one to four cells on up to eight cells.
std::shared_ptr<const Board> random_board(Random& random, std::size_t least) {
  const std::size_t cells = 4 + random.below(5);
  LineList list{{}, std::vector<std::string>(cells)};
  for (std::uint64_t line = 2 + random.below(6); line > 0; --line) {
    std::set<Cell> on;
    const std::size_t size = least + random.below(3);
    while (on.size() < std::min(size, cells)) on.insert(static_cast<Cell>(random.below(cells)));
    list.lines.emplace_back(on.begin(), on.end());
  }
  for (std::size_t i = 0; i < cells; ++i) list.names[i] = "v" + std::to_string(i);
  return *Board::make(std::move(list));
}

oracle::HyperBoard plain_of(const Board& board) {
  const Lines lines = lines_of(board);
  return {static_cast<int>(board.cells()), {lines.begin(), lines.end()}};
}

void expect_plain_answers(const Rules& rules) {
  const auto report = search::solve(rules, {});
  ASSERT_TRUE(report);
  const oracle::HyperBoard plain = plain_of(rules.board());
  for (int player = 0; player < rules.players(); ++player) {
    const search::PlayerVerdict& verdict = report->players[static_cast<std::size_t>(player)];
    EXPECT_EQ(verdict.can_force_win,
              oracle::HyperSolver(plain, rules.players(), player, true).solve());
    EXPECT_EQ(verdict.can_avoid_loss,
              oracle::HyperSolver(plain, rules.players(), player, false).solve());
  }
  for (const proof::Certificate& c : report->certificates) {
    const auto read = proof::parse_certificate(to_text(c));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(proof::verify(*read)->wrong, 0u) << proof::verify(*read)->complaint;
  }
}

TEST(HyperLines, SolvesAsMinimaxDoes) {
  Random random(39);
  for (int round = 0; round < 150; ++round) {
    const auto board = random_board(random, 1);
    for (const int players : {2, 3, 4}) {
      SCOPED_TRACE(to_text(proof::certificate_for(
          *board, players, proof::CertificateKind::kPotential, proof::Claim::kNoWin)));
      expect_plain_answers(*Rules::make(board, players));
    }
  }
  for (const Grid& grid : {Grid{{3, 3}, 2}, {{2, 4}, 3}, {{2, 4}, 2}, {{1, 8}, 3}, {{1, 9}, 4}}) {
    for (const int players : {2, 3})
      expect_plain_answers(*Rules::make(*Board::make(grid), players));
  }
}

// Whoever is held by replies and a pairing has no forced win, and both checkers' rules say so.
TEST(HyperLines, RepliesHoldWhomMinimaxHolds) {
  Random random(7);
  std::size_t held = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto board = random_board(random, 2);
    const int players = 2 + static_cast<int>(random.below(2));
    const int player = static_cast<int>(random.below(static_cast<std::uint64_t>(players)));
    Meter meter({}, "replying");
    const auto proof = *search::hold_by_replies(*board, players, player, meter);
    if (!proof) continue;
    held += proof->entries.size() > 1;
    EXPECT_EQ(proof::verify(*proof)->wrong, 0u) << proof::verify(*proof)->complaint;
    EXPECT_FALSE(oracle::HyperSolver(plain_of(*board), players, player, true).solve())
        << to_text(*proof);
  }
  EXPECT_GT(held, 20u) << "some need replies before the pairing";
}

// Any entries at all: what the checker accepts is true.
TEST(HyperLines, RepliesThatAreAcceptedAreTrue) {
  Random random(11);
  std::size_t accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto board = random_board(random, 2);
    proof::Certificate c =
        proof::certificate_for(*board, 2, proof::CertificateKind::kReplies, proof::Claim::kNoWin);
    c.player = static_cast<int>(random.below(2));
    for (std::uint64_t entry = 1 + random.below(5); entry > 0; --entry) {
      const auto cell = static_cast<Cell>(random.below(board->cells()));
      c.entries.push_back(random.below(2) == 0 ? proof::CertificateEntry{"pairs", {}}
                                               : proof::CertificateEntry{"", {cell}});
    }
    if (proof::verify(c)->wrong != 0) continue;
    accepted += c.entries.size() > 1;
    EXPECT_FALSE(oracle::HyperSolver(plain_of(*board), 2, c.player, true).solve()) << to_text(c);
  }
  EXPECT_GT(accepted, 20u);
}

// Moves and lines of a game on a rectangle, and their names.
TEST(HyperLines, RectanglesAreWrittenByRowAndColumn) {
  const Rules rules = *Rules::make(*Board::make(Grid{{3, 12}, 3}));
  EXPECT_EQ(cell_text(rules.board(), 13), "[2,2]");
  const Rules small = *Rules::make(*Board::make(Grid{{3, 4}, 3}));
  EXPECT_EQ(cell_text(small.board(), 7), "24");
  EXPECT_FALSE(parse_cell(small.board(), "42"));
  EXPECT_TRUE(parse_cell(small.board(), "34"));
  const Position won = *parse_position(small, "11 21 12 22 13");
  EXPECT_EQ(small.winner(won), 0);
}

}  // namespace
}  // namespace noughts::hyper
