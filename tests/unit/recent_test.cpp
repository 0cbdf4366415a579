#include "noughts/core/recent.h"

#include <gtest/gtest.h>

#include <string>

namespace noughts {
namespace {

std::shared_ptr<int> number(int value) { return std::make_shared<int>(value); }

TEST(Recent, TheOneNotAskedForTheLongestMakesRoom) {
  Recent<std::string, int> recent(2);
  recent.insert("a", number(1));
  recent.insert("b", number(2));
  EXPECT_EQ(*recent.find("a"), 1);  // now b is the older one
  recent.insert("c", number(3));
  EXPECT_EQ(recent.find("b"), nullptr);
  EXPECT_EQ(*recent.find("a"), 1);
  EXPECT_EQ(*recent.find("c"), 3);
}

TEST(Recent, WeightsAddUp) {
  Recent<int, int> recent(10);
  recent.insert(1, number(1), 4);
  recent.insert(2, number(2), 4);
  recent.insert(3, number(3), 4);
  EXPECT_EQ(recent.find(1), nullptr);
  recent.insert(4, number(4), 100);  // too heavy, and still the newest
  EXPECT_EQ(recent.find(2), nullptr);
  EXPECT_EQ(recent.find(3), nullptr);
  EXPECT_EQ(*recent.find(4), 4);
}

TEST(Recent, KeepsWhatIsThere) {
  Recent<int, int> recent(3);
  recent.insert(1, number(1));
  recent.insert(1, number(7));
  EXPECT_EQ(*recent.find(1), 1);
  int made = 0;
  const auto make = [&] { return number(++made); };
  EXPECT_EQ(*recent.get(2, make), 1);
  EXPECT_EQ(*recent.get(2, make), 1);
  EXPECT_EQ(made, 1);
  recent.forget(2);
  EXPECT_EQ(*recent.get(2, make), 2);
  recent.forget(99);
  recent.clear();
  EXPECT_EQ(recent.find(1), nullptr);
}

}  // namespace
}  // namespace noughts
