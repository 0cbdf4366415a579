// Qubic, 4^3 with two players: the first player wins (O. Patashnik, "Qubic: 4x4x4
// tic-tac-toe", Mathematics Magazine 53, 1980). Proved anew, written, read, checked.
#include <gtest/gtest.h>

#include <bit>

#include "noughts/core/bits.h"
#include "noughts/core/random.h"
#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper::proof {
namespace {

// The proof that is part of the program, and of this tree.
TEST(HyperQubic, TheProofInTheProgramHolds) {
  const auto certificate = read_certificate(NOUGHTS_SOURCE "/data/qubic.cert");
  ASSERT_TRUE(certificate) << certificate.error().message;
  EXPECT_EQ(claim_text(*certificate), "player 1 can force a win on 4^3 with 2 players");
  const auto report = verify(*certificate);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->wrong, 0u) << report->complaint;
  // Positions in which her move is forced are looked at too, and have no entries.
  EXPECT_GT(report->checked, certificate->entries.size());
  EXPECT_LE(certificate->entries.size(), 3000u);
  EXPECT_LT(to_text(*certificate).size(), 100'000u);
}

// Against one who makes a line of three wherever he can, so that her moves are often forced.
TEST(HyperQubic, TheProofIsFollowedThroughForcedMoves) {
  const Rules rules = *Rules::make(4, 3, 2);
  const Strategy strategy =
      *Strategy::make(rules, *read_certificate(NOUGHTS_SOURCE "/data/qubic.cert"));
  const ThreatRules threats(rules.board());
  Random random(11);
  int forced = 0;
  for (int game = 0; game < 100; ++game) {
    Position p = rules.initial();
    TwoSides sides;
    while (!rules.is_over(p)) {
      const auto advice = strategy.advise(p);
      ASSERT_TRUE(advice) << "the game has kept to the strategy";
      forced += rules.to_move(p) == 0 && threats.completing(sides.other, sides.own) != 0;
      std::uint64_t wish = threats.completing(sides.own, sides.other);
      if (wish == 0) {
        for_each_bit(threats.empty(sides), [&](int cell) {
          const std::uint64_t mark = std::uint64_t{1} << cell;
          if (threats.completing(sides.other | mark, sides.own) != 0) wish |= mark;
        });
      }
      if (wish == 0) wish = threats.empty(sides);
      for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(wish))); skip > 0;
           --skip) {
        wish &= wish - 1;
      }
      const Cell cell =
          rules.to_move(p) == 0 ? *advice->move : static_cast<Cell>(std::countr_zero(wish));
      (rules.to_move(p) == 0 ? sides.own : sides.other) |= std::uint64_t{1} << cell;
      p = rules.apply(p, {static_cast<std::uint16_t>(cell)});
    }
    ASSERT_EQ(p.winner, 0);
  }
  EXPECT_GT(forced, 10);
}

// Found anew, to the letter.
TEST(HyperQubic, ThoroughTheFirstPlayerWins) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "minutes with sanitizers";
#endif
  const auto proof = search::prove_first_player_win(*Rules::make(4, 3, 2), {});
  ASSERT_TRUE(proof && proof->certificate);
  const auto committed = read_certificate(NOUGHTS_SOURCE "/data/qubic.cert");
  ASSERT_TRUE(committed);
  EXPECT_EQ(to_text(*proof->certificate), to_text(*committed));
}

}  // namespace
}  // namespace noughts::hyper::proof
