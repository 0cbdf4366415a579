#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/threat_proof.h"
#include "noughts/hyper/study/guided_tree.h"
#include "noughts/hyper/study/learn.h"
#include "temporary_folder.h"

namespace noughts::hyper::study {
namespace {

std::string leaves(int player, const Policy& policy, const Rules& rules) {
  const auto c = guided_tree(rules, player - 1, policy);
  if (!c) return c.error().message;
  return std::to_string(c->wins) + "/" + std::to_string(c->draws) + "/" + std::to_string(c->losses);
}

// The Greedy rows of Tables 1 and 2 of Kutner's draft.
TEST(HyperTree, GreedyRowsOfTheDraft) {
  const Rules two = *Rules::make(3, 2, 2);
  const Rules three = *Rules::make(3, 2, 3);
  const Policy greedy2 = greedy_policy(two, {.penalty = Penalty::kFull});
  const Policy greedy3 = greedy_policy(three, {.penalty = Penalty::kFull});
  EXPECT_EQ(leaves(1, greedy2, two), "18/1/0");
  EXPECT_EQ(leaves(2, greedy2, two), "53/22/6");
  EXPECT_EQ(leaves(1, greedy3, three), "84/148/0");
  EXPECT_EQ(leaves(2, greedy3, three), "258/449/21");
  EXPECT_EQ(leaves(3, greedy3, three), "321/1604/60");
}

// What the formula as printed gives instead.
TEST(HyperTree, ThePrintedFormulaGivesOtherRows) {
  const Rules rules = *Rules::make(3, 2, 3);
  const Policy greedy = greedy_policy(rules, {.penalty = Penalty::kShared});
  EXPECT_EQ(leaves(1, greedy, rules), "96/122/6");
  EXPECT_EQ(leaves(2, greedy, rules), "301/375/55");
  EXPECT_EQ(leaves(3, greedy, rules), "401/1159/88");
}

TEST(HyperTree, PerfectGuidesNeverLose) {
  for (const int players : {2, 3}) {
    const Rules rules = *Rules::make(3, 2, players);
    const Policy perfect = perfect_policy(rules);
    for (int player = 0; player < players; ++player) {
      EXPECT_EQ(guided_tree(rules, player, perfect)->losses, 0u);
    }
    EXPECT_EQ(judge(rules, perfect, 20'000, 1)->mistakes, 0u);
  }
}

TEST(HyperLearn, IsPerfectOnThreeByThree) {
  const Rules rules = *Rules::make(3, 2, 2);
  Learner learner = *Learner::make(rules);
  const Policy policy = [&](const Position& p) -> Result<Move> { return learner.choose(p); };
#ifdef NOUGHTS_SANITIZED
  ASSERT_TRUE(learner.train({.games = 2'000}));
#else
  ASSERT_TRUE(learner.train({}));
  EXPECT_EQ(judge(rules, policy, 20'000, 1)->mistakes, 0u);
#endif
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "player").string();
  ASSERT_TRUE(learner.save(path));
  const auto loaded = Learner::load(rules, path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->values(rules.initial()), learner.values(rules.initial()));
  EXPECT_EQ(Learner::load(*Rules::make(3, 2, 3), path).error().code, ErrorCode::kWrongVersion);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(100) << "x";
  EXPECT_EQ(Learner::load(rules, path).error().code, ErrorCode::kCorrupt);
  std::remove(path.c_str());
  EXPECT_EQ(Learner::load(rules, path).error().code, ErrorCode::kMissing);
}

TEST(HyperLearn, TheSameSeedLearnsTheSame) {
  const Rules rules = *Rules::make(3, 2, 3);
  Learner a = *Learner::make(rules);
  Learner b = *Learner::make(rules);
  ASSERT_TRUE(a.train({.games = 300, .seed = 5}));
  ASSERT_TRUE(b.train({.games = 300, .seed = 5}));
  EXPECT_EQ(a.values(rules.initial()), b.values(rules.initial()));
}

TEST(HyperThreatProof, ThreeCubed) {
  const auto proof = search::prove_first_player_win(*Rules::make(3, 3, 2), {});
  ASSERT_TRUE(proof);
  ASSERT_TRUE(proof->certificate);
  EXPECT_EQ(proof::verify(*proof->certificate)->wrong, 0u);
  // One move changed, or one entry gone, is refused.
  proof::Certificate holed = *proof->certificate;
  holed.entries.pop_back();
  EXPECT_GT(proof::verify(holed)->wrong, 0u);
  proof::Certificate changed = *proof->certificate;
  changed.entries[0].moves[0] = changed.entries[0].moves[0] == 0 ? 1 : 0;
  EXPECT_GT(proof::verify(changed)->wrong, 0u);
}

TEST(HyperThreatProof, NothingIsShownWhereADrawIs) {
  const auto proof = search::prove_first_player_win(*Rules::make(3, 2, 2), {});
  ASSERT_TRUE(proof);
  EXPECT_FALSE(proof->certificate);
}

}  // namespace
}  // namespace noughts::hyper::study
