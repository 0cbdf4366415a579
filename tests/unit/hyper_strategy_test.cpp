#include <gtest/gtest.h>

#include "noughts/core/random.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper::proof {
namespace {

Certificate proof_of(const Rules& rules) {
  const Result<search::ThreatProof> proof = search::prove_first_player_win(rules, {});
  return *(*proof).certificate;
}

TEST(Strategy, WinsWhateverTheOpponentDoes) {
  const Rules rules = *Rules::make(3, 3);
  const Strategy strategy = *Strategy::make(rules, proof_of(rules));
  EXPECT_EQ(strategy.player(), 0);
  Random random(7);
  for (int game = 0; game < 300; ++game) {
    Position p = rules.initial();
    while (!rules.is_over(p)) {
      const auto advice = strategy.advise(p);
      ASSERT_TRUE(advice) << "the game has kept to the strategy";
      if (rules.to_move(p) == 0) {
        ASSERT_TRUE(advice->move);
        p = rules.apply(p, {static_cast<std::uint16_t>(*advice->move)});
      } else {
        EXPECT_FALSE(advice->move);
        const auto moves = rules.moves(p);
        p = rules.apply(p, moves[random.below(moves.size())]);
      }
    }
    EXPECT_EQ(p.winner, 0);
  }
}

TEST(Strategy, PromisesNothingOnceItsPlayerHasLeftIt) {
  const Rules rules = *Rules::make(3, 3);
  const Strategy strategy = *Strategy::make(rules, proof_of(rules));
  const Cell first = *strategy.advise(rules.initial())->move;
  for (const Move& move : rules.moves(rules.initial())) {
    EXPECT_EQ(strategy.advise(rules.apply(rules.initial(), move)).has_value(), move.cell == first);
  }
}

TEST(Strategy, RefusesOtherBoardsAndOtherClaims) {
  const Rules rules = *Rules::make(3, 3);
  Certificate proof = proof_of(rules);
  EXPECT_FALSE(Strategy::make(*Rules::make(4, 3), proof));
  EXPECT_FALSE(Strategy::make(*Rules::make(3, 3, 3), proof));
  proof.claim = Claim::kNoWin;
  EXPECT_FALSE(Strategy::make(rules, proof));
}

}  // namespace
}  // namespace noughts::hyper::proof
