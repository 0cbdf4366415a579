// A proof that the server is given is checked before anything is called proved.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "noughts/hyper/search/threat_proof.h"
#include "noughts/serve/analysis_cache.h"
#include "temporary_folder.h"

namespace noughts::serve {
namespace {

TEST(ServeProofs, AreCheckedBeforeTheyAreBelieved) {
  const auto rules = *hyper::Rules::make(3, 3, 2);
  const auto proof = hyper::search::prove_first_player_win(rules, {});
  ASSERT_TRUE(proof && proof->certificate);
  hyper::proof::Certificate certificate = *proof->certificate;
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "win.cert").string();
  ASSERT_TRUE(write_certificate(certificate, path));
  const auto genuine = AnalysisCache::open({.proofs = folder.path().string()});
  ASSERT_TRUE(genuine) << genuine.error().message;
  EXPECT_EQ((*genuine)->proofs().size(), 1u);
  certificate.entries.pop_back();
  ASSERT_TRUE(write_certificate(certificate, path));
  const auto forged = AnalysisCache::open({.proofs = folder.path().string()});
  ASSERT_FALSE(forged);
  EXPECT_EQ(forged.error().code, ErrorCode::kWrongValue);
  EXPECT_NE(forged.error().message.find("does not hold"), std::string::npos);
}

// A pipe that nobody writes to would be read for ever.
TEST(ServeProofs, APipeAmongThemIsASentence) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "win.cert").c_str(), 0600), 0);
  const auto opened = AnalysisCache::open({.proofs = folder.path().string()});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("is not a plain file"), std::string::npos);
}

}  // namespace
}  // namespace noughts::serve
