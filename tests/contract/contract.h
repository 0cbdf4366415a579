// What every game promises (core/game.h), checked on positions of random games.
//
// A family joins the suite with a class that names its variants:
//
//     struct QuixoFamily {
//       using Rules = quixo::Rules;
//       static std::vector<Variant<Rules>> variants();
//     };
//
// and one line, INSTANTIATE_TYPED_TEST_SUITE_P(Quixo, Contract, QuixoFamily).
// Each promise is one test; each test visits kPositions positions of every
// variant, the ends of games among them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "noughts/core/game.h"
#include "noughts/core/random.h"

namespace noughts::contract {

#ifdef NOUGHTS_SANITIZED
inline constexpr int kPositions = 500;
inline constexpr int kGames = 20;
#else
inline constexpr int kPositions = 10'000;
inline constexpr int kGames = 300;
#endif
// Games may be endless (Quixo); after so many moves a walk starts again.
inline constexpr int kWalkLength = 150;

template <class Rules>
struct Variant {
  std::string name;
  Rules rules;
};

template <GameRules R>
typename R::Move random_move(const R& rules, const typename R::Position& position, Random& random) {
  const auto moves = rules.moves(position);
  return *(moves.begin() + static_cast<std::ptrdiff_t>(random.below(moves.size())));
}

// Calls visit(position, random) for `count` positions of random games.
template <GameRules R, class Visit>
void for_random_positions(const R& rules, int count, Visit&& visit) {
  Random random(2024);
  auto position = rules.initial();
  int ply = 0;
  for (int visited = 0; visited < count; ++visited) {
    visit(position, random);
    if (::testing::Test::HasFailure()) return;  // one report is enough
    if (rules.is_over(position) || ++ply == kWalkLength) {
      position = rules.initial();
      ply = 0;
    } else {
      position = rules.apply(position, random_move(rules, position, random));
    }
  }
}

template <class Family>
class Contract : public ::testing::Test {
 protected:
  using Rules = typename Family::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  // visit(rules, position, random) on every variant.
  template <class Visit>
  void on_every_variant(Visit&& visit) {
    for (const auto& variant : Family::variants()) {
      SCOPED_TRACE(variant.name);
      for_random_positions(variant.rules, kPositions,
                           [&](const Position& position, Random& random) {
                             SCOPED_TRACE(to_text(variant.rules, position));
                             visit(variant.rules, position, random);
                           });
    }
  }

  static int random_symmetry(const Rules& rules, Random& random) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(rules.symmetry_count())));
  }

  static std::set<std::string> move_texts(const Rules& rules, const Position& position) {
    std::set<std::string> texts;
    for (const Move& move : rules.moves(position)) texts.insert(to_text(rules, position, move));
    return texts;
  }
};

TYPED_TEST_SUITE_P(Contract);

TYPED_TEST_P(Contract, MovesAreEmptyExactlyWhenOver) {
  this->on_every_variant([](const auto& rules, const auto& position, Random&) {
    EXPECT_EQ(rules.moves(position).size() == 0, rules.is_over(position));
  });
}

TYPED_TEST_P(Contract, MovesAreDifferent) {
  this->on_every_variant([this](const auto& rules, const auto& position, Random&) {
    EXPECT_EQ(this->move_texts(rules, position).size(), rules.moves(position).size());
  });
}

TYPED_TEST_P(Contract, SymmetryCommutesWithMoves) {
  this->on_every_variant([this](const auto& rules, const auto& position, Random& random) {
    const int symmetry = this->random_symmetry(rules, random);
    const auto image = rules.image(position, symmetry);
    EXPECT_EQ(rules.is_over(image), rules.is_over(position));
    EXPECT_EQ(rules.to_move(image), rules.to_move(position));
    EXPECT_EQ(rules.moves(image).size(), rules.moves(position).size());
    if (rules.is_over(position)) return;
    const auto move = random_move(rules, position, random);
    const auto moved_image = rules.image(move, symmetry);
    const auto legal = rules.moves(image);
    EXPECT_NE(std::find(legal.begin(), legal.end(), moved_image), legal.end());
    EXPECT_TRUE(rules.image(rules.apply(position, move), symmetry) ==
                rules.apply(image, moved_image))
        << "move " << to_text(rules, position, move) << ", symmetry " << symmetry;
  });
}

TYPED_TEST_P(Contract, EverySymmetryHasItsInverse) {
  for (const auto& variant : TypeParam::variants()) {
    SCOPED_TRACE(variant.name);
    const auto& rules = variant.rules;
    // Hundreds of symmetries need few positions: all pairs are tried.
    const int pairs = rules.symmetry_count() * rules.symmetry_count();
    for_random_positions(rules, std::clamp(20'000 / pairs, 2, 100),
                         [&](const auto& position, Random&) {
                           for (int s = 0; s < rules.symmetry_count(); ++s) {
                             const auto image = rules.image(position, s);
                             bool found = false;
                             for (int t = 0; t < rules.symmetry_count() && !found; ++t) {
                               found = rules.image(image, t) == position;
                             }
                             EXPECT_TRUE(found) << "symmetry " << s;
                           }
                         });
  }
}

TYPED_TEST_P(Contract, CanonicalIsIdempotentAndTheSameForAllImages) {
  this->on_every_variant([this](const auto& rules, const auto& position, Random& random) {
    const auto canonical = rules.canonical(position);
    EXPECT_TRUE(rules.canonical(canonical) == canonical);
    EXPECT_EQ(rules.is_over(canonical), rules.is_over(position));
    EXPECT_EQ(rules.moves(canonical).size(), rules.moves(position).size());
    // All images now and then, else a few of them.
    const bool all = random.below(200) == 0;
    const int tries = all ? rules.symmetry_count() : 2;
    for (int i = 0; i < tries; ++i) {
      const int symmetry = all ? i : this->random_symmetry(rules, random);
      EXPECT_TRUE(rules.canonical(rules.image(position, symmetry)) == canonical)
          << "symmetry " << symmetry;
    }
  });
}

TYPED_TEST_P(Contract, EverySuccessorHasItsPredecessor) {
  this->on_every_variant([](const auto& rules, const auto& position, Random& random) {
    if (rules.is_over(position)) return;
    const auto move = random_move(rules, position, random);
    const auto before = rules.predecessors(rules.apply(position, move));
    EXPECT_NE(std::find(before.begin(), before.end(), position), before.end())
        << "after " << to_text(rules, position, move);
  });
}

TYPED_TEST_P(Contract, EveryPredecessorHasItsSuccessor) {
  this->on_every_variant([](const auto& rules, const auto& position, Random& random) {
    const auto before = rules.predecessors(position);
    if (before.empty()) return;
    const auto& parent = before[random.below(before.size())];
    EXPECT_FALSE(rules.is_over(parent));
    bool found = false;
    for (const auto& move : rules.moves(parent)) found |= rules.apply(parent, move) == position;
    EXPECT_TRUE(found) << "from " << to_text(rules, parent);
    EXPECT_EQ(std::count(before.begin(), before.end(), parent), 1);
  });
}

TYPED_TEST_P(Contract, ParsingUndoesPrinting) {
  this->on_every_variant([](const auto& rules, const auto& position, Random& random) {
    const std::string text = to_text(rules, position);
    const auto parsed = parse_position(rules, text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_TRUE(*parsed == position);
    EXPECT_EQ(to_text(rules, *parsed), text);
    if (rules.is_over(position)) return;
    const auto move = random_move(rules, position, random);
    const auto read = parse_move(rules, position, to_text(rules, position, move));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == move);
  });
}

TYPED_TEST_P(Contract, EqualPositionsHaveEqualHashes) {
  this->on_every_variant([](const auto& rules, const auto& position, Random&) {
    const auto parsed = parse_position(rules, to_text(rules, position));
    ASSERT_TRUE(parsed);
    const std::hash<std::decay_t<decltype(position)>> hash;
    EXPECT_EQ(hash(*parsed), hash(position));
  });
}

TYPED_TEST_P(Contract, RandomPlayEndsOrRepeats) {
  constexpr int kLongest = 100'000;
  for (const auto& variant : TypeParam::variants()) {
    SCOPED_TRACE(variant.name);
    Random random(7);
    for (int game = 0; game < kGames; ++game) {
      auto position = variant.rules.initial();
      std::unordered_set seen{position};
      int ply = 0;
      while (!variant.rules.is_over(position) && ply < kLongest) {
        position = variant.rules.apply(position, random_move(variant.rules, position, random));
        ++ply;
        if (!seen.insert(position).second) break;  // repeats
      }
      ASSERT_LT(ply, kLongest);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(Contract, MovesAreEmptyExactlyWhenOver, MovesAreDifferent,
                            SymmetryCommutesWithMoves, EverySymmetryHasItsInverse,
                            CanonicalIsIdempotentAndTheSameForAllImages,
                            EverySuccessorHasItsPredecessor, EveryPredecessorHasItsSuccessor,
                            ParsingUndoesPrinting, EqualPositionsHaveEqualHashes,
                            RandomPlayEndsOrRepeats);

}  // namespace noughts::contract
