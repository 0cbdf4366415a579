#include "noughts/serve/route.h"

#include <gtest/gtest.h>

namespace noughts::serve {
namespace {

const std::vector<Parameter> kParameters = {
    {"size", Kind::kInteger, "", "5", {}, 3, 5},
    {"who", Kind::kText, "", "me", {"me", "you"}},
    {"deep", Kind::kFlag, "", "false"},
    {"share", Kind::kNumber, "", "0.5", {}, 0, 1},
    {"free", Kind::kText, ""},
};

std::string complaint(const Query::Given& given) {
  const Result<Query> query = Query::parse(kParameters, given);
  return query ? "" : query.error().message;
}

TEST(Query, FillsInWhatIsNotGiven) {
  const Result<Query> query = Query::parse(kParameters, {{"who", "you"}, {"free", "a b"}});
  ASSERT_TRUE(query);
  EXPECT_EQ(query->integer("size"), 5);
  EXPECT_EQ(query->text("who"), "you");
  EXPECT_FALSE(query->flag("deep"));
  EXPECT_EQ(query->number("share"), 0.5);
  EXPECT_TRUE(query->given("free"));
  EXPECT_FALSE(query->given("size"));
}

TEST(Query, SaysWhatIsWrongInOneSentence) {
  EXPECT_EQ(complaint({{"size", "6"}}), "size: '6' is not a whole number from 3 to 5");
  EXPECT_EQ(complaint({{"size", "4.5"}}), "size: '4.5' is not a whole number from 3 to 5");
  EXPECT_EQ(complaint({{"size", ""}}), "size: '' is not a whole number from 3 to 5");
  EXPECT_EQ(complaint({{"size", "4x"}}), "size: '4x' is not a whole number from 3 to 5");
  EXPECT_EQ(complaint({{"share", "nan"}}), "share: 'nan' is not a number from 0 to 1");
  EXPECT_EQ(complaint({{"who", "they"}}), "who: 'they' is not one of me, you");
  EXPECT_EQ(complaint({{"deep", "1"}}), "deep: '1' is not true or false");
  EXPECT_EQ(complaint({{"size", "3"}, {"size", "4"}}), "size is given twice");
  EXPECT_EQ(complaint({{"colour", "red"}}),
            "there is no parameter 'colour' here; there are: size, who, deep, share, free");
  EXPECT_EQ(complaint({{"free", std::string(10'000, 'x')}}), "free is too long");
}

TEST(Query, HasOneKeyForOneQuestion) {
  const auto key = [](const Query::Given& given) {
    return Query::parse(kParameters, given)->key();
  };
  EXPECT_EQ(key({{"size", "5"}}), key({}));
  EXPECT_NE(key({{"size", "4"}}), key({}));
}

}  // namespace
}  // namespace noughts::serve
