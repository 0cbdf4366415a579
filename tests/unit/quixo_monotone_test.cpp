// A tile more never hurts its owner: over all boards of 3x3 and 4x4, values and plies,
// and class by class from tables.
#include <gtest/gtest.h>

#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/solve/monotone.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/quixo/tables/class_table.h"
#include "temporary_folder.h"

namespace noughts::quixo::solve {
namespace {

// How good a board is for X, to move: a quick win most, a quick loss least.
std::uint8_t goodness(const Outcome& outcome) {
  if (outcome.value == Value::kDraw) return 128;
  return static_cast<std::uint8_t>(outcome.value == Value::kWin ? 255 - *outcome.plies
                                                                : *outcome.plies);
}

// Of every board, in base three: cell i counts 3^i if it is X's, 2 * 3^i if it is O's.
std::vector<std::uint8_t> all_boards(const tables::ValueSource& values) {
  const int cells = values.rules().cells();
  std::vector<std::uint8_t> good(static_cast<std::size_t>(int_power(3, cells)));
  for (std::size_t code = 0; code < good.size(); ++code) {
    Cells x = 0;
    Cells o = 0;
    std::size_t rest = code;
    for (int cell = 0; rest > 0; ++cell, rest /= 3) {
      x |= static_cast<Cells>(rest % 3 == 1) << cell;
      o |= static_cast<Cells>(rest % 3 == 2) << cell;
    }
    good[code] = goodness(*values.at(make_board(x, o)));
  }
  return good;
}

struct Compared {
  std::uint64_t pairs = 0;
  std::uint64_t better = 0;
  std::uint64_t worse = 0;
};

// Every board against every board with one tile more, X's and O's.
Compared compare_all(const std::vector<std::uint8_t>& good) {
  Compared compared;
  for (std::size_t power = 1; power < good.size(); power *= 3) {
    for (std::size_t start = 0; start < good.size(); start += 3 * power) {
      for (std::size_t code = start; code < start + power; ++code) {
        const int blank = good[code];
        const int own = good[code + power];
        const int other = good[code + 2 * power];
        compared.pairs += 2;
        compared.better += (own > blank) + (other < blank);
        compared.worse += (own < blank) + (other > blank);
      }
    }
  }
  return compared;
}

void check_all(int size, int line, BothLines both, std::uint64_t pairs) {
  SCOPED_TRACE(testing::Message() << size << "x" << size << " line " << line);
  Workers workers(1);
  const auto values = solve_in_memory(*Rules::make(size, line, both), workers);
  ASSERT_TRUE(values);
  const Compared compared = compare_all(all_boards(**values));
  EXPECT_EQ(compared.pairs, pairs);
  EXPECT_EQ(compared.worse, 0u);
  EXPECT_GT(compared.better, pairs / 10);
}

constexpr std::uint64_t kPairsOfThree = 118'098;     // 2 * 9 * 3^8
constexpr std::uint64_t kPairsOfFour = 459'165'024;  // 2 * 16 * 3^15

TEST(QuixoMonotone, AllOfThreeByThree) {
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    check_all(3, 3, both, kPairsOfThree);
  }
}

// Values of all of 4x4 are compared from its tables, below; here plies too, and other rules.
TEST(QuixoMonotone, ThoroughAllOfFourByFour) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  check_all(4, 4, BothLines::kMoverLoses, kPairsOfFour);
  check_all(4, 4, BothLines::kMoverWins, kPairsOfFour);
}

TEST(QuixoMonotone, ThoroughLinesOfThreeOnFourByFour) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  check_all(4, 3, BothLines::kMoverLoses, kPairsOfFour);
}

bool solve_to(const store::Path& folder, const Rules& rules, Workers& workers) {
  Options options;
  options.tables = folder;
  options.ranks = false;
  return static_cast<bool>(run(rules, options, workers));
}

// The same from tables, without plies, and all comparisons counted: one cell of each
// orbit, with any filling of the others.
void check_tables(int size, std::uint64_t pairs, std::uint64_t orbits) {
  const TemporaryFolder temporary;
  const Rules rules = *Rules::make(size);
  Workers workers(1);
  ASSERT_TRUE(solve_to(temporary.path(), rules, workers));
  const auto report = check_monotone(temporary.path(), rules, workers);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->pairs, pairs);
  EXPECT_EQ(report->compared,
            2 * orbits * static_cast<std::uint64_t>(int_power(3, rules.cells() - 1)));
  EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
  EXPECT_GT(report->better, 0u);
}

TEST(QuixoMonotone, TablesOfThreeByThree) { check_tables(3, kPairsOfThree, 3); }

TEST(QuixoMonotone, TablesOfFourByFour) {
#ifdef NOUGHTS_SANITIZED
  GTEST_SKIP() << "4x4 takes minutes under a sanitizer";
#endif
  check_tables(4, kPairsOfFour, 3);
}

// Parts of the tables, and together all of them.
TEST(QuixoMonotone, TiersAddUp) {
  const TemporaryFolder temporary;
  const Rules rules = *Rules::make(3);
  Workers workers(1);
  ASSERT_TRUE(solve_to(temporary.path(), rules, workers));
  std::uint64_t pairs = 0;
  for (const TierRange tiers : {TierRange{9, 5}, TierRange{5, 4}, TierRange{4, 0}}) {
    const auto report = check_monotone(temporary.path(), rules, workers, tiers);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->wrong, 0u) << report->first_wrong;
    pairs += report->pairs;
  }
  EXPECT_EQ(pairs, kPairsOfThree);
}

// Classes of wrong values are found, whichever way round their colours are.
TEST(QuixoMonotone, FindsWrongClasses) {
  const Rules rules = *Rules::make(3);
  Workers workers(1);
  for (const ClassId id : {ClassId{2, 2}, ClassId{2, 3}, ClassId{3, 2}, ClassId{4, 1}}) {
    const TemporaryFolder temporary;
    ASSERT_TRUE(solve_to(temporary.path(), rules, workers));
    const layout::TableLayout layout(rules);
    const auto lost = [](const layout::Geometry::Parts&) { return Outcome{Value::kLoss, {}}; };
    const auto stored =
        tables::write_class(temporary.path(), layout, id, false,
                            tables::chunks_from_values(layout, id, false, lost), workers);
    ASSERT_TRUE(stored);
    tables::Manifest manifest = *tables::Manifest::read(temporary.path(), rules);
    manifest.classes[id].digest = stored->digest;
    manifest.classes[id].bytes = stored->file_bytes;
    ASSERT_TRUE(manifest.write(temporary.path(), rules));
    const auto report = check_monotone(temporary.path(), rules, workers);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GT(report->wrong, 0u) << id.x << ", " << id.o;
    EXPECT_NE(report->first_wrong.find("class ("), std::string::npos);
  }
}

}  // namespace
}  // namespace noughts::quixo::solve
