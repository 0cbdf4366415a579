// Plies level by level within bounded memory (engine/levels_solver.cpp) against the solver that
// holds all plies in planes (quixo_steps_oracle.h), and against itself.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/levels.h"
#include "noughts/quixo/solve/next_tier.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/verify.h"
#include "published_classes.h"
#include "quixo_steps_oracle.h"
#include "temporary_folder.h"

namespace noughts::quixo::engine {
namespace {

// The chunks of all classes of some tiers.
using Chunks = std::map<std::pair<ClassId, int>, std::vector<std::uint8_t>>;

struct Solved {
  Chunks chunks;
  int dense = 0, sparse = 0;
};

Solved solve_tiers(const Rules& rules, int last_tier, const LevelOptions& options, int threads) {
  Solved run;
  const Engine engine(rules, true);
  Workers workers(threads);
  solve::MemoryTier values;
  solve::MemoryLevels plies;
  for (int tier = rules.cells(); tier >= last_tier; --tier) {
    for (int a = 0; 2 * a <= tier; ++a) {
      const Pair pair{a, tier - a};
      auto value = solve_pair(engine, pair, &values, workers);
      auto solved = solve_pair_by_levels(engine, pair, &plies, workers, options);
      if (!value || !solved) {
        ADD_FAILURE() << solved.error().message;
        return run;
      }
      EXPECT_EQ(solved->counts, value->counts);
      run.dense += solved->dense_passes;
      run.sparse += solved->sparse_passes;
      const layout::ClassLayout layout(engine.geometry(), pair);
      for (const Mover mover : pair.movers()) {
        for (const int p : layout::present(layout)) {
          run.chunks[{class_of(PlaneId{pair, mover}), p}] = solved->levels[mover]->chunk(p);
        }
      }
      values.pairs[pair] = *std::move(value);
      plies.pairs[pair] = *std::move(solved);
    }
  }
  return run;
}

LevelOptions passes(double few_below) {
  LevelOptions options;
  options.few_below = few_below;
  return options;
}

// Whole sets, lists of few boards, both in turn; with planes held and made again; in memory and in
// files; on any number of threads.
TEST(QuixoLevels, EveryWayIsTheSame) {
  const TemporaryFolder folder;
  for (const auto& [rules, last_tier] : {std::pair{*Rules::make(3), 0},
                                         {*Rules::make(3, 3, BothLines::kMoverWins), 0},
                                         {*Rules::make(4), 14},
                                         {*Rules::make(4, 3), 15}}) {
    const Solved dense = solve_tiers(rules, last_tier, passes(0), 1);
    EXPECT_GT(dense.dense, 0);
    EXPECT_EQ(dense.sparse, 0);
    const Solved sparse = solve_tiers(rules, last_tier, passes(1e9), 2);
    EXPECT_GT(sparse.sparse, 0);
    EXPECT_EQ(sparse.dense, 0);
    EXPECT_EQ(sparse.chunks, dense.chunks);
    const Solved mixed = solve_tiers(rules, last_tier, passes(5), 2);
    EXPECT_GT(mixed.dense, 0);
    EXPECT_GT(mixed.sparse, 0);
    EXPECT_EQ(mixed.chunks, dense.chunks);
    LevelOptions tight = passes(5);
    tight.memory_bytes = 0;
    tight.folder = folder.path();
    EXPECT_EQ(solve_tiers(rules, last_tier, tight, 1).chunks, dense.chunks);
  }
}

// What is read from a table is what was written to it.
TEST(QuixoLevels, ARecordFromChunksGivesThemAgain) {
  const Rules rules = *Rules::make(4);
  const Engine engine(rules, true);
  const layout::TableLayout& layout = *engine.tables().kept;
  const Solved run = solve_tiers(rules, 15, passes(1), 1);
  std::map<ClassId, std::vector<LevelRecord::Chunk>> by_class;
  for (const auto& [key, raw] : run.chunks) by_class[key.first].push_back({key.second, raw});
  for (const auto& [id, chunks] : by_class) {
    LevelRecord record(layout, layout::layout_of(layout, id), std::nullopt);
    ASSERT_TRUE(record.add(chunks));
    std::uint64_t kept = record.left_kept(0);
    for (int plies = 0; plies <= record.most(); ++plies) {
      kept -= record.kept(plies, Value::kWin) + record.kept(plies, Value::kLoss);
      EXPECT_EQ(record.left_kept(plies + 1), kept);
    }
    for (const auto& chunk : chunks) EXPECT_EQ(record.chunk(chunk.p), chunk.raw);
  }
}

// The chunks of the oracle.
Chunks chunks_by_planes(const Rules& rules, int last_tier, Workers& workers) {
  Chunks chunks;
  const Engine engine(rules, true);
  MemorySteps plies;
  for (int tier = rules.cells(); tier >= last_tier; --tier) {
    for (int a = 0; 2 * a <= tier; ++a) {
      const Pair pair{a, tier - a};
      auto solved = solve_pair_with_steps(engine, pair, &plies, workers);
      if (!solved) {
        ADD_FAILURE() << solved.error().message;
        return chunks;
      }
      const layout::ClassLayout layout(engine.geometry(), pair);
      for (const Mover mover : pair.movers()) {
        const auto chunk =
            tables::chunks_from_planes(*engine.tables().kept, layout, *solved->sides[mover]);
        for (const int p : layout::present(layout)) {
          chunks[{class_of(PlaneId{pair, mover}), p}] = chunk(p);
        }
      }
      plies.pairs[pair] = *std::move(solved);
    }
  }
  return chunks;
}

TEST(QuixoLevels, AsThePlanesOfPlies) {
  Workers workers(2);
  for (const auto& [rules, last_tier] : {std::pair{*Rules::make(3), 0},
                                         {*Rules::make(3, 3, BothLines::kMoverWins), 0},
                                         {*Rules::make(4), 14},
                                         {*Rules::make(4, 3), 15}}) {
    const Chunks planes = chunks_by_planes(rules, last_tier, workers);
    EXPECT_EQ(solve_tiers(rules, last_tier, passes(5), 2).chunks, planes);
  }
}

// All of 4x4 and the upper tiers of 5x5: in memory, over tables, and by the oracle.
TEST(QuixoLevels, ThoroughAsThePlanesOfPlies) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "takes minutes under a sanitizer";
#endif
  Workers workers(2);
  for (const auto& [size, last_tier] : {std::pair{4, 1}, {5, 24}}) {
    const TemporaryFolder folder;
    const Rules rules = *Rules::make(size);
    solve::Options options;
    options.steps = true;
    options.last_tier = last_tier;
    const auto in_memory = solve::run(rules, options, workers);
    ASSERT_TRUE(in_memory) << in_memory.error().message;
    options.tables = folder.path();
    const auto over_tables = solve::run(rules, options, workers);
    ASSERT_TRUE(over_tables) << over_tables.error().message;
    EXPECT_EQ(over_tables->digest(), in_memory->digest());
    EXPECT_EQ(over_tables->plies, in_memory->plies);
    const layout::TableLayout layout(rules);
    const Chunks planes = chunks_by_planes(rules, last_tier, workers);
    for (const auto& [id, entry] : over_tables->classes) {
      const auto chunk = [&, id = id](int p) { return planes.at({id, p}); };
      const auto digests = tables::digest_classes(layout, {{id, chunk}}, workers);
      ASSERT_TRUE(digests);
      EXPECT_EQ(digests->at(0), entry.digest) << id.x << ", " << id.o;
    }
    const auto report = tables::verify(folder.path(), rules, {.sample = 20'000}, workers);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
  }
}

// With tables of the upper tiers of 5x5 at hand (NOUGHTS_PLIES_5X5=FOLDER).
class QuixoStoredPlies : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("NOUGHTS_PLIES_5X5") == nullptr) GTEST_SKIP() << "needs tables with plies";
    folder_ = std::getenv("NOUGHTS_PLIES_5X5");
    auto manifest = tables::Manifest::read(folder_, rules_);
    ASSERT_TRUE(manifest) << manifest.error().message;
    manifest_ = *std::move(manifest);
  }

  const Rules rules_ = *Rules::make(5);
  store::Path folder_;
  tables::Manifest manifest_;
  Workers workers_{1};
};

// What is won, lost and drawn is what the solve of the values found.
TEST_F(QuixoStoredPlies, CountsAreAsPublished) {
  const auto published = read_published(NOUGHTS_SOURCE "/docs/results/quixo-5x5-classes.csv");
  for (const auto& [id, entry] : manifest_.classes) {
    const PublishedClass& expected = published.at({id.x, id.o});
    EXPECT_EQ(entry.counts, (Counts{expected.win, expected.loss, expected.draw}))
        << id.x << ", " << id.o;
  }
  EXPECT_GE(manifest_.classes.size(), 26u);
}

std::string pair_name(const ::testing::TestParamInfo<Pair>& info) {
  return std::to_string(info.param.a) + "_" + std::to_string(info.param.b);
}

// A pair solved again by planes of plies.
class QuixoStoredPairs : public QuixoStoredPlies, public ::testing::WithParamInterface<Pair> {};

TEST_P(QuixoStoredPairs, AreAsByPlanes) {
  const Pair pair = GetParam();
  const Engine engine(rules_, true);
  const auto layout = std::make_shared<const layout::TableLayout>(rules_);
  StoredSteps next({folder_, layout, engine, workers_, manifest_});
  ASSERT_TRUE(manifest_.lists(pair));
  const auto solved = solve_pair_with_steps(engine, pair, &next, workers_);
  ASSERT_TRUE(solved) << solved.error().message;
  const layout::ClassLayout class_layout(engine.geometry(), pair);
  for (const Mover mover : pair.movers()) {
    const ClassId id = class_of(PlaneId{pair, mover});
    const auto chunks = tables::chunks_from_planes(*layout, class_layout, *solved->sides[mover]);
    const auto digests = tables::digest_classes(*layout, {{id, chunks}}, workers_);
    ASSERT_TRUE(digests);
    EXPECT_EQ(digests->at(0), manifest_.classes.at(id).digest) << id.x << ", " << id.o;
  }
}

INSTANTIATE_TEST_SUITE_P(FiveByFive, QuixoStoredPairs,
                         ::testing::Values(Pair{7, 16}, Pair{8, 15}, Pair{9, 14}, Pair{6, 16},
                                           Pair{7, 15}, Pair{4, 17}, Pair{5, 16}),
                         pair_name);

// Every kept board of a pair from its children, by the plain rules.
class QuixoStoredClasses : public QuixoStoredPlies, public ::testing::WithParamInterface<Pair> {};

TEST_P(QuixoStoredClasses, FollowFromTheRules) {
  const Pair pair = GetParam();
  // A folder with nothing but the pair and what it leads to.
  const TemporaryFolder alone;
  tables::Manifest part = manifest_;
  part.classes.clear();
  std::size_t led_to = 0;
  for (const Mover mover : pair.movers()) {
    std::vector<PlaneId> planes = {{pair, mover}};
    if (pair.tier() < rules_.cells()) {
      planes.push_back(after_new_tile({pair, mover}));
      ++led_to;
    }
    for (const PlaneId& plane : planes) {
      const ClassId id = class_of(plane);
      part.classes[id] = manifest_.classes.at(id);
      std::filesystem::create_symlink(std::filesystem::absolute(tables::class_path(folder_, id)),
                                      tables::class_path(alone.path(), id));
    }
  }
  std::erase_if(part.work, [&](const auto& work) { return work.first != pair; });
  ASSERT_TRUE(part.write(alone.path(), rules_));
  const auto report = tables::verify(alone.path(), rules_, {.sample = 0}, workers_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->unchecked, led_to);
  EXPECT_GT(report->checked, 1'000'000u);
  EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
}

INSTANTIATE_TEST_SUITE_P(FiveByFive, QuixoStoredClasses,
                         ::testing::Values(Pair{12, 13}, Pair{12, 12}, Pair{5, 18}, Pair{4, 18}),
                         pair_name);

}  // namespace
}  // namespace noughts::quixo::engine
