// The engine against the published numbers, against itself solved another way,
// and against the definition of the values.
#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"
#include "noughts/quixo/engine/engine_tables.h"
#include "noughts/quixo/engine/ranks.h"
#include "noughts/quixo/engine/reachable.h"
#include "noughts/quixo/solve/next_tier.h"
#include "quixo_steps_oracle.h"

namespace noughts::quixo::engine {
namespace {

// Solves the tiers from the full board down to `last`; returns them all.
std::map<int, solve::MemoryTier> solve_tiers(const Engine& engine, int last, Workers& workers,
                                             const PairOptions& options = {}) {
  std::map<int, solve::MemoryTier> tiers;
  const int cells = engine.rules().cells();
  for (int tiles = cells; tiles >= last; --tiles) {
    for (int a = 0; 2 * a <= tiles; ++a) {
      NextTier* next = tiles == cells ? nullptr : &tiers.at(tiles + 1);
      const Pair pair{a, tiles - a};
      auto solved = solve_pair(engine, pair, next, workers, options);
      EXPECT_TRUE(solved);
      tiers[tiles].pairs[pair] = std::move(*solved);
    }
  }
  return tiers;
}

Counts sum(const WholeSolution& solution) {
  Counts total;
  for (const auto& row : solution.counts) {
    for (const Counts& count : row) total += count;
  }
  return total;
}

TEST(QuixoEngine, ThreeByThreeAsPublished) {
  Workers workers(1);
  const Engine engine(*Rules::make(3), false);
  const auto solution = solve_whole(engine, workers);
  ASSERT_TRUE(solution);
  EXPECT_EQ(sum(*solution), (Counts{12'748, 6'935, 0}));
  const layout::ClassLayout layout(engine.geometry());
  EXPECT_EQ(solution->at(layout.bit_of(0)), (Outcome{Value::kWin, 7}));
}

// Quixo Is Solved, Table 3.
constexpr std::uint64_t kPublishedWins[] = {
    4'697'505, 15'277'446, 0, 2'419'938, 0, 1'740'992, 0, 1'214'497, 0, 658'834, 0, 287'864,
    0,         100'374,    0, 29'314,    0, 6'656,     0, 1'012,     0, 57,      0};
constexpr std::uint64_t kPublishedLosses[] = {
    4'530'779, 528, 3'775'611, 0, 2'970'384, 0, 1'982'339, 0, 1'034'097, 0, 438'138, 0,
    182'954,   0,   66'280,    0, 18'014,    0, 4'084,     0, 520,       0, 8};

TEST(QuixoEngine, FourByFourAsPublishedAndTierByTier) {
  const Rules rules = *Rules::make(4);
  Workers workers(2);
  const Engine whole(rules, false);
  const auto solution = solve_whole(whole, workers);
  ASSERT_TRUE(solution);
  EXPECT_EQ(sum(*solution), (Counts{26'434'489, 15'003'736, 1'608'496}));
  ASSERT_EQ(solution->by_plies.size(), std::size(kPublishedWins));
  for (std::size_t i = 0; i < std::size(kPublishedWins); ++i) {
    EXPECT_EQ(solution->by_plies[i].win, kPublishedWins[i]) << i;
    EXPECT_EQ(solution->by_plies[i].loss, kPublishedLosses[i]) << i;
  }
  const layout::ClassLayout all(whole.geometry());
  EXPECT_EQ(solution->at(all.bit_of(0)), (Outcome{Value::kWin, 21}));

  // The same board by board from the solver of pairs.
  const Engine graded(rules, true);
  const auto tiers = solve_tiers(graded, 0, workers);
  for (const auto& [tiles, tier] : tiers) {
    for (const auto& [key, pair] : tier.pairs) {
      EXPECT_EQ(pair.counts[Mover::kA], solution->counts[key.a][key.b]);
      EXPECT_EQ(pair.counts[Mover::kB], solution->counts[key.b][key.a]);
    }
  }
  std::map<Pair, layout::ClassLayout> layouts;
  Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    const auto x = static_cast<Cells>(random.next()) & rules.all_cells();
    const auto o = static_cast<Cells>(random.next()) & rules.all_cells() & ~x;
    const Board board = make_board(x, o);
    const auto plane = plane_of(class_of(board));
    const layout::ClassLayout& layout =
        layouts.try_emplace(plane.pair, graded.geometry(), plane.pair).first->second;
    const layout::SidePlanes& side =
        tiers.at(plane.pair.tier()).pairs.at(plane.pair).sides[plane.mover];
    ASSERT_EQ(side.value(layout.bit_of(plane.absolute(board))),
              solution->planes.value(all.bit_of(board)));
  }
}

// A pair for which memory is short fetches one plane of the next tier at a time and keeps one
// of its own packed meanwhile: no board and no rank may change.
TEST(QuixoEngine, LittleMemoryGivesTheSameBoards) {
  Workers workers(2);
  for (const int line : {4, 3}) {
    const Engine engine(*Rules::make(4, line), true);
    PairOptions usual;
    usual.ranks = true;
    PairOptions frugal = usual;
    frugal.split_above_bytes = 0;
    frugal.memory_bytes = 0;
    const auto expected = solve_tiers(engine, 5, workers, usual);
    const auto found = solve_tiers(engine, 5, workers, frugal);
    int parked = 0;
    for (const auto& [tiles, tier] : expected) {
      for (const auto& [key, pair] : tier.pairs) {
        const layout::ClassLayout layout(engine.geometry(), key);
        const PairSolution& other = found.at(tiles).pairs.at(key);
        parked += pair_needs(engine, key, frugal).parks ? 1 : 0;
        for (const Mover mover : key.movers()) {
          ASSERT_EQ(pair.counts[mover], other.counts[mover]) << tiles << " tiles";
          for (std::uint64_t bit = 0; bit < 8 * layout.bytes; ++bit) {
            ASSERT_EQ(pair.sides[mover].value(bit), other.sides[mover].value(bit));
          }
          for (const int p : layout::present(layout)) {
            const auto kept = layout::kept_boards(*engine.tables().kept, layout, p);
            const std::vector<std::uint8_t> wins(kept / 8 + 1, 0xff);
            const auto win_bits = [&] { return wins.data(); };
            ASSERT_EQ(pair.ranks[mover]->codes(p, win_bits),
                      other.ranks[mover]->codes(p, win_bits));
          }
        }
      }
    }
    EXPECT_GT(parked, 20);
  }
}

// Boards that can arise, by the plain search and by planes, under all rules; of 4x4
// the number that docs/results tells.
TEST(QuixoEngine, ReachableBoards) {
  Workers workers(2);
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    const Rules three = *Rules::make(3, 3, both);
    EXPECT_EQ(*count_reachable(Engine(three, false), workers), 16'021u);
    EXPECT_EQ(count_reachable(three), 16'021u);
  }
#ifndef NOUGHTS_SANITIZED
  const Rules four = *Rules::make(4);
  EXPECT_EQ(*count_reachable(Engine(four, false), workers), 41'252'115u);
  EXPECT_EQ(count_reachable(four), 41'252'115u);
#endif
}

#ifndef NOUGHTS_SANITIZED
TEST(QuixoEngine, ThoroughReachableBoardsWithLinesOfThree) {
  Workers workers(2);
  const Rules rules = *Rules::make(4, 3);
  EXPECT_EQ(*count_reachable(Engine(rules, false), workers), count_reachable(rules));
}
#endif

// ---- plies in planes, the oracle of the levels ------------------------------

// The real next tier, every board so many plies further from the end.
class LaterTier final : public SteppedTier {
 public:
  LaterTier(const Engine& engine, MemorySteps& tier, int more)
      : engine_(engine), tier_(tier), more_(more) {}
  Result<std::shared_ptr<const layout::SteppedSide>> get(const PlaneId& id) override {
    const auto real = *tier_.get(id);
    auto later = std::make_shared<layout::SteppedSide>();
    const layout::ClassLayout layout(engine_.geometry(), id.pair);
    const auto copy = [&](const layout::Plane& from) {
      layout::Plane to = *engine_.pool().take(layout.bytes);
      std::copy_n(from.data(), layout.bytes, to.data());
      return to;
    };
    later->planes = {copy(real->planes.win), copy(real->planes.loss)};
    for (const int plies : real->plies_there) later->plies_there.insert(plies + more_);
    const int digits =
        static_cast<int>(std::bit_width(static_cast<unsigned>(*later->plies_there.rbegin())));
    for (int digit = 0; digit < digits; ++digit) {
      layout::Plane plane = *engine_.pool().take(layout.bytes);
      std::fill_n(plane.data(), layout.bytes, std::uint8_t{0});
      for (std::uint64_t bit = 0; bit < 8 * layout.bytes; ++bit) {
        const Outcome outcome = real->at(bit);
        if (!outcome.plies || !((*outcome.plies + more_) >> digit & 1)) continue;
        plane.data()[bit / 8] |= static_cast<std::uint8_t>(1 << (bit % 8));
      }
      later->digits.push_back(std::move(plane));
    }
    return std::shared_ptr<const layout::SteppedSide>(later);
  }

 private:
  const Engine& engine_;
  MemorySteps& tier_;
  int more_;
};

// A next tier of 75 levels and more costs a pass per level that decides something and
// one for each of its plies, not one per number up to the next power of two; and there
// is no bound of 127.
TEST(QuixoEngine, LevelsThatDecideNothingAreLeftOut) {
  Workers workers(1);
  const Engine engine(*Rules::make(3), true);
  MemorySteps full;
  for (int a = 0; a <= 4; ++a) {
    auto solved = solve_pair_with_steps(engine, {a, 9 - a}, nullptr, workers);
    ASSERT_TRUE(solved);
    full.pairs[solved->pair] = std::move(*solved);
  }
  for (const int a : {3, 4}) {
    const Pair pair{a, 8 - a};
    const auto near = solve_pair_with_steps(engine, pair, &full, workers);
    ASSERT_TRUE(near);
    for (const int more : {75, 128, 250, 1000}) {
      LaterTier later(engine, full, more);
      const auto far = solve_pair_with_steps(engine, pair, &later, workers);
      ASSERT_TRUE(far) << far.error().message;
      EXPECT_EQ(far->counts, near->counts) << "values do not depend on when";
      EXPECT_GT(far->levels, more);
      EXPECT_EQ(far->by_plies.size(), static_cast<std::size_t>(far->levels) + 1);
      EXPECT_LE(far->passes, 40) << more;
      // No board has more plies than the digits can say.
      const layout::ClassLayout layout(engine.geometry(), pair);
      for (const Mover mover : pair.movers()) {
        const auto counts = solve::count_plies(*far->sides[mover], layout);
        std::uint64_t decided = 0;
        for (const Counts& count : counts) decided += count.total();
        EXPECT_EQ(decided, far->counts[mover].win + far->counts[mover].loss);
      }
    }
  }
}

}  // namespace
}  // namespace noughts::quixo::engine
