// The proof of tables: accepts what the solver made, refuses any single change.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "changed_class.h"
#include "noughts/core/json.h"
#include "noughts/core/random.h"
#include "noughts/quixo/proof/proof.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/probe.h"
#include "temporary_folder.h"

namespace noughts::quixo::proof {
namespace {

class QuixoProof : public ::testing::Test {
 protected:
  void make_tables(const Rules& rules, int last_tier = 0) {
    solve::Options options;
    options.tables = folder_;
    options.last_tier = last_tier;
    const auto solution = solve::run(rules, options, workers_);
    ASSERT_TRUE(solution) << solution.error().message;
  }

  Report prove(const Rules& rules, const store::Path& state = {}) {
    auto report = prove_tables(folder_, rules, workers_, state);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : Report{};
  }

  // Some in every run; all five hundred of each board when asked for, as make check does.
  static int changes() { return std::getenv("NOUGHTS_THOROUGH") != nullptr ? 500 : 50; }

  void expect_changes_refused(const Rules& rules, int changes, int least_tier) {
    const auto layout = std::make_shared<const layout::TableLayout>(rules);
    Random random(17);
    for (int i = 0; i < changes; ++i) {
      const int tiles = least_tier + static_cast<int>(random.below(static_cast<std::uint64_t>(
                                         rules.cells() - least_tier + 1)));
      const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(tiles) + 1));
      const ChangedClass change(folder_, layout, {x, tiles - x}, random);
      const Report report = prove(rules);
      ASSERT_FALSE(report.proved) << "change " << i << " in (" << x << ", " << tiles - x << ")";
      ASSERT_GT(report.wrong, 0u);
      change.undo();
    }
    EXPECT_TRUE(prove(rules).proved);
  }

  Workers workers_{2};
  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path();
};

TEST_F(QuixoProof, ThreeByThreeUnderAllRules) {
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    const Rules rules = *Rules::make(3, 3, both);
    std::filesystem::remove_all(folder_);
    make_tables(rules);
    const Report report = prove(rules);
    EXPECT_TRUE(report.proved) << report.first_wrong;
    EXPECT_EQ(report.totals.total(), 19'683u);
    EXPECT_EQ(report.resumed, 0u);
    EXPECT_EQ(prove(rules).resumed, 0u);  // nothing is remembered unless asked for
  }
}

TEST_F(QuixoProof, WhatIsRememberedIsBoundToWhatWasRead) {
  const Rules rules = *Rules::make(3);
  make_tables(rules);
  const store::Path state = temporary_.path().string() + ".state";
  const Report report = prove(rules, state);
  EXPECT_TRUE(report.proved);
  const Report again = prove(rules, state);
  EXPECT_EQ(again.resumed, report.classes);
  EXPECT_EQ(again.checked, report.checked);
  EXPECT_EQ(again.totals, report.totals);
  // The empty board stored as another value, all checksums right: its pair is proved anew.
  Random random(1);
  const auto layout = std::make_shared<const layout::TableLayout>(rules);
  const ChangedClass change(folder_, layout, {0, 0}, random);
  const Report changed = prove(rules, state);
  EXPECT_FALSE(changed.proved);
  EXPECT_EQ(changed.wrong, 1u);
  EXPECT_EQ(changed.resumed, report.classes - 1);
  std::filesystem::remove(state);
}

// The state that earlier versions kept beside the tables, made up by whoever made the tables up.
TEST_F(QuixoProof, WhatLiesInTheFolderIsNotBelieved) {
  const Rules rules = *Rules::make(3);
  make_tables(rules);
  Random random(1);
  const auto layout = std::make_shared<const layout::TableLayout>(rules);
  const ChangedClass change(folder_, layout, {0, 0}, random);
  const auto digests = [&](ClassId id) {
    const auto table = tables::ClassTable::open(folder_, layout, id);
    return fmt::format("{:016x}{:016x}", table->digest(), *table->rank_digest());
  };
  Json pairs = Json::object();
  for (int tier = 0; tier <= rules.cells(); ++tier) {
    for (int a = 0; 2 * a <= tier; ++a) {
      std::string rests_on;
      const Pair pair{a, tier - a};
      for (const Mover mover : pair.movers()) {
        rests_on += digests(class_of(PlaneId{pair, mover}));
        if (tier < rules.cells()) rests_on += digests(class_of(after_new_tile({pair, mover})));
      }
      pairs[fmt::format("{},{}", a, tier - a)] = {{"digests", rests_on}, {"checked", -1}};
    }
  }
  const std::string text = pairs.dump();
  const auto checksum =
      store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  const Json forged = {{"rules", tables::describe_rules(rules)},
                       {"pairs", pairs},
                       {"checksum", fmt::format("{:016x}", checksum)}};
  ASSERT_TRUE(store::write_file(folder_ / "proof.json", forged.dump(1) + "\n"));
  const Report report = prove(rules);
  EXPECT_FALSE(report.proved);
  EXPECT_EQ(report.resumed, 0u);
  const auto inside = prove_tables(folder_, rules, workers_, folder_ / "proof.json");
  ASSERT_FALSE(inside);
  EXPECT_EQ(inside.error().code, ErrorCode::kBadInput);
}

TEST_F(QuixoProof, AStateThatIsNoneIsRefusedInASentence) {
  const Rules rules = *Rules::make(3);
  make_tables(rules);
  const store::Path state = temporary_.path().string() + ".state";
  const std::string about = tables::describe_rules(rules).dump();
  for (const std::string& text :
       {std::string("{"), std::string("[]"), std::string("{}"), std::string(200'000, '['),
        R"({"rules":)" + about + R"(,"proved":{"0,0":-1}})",
        R"({"rules":)" + about + R"(,"proved":[]})",
        std::string(R"({"rules":{"game":"quixo"},"proved":{}})")}) {
    ASSERT_TRUE(store::write_file(state, text));
    const auto report = prove_tables(folder_, rules, workers_, state);
    ASSERT_FALSE(report) << text.substr(0, 50);
    EXPECT_EQ(report.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(report.error().message.find("not a state of this proof"), std::string::npos);
  }
  std::filesystem::remove(state);
}

TEST_F(QuixoProof, BoardsAreCountedAndNotCopiedFromTheManifest) {
  const Rules rules = *Rules::make(3);
  make_tables(rules);
  const Counts right = prove(rules).totals;
  auto manifest = *tables::Manifest::read(folder_, rules);
  for (auto& [id, entry] : manifest.classes) entry.counts = {0, 0, entry.counts.total()};
  ASSERT_TRUE(manifest.write(folder_, rules));
  const Report report = prove(rules);
  EXPECT_FALSE(report.proved);
  EXPECT_NE(report.first_wrong.find("the manifest says 0 and 0"), std::string::npos);
  const auto values = tables::open_class_tables(folder_, rules, manifest);
  EXPECT_EQ(values->summary().totals(), right);
  // A solve that goes on takes over no counts either.
  solve::Options options;
  options.tables = folder_;
  const auto solution = solve::run(rules, options, workers_);
  ASSERT_TRUE(solution) << solution.error().message;
  EXPECT_EQ(solution->totals(), right);
  EXPECT_TRUE(prove(rules).proved);
}

TEST_F(QuixoProof, ChangesIn3x3AreRefused) {
  const Rules rules = *Rules::make(3);
  make_tables(rules);
  ASSERT_TRUE(prove(rules).proved);
  expect_changes_refused(rules, changes(), 0);
}

#ifndef NOUGHTS_SANITIZED
TEST_F(QuixoProof, FourByFourAndChangesInIt) {
  for (const auto& [line, both] :
       {std::pair(4, BothLines::kMoverWins), std::pair(4, BothLines::kMoverLoses)}) {
    const Rules rules = *Rules::make(4, line, both);
    std::filesystem::remove_all(folder_);
    make_tables(rules);
    const Report report = prove(rules);
    EXPECT_TRUE(report.proved) << report.first_wrong;
    EXPECT_EQ(report.totals.total(), 43'046'721u);
  }
  expect_changes_refused(*Rules::make(4), changes(), 8);
}
#endif

}  // namespace
}  // namespace noughts::quixo::proof
