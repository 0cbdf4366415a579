// Qubic, 4^3 with two players: the first player wins (O. Patashnik, "Qubic: 4x4x4
// tic-tac-toe", Mathematics Magazine 53, 1980). Proved anew, written, read, checked.
#include <gtest/gtest.h>

#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper {
namespace {

TEST(HyperQubic, TheFirstPlayerWins) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "minutes with sanitizers";
#endif
  const auto proof = prove_first_player_win(*Rules::make(4, 3, 2), {});
  ASSERT_TRUE(proof && proof->certificate);
  const auto read = parse_certificate(to_text(*proof->certificate));
  ASSERT_TRUE(read);
  EXPECT_EQ(claim_text(*read), "player 1 can force a win on 4^3 with 2 players");
  const auto report = verify(*read);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->wrong, 0u) << report->complaint;
  EXPECT_GT(report->checked, 1'000u);
}

}  // namespace
}  // namespace noughts::hyper
