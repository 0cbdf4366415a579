// src/quixo against the plain second implementation.
#include "oracle/quixo_oracle.h"

#include <gtest/gtest.h>

#include <map>

#include "noughts/core/game.h"
#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo {
namespace {

#ifdef NOUGHTS_SANITIZED
constexpr int kBoards = 300;
constexpr int kDeepest = 3;
constexpr int kStride = 19;  // only every so many boards of 3x3
#else
constexpr int kBoards = 5'000;
constexpr int kDeepest = 4;
constexpr int kStride = 1;
#endif

struct Variant {
  int size;
  int line;
  BothLines both_lines;
};

// Every line length up to 5x5; on larger boards the whole side, and one short line.
std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (int size = kMinSize; size <= kLargestSize; ++size) {
    for (int line = kMinSize; line <= size; ++line) {
      if (size > kMaxSize && line != size && line != 4) continue;
      all.push_back({size, line, BothLines::kMoverLoses});
      all.push_back({size, line, BothLines::kMoverWins});
    }
  }
  return all;
}

// Calls f with the rules of a variant, in one word where they fit, and in two.
template <class F>
void with_rules(const Variant& variant, F&& f) {
  if (variant.size <= kMaxSize) f(*Rules::make(variant.size, variant.line, variant.both_lines));
  f(*LargeRules::make(variant.size, variant.line, variant.both_lines));
}

// The children as "move: position" lines, in order.
template <class R>
std::set<std::string> children_here(const R& rules, const typename R::Position& position) {
  std::set<std::string> lines;
  for (const Move move : rules.moves(position)) {
    lines.insert(to_text(rules, move) + ": " + to_text(rules, rules.apply(position, move)));
  }
  return lines;
}

std::set<std::string> children_there(const oracle::Rows& rows, char mover, int line) {
  std::set<std::string> lines;
  for (const oracle::QuixoChild& child : oracle::children(rows, mover, line)) {
    lines.insert(child.move + ": " + oracle::text_of(child.rows, oracle::other(mover)));
  }
  return lines;
}

template <class R>
char winner_here(const R& rules, const typename R::Position& position) {
  const auto winner = rules.winner(position);
  return !winner ? '.' : *winner == Player::kX ? 'X' : 'O';
}

template <class R>
void compare(const Variant& variant, const R& rules, const oracle::Rows& rows, char mover) {
  const std::string text = oracle::text_of(rows, mover);
  SCOPED_TRACE(text);
  const auto position = parse_position(rules, text);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(to_text(rules, *position), text);
  EXPECT_EQ(rules.is_over(*position), oracle::is_over(rows, variant.line));
  EXPECT_EQ(winner_here(rules, *position),
            oracle::winner(rows, oracle::other(mover), variant.line,
                           variant.both_lines == BothLines::kMoverWins));
  EXPECT_EQ(children_here(rules, *position), children_there(rows, mover, variant.line));
}

TEST(QuixoOracle, EveryBoardOfThreeByThree) {
  for (const Variant& variant : variants()) {
    if (variant.size != 3) continue;
    with_rules(variant, [&](const auto& rules) {
      oracle::for_each_board(3, kStride, [&](const oracle::Rows& rows) {
        compare(variant, rules, rows, 'X');
        compare(variant, rules, rows, 'O');
      });
    });
  }
}

TEST(QuixoOracle, RandomFillingsOfEverySize) {
  for (const Variant& variant : variants()) {
    with_rules(variant, [&](const auto& rules) {
      Random random(5);
      // Large boards have many children, and the oracle's are strings.
      const int boards = variant.size > kMaxSize ? kBoards / 10 : kBoards / 2;
      for (int i = 0; i < boards && !HasFailure(); ++i) {
        // From nearly empty to full, so that boards with and without lines come up.
        const std::uint64_t density = 1 + random.below(4);
        oracle::Rows rows = oracle::empty_board(variant.size);
        for (std::string& row : rows) {
          for (char& c : row) {
            if (random.below(4) < density) c = random.below(2) == 0 ? 'X' : 'O';
          }
        }
        compare(variant, rules, rows, random.below(2) == 0 ? 'X' : 'O');
      }
    });
  }
}

TEST(QuixoOracle, PerftOfEverySize) {
  for (const Variant& variant : variants()) {
    const int deepest = variant.size == 3          ? kDeepest
                        : variant.size <= kMaxSize ? kDeepest - 1
                                                   : kDeepest - 2;
    with_rules(variant, [&](const auto& rules) {
      const auto counts = perft(rules, rules.initial(), {.depth = deepest});
      ASSERT_TRUE(counts);
      for (int depth = 1; depth <= deepest; ++depth) {
        EXPECT_EQ((*counts)[depth - 1],
                  oracle::perft(oracle::empty_board(variant.size), 'X', variant.line, depth))
            << "size " << variant.size << " line " << variant.line << " depth " << depth;
      }
    });
  }
}

TEST(QuixoOracle, ReachableBoardsOfThreeByThree) {
  const std::set<oracle::Rows> boards = oracle::reachable(3, 3);
  EXPECT_EQ(boards.size(), 16'021u);
  EXPECT_EQ(count_reachable(*Rules::make(3)), boards.size());
}

// For every board the boards it can come from, found by playing every move of
// every board forwards.
TEST(QuixoOracle, PredecessorsOfEveryBoardOfThreeByThree) {
  const Rules rules = *Rules::make(3);
  std::map<std::string, std::set<std::string>> parents;
  oracle::for_each_board(3, 1, [&](const oracle::Rows& rows) {
    for (const oracle::QuixoChild& child : oracle::children(rows, 'X', 3)) {
      parents[oracle::text_of(child.rows, 'O')].insert(oracle::text_of(rows, 'X'));
    }
  });
  oracle::for_each_board(3, kStride, [&](const oracle::Rows& rows) {
    if (HasFailure()) return;
    const std::string text = oracle::text_of(rows, 'O');
    SCOPED_TRACE(text);
    const Position position = *parse_position(rules, text);
    const auto count = [](const std::string& of) {
      return of.size() - static_cast<std::size_t>(std::count(of.begin(), of.end(), '.'));
    };
    std::set<std::string> found;
    for (const auto taken : {Rules::Taken::kOwnTile, Rules::Taken::kEmptyTile}) {
      for (const Position& parent : rules.predecessors(position, taken)) {
        const std::string parent_text = to_text(rules, parent);
        EXPECT_TRUE(found.insert(parent_text).second) << parent_text << " twice";
        EXPECT_EQ(count(parent_text), count(text) - (taken == Rules::Taken::kEmptyTile));
      }
    }
    EXPECT_EQ(found, parents[text]);
  });
}

}  // namespace
}  // namespace noughts::quixo
