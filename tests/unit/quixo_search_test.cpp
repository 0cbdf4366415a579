#include <gtest/gtest.h>

#include <set>

#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/search/search.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::quixo::search {
namespace {

// The twelve lines read cell by cell.
std::multiset<std::pair<int, int>> plain_patterns(Cells own, Cells other) {
  std::multiset<std::pair<int, int>> found;
  const auto add = [&](int kind, int start, int stride) {
    int pattern = 0;
    for (int i = 4; i >= 0; --i) {
      const int cell = start + i * stride;
      pattern = 3 * pattern + static_cast<int>((own >> cell & 1) + 2 * (other >> cell & 1));
    }
    found.insert({kind, pattern});
  };
  constexpr int kKinds[] = {0, 1, 2, 1, 0};
  for (int i = 0; i < 5; ++i) {
    add(kKinds[i], 5 * i, 1);
    add(kKinds[i], i, 5);
  }
  add(3, 0, 6);
  add(3, 20, -4);  // the rising diagonal, from below: weights do not mind the direction
  return found;
}

TEST(QuixoSearch, LinePatternsAreTheLines) {
  Random random(1);
  const Rules rules = *Rules::make(5);
  for (int round = 0; round < 2'000 && !HasFailure(); ++round) {
    const Cells own = static_cast<Cells>(random.next()) & rules.all_cells();
    const Cells other = static_cast<Cells>(random.next()) & rules.all_cells() & ~own;
    std::multiset<std::pair<int, int>> found;
    for_each_line_pattern(own, other, [&](int kind, int pattern) {
      found.insert({kind, pattern});
    });
    EXPECT_EQ(found, plain_patterns(own, other));
  }
}

// The guess is the same for all images of a board.
TEST(QuixoSearch, EvaluationKnowsTheSymmetries) {
  Random random(2);
  const Rules rules = *Rules::make(5);
  const Evaluation<Rules> evaluation(rules);
  for (int round = 0; round < 200 && !HasFailure(); ++round) {
    const Cells own = static_cast<Cells>(random.next()) & rules.all_cells();
    const Cells other = static_cast<Cells>(random.next()) & rules.all_cells() & ~own;
    const Board board = make_board(own, other);
    for (int symmetry = 1; symmetry < rules.symmetry_count(); ++symmetry) {
      EXPECT_EQ(evaluation.of(rules.image(board, symmetry)), evaluation.of(board));
    }
  }
}

// Whatever the search calls decided is so, plies included, of all moves of random
// positions; and the same in two words.
template <class R>
int check_decided(const R& rules, const tables::ValueSource& values, int rounds) {
  Random random(3);
  AlphaBeta<R> search(rules, std::size_t{1} << 20);
  int decided = 0;
  for (int round = 0; round < rounds; ++round) {
    typename R::Position position = rules.initial();
    const std::uint64_t plies = random.below(16);
    for (std::uint64_t ply = 0; ply < plies && !rules.is_over(position); ++ply) {
      const auto moves = rules.moves(position);
      position = rules.apply(position, moves[random.below(moves.size())]);
    }
    if (rules.is_over(position)) continue;
    const auto found = search.run(position, {.nodes = 3'000}, {.score_all = true});
    EXPECT_EQ(found->moves.size(), rules.moves(position).size());
    for (const ScoredMove& move : found->moves) {
      const auto outcome = outcome_of(move.score);
      if (!outcome) continue;
      ++decided;
      const auto next = rules.apply(position, move.move);
      const auto board = board_for_mover(next);
      const Outcome exact = *values.at(make_board(static_cast<Cells>(cells_of(board, Player::kX)),
                                                  static_cast<Cells>(cells_of(board, Player::kO))));
      EXPECT_EQ(outcome->value, for_opponent(exact.value)) << to_text(rules, position);
      EXPECT_EQ(outcome->plies, *exact.plies + 1) << to_text(rules, position);
    }
    if (::testing::Test::HasFailure()) break;
  }
  return decided;
}

TEST(QuixoSearch, WhatIsDecidedIsExact) {
#ifdef NOUGHTS_SANITIZED
  constexpr int kSize = 3;
  constexpr int kRounds = 30;
#else
  constexpr int kSize = 4;
  constexpr int kRounds = 300;
#endif
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    Workers workers(1);
    const Rules rules = *Rules::make(kSize, 0, both);
    const auto values = solve::solve_in_memory(rules, workers);
    ASSERT_TRUE(values);
    EXPECT_GT(check_decided(rules, **values, kRounds), kRounds);
    EXPECT_GT(check_decided(*LargeRules::make(kSize, 0, both), **values, kRounds / 3), kRounds / 3);
  }
}

// Deep enough, 3x3 is solved: a win in seven from the empty board.
TEST(QuixoSearch, SolvesThreeByThree) {
  const Rules rules = *Rules::make(3);
  AlphaBeta<Rules> search(rules);
  const auto found = search.run(rules.initial(), {}, {});
  EXPECT_EQ(outcome_of(found->moves.front().score), (Outcome{Value::kWin, 7}));
  EXPECT_EQ(found->depth, 7);
}

TEST(QuixoSearch, TheSameNodesGiveTheSameAnswer) {
  const Rules rules = *Rules::make(5);
  const Position position = *parse_position(rules, "X..O./.O.X./...../.X..O/..... X");
  const auto run = [&](std::uint64_t nodes) {
    AlphaBeta<Rules> search(rules);
    return search.run(position, {.nodes = nodes}, {});
  };
  const auto once = run(20'000);
  const auto again = run(20'000);
  EXPECT_EQ(once->nodes, again->nodes);
  ASSERT_EQ(once->moves.size(), again->moves.size());
  for (std::size_t i = 0; i < once->moves.size(); ++i) {
    EXPECT_EQ(once->moves[i].move, again->moves[i].move);
    EXPECT_EQ(once->moves[i].score, again->moves[i].score);
  }
  EXPECT_GE(run(200'000)->depth, once->depth);
}

// Going back to what was left before is a draw: not for who stands better.
TEST(QuixoSearch, DoesNotGoBackWhileItStandsBetter) {
  const Rules rules = *Rules::make(5);
  const Position position = *parse_position(rules, "XXX../...../...../...../O..O. X");
  AlphaBeta<Rules> search(rules);
  const auto first = search.run(position, {.nodes = 500}, {.depth = 1});
  ASSERT_GT(first->moves.front().score, 0);
  const Board left = board_for_mover(rules.apply(position, first->moves.front().move));
  const auto second = search.run(position, {.nodes = 500}, {.depth = 1, .left = {left}});
  EXPECT_NE(second->moves.front().move, first->moves.front().move);
  for (const ScoredMove& move : second->moves) {
    if (!(move.move == first->moves.front().move)) continue;
    EXPECT_EQ(move.score, 0);
  }
}

TEST(QuixoSearch, ACancelledSearchIsAnError) {
  const Rules rules = *Rules::make(5);
  CancelToken cancel;
  cancel.cancel();
  AlphaBeta<Rules> search(rules);
  const auto found = search.run(rules.initial(), {.cancel = &cancel}, {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace noughts::quixo::search
