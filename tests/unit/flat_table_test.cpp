#include "noughts/core/flat_table.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "noughts/core/random.h"

namespace noughts {
namespace {

// Against the standard library's map, through several doublings.
template <class Table>
void compare_with_map(std::uint64_t key_range) {
  Random random(5);
  Table table;
  std::unordered_map<std::uint64_t, int> expected;
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t key = 1 + random.below(key_range);
    if (random.below(2) == 0) {
      table.at(key, 0) += i;
      expected[key] += i;
    }
    const int* found = table.find(key);
    const auto other = expected.find(key);
    ASSERT_EQ(found != nullptr, other != expected.end());
    if (found != nullptr) {
      ASSERT_EQ(*found, other->second);
    }
  }
  EXPECT_EQ(table.size(), expected.size());
}

TEST(FlatTable, BehavesLikeAMap) {
  compare_with_map<FlatTable<int>>(20'000);
  compare_with_map<FlatTable<int, 2, 3>>(20'000);
  compare_with_map<FlatTable<int, 4, 2>>(~std::uint64_t{0} - 1);
}

TEST(FlatTable, TellsWhatTheNextInsertionTakes) {
  FlatTable<int, 2, 3> table;  // four slots, of which three may be taken
  const std::size_t small = table.bytes();
  for (std::uint64_t key = 1; key <= 3; ++key) {
    EXPECT_EQ(table.bytes_needed(), small);
    table.at(key, 0);
  }
  EXPECT_EQ(table.bytes_needed(), 3 * small);
  table.at(4, 0);
  EXPECT_EQ(table.bytes(), 2 * small);
}

}  // namespace
}  // namespace noughts
