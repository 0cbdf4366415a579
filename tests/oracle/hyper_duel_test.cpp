// Lines counted in binary digits, against a walk over all lines.
#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/hyper/search/duel.h"
#include "noughts/hyper/search/threats.h"

namespace noughts::hyper::search {
namespace {

struct Marks {
  CellSet attacker = 0;
  CellSet defender = 0;
};

CellSet plain_completing(const SmallBoard& board, CellSet own, CellSet other) {
  CellSet found = 0;
  for (const CellSet line : board.lines()) {
    const CellSet rest = line & ~own;
    if (std::has_single_bit(rest) && (rest & other) == 0) found |= rest;
  }
  return found;
}

// Cells that leave the attacker one mark short of a line, and of two at once.
// Require: no cell completes a line of his yet.
Duel::Threats plain_threats(const SmallBoard& board, const Marks& marks) {
  Duel::Threats threats;
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    if ((marks.attacker | marks.defender) & bit_of(cell)) continue;
    const CellSet now = plain_completing(board, marks.attacker | bit_of(cell), marks.defender);
    if (now != 0) threats.cells |= bit_of(cell);
    if (std::popcount(now) > 1) threats.doubles |= bit_of(cell);
  }
  return threats;
}

Duel duel_of(const DuelBoard& board, const Marks& marks) {
  Duel duel(board);
  for (Cell cell = 0; cell < kMaxSmallCells; ++cell) {
    if (marks.attacker & bit_of(cell)) duel.attack(cell);
    if (marks.defender & bit_of(cell)) duel.defend(cell);
  }
  return duel;
}

// Random marks without a completed line of either side.
Marks random_marks(const SmallBoard& board, Random& random) {
  Marks marks;
  const std::uint64_t count = random.below(board.cells() * 3 / 4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto cell = static_cast<Cell>(random.below(board.cells()));
    if ((marks.attacker | marks.defender) & bit_of(cell)) continue;
    const bool attacks = random.below(3) < 2;
    CellSet& own = attacks ? marks.attacker : marks.defender;
    const CellSet other = attacks ? marks.defender : marks.attacker;
    if (plain_completing(board, own, other) & bit_of(cell)) continue;
    own |= bit_of(cell);
  }
  return marks;
}

TEST(HyperDuel, CountsAsAWalkOverTheLinesDoes) {
  Random random(31);
  for (const auto& [n, k] : {std::pair{3, 2}, {3, 3}, {4, 2}, {4, 3}, {5, 2}, {8, 2}}) {
    const SmallBoard board(*Rules::make(n, k, 2));
    const DuelBoard duel_board(board);
    for (int i = 0; i < 2'000; ++i) {
      const Marks marks = random_marks(board, random);
      const Duel duel = duel_of(duel_board, marks);
      ASSERT_EQ(duel.attacker_completes(), plain_completing(board, marks.attacker, marks.defender));
      ASSERT_EQ(duel.defender_completes(), plain_completing(board, marks.defender, marks.attacker));
      if (duel.attacker_completes() != 0) continue;  // he need not threaten
      Duel::Threats threats;
      duel.find_threats(threats);
      const Duel::Threats plain = plain_threats(board, marks);
      ASSERT_EQ(threats.cells, plain.cells);
      ASSERT_EQ(threats.doubles, plain.doubles);
    }
  }
}

// A sequence that is found wins against every defence it does not force.
TEST(HyperDuel, SequencesOfThreatsWin) {
  Random random(32);
  const SmallBoard board(*Rules::make(4, 3, 2));
  const DuelBoard duel_board(board);
  ThreatSearch search;
  int won = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Marks marks = random_marks(board, random);
    Duel duel = duel_of(duel_board, marks);
    std::vector<Cell> moves;
    if (!search.wins(duel, 1'000, moves)) continue;
    ++won;
    for (const Cell& cell : moves) {
      const bool last = &cell == &moves.back();
      ASSERT_EQ(duel.occupied() & bit_of(cell), 0u);
      if (duel.attacker_completes() & bit_of(cell)) {
        ASSERT_TRUE(last);
        break;
      }
      // The defender must not complete a line instead of answering.
      ASSERT_EQ(duel.defender_completes() & ~bit_of(cell), 0u);
      duel.attack(cell);
      const CellSet answers = duel.attacker_completes();
      ASSERT_EQ(std::popcount(answers) > 1, last);
      if (!last) duel.defend(static_cast<Cell>(std::countr_zero(answers)));
    }
  }
  EXPECT_GT(won, 100);
}

// Whether threats alone win with at most so many moves. Require: the attacker does not
// complete a line at once.
bool plain_wins(const SmallBoard& board, const Marks& marks, std::size_t most) {
  if (most == 0) return false;
  const CellSet danger = plain_completing(board, marks.defender, marks.attacker);
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    if ((marks.attacker | marks.defender) & bit_of(cell) || danger & ~bit_of(cell)) continue;
    const Marks after{marks.attacker | bit_of(cell), marks.defender};
    const CellSet now = plain_completing(board, after.attacker, after.defender);
    if (std::popcount(now) > 1) return true;
    if (now != 0 && plain_wins(board, {after.attacker, after.defender | now}, most - 1))
      return true;
  }
  return false;
}

// The shortest sequence is one, and one without needless threats still wins.
TEST(HyperDuel, ShortSequencesAreShort) {
  Random random(33);
  const SmallBoard board(*Rules::make(4, 3, 2));
  const DuelBoard duel_board(board);
  ThreatSearch search;
  int shorter = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Marks marks = random_marks(board, random);
    const Duel duel = duel_of(duel_board, marks);
    std::vector<Cell> moves;
    if (duel.attacker_completes() != 0 || !search.wins(duel, 1'000, moves)) continue;
    std::vector<Cell> shortened = moves;
    ThreatSearch::shorten(duel, shortened);
    EXPECT_EQ(ThreatSearch::replays(duel, shortened), shortened.size());
    EXPECT_LE(shortened.size(), moves.size());
    std::vector<Cell> soon;
    ASSERT_TRUE(search.wins_soon(duel, 1'000'000, soon));
    EXPECT_EQ(ThreatSearch::replays(duel, soon), soon.size());
    EXPECT_LE(soon.size(), shortened.size());
    shorter += soon.size() < moves.size();
    if (soon.size() > 4) continue;
    EXPECT_FALSE(plain_wins(board, marks, soon.size() - 1));
    EXPECT_TRUE(plain_wins(board, marks, soon.size()));
  }
  EXPECT_GT(shorter, 10);
}

}  // namespace
}  // namespace noughts::hyper::search
