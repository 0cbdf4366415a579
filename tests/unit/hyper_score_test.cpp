// The heuristic score of Kutner's draft: its example, its terms, and the five things that
// section III.A asks of it. Where one of them does not hold for the formula as printed, the
// test says how far it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/hyper/study/score.h"
#include "noughts/research/hyper/alliance.h"
#include "noughts/research/hyper/gather.h"
#include "noughts/research/hyper/kingmaking.h"

namespace noughts::hyper::study {
namespace {

Rational sum_of(const Rules& rules, const Position& p, int player) {
  return score_sheet(rules.marks_of(p), player, Penalty::kShared).sum;
}

// Calls visit with positions of random games on several boards.
template <class Visit>
void for_random_positions(Visit visit) {
  Random random(21);
  for (const auto& [n, k, q] : {std::tuple{3, 2, 2}, {3, 2, 3}, {4, 2, 3}, {3, 3, 4}, {4, 3, 2}}) {
    const Rules rules = *Rules::make(n, k, q);
    for (int game = 0; game < 40; ++game) {
      Position p = rules.initial();
      while (!rules.is_over(p)) {
        visit(rules, p);
        const std::vector<Move> moves = rules.moves(p);
        p = rules.apply(p, moves[random.below(moves.size())]);
      }
      visit(rules, p);
    }
  }
}

TEST(HyperScore, FigureFiveTermByTerm) {
  const Rules rules = *Rules::make(3, 2, 3);
  const Marks marks = rules.marks_of(*parse_position(rules, "11 13 33 22"));
  const ScoreSheet first = score_sheet(marks, 0, Penalty::kShared);
  ASSERT_EQ(first.terms.size(), 4u);  // three lines of hers, one of the third player's
  int own = 0;
  for (const ScoreTerm& term : first.terms) {
    EXPECT_EQ(term.empty, 2);
    EXPECT_EQ(term.value, term.owner == 0 ? Rational(1, 2) : Rational(-1, 4));
    own += term.owner == 0;
  }
  EXPECT_EQ(own, 3);
  EXPECT_EQ(first.sum, Rational(5, 4));
  EXPECT_EQ(score_sheet(marks, 1, Penalty::kShared).sum, Rational(-1));
  EXPECT_EQ(score_sheet(marks, 2, Penalty::kShared).sum, Rational(-1, 4));
}

TEST(HyperScore, TermsSumToTheScoreThatThePlayersUse) {
  for_random_positions([](const Rules& rules, const Position& p) {
    const Marks marks = rules.marks_of(p);
    for (int player = 0; player < rules.players(); ++player) {
      for (const Penalty penalty : {Penalty::kShared, Penalty::kFull}) {
        const ScoreSheet sheet = score_sheet(marks, player, penalty);
        const double used = score(marks, player, {.penalty = penalty});
        if (sheet.complete) {
          EXPECT_EQ(used, *sheet.complete == player ? kWinScore : -kWinScore);
        } else {
          EXPECT_NEAR(used, to_double(sheet.sum), 1e-9) << to_text(rules, p);
        }
      }
    }
  });
}

// 1. It never decreases for a player when she moves: a mark raises each of her lines through
// the cell and ends each line of an opponent there.
TEST(HyperScore, NeverDecreasesByOnesOwnMove) {
  for_random_positions([](const Rules& rules, const Position& p) {
    if (rules.is_over(p)) return;
    const int mover = rules.to_move(p);
    for (const Move& move : rules.moves(p)) {
      const Position next = rules.apply(p, move);
      if (rules.winner(next)) continue;  // worth more than any sum
      EXPECT_GE(sum_of(rules, next, mover), sum_of(rules, p, mover)) << to_text(rules, next);
    }
  });
}

// 2. It sums to zero across all players, with the shared penalty.
TEST(HyperScore, SumsToZero) {
  for_random_positions([](const Rules& rules, const Position& p) {
    if (rules.winner(p)) return;
    double total = 0;
    Rational exact;
    for (int player = 0; player < rules.players(); ++player) {
      const Rational s = sum_of(rules, p, player);
      exact = Rational(exact.numerator() * s.denominator() + s.numerator() * exact.denominator(),
                       exact.denominator() * s.denominator());
      total += to_double(s);
    }
    EXPECT_EQ(exact, Rational(0)) << to_text(rules, p) << " " << total;
  });
}

// 3. It is zero for all on the empty board.
TEST(HyperScore, IsZeroOnTheEmptyBoard) {
  for (const auto& [n, k, q] : {std::tuple{3, 2, 2}, {3, 2, 3}, {4, 3, 8}}) {
    const Rules rules = *Rules::make(n, k, q);
    for (int player = 0; player < q; ++player) {
      EXPECT_EQ(sum_of(rules, rules.initial(), player), Rational(0));
    }
  }
}

// 4. It is zero for all on boards that must end in a draw: so where every line is dead. The
// converse reading, all boards from which no game can be won any more, is wider, and there
// the formula can fail: a line with one sole owner may lack the turns to be filled.
TEST(HyperScore, IsZeroWhereEveryLineIsDead) {
  int dead = 0;
  for_random_positions([&](const Rules& rules, const Position& p) {
    if (rules.winner(p)) return;
    const Marks marks = rules.marks_of(p);
    if (marks.dead_lines() != rules.board().lines()) return;
    ++dead;
    for (int player = 0; player < rules.players(); ++player) {
      EXPECT_EQ(sum_of(rules, p, player), Rational(0)) << to_text(rules, p);
    }
  });
  EXPECT_GT(dead, 0);
}

TEST(HyperScore, IsNotZeroOnEveryBoardThatMustBeDrawn) {
  const Rules rules = *Rules::make(3, 2, 2);
  bool found = false;
  std::unordered_set<Position> seen;
  const std::function<bool(const Position&)> must_be_drawn = [&](const Position& p) {
    if (rules.is_over(p)) return !rules.winner(p).has_value();
    const std::vector<Move> moves = rules.moves(p);
    return std::all_of(moves.begin(), moves.end(),
                       [&](const Move& m) { return must_be_drawn(rules.apply(p, m)); });
  };
  const std::function<void(const Position&)> walk = [&](const Position& p) {
    if (found || rules.is_over(p) || !seen.insert(rules.canonical(p)).second) return;
    if (rules.cells() - p.played.size() <= 3 && sum_of(rules, p, 0) != Rational(0) &&
        must_be_drawn(p)) {
      found = true;
      return;
    }
    for (const Move& m : rules.moves(p)) walk(rules.apply(p, m));
  };
  walk(rules.initial());
  EXPECT_TRUE(found);
}

// 5. It is of very high value on winning boards for the winner, of low value for the losers.
TEST(HyperScore, WinsAreWorthMoreThanAnySum) {
  int wins = 0;
  for_random_positions([&](const Rules& rules, const Position& p) {
    const Marks marks = rules.marks_of(p);
    for (int player = 0; player < rules.players(); ++player) {
      const double s = score(marks, player, {});
      if (rules.winner(p)) {
        ++wins;
        EXPECT_EQ(s, *rules.winner(p) == player ? kWinScore : -kWinScore);
      } else {
        EXPECT_LT(std::abs(s), rules.board().lines());
        EXPECT_LT(s, kWinScore);
      }
    }
  });
  EXPECT_GT(wins, 0);
}

// --- the line of play behind a claim about kingmaking ---

int worth(int outcome, int player, int players) {
  return outcome == player ? 2 : outcome == players ? 1 : 0;
}

// The outcomes of best play once more, over the rules alone.
research::Outcomes plain_outcomes(const Rules& rules, const Position& p) {
  const int q = rules.players();
  if (rules.is_over(p)) return static_cast<research::Outcomes>(1u << rules.winner(p).value_or(q));
  const int mover = rules.to_move(p);
  std::vector<research::Outcomes> children;
  for (const Move& move : rules.moves(p)) {
    children.push_back(plain_outcomes(rules, rules.apply(p, move)));
  }
  int assured = 0;
  for (const research::Outcomes child : children) {
    int least = 2;
    for (int o = 0; o <= q; ++o) {
      if (child >> o & 1) least = std::min(least, worth(o, mover, q));
    }
    assured = std::max(assured, least);
  }
  research::Outcomes all = 0;
  for (const research::Outcomes child : children) {
    for (int o = 0; o <= q; ++o) {
      if (child >> o & 1 && worth(o, mover, q) >= assured)
        all |= static_cast<research::Outcomes>(1u << o);
    }
  }
  return all;
}

TEST(HyperKingmaking, LinesOfPlayAreBestPlayAndCrownWhomTheySay) {
  const Rules rules = *Rules::make(3, 3, 3);
  // The example of docs/results/hyper-kings.md.
  const Position from = *parse_position(
      rules, "221 231 122 333 321 332 233 112 323 312 131 133 123 322 212 113 223 232");
  const Result<research::KingmakingReport> report = research::kingmaking(rules, from, {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->kingmaker, 0);
  ASSERT_EQ(report->crownings.size(), 2u);
  for (const auto& crowning : report->crownings) {
    EXPECT_NE(crowning.winner, report->kingmaker);
    Position p = rules.initial();
    for (const Cell cell : report->example) {
      p = rules.apply(p, {static_cast<std::uint16_t>(cell)});
    }
    for (std::size_t i = 0; i < crowning.moves.size(); ++i) {
      ASSERT_FALSE(rules.is_over(p));
      p = rules.apply(p, {static_cast<std::uint16_t>(crowning.moves[i])});
      // From the kingmaker's move on best play can end in one way only.
      EXPECT_EQ(plain_outcomes(rules, p), 1u << crowning.winner) << to_text(rules, p);
    }
    EXPECT_EQ(rules.winner(p), crowning.winner) << to_text(rules, p);
  }
}

TEST(HyperGather, BothWaysGiveTheSame) {
  const auto times = research::time_gather({{9, 1}, {64, 16}}, {});
  ASSERT_TRUE(times);
  ASSERT_EQ(times->size(), 2u);
  for (const research::GatherTime& t : *times) EXPECT_GT(t.plain_ns, 0);
}

// Figure 8 of Kutner's draft: the first two ally, and the third, who follows the greedy
// policy, decides which of them wins. Replayed by the rules alone.
TEST(HyperAlliance, TheGreedyThirdIsCorneredOnThreeSquared) {
  const Rules rules = *Rules::make(3, 2, 3);
  const Policy greedy = greedy_policy(rules, {.penalty = Penalty::kFull});
  const auto game = research::find_alliance(rules, 2, greedy);
  ASSERT_TRUE(game && *game);
  Position p = rules.initial();
  for (const Cell cell : (*game)->moves) {
    if (rules.to_move(p) == 2) {
      EXPECT_EQ(greedy(p)->cell, cell);
    }
    p = rules.apply(p, {static_cast<std::uint16_t>(cell)});
    ASSERT_FALSE(rules.is_over(p));
  }
  ASSERT_EQ(rules.to_move(p), 2);
  ASSERT_EQ((*game)->endings.size(), 2u);
  for (const auto& ending : (*game)->endings) {
    Position end = p;
    for (const Cell cell : ending.moves) end = rules.apply(end, {static_cast<std::uint16_t>(cell)});
    EXPECT_EQ(rules.winner(end), ending.winner);
    EXPECT_LE(ending.moves.size(), 3u) << "before her next turn";
  }
  // Whatever she plays, the first or, if he cannot, the second completes a line.
  for (const Move& move : rules.moves(p)) {
    const Position after = rules.apply(p, move);
    ASSERT_FALSE(rules.is_over(after));
    bool wins = false;
    for (const Move& first : rules.moves(after)) {
      const Position then = rules.apply(after, first);
      wins |= rules.winner(then) == 0;
      for (const Move& second : rules.moves(then)) {
        wins |= rules.winner(rules.apply(then, second)) == 1;
      }
    }
    EXPECT_TRUE(wins) << move.cell;
  }
  // A third who plays best is never cornered.
  const auto none = research::find_alliance(rules, 2, perfect_policy(rules, {}));
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

}  // namespace
}  // namespace noughts::hyper::study
