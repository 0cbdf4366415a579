// The proof of tables: accepts what the solver made, refuses any single change.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "noughts/core/random.h"
#include "noughts/quixo/proof/proof.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"
#include "temporary_folder.h"

namespace noughts::quixo {
namespace {

class QuixoProof : public ::testing::Test {
 protected:
  void make_tables(const Rules& rules, int last_tier = 0) {
    SolveOptions options;
    options.tables = folder_;
    options.last_tier = last_tier;
    const auto solution = solve(rules, options, workers_);
    ASSERT_TRUE(solution) << solution.error().message;
  }

  ProofReport prove(const Rules& rules) {
    auto report = prove_tables(folder_, rules, workers_);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : ProofReport{};
  }

  // Changes the value or the rank of one kept board of a class, writes its file with good
  // checksums and lists it in the manifest. Gives back the files as they were.
  class Change {
   public:
    Change(const store::Path& folder, const std::shared_ptr<const TableLayout>& layout, ClassId id,
           Random& random, Workers& workers)
        : path_(class_path(folder, id)), manifest_(folder / "manifest.json") {
      file_before_ = *store::read_file(path_);
      manifest_before_ = *store::read_file(manifest_);
      const ClassTable table = *ClassTable::open(folder, layout, id);
      const ClassLayout at = layout_of(*layout, id);
      std::uint64_t chunk = 0;
      std::uint64_t kept = 0;
      do {
        chunk = random.below(table.chunk_count());
        kept = kept_boards(*layout, at, table.p_of(chunk));
      } while (kept == 0);
      const std::uint64_t place = random.below(kept);
      const bool change_value = random.below(2) == 0;
      std::map<int, std::uint64_t> chunk_of_p;
      for (std::uint64_t i = 0; i < table.chunk_count(); ++i) chunk_of_p[table.p_of(i)] = i;
      const auto values = [&](int p) {
        std::vector<std::uint8_t> raw = **table.read(chunk_of_p.at(p));
        if (change_value && chunk_of_p.at(p) == chunk) change_bits(raw, kept, place, random);
        return raw;
      };
      const auto ranks = [&](int p) {
        std::vector<std::uint8_t> raw = **table.read_ranks(chunk_of_p.at(p));
        if (change_value || chunk_of_p.at(p) != chunk) return raw;
        std::vector<std::uint8_t> codes(kept);
        for (std::uint64_t i = 0; i < kept; ++i) {
          codes[i] = static_cast<std::uint8_t>(*table.rank_code(raw, {chunk, i, kept}));
        }
        codes[place] = static_cast<std::uint8_t>(codes[place] + 1 + random.below(255));
        return pack_codes(codes);
      };
      Workers one(1);
      const auto stored = write_class(folder, *layout, id, false, values, one, ranks);
      auto manifest = *Manifest::read(folder, layout->rules);
      ManifestEntry& entry = manifest.classes.at(id);
      entry.digest = stored->digest;
      entry.rank_digest = stored->rank_digest;
      EXPECT_TRUE(manifest.write(folder, layout->rules));
      static_cast<void>(workers);
    }
    void undo() const {
      EXPECT_TRUE(store::write_file(path_, file_before_));
      EXPECT_TRUE(store::write_file(manifest_, manifest_before_));
    }

   private:
    // A draw has neither bit, a win the first, a loss the second.
    static void change_bits(std::vector<std::uint8_t>& raw, std::uint64_t kept, std::uint64_t place,
                            Random& random) {
      std::uint8_t& win = raw[place / 8];
      std::uint8_t& loss = raw[stream_bytes(kept) + place / 8];
      const auto bit = static_cast<std::uint8_t>(1 << (place % 8));
      const int now = (win & bit ? 1 : 0) + (loss & bit ? 2 : 0);
      const int next = (now + 1 + static_cast<int>(random.below(2))) % 3;
      win = static_cast<std::uint8_t>((win & ~bit) | (next == 1 ? bit : 0));
      loss = static_cast<std::uint8_t>((loss & ~bit) | (next == 2 ? bit : 0));
    }

    store::Path path_, manifest_;
    std::string file_before_, manifest_before_;
  };

  // Some in every run; all five hundred of each board when asked for, as make check does.
  static int changes() { return std::getenv("NOUGHTS_THOROUGH") != nullptr ? 500 : 50; }

  void expect_changes_refused(const Rules& rules, int changes, int least_tier) {
    const auto layout = std::make_shared<const TableLayout>(rules);
    Random random(17);
    for (int i = 0; i < changes; ++i) {
      const int tiles = least_tier + static_cast<int>(random.below(static_cast<std::uint64_t>(
                                         rules.cells() - least_tier + 1)));
      const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(tiles) + 1));
      const Change change(folder_, layout, {x, tiles - x}, random, workers_);
      const ProofReport report = prove(rules);
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
    const ProofReport report = prove(rules);
    EXPECT_TRUE(report.proved) << report.first_wrong;
    EXPECT_EQ(report.totals.total(), 19'683u);
    EXPECT_EQ(report.resumed, 0u);
    // Proved once, it need not be proved again.
    EXPECT_EQ(prove(rules).resumed, report.classes);
  }
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
    const ProofReport report = prove(rules);
    EXPECT_TRUE(report.proved) << report.first_wrong;
    EXPECT_EQ(report.totals.total(), 43'046'721u);
  }
  expect_changes_refused(*Rules::make(4), changes(), 8);
}
#endif

}  // namespace
}  // namespace noughts::quixo
