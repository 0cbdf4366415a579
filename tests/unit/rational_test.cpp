#include "noughts/core/rational.h"

#include <gtest/gtest.h>

#include "noughts/core/random.h"

namespace noughts {
namespace {

TEST(Rational, IsInLowestTermsWithAPositiveDenominator) {
  EXPECT_EQ(Rational(6, 8), Rational(3, 4));
  EXPECT_EQ(Rational(6, -8), Rational(-3, 4));
  EXPECT_EQ(Rational(-6, -8), Rational(3, 4));
  EXPECT_EQ(Rational(0, -5), Rational(0));
  EXPECT_EQ(Rational(0, 7).denominator(), 1);
  EXPECT_EQ(Rational(4, 2), 2);
  static_assert(Rational(2, 4).denominator() == 2);
  static_assert(!std::is_constructible_v<Rational, double>);
}

TEST(Rational, ComparesExactly) {
  EXPECT_LT(Rational(1, 3), Rational(1, 2));
  EXPECT_LT(Rational(-5, 2), Rational(-7, 3));
  EXPECT_LT(Rational(-1, 3), 0);
  EXPECT_GT(Rational(22, 7), 3);
  EXPECT_GE(Rational(1, 2), Rational(2, 4));
}

// Small fractions, against products that cannot overflow.
TEST(Rational, ComparesAsProductsDo) {
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const auto part = [&] { return static_cast<std::int64_t>(random.below(2'001)) - 1'000; };
    const std::int64_t a = part(), c = part();
    const auto b = static_cast<std::int64_t>(1 + random.below(1'000));
    const auto d = static_cast<std::int64_t>(1 + random.below(1'000));
    ASSERT_EQ(Rational(a, b) <=> Rational(c, d), a * d <=> c * b) << a << "/" << b;
  }
}

// Products of these would need 256 bits.
TEST(Rational, ComparesLargePartsWithoutOverflow) {
  const Wide large = ~Wide{0} ^ (Wide{1} << 127);  // 2^127 - 1
  EXPECT_LT(Rational(large - 1, large), 1);
  EXPECT_LT(Rational(large - 2, large - 1), Rational(large - 1, large));
  EXPECT_GT(Rational(large, large - 1), Rational(large - 1, large));
  EXPECT_LT(Rational(-large, 2), Rational(1, large));
  EXPECT_LT(Rational(1, large), Rational(1, large - 1));
}

TEST(Rational, AsText) {
  EXPECT_EQ(to_text(Rational(-10, 4)), "-5/2");
  EXPECT_EQ(to_text(Rational(7)), "7");
  EXPECT_EQ(to_text(Rational(Wide{1'000'000'000'000'000'000} * 1'000'000'000'000)),
            "1000000000000000000000000000000");
  EXPECT_EQ(decimal_text(Rational(-55, 16)), "-3.4375");
  EXPECT_EQ(decimal_text(Rational(2, 3)), "0.666667");
  EXPECT_EQ(to_double(Rational(3, 4)), 0.75);
}

TEST(Rational, ReadsFractionsAndDecimals) {
  EXPECT_EQ(*parse_rational("3/4"), Rational(3, 4));
  EXPECT_EQ(*parse_rational("0.75"), Rational(3, 4));
  EXPECT_EQ(*parse_rational(" -5 "), Rational(-5));
  EXPECT_EQ(*parse_rational("-2.50"), Rational(-5, 2));
  EXPECT_EQ(*parse_rational(".5"), Rational(1, 2));
  EXPECT_EQ(*parse_rational("6/8"), Rational(3, 4));
  for (const char* bad : {"", "x", "1/0", "1//2", "1.", "0.5.5", "--1", "1/2/3", "nan", "1e3", "/2",
                          "9999999999", "0x10", "1 2", "-", "."}) {
    EXPECT_FALSE(parse_rational(bad)) << bad;
  }
}

}  // namespace
}  // namespace noughts
