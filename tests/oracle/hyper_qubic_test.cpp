// Qubic, 4^3 with two players: the first player wins (O. Patashnik, "Qubic: 4x4x4
// tic-tac-toe", Mathematics Magazine 53, 1980). Proved anew, written, read, checked.
#include <gtest/gtest.h>

#include "noughts/hyper/proof/claim.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper {
namespace {

// The proof that is part of the program, and of this tree.
TEST(HyperQubic, TheProofInTheProgramHolds) {
  const auto certificate = read_certificate(NOUGHTS_SOURCE "/data/qubic.cert");
  ASSERT_TRUE(certificate) << certificate.error().message;
  EXPECT_EQ(claim_text(*certificate), "player 1 can force a win on 4^3 with 2 players");
  const auto report = verify(*certificate);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->wrong, 0u) << report->complaint;
  EXPECT_EQ(report->checked, certificate->entries.size());
}

// Found anew, to the letter.
TEST(HyperQubic, ThoroughTheFirstPlayerWins) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "minutes with sanitizers";
#endif
  const auto proof = prove_first_player_win(*Rules::make(4, 3, 2), {});
  ASSERT_TRUE(proof && proof->certificate);
  const auto committed = read_certificate(NOUGHTS_SOURCE "/data/qubic.cert");
  ASSERT_TRUE(committed);
  EXPECT_EQ(to_text(*proof->certificate), to_text(*committed));
}

}  // namespace
}  // namespace noughts::hyper
