#include "noughts/serve/route.h"

#include <gtest/gtest.h>

namespace noughts::serve {
namespace {

using play::Kind;

const play::Parameters kParameters = {
    {"size", Kind::kInteger, "", "5", {}, 3, 5}, {"who", Kind::kText, "", "me", {"me", "you"}},
    {"deep", Kind::kFlag, "", "false"},          {"share", Kind::kNumber, "", "0.5", {}, 0, 1},
    {"q", Kind::kFraction, "", "1/2", {}, 0, 1}, {"free", Kind::kText, ""},
};

std::string complaint(const std::string& text) {
  const Result<Query> query = parse_query(kParameters, "/here?" + text);
  return query ? "" : query.error().message;
}

TEST(Query, FillsInWhatIsNotGiven) {
  const Result<Query> query = parse_query(kParameters, "/here?who=you&free=a+b%2Fc&");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->integer("size"), 5);
  EXPECT_EQ(query->text("who"), "you");
  EXPECT_FALSE(query->flag("deep"));
  EXPECT_EQ(query->number("share"), 0.5);
  EXPECT_EQ(query->fraction("q"), (Rational{1, 2}));
  EXPECT_EQ(query->text("free"), "a b/c");
  EXPECT_TRUE(query->given("free"));
  EXPECT_FALSE(query->given("size"));
  EXPECT_TRUE(parse_query(kParameters, "/here"));
}

TEST(Query, HasTypedValues) {
  const Result<Query> query = parse_query(kParameters, "?size=3&deep=true&share=1e-1&q=0.75");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->integer("size"), 3);
  EXPECT_TRUE(query->flag("deep"));
  EXPECT_EQ(query->number("share"), 0.1);
  EXPECT_EQ(query->fraction("q"), (Rational{3, 4}));
}

TEST(Query, SaysWhatIsWrongInOneSentence) {
  for (const char* size :
       {"6", "4.5", "", "4x", "nan", "9=4", "4=4", "-4", "99999999999999999999"}) {
    EXPECT_EQ(complaint(std::string("size=") + size),
              std::string("size takes a whole number from 3 to 5, not '") + size + "'");
  }
  EXPECT_EQ(complaint("share=nan"), "share takes a number from 0 to 1, not 'nan'");
  EXPECT_EQ(complaint("share=inf"), "share takes a number from 0 to 1, not 'inf'");
  EXPECT_EQ(
      complaint("q=5/4"),
      "q takes a number from 0 to 1, such as 3/4 or 0.75, with at most nine digits in each part, "
      "not '5/4'");
  EXPECT_EQ(complaint("who=they"), "who takes me or you, not 'they'");
  EXPECT_EQ(complaint("deep=1"), "deep takes true or false, not '1'");
  EXPECT_EQ(complaint("colour=red"),
            "there is no parameter 'colour' here; there are: deep, free, q, share, size, who");
  EXPECT_EQ(complaint("free=%4"), "% must be followed by two hexadecimal digits, not '4'");
  EXPECT_EQ(complaint("free=%4g"), "% must be followed by two hexadecimal digits, not '4g'");
}

TEST(Query, TakesAParameterOnce) {
  EXPECT_EQ(complaint("size=3&size=4"), "size is given twice; give it once");
  EXPECT_EQ(complaint("size=3&size=3"), "size is given twice; give it once");
  EXPECT_EQ(complaint("size=3&s%69ze=3"), "size is given twice; give it once");
}

TEST(Query, HasOneKeyForOneQuestion) {
  const auto key = [](const std::string& text) { return parse_query(kParameters, text)->key(); };
  EXPECT_EQ(key("?size=5"), key(""));
  EXPECT_EQ(key("?q=0.75&size=4"), key("?size=4&q=3/4"));
  EXPECT_NE(key("?size=4"), key(""));
}

}  // namespace
}  // namespace noughts::serve
