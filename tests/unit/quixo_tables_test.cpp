// Stored classes: what is kept, written, read and probed.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "noughts/core/random.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/solve/next_tier.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"
#include "temporary_folder.h"

namespace noughts::quixo::layout {
namespace {

Board random_board(const Rules& rules, Random& random) {
  const auto x = static_cast<Cells>(random.next()) & rules.all_cells();
  const auto o = static_cast<Cells>(random.next()) & rules.all_cells() & ~x;
  return make_board(x, o);
}

class QuixoTables : public ::testing::Test {
 protected:
  const TemporaryFolder temporary_;
  const store::Path folder_ = temporary_.path();
};

TEST(QuixoReduction, EveryBoardHasAnImageThatIsKept) {
  Random random(11);
  for (const int size : {3, 4, 5}) {
    const Rules rules = *Rules::make(size);
    const Geometry geometry(size, true);
    const Reduction reduction(rules, geometry);
    std::uint64_t kept = 0;
    constexpr int kTrials = 20'000;
    for (int i = 0; i < kTrials; ++i) {
      const Board board = random_board(rules, random);
      kept += reduction.is_kept(board);
      const Board image = reduction.kept_image(board);
      ASSERT_TRUE(reduction.is_kept(image));
      ASSERT_EQ(rules.canonical(image), rules.canonical(board));
    }
    EXPECT_LT(static_cast<double>(kept) / kTrials, size == 3 ? 0.2 : 0.14) << size;
  }
}

// The weights of the kept images of a board sum up to the number of its images.
TEST(QuixoReduction, KeptBoardsWeighWhatTheyStandFor) {
  Random random(15);
  for (const int size : {3, 4, 5}) {
    const Rules rules = *Rules::make(size);
    const Geometry g(size, true);
    const Reduction reduction(rules, g);
    const auto weight = [&](Board board) {
      const Geometry::Parts at = g.parts(board);
      const ClassId id = class_of(board);
      const TileCount p = g.p_count[at.p];
      const TileCount q = g.q_count[at.q];
      const int shape = g.shape_of(id.x - p.a - q.a, id.o - p.b - q.b);
      const Reduction::Mask& mask = reduction.mask(at.p, at.q, shape);
      const std::size_t bit = 8 * std::size_t{g.shapes[shape].run_offset[at.u]} + g.s_rank[at.s];
      std::uint32_t place = 0;
      for (std::size_t i = 0; i < bit; ++i) place += mask.words[i / 64] >> (i % 64) & 1;
      for (const auto& light : mask.light) {
        if (light.place == place) return static_cast<std::size_t>(light.weight);
      }
      return std::size_t{kSymmetries};
    };
    for (int i = 0; i < 3000; ++i) {
      // Few tiles, so that many boards have symmetries.
      Board board = random_board(rules, random);
      if (i % 2 == 0) board &= random_board(rules, random) & random_board(rules, random);
      std::set<Board> images;
      for (int s = 0; s < kSymmetries; ++s) images.insert(rules.image(board, s));
      std::size_t sum = 0;
      for (const Board image : images) {
        if (reduction.is_kept(image)) sum += weight(image);
      }
      ASSERT_EQ(sum, images.size());
    }
  }
}

TEST(QuixoReduction, MasksSayTheSame) {
  const Rules rules = *Rules::make(4);
  const Geometry g(4, true);
  const Reduction reduction(rules, g);
  Random random(12);
  for (int i = 0; i < 20'000; ++i) {
    const Board board = random_board(rules, random);
    const Geometry::Parts at = g.parts(board);
    const ClassId id = class_of(board);
    const TileCount p = g.p_count[at.p];
    const TileCount q = g.q_count[at.q];
    const int shape = g.shape_of(id.x - p.a - q.a, id.o - p.b - q.b);
    const std::size_t bit = 8 * std::size_t{g.shapes[shape].run_offset[at.u]} + g.s_rank[at.s];
    const Reduction::Mask& mask = reduction.mask(at.p, at.q, shape);
    EXPECT_EQ(mask.words[bit / 64] >> (bit % 64) & 1, reduction.is_kept(board));
  }
}

TEST(QuixoPackKernels, EveryVariantPacksAlikeAndUnpacks) {
  Random random(13);
  constexpr int kWords = 9;
  std::uint64_t vector[kWords], mask[kWords];
  for (int i = 0; i < kWords; ++i) {
    vector[i] = random.next();
    mask[i] = i == 4 ? 0 : i == 5 ? ~std::uint64_t{0} : random.next() & random.next();
  }
  std::vector<std::uint8_t> expected;
  for (const Isa isa : {Isa::kBaseline, Isa::kV3, Isa::kV4}) {
    if (isa > best_isa()) continue;
    const PackKernels& kernels = pack_kernels(isa);
    std::vector<std::uint8_t> stream(kWords * 8 + kStreamMargin);
    const std::uint64_t end = kernels.pack(vector, mask, kWords, stream.data(), 3);
    if (expected.empty()) expected = stream;
    EXPECT_EQ(stream, expected);
    std::uint64_t back[kWords] = {};
    EXPECT_EQ(kernels.unpack(stream.data(), 3, mask, kWords, back), end);
    for (int i = 0; i < kWords; ++i) EXPECT_EQ(back[i], vector[i] & mask[i]);
  }
}

TEST(QuixoPackKernels, EveryVariantFindsEqualBytes) {
  Random random(17);
  constexpr int kWords = 3;
  std::vector<std::uint8_t> bytes(64 * kWords);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(3) * 127);
  for (const Isa isa : {Isa::kBaseline, Isa::kV3, Isa::kV4}) {
    if (isa > best_isa()) continue;
    for (const int value : {0, 127, 254, 1}) {
      std::uint64_t bits[kWords];
      pack_kernels(isa).equal(bytes.data(), static_cast<std::uint8_t>(value), kWords, bits);
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        ASSERT_EQ(bits[i / 64] >> (i % 64) & 1, bytes[i] == value ? 1u : 0u) << i;
      }
    }
  }
}

// A stopped computation has no digest: it used to be 0.
TEST_F(QuixoTables, ACancelledDigestIsAnError) {
  CancelToken cancel;
  Workers workers(1, {.cancel = &cancel});
  const auto layout = std::make_shared<const TableLayout>(*Rules::make(3));
  const tables::ChunkMaker make = tables::chunks_from_values(
      *layout, {1, 1}, false, [](const Geometry::Parts&) { return Outcome{}; });
  EXPECT_TRUE(tables::digest_classes(*layout, {{{1, 1}, make}}, workers));
  cancel.cancel();
  const auto digest = tables::digest_classes(*layout, {{{1, 1}, make}}, workers);
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(tables::write_class(folder_, *layout, {1, 1}, false, make, workers).error().code,
            ErrorCode::kCancelled);
}

// A class of 5x5 through the file and back: planes, probes and digests agree.
TEST_F(QuixoTables, ClassesOfTheFullBoardSurviveTheFile) {
  const Rules rules = *Rules::make(5);
  Workers workers(2);
  const engine::Engine engine(rules, true);
  const auto layout = std::make_shared<const TableLayout>(rules);
  const Pair pair{5, 20};
  auto solved = solve_pair(engine, pair, nullptr, workers);
  ASSERT_TRUE(solved);
  const ClassLayout class_layout(engine.geometry(), pair);
  Random random(14);
  for (const Mover mover : pair.movers()) {
    const PlaneId plane{pair, mover};
    const ClassId id = class_of(plane);
    const SidePlanes& side = solved->sides[mover];
    const tables::ChunkMaker make = tables::chunks_from_planes(*layout, class_layout, side);
    const auto stored = tables::write_class(folder_, *layout, id, false, make, workers);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->digest, tables::digest_classes(*layout, {{id, make}}, workers)->front());
    const auto table = tables::ClassTable::open(folder_, layout, id);
    ASSERT_TRUE(table) << table.error().message;
    Counts counts;
    for (std::uint64_t chunk = 0; chunk < table->chunk_count(); ++chunk) {
      counts += *table->count(**table->read(chunk), chunk);
    }
    EXPECT_EQ(counts, solved->counts[mover]);
    tables::Manifest manifest;
    manifest.classes[id] = {solved->counts[mover], stored->digest, stored->file_bytes};
    const solve::PlaneFolder tables{folder_, layout, engine, workers, manifest};
    const auto loaded = tables.load(plane, true, true);
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(
        std::equal(side.win.data(), side.win.data() + class_layout.bytes, loaded->win.data()));
    EXPECT_TRUE(
        std::equal(side.loss.data(), side.loss.data() + class_layout.bytes, loaded->loss.data()));
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t rank = random.below(class_size(rules, id));
      const Arrangement cells = unrank_arrangement(rank, 25, id.x, id.o);
      const Board board =
          make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos));
      const tables::ClassTable::Place place = table->place_of(board);
      const auto outcome = table->decode(**table->read(place.chunk), place);
      ASSERT_EQ(outcome->value, side.value(class_layout.bit_of(plane.absolute(board))));
    }
  }
}

TEST_F(QuixoTables, AnotherRuleIsAnotherTable) {
  Workers workers(1);
  const auto lose = std::make_shared<const TableLayout>(*Rules::make(3));
  const auto win = std::make_shared<const TableLayout>(*Rules::make(3, 3, BothLines::kMoverWins));
  const tables::ChunkMaker make = tables::chunks_from_values(
      *lose, {1, 1}, true, [](const Geometry::Parts&) { return Outcome{}; });
  ASSERT_TRUE(tables::write_class(folder_, *lose, {1, 1}, true, make, workers));
  EXPECT_TRUE(tables::ClassTable::open(folder_, lose, {1, 1}));
  EXPECT_EQ(tables::ClassTable::open(folder_, win, {1, 1}).error().code, ErrorCode::kWrongVersion);
  EXPECT_EQ(tables::ClassTable::open(folder_, lose, {2, 1}).error().code, ErrorCode::kMissing);
}

// A list that another process wrote, with other values than those found here: neither is
// taken for right.
TEST_F(QuixoTables, APairFoundWithOtherValuesIsAnError) {
  Workers workers(1);
  const Rules rules = *Rules::make(3);
  solve::Options options;
  options.last_tier = rules.cells();
  options.tables = folder_;
  ASSERT_TRUE(solve::run(rules, options, workers));
  const Pair pair{3, 5};
  options.choose(pair);
  ASSERT_TRUE(solve::run(rules, options, workers));
  tables::Manifest manifest = *tables::Manifest::read(folder_, rules);
  ++manifest.classes.at({3, 5}).digest;
  ASSERT_TRUE(manifest.write_pair(folder_, rules, pair));
  std::filesystem::remove(folder_ / "x03o05.table");
  std::filesystem::remove(folder_ / "x05o03.table");
  const auto again = solve::run(rules, options, workers);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(again.error().message.find("solved again differs from the manifest"),
            std::string::npos);
}

}  // namespace
}  // namespace noughts::quixo::layout
