#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "noughts/core/random.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/search/node.h"
#include "noughts/quantum/search/solve.h"
#include "noughts/quantum/search/sweep.h"
#include "noughts/research/quantum/reference/printed.h"
#include "noughts/research/quantum/reference/reference.h"
#include "oracle/quantum_value_oracle.h"

namespace noughts::quantum::search {
namespace {

#ifdef NOUGHTS_SANITIZED
constexpr int kShare = 20;  // sanitizers do a twentieth of the work
#else
constexpr int kShare = 1;
#endif

Rules chance_rules(Rational q, Rational draw = 0, bool double_win = false) {
  return *Rules::make({Collapse::kChance, q, draw, double_win});
}

Variant random_variant(Random& random) {
  Variant variant;
  variant.collapse = static_cast<Collapse>(random.below(3));
  const auto denominator = static_cast<std::int64_t>(1 + random.below(40));
  variant.q = {static_cast<std::int64_t>(random.below(denominator + 1)), denominator};
  variant.draw = {static_cast<std::int64_t>(random.below(61)) - 30,
                  static_cast<std::int64_t>(1 + random.below(4))};
  variant.double_win = random.below(2) == 1;
  if (random.below(2) == 0) return variant;
  // Any other scores, sensible or not.
  variant.complete = {static_cast<std::int64_t>(random.below(41)) - 5, 2};
  variant.narrow = {static_cast<std::int64_t>(random.below(41)) - 5, 3};
  return variant;
}

// A position of a random game with `plies` plies that is not over, pending ones included.
Position random_position(const Rules& rules, Random& random, int plies) {
  while (true) {
    Position p = rules.initial();
    while (!rules.is_over(p) && p.plies < plies) {
      const MoveList moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
      if (p.pending && (p.plies < plies || random.below(2) == 0)) {
        p = rules.apply(p, rules.moves(p)[random.below(2)]);
      }
    }
    if (!rules.is_over(p)) return p;
  }
}

oracle::quantum::Game oracle_game(const Position& p) {
  oracle::quantum::Game game;
  for (int ply = 0; ply < p.plies; ++ply) {
    const Mark& mark = p.marks[ply];
    game.plies.push_back({mark.pair.first + 1, mark.pair.second + 1, mark.square + 1});
  }
  return game;
}

oracle::quantum::Variant oracle_variant(const Variant& variant) {
  static const std::map<Collapse, std::string> kNames = {{Collapse::kOpponent, "opponent"},
                                                         {Collapse::kMover, "mover"},
                                                         {Collapse::kChance, "chance"}};
  return {kNames.at(variant.collapse),
          {variant.q.numerator(), variant.q.denominator()},
          {variant.draw.numerator(), variant.draw.denominator()},
          variant.double_win,
          {variant.complete.numerator(), variant.complete.denominator()},
          {variant.narrow.numerator(), variant.narrow.denominator()}};
}

Value reference(const Rules& rules, const Position& p, reference::ReferenceKind kind) {
  return reference::solve_reference(rules, p, kind)->value;
}

// Late positions, where the oracle can try everything.
TEST(QuantumSolve, FourSolversAgreeOnLatePositions) {
  Random random(11);
  for (int i = 0; i < 2'000 / kShare; ++i) {
    const Rules rules = *Rules::make(random_variant(random));
    // Six plies with little settled are thousands of ends; the oracle is slow.
    Position p = random_position(rules, random, 6 + static_cast<int>(random.below(3)));
    if (p.plies < 7 && std::popcount(p.settled) < 4) p = random_position(rules, random, 7);
    SCOPED_TRACE(to_text(rules, p));
    TableSolver solver(rules);
    const Value value = *solver.value(p);
    ASSERT_EQ(value, reference(rules, p, reference::ReferenceKind::kNaive));
    ASSERT_EQ(value, reference(rules, p, reference::ReferenceKind::kAlphaBeta));
    if (p.pending) continue;  // the oracle plays whole plies
    const auto expected = oracle::quantum::value(oracle_variant(rules.variant()), oracle_game(p));
    ASSERT_EQ(value, Value(expected.top, expected.bottom));
  }
}

// Earlier ones, against the searches of the paper.
TEST(QuantumSolve, ThreeSolversAgreeOnEarlierPositions) {
  Random random(12);
  for (int i = 0; i < 150 / kShare; ++i) {
    const Rules rules = *Rules::make(random_variant(random));
    const Position p = random_position(rules, random, 5);
    SCOPED_TRACE(to_text(rules, p));
    TableSolver solver(rules);
    const Value value = *solver.value(p);
    ASSERT_EQ(value, reference(rules, p, reference::ReferenceKind::kAlphaBeta));
    if (i % 4 == 0) {
      ASSERT_EQ(value, reference(rules, p, reference::ReferenceKind::kNaive));
    }
  }
}

// One table for many positions, and a fresh one for each: windows and what they
// leave behind do not change values.
TEST(QuantumSolve, WhatTheTableRemembersDoesNotChangeValues) {
  Random random(13);
  for (int round = 0; round < 20 / kShare + 1; ++round) {
    const Rules rules = *Rules::make(random_variant(random));
    TableSolver shared(rules);
    for (int i = 0; i < 20; ++i) {
      const Position p = random_position(rules, random, 4 + static_cast<int>(random.below(4)));
      TableSolver fresh(rules);
      const Value value = *fresh.value(p);
      ASSERT_EQ(*shared.value(p), value) << to_text(rules, p);
      ASSERT_TRUE(*shared.keeps(p, value, Player::kX));
      ASSERT_TRUE(*shared.keeps(p, value, Player::kO));
    }
  }
}

TEST(QuantumSolve, WideNumbersAgreeWithNarrowOnes) {
  // 12/25 needs 64 bits, 480001/1000000 needs 128; between them lies no surprise.
  Random random(14);
  const Rules wide = chance_rules({480'001, 1'000'000}, {-7, 999});
  for (int i = 0; i < 100 / kShare; ++i) {
    const Position p = random_position(wide, random, 7);
    if (p.pending) continue;
    TableSolver solver(wide);
    const auto expected = oracle::quantum::value(oracle_variant(wide.variant()), oracle_game(p));
    ASSERT_EQ(*solver.value(p), Value(expected.top, expected.bottom)) << to_text(wide, p);
  }
}

TEST(QuantumSolve, KeysFoldOnlyEqualPositions) {
  // The least of the eight plain images, for random nodes.
  Random random(15);
  const Rules rules = *Rules::make({});
  for (int i = 0; i < 10'000 / kShare; ++i) {
    const Position p = random_position(rules, random, 1 + static_cast<int>(random.below(8)));
    if (p.pending) continue;
    const Node node = make_node(p);
    std::uint64_t least = ~std::uint64_t{0};
    for (int s = 0; s < kSymmetries; ++s) least = std::min(least, folded_key(node.codes, s));
    ASSERT_EQ(canonical_key(node.codes), least);
    const Node image = make_node(rules.image(p, static_cast<int>(random.below(kSymmetries))));
    ASSERT_EQ(canonical_key(image.codes), least);
  }
}

// docs/results/quantum-method.md gives these numbers.
TEST(QuantumSolve, PositionsUpToSymmetryAndFolding) {
  const Rules rules = *Rules::make({});
  std::vector<Position> level = {rules.initial()};
  for (const std::size_t expected : {8u, 186u, 3'068u, 49'049u}) {
    if (kShare > 1 && expected > 1'000) break;
    std::map<std::uint64_t, Position> next;
    const auto reach = [&](const Position& p) {
      if (!rules.is_over(p)) next.try_emplace(canonical_key(make_node(p).codes), p);
    };
    for (const Position& p : level) {
      for (const Move& move : rules.moves(p)) {
        const Position after = rules.apply(p, move);
        if (!after.pending) reach(after);
        if (!after.pending) continue;
        for (const Move& selection : rules.moves(after)) reach(rules.apply(after, selection));
      }
    }
    EXPECT_EQ(next.size(), expected);
    level.clear();
    for (const auto& [key, p] : next) level.push_back(p);
  }
}

TEST(QuantumSolve, NodesFollowTheRules) {
  Random random(16);
  const Rules rules = *Rules::make({});
  for (int i = 0; i < 10'000 / kShare; ++i) {
    const Position p = random_position(rules, random, static_cast<int>(random.below(9)));
    if (p.pending) continue;
    const Node node = make_node(p);
    const MoveList moves = rules.moves(p);
    const Move move = moves[random.below(moves.size())];
    Position next = rules.apply(p, move);
    if (!next.pending && !move.pair.single()) {
      if (p.plies == kKeyedPlies) continue;
      ASSERT_EQ(after_ply(node, move.pair).trees, next.trees);
      ASSERT_EQ(after_ply(node, move.pair).codes, make_node(next).codes);
      continue;
    }
    if (next.pending) next = rules.apply(next, rules.moves(next)[random.below(2)]);
    Outcomes outcomes;
    make_outcomes(node, node.trees[move.pair.first], outcomes);
    const Node& outcome = outcomes[next.marks[next.plies - 1].square];
    const Node expected = make_node(next);
    ASSERT_EQ(outcome_of(outcome), Rules::outcome(next)) << to_text(rules, next);
    ASSERT_EQ(outcome.trees, expected.trees);
    ASSERT_EQ(outcome.codes, expected.codes);
    ASSERT_EQ(outcome.x, expected.x);
    ASSERT_EQ(outcome.o_early, expected.o_early);
  }
}

// Table 2 of Sakuta and Tomioka: Table 3 is twenty times that, so every value is.
TEST(QuantumSolve, TheOriginalScoresAreATwentieth) {
  for (const Rational& q : {Rational(1, 2), Rational(3, 4)}) {
    const Variant variant{.collapse = Collapse::kChance, .q = q};
    TableSolver table_three(*Rules::make(variant));
    TableSolver table_two(*Rules::make(with_scores(variant, kOriginalScores)));
    const Solution three = *solve(table_three);
    const Solution two = *solve(table_two);
    const auto twentieth = [](const Value& v) {
      return Value(v.numerator(), 20 * v.denominator());
    };
    EXPECT_EQ(two.value, twentieth(three.value));
    for (std::size_t i = 0; i < two.openings.size(); ++i) {
      EXPECT_EQ(two.openings[i].value, twentieth(three.openings[i].value));
    }
  }
}

TEST(QuantumSolve, EightOpeningsUpToSymmetry) {
  const Rules rules = *Rules::make({});
  std::set<std::uint64_t> classes;
  std::size_t images = 0;
  for (const Pair pair : openings()) {
    std::set<std::uint64_t> orbit;
    for (int s = 0; s < kSymmetries; ++s) {
      orbit.insert(history_key(rules.apply(rules.initial(), rules.image(Move{pair, false}, s))));
    }
    images += orbit.size();
    classes.insert(orbit.begin(), orbit.end());
  }
  EXPECT_EQ(images, static_cast<std::size_t>(kPairs));
  EXPECT_EQ(classes.size(), static_cast<std::size_t>(kPairs));
}

std::string openings_text(const Rules& rules) {
  TableSolver solver(rules);
  const Solution solution = *solve(solver);
  std::string text = to_text(solution.value) + ":";
  for (const OpeningValue& opening : solution.openings) {
    text += fmt::format(" {}-{} {}", opening.opening.first + 1, opening.opening.second + 1,
                        to_text(opening.value));
  }
  return text;
}

TEST(QuantumSolve, TableOneOfSakutaAndTomioka) {
  // Only 1-9 wins the original game.
  EXPECT_EQ(openings_text(*Rules::make({.collapse = Collapse::kOpponent})),
            "10: 1-2 0 1-3 0 1-5 0 1-6 0 1-9 10 2-5 0 2-6 0 2-8 0");
  const auto value = [](const Variant& variant) {
    const Rules rules = *Rules::make(variant);
    return *TableSolver(rules).value(rules.initial());
  };
  EXPECT_EQ(value({.collapse = Collapse::kMover}), Value(20));
  EXPECT_EQ(value({.collapse = Collapse::kChance, .q = 0}), Value(20));
  EXPECT_EQ(value({.collapse = Collapse::kChance, .q = 1}), Value(0));
}

#ifndef NOUGHTS_SANITIZED
TEST(QuantumSolve, PublishedFactsOfTheStochasticGame) {
  const auto value = [](Rational q, Rational draw = 0) {
    const Rules rules = chance_rules(q, draw);
    return *TableSolver(rules).value(rules.initial());
  };
  EXPECT_EQ(value({1, 2}), Value(10));
  EXPECT_EQ(value({3, 4}), Value(5, 2));
  EXPECT_GT(value({18, 25}, -5), 0);
  EXPECT_LT(value({37, 50}, -5), 0);
  // At q = 1 no opening but 1-3, 1-5 and 1-9 holds the draw.
  EXPECT_EQ(openings_text(chance_rules(1)),
            "0: 1-2 -20 1-3 0 1-5 0 1-6 -20 1-9 0 2-5 -10 2-6 -20 2-8 -20");
}

TEST(QuantumSolve, TheValueNeverIncreasesWithQ) {
  Value last = 20;
  for (int i = 0; i <= 20; i += 2) {
    const Rules rules = chance_rules({i, 20});
    const Value value = *TableSolver(rules).value(rules.initial());
    EXPECT_LE(value, last) << i;
    last = value;
  }
}

TEST(QuantumSolve, FigureTwoIsABestLine) {
  // Each move of the paper's principal variation keeps the value for its player.
  const Rules rules = *Rules::make({.collapse = Collapse::kOpponent});
  TableSolver solver(rules);
  Position p = rules.initial();
  for (const char* text : {"X1.1-9", "O2.1-3", "X3.1-3", "selA", "O4.5-7", "X5.5-7", "selB",
                           "O6.2-8", "X7.2-4", "O8.2-4", "selA"}) {
    p = rules.apply(p, *parse_move(rules, p, text));
    EXPECT_EQ(*solver.value(p), Value(10)) << text;
  }
  EXPECT_EQ(Rules::outcome(p), Outcome::kXNarrow);
}
#endif

TEST(QuantumSolve, ABestLineKeepsTheValue) {
  for (const Collapse collapse : {Collapse::kOpponent, Collapse::kMover}) {
    const Rules rules = *Rules::make({.collapse = collapse});
    TableSolver solver(rules);
    Position p = rules.initial();
    const Value value = *solver.value(p);
    const std::vector<Move> line = *best_line(solver, p);
    for (const Move& move : line) {
      p = rules.apply(p, move);
      ASSERT_EQ(*solver.value(p), value);
    }
    EXPECT_TRUE(rules.is_over(p));
  }
}

// Stopped after any number of nodes, a solver says so, and afterwards answers as
// if nothing had been: no false bound stays in its table.
TEST(QuantumSolve, AStoppedSearchLeavesNothingFalse) {
  Random random(17);
  int stopped = 0;
  for (int round = 0; round < 60 / kShare + 1; ++round) {
    const Rules rules = *Rules::make(random_variant(random));
    const Position p = random_position(rules, random, 4);
    TableSolver fresh(rules);
    const Value value = *fresh.value(p);
    TableSolver solver(rules);
    for (std::uint64_t nodes = 1; nodes < fresh.nodes(); nodes += 1 + nodes / 4) {
      solver.set_budget({.nodes = nodes});
      const Result<Value> cut = solver.value(p);
      if (cut) {  // what earlier attempts found was enough
        ASSERT_EQ(*cut, value);
        break;
      }
      ++stopped;
      ASSERT_EQ(cut.error().code, ErrorCode::kNoSpace);
    }
    solver.set_budget({});
    ASSERT_EQ(*solver.value(p), value) << to_text(rules, p);
    for (const Move& move : rules.moves(p)) {
      const Position next = rules.apply(p, move);
      TableSolver other(rules);
      ASSERT_EQ(*solver.value(next), *other.value(next)) << to_text(rules, next);
    }
  }
  EXPECT_GT(stopped, 100 / kShare);
}

// The whole game, stopped at many points, and then all openings.
TEST(QuantumSolve, AStoppedSolveOfTheWholeGameCanGoOn) {
  for (const Collapse collapse : {Collapse::kOpponent, Collapse::kChance}) {
    const Rules rules = *Rules::make({.collapse = collapse, .q = {3, 4}});
    TableSolver solver(rules);
    for (const std::uint64_t nodes : {7, 100, 1'000, 3'000, 3'001, 10'000, 20'000}) {
      solver.set_budget({.nodes = nodes});
      ASSERT_FALSE(solve(solver));
    }
    solver.set_budget({});
    TableSolver fresh(rules);
    const Solution expected = *solve(fresh);
    const Solution found = *solve(solver);
    EXPECT_EQ(found.value, expected.value);
    for (std::size_t i = 0; i < found.openings.size(); ++i) {
      EXPECT_EQ(found.openings[i].value, expected.openings[i].value) << i;
    }
  }
}

TEST(QuantumSolve, EveryQuestionFailsOnceCancelled) {
  const Rules rules = *Rules::make({.collapse = Collapse::kChance});
  CancelToken cancel;
  cancel.cancel();
  const Budget budget{.cancel = &cancel};
  TableSolver solver(rules, budget);
  const Position p = rules.initial();
  const auto code = [](const auto& result) {
    return result ? std::nullopt : std::optional(result.error().code);
  };
  EXPECT_EQ(code(solver.value(p)), ErrorCode::kCancelled);
  EXPECT_EQ(code(solver.keeps(p, 0, Player::kX)), ErrorCode::kCancelled);
  EXPECT_EQ(code(solve(solver)), ErrorCode::kCancelled);
  EXPECT_EQ(code(move_values(solver, p)), ErrorCode::kCancelled);
  EXPECT_EQ(code(best_move(solver, p)), ErrorCode::kCancelled);
  EXPECT_EQ(code(best_line(solver, p)), ErrorCode::kCancelled);
  EXPECT_EQ(code(reference::solve_reference(rules, p, reference::ReferenceKind::kNaive, budget)),
            ErrorCode::kCancelled);
  EXPECT_FALSE(reference::search_as_printed(rules, true, {.nodes = 5'000}));
  EXPECT_EQ(code(sweep(rules, {Rational(1, 2)}, 1, budget)), ErrorCode::kCancelled);
  EXPECT_EQ(code(perft(rules, p, {.depth = 2, .cancel = &cancel})), ErrorCode::kCancelled);
  EXPECT_EQ(code(perft(rules, p, {.depth = 2, .canonical = true, .cancel = &cancel})),
            ErrorCode::kCancelled);
  cancel.rearm();
  EXPECT_EQ(*solver.value(p), Value(10));
}

TEST(QuantumSolve, NodesTimeAndMemoryAreKept) {
  const Rules rules = *Rules::make({.collapse = Collapse::kChance});
  const auto code = [&](const Budget& budget) {
    TableSolver solver(rules, budget);
    const Result<Value> value = solver.value(rules.initial());
    return value ? std::nullopt : std::optional(value.error().code);
  };
  EXPECT_EQ(code({.memory_bytes = 1 << 20}), ErrorCode::kNoSpace);
  EXPECT_EQ(code({.nodes = 1'000}), ErrorCode::kNoSpace);
  EXPECT_EQ(code(Budget{}.within(0)), ErrorCode::kNoTime);
  EXPECT_EQ(reference::solve_reference(rules, rules.initial(), reference::ReferenceKind::kAlphaBeta,
                                       {.nodes = 5'000})
                .error()
                .code,
            ErrorCode::kNoSpace);
}

}  // namespace
}  // namespace noughts::quantum::search
