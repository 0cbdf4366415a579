#include <gtest/gtest.h>

#include <algorithm>

#include "noughts/core/game.h"
#include "noughts/core/random.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"
#include "oracle/quantum_oracle.h"

namespace noughts::quantum {
namespace {

static_assert(GameRules<Rules>);

using Counts = std::vector<std::uint64_t>;

Rules rules_of(Collapse collapse) { return *Rules::make({.collapse = collapse}); }

Position at(std::string_view text) {
  const Rules rules = rules_of(Collapse::kOpponent);
  return *parse_position(rules, text);
}

// Where each ply of the game has settled, such as "X1@9 O2@3"; spooky ones left out.
std::string settled_text(std::string_view text) {
  const Position p = at(text);
  std::string out;
  for (int ply = 0; ply < p.plies; ++ply) {
    if (!p.marks[ply].settled()) continue;
    out += (out.empty() ? "" : " ") + mark_name(ply) + "@";
    out += static_cast<char>('1' + p.marks[ply].square);
  }
  return out;
}

TEST(QuantumRules, TheCollapseOfFiguresThreeAndFour) {
  EXPECT_TRUE(at("X1.1-9 O2.1-3 X3.1-3").pending);
  EXPECT_EQ(settled_text("X1.1-9 O2.1-3 X3.1-3 selA"), "X1@9 O2@3 X3@1");
  EXPECT_EQ(settled_text("X1.1-9 O2.1-3 X3.1-3 selB"), "X1@9 O2@1 X3@3");
}

TEST(QuantumRules, OnlyTheEntangledTreeCollapses) {
  EXPECT_EQ(settled_text("X1.1-2 O2.4-5 X3.4-5 selA"), "O2@5 X3@4");
  EXPECT_EQ(settled_text("X1.1-2 O2.4-5 X3.4-6 O4.5-6 selB"), "O2@5 X3@4 O4@6");
}

TEST(QuantumRules, ThePrincipalVariationOfFigureTwo) {
  const Position p = at("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA");
  EXPECT_EQ(Rules::outcome(p), Outcome::kXNarrow);
}

TEST(QuantumRules, EndsOfGames) {
  // X at 1, 2, 3 after ply 5; O holds 4 and 5.
  const char* complete = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB";
  EXPECT_EQ(settled_text(complete), "X1@1 O2@4 X3@2 O4@5 X5@3 O6@6");
  EXPECT_EQ(Rules::outcome(at(complete)), Outcome::kXNarrow);  // 4, 5, 6 is a row of O too
  EXPECT_EQ(Rules::outcome(at("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-9 O6.3-9 selB")),
            Outcome::kXComplete);
  EXPECT_EQ(Rules::outcome(at("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.6-9 O6.6-9 selA")),
            Outcome::kOComplete);
}

TEST(QuantumRules, TheLastSingleSquareIsTakenWhole) {
  const Rules rules = rules_of(Collapse::kOpponent);
  const Position p =
      at("X1.1-2 O2.1-2 selB X3.3-5 O4.3-5 selB X5.4-6 O6.4-6 selA X7.7-8 O8.7-8 selA");
  ASSERT_FALSE(rules.is_over(p));
  ASSERT_EQ(rules.moves(p).size(), 1u);
  EXPECT_EQ(to_text(rules, p, rules.moves(p)[0]), "X9.9-9");
  const Position end = rules.apply(p, rules.moves(p)[0]);
  EXPECT_TRUE(rules.is_over(end));
  EXPECT_EQ(*parse_position(rules, to_text(rules, end)), end);
}

TEST(QuantumRules, ADoubleWinNeedsFiveMarks) {
  // X holds 1, 2, 3, 5, 8 at the end: a row and a column.
  const Position p =
      at("X1.1-4 O2.1-4 selB X3.3-6 O4.3-6 selB X5.5-7 O6.5-7 selB X7.8-9 O8.8-9 selB X9.2-2");
  EXPECT_EQ(Rules::outcome(p), Outcome::kXDouble);
  EXPECT_EQ(Rules::make({.double_win = true})->score(Outcome::kXDouble), 40);
  EXPECT_EQ(Rules::make({.double_win = false})->score(Outcome::kXDouble), 20);
}

TEST(QuantumRules, WhoSelects) {
  const Position p = at("X1.1-9 O2.1-3 X3.1-3");
  EXPECT_EQ(rules_of(Collapse::kOpponent).to_move(p), static_cast<int>(Player::kO));
  EXPECT_EQ(rules_of(Collapse::kMover).to_move(p), static_cast<int>(Player::kX));
  EXPECT_EQ(rules_of(Collapse::kChance).to_move(p), kSystem);
}

TEST(QuantumRules, TheCycleInOrder) {
  EXPECT_EQ(Rules::cycle(at("X1.1-9 O2.1-3 X3.1-3")), (std::vector<int>{1, 2}));
  EXPECT_EQ(Rules::cycle(at("X1.1-2 O2.2-3 X3.2-5 O4.3-4 X5.1-4")), (std::vector<int>{3, 1, 0, 4}));
}

TEST(QuantumRules, SelectionsFollowTheSymmetry) {
  // Mirrored, the first square of 1-3 becomes the second.
  const Rules rules = rules_of(Collapse::kOpponent);
  const Position p = at("X1.1-9 O2.1-3 X3.1-3");
  const Position mirrored = rules.image(p, 1);
  EXPECT_EQ(to_text(rules, mirrored), "X1.3-7 O2.1-3 X3.1-3");
  const Move first = rules.moves(p)[0];
  EXPECT_EQ(to_text(rules, p, first), "selA");
  EXPECT_EQ(to_text(rules, mirrored, rules.image(first, 1)), "selB");
}

TEST(QuantumRules, PerftFromTheEmptyBoard) {
  const Rules rules = rules_of(Collapse::kOpponent);
  EXPECT_EQ(*perft(rules, rules.initial(), {.depth = 3}), (Counts{36, 1'332, 49'896}));
  EXPECT_EQ(*perft(rules, rules.initial(), {.depth = 3, .canonical = true}),
            (Counts{8, 186, 6'012}));
}

TEST(QuantumRules, PerftOfTheOracle) {
  EXPECT_EQ(oracle::quantum::perft({}, 1), 36u);
  EXPECT_EQ(oracle::quantum::perft({}, 2), 1'332u);
#ifndef NOUGHTS_SANITIZED
  EXPECT_EQ(oracle::quantum::perft({}, 3), 49'896u);
  EXPECT_EQ(oracle::quantum::canonical_counts(3), (Counts{8, 186, 6'012}));
#endif
}

// The same random game played by both implementations, compared at each step.
void compare_random_game(Random& random) {
  const Rules rules = rules_of(Collapse::kOpponent);
  Position p = rules.initial();
  oracle::quantum::Game g;
  while (true) {
    const auto expected = oracle::quantum::result(g);
    const Outcome outcome = Rules::outcome(p);
    static const std::map<std::string, Outcome> kOutcomes = {{"draw", Outcome::kDraw},
                                                             {"X complete", Outcome::kXComplete},
                                                             {"X narrow", Outcome::kXNarrow},
                                                             {"X double", Outcome::kXDouble},
                                                             {"O complete", Outcome::kOComplete},
                                                             {"O narrow", Outcome::kONarrow}};
    ASSERT_EQ(outcome, expected ? kOutcomes.at(*expected) : Outcome::kGoesOn) << to_text(rules, p);
    if (expected) return;
    const MoveList moves = rules.moves(p);
    const auto pairs = oracle::quantum::legal_pairs(g);
    ASSERT_EQ(moves.size(), pairs.size());
    const std::size_t choice = random.below(moves.size());
    ASSERT_EQ(moves[choice].pair, make_pair_of(pairs[choice].first - 1, pairs[choice].second - 1));
    const auto outcomes = oracle::quantum::play(g, pairs[choice].first, pairs[choice].second);
    p = rules.apply(p, moves[choice]);
    ASSERT_EQ(p.pending, outcomes.size() == 2);
    const std::size_t side = random.below(outcomes.size());
    if (p.pending) p = rules.apply(p, rules.moves(p)[side]);
    g = outcomes[side];
    for (std::size_t ply = 0; ply < g.plies.size(); ++ply) {
      ASSERT_EQ(p.marks[ply].square + 1, g.plies[ply].settled) << to_text(rules, p);
    }
  }
}

TEST(QuantumRules, RandomGamesAgreeWithTheOracle) {
  Random random(5);
#ifdef NOUGHTS_SANITIZED
  constexpr int kGames = 200;
#else
  constexpr int kGames = 3'000;
#endif
  for (int i = 0; i < kGames && !::testing::Test::HasFatalFailure(); ++i) {
    compare_random_game(random);
  }
}

TEST(QuantumNotation, ErrorsNameTheMove) {
  const Rules rules = rules_of(Collapse::kOpponent);
  const auto message = [&](std::string_view text) {
    const auto parsed = parse_position(rules, text);
    return parsed ? std::string("accepted") : parsed.error().message;
  };
  EXPECT_EQ(message("X1.1-9 X2.1-3"), "move 2: 'X2.1-3' is a move of X, but O is to move at ply 2");
  EXPECT_EQ(message("X1.1-9 O3.1-3"), "move 2: 'O3.1-3' says ply 3, but ply 2 comes next");
  EXPECT_EQ(message("X1.1-9 O2.1-9 selA X3.1-2"),
            "move 4: 'X3.1-2' marks square 1, which is settled");
  EXPECT_EQ(message("X1.1-9 selA"),
            "move 2: 'selA' selects, but no collapse is waiting; give a move");
  EXPECT_EQ(message("X1.1-9 O2.1-9 X3.1-2"),
            "move 3: 'X3.1-2' comes where a collapse waits; give selA or selB");
  EXPECT_EQ(message("X1.9-1"), "move 1: 'X1.9-1' must name its squares in ascending order, 1-9");
  EXPECT_EQ(message("X1.4-4"),
            "move 1: 'X1.4-4' marks one square twice, which is only for the last single square");
  EXPECT_EQ(message("X1.0-4"), "move 1: 'X1.0-4' has square 0; squares are 1 to 9");
  EXPECT_EQ(message("X1.1+4"), "move 1: 'X1.1+4' needs two squares such as 1-9, not '1+4'");
  EXPECT_EQ(message("Z1.1-4"),
            "move 1: 'Z1.1-4' begins with 'Z1', not with the player and the ply such as X1");
  EXPECT_EQ(message("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-9 O6.3-9 selB X7.6-7"),
            "move 10: 'X7.6-7' comes after the end of the game");
}

TEST(QuantumRules, CheckTheirNumbers) {
  EXPECT_FALSE(Rules::make({.q = {3, 2}}));
  EXPECT_FALSE(Rules::make({.q = {-1, 2}}));
  EXPECT_FALSE(Rules::make({.q = {1, kMaxDenominator + 1}}));
  EXPECT_FALSE(Rules::make({.draw = kMaxDraw + 1}));
  EXPECT_TRUE(Rules::make({.q = 1, .draw = -5}));
}

TEST(QuantumRules, ScoresCanBeChosen) {
  const Rules rules =
      *Rules::make({.draw = -1, .double_win = true, .complete = {7, 2}, .narrow = {1, 3}});
  EXPECT_EQ(rules.score(Outcome::kXComplete), Rational(7, 2));
  EXPECT_EQ(rules.score(Outcome::kXDouble), 7);
  EXPECT_EQ(rules.score(Outcome::kOComplete), Rational(-7, 2));
  EXPECT_EQ(rules.score(Outcome::kONarrow), Rational(-1, 3));
  EXPECT_EQ(rules.score(Outcome::kDraw), -1);
  EXPECT_EQ(rules.score_denominator(), 6);
  EXPECT_FALSE(Rules::make({.complete = kMaxDraw + 1}));
  EXPECT_FALSE(Rules::make({.narrow = {1, kMaxDrawDenominator + 1}}));
  EXPECT_FALSE(Rules::make({.complete = {1, 999}, .narrow = {1, 1'000}}));
}

TEST(QuantumNotation, ReadsScores) {
  const auto text = [](std::string_view scores) {
    const Result<Scores> read = parse_scores(scores);
    return !read
               ? "no"
               : to_text(read->complete) + " " + to_text(read->narrow) + " " + to_text(read->draw);
  };
  EXPECT_EQ(text("20,10,-5"), "20 10 -5");
  EXPECT_EQ(text("1, 0.5, 0"), "1 1/2 0");
  EXPECT_EQ(text("original"), "1 1/2 0");
  EXPECT_EQ(text("zero-sum"), "20 10 0");
  for (const char* bad :
       {"", "20", "20,10", "20,10,0,1", "20,,0", "20,10,", "a,b,c", ",", "Original"}) {
    EXPECT_EQ(text(bad), "no") << bad;
  }
}

}  // namespace
}  // namespace noughts::quantum
