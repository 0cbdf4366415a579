// What verbs share (cli/context.h), seen from inside.
#include "noughts/cli/context.h"

#include <gtest/gtest.h>

namespace noughts::cli {
namespace {

// A document may be large: who asks for text does not wait for it, nor the other way round.
TEST(Context, MakesOnlyTheAnswerThatIsAskedFor) {
  int documents = 0;
  int texts = 0;
  const auto answered = [&](bool as_json) {
    Context context;
    context.json = as_json;
    testing::internal::CaptureStdout();
    context.answer(
        [&] {
          ++documents;
          return Json{{"value", "win"}};
        },
        [&] {
          ++texts;
          return std::string("won\n");
        });
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_EQ(answered(false), "won\n");
  EXPECT_EQ(documents, 0);
  EXPECT_EQ(answered(true), "{\n  \"value\": \"win\"\n}\n");
  EXPECT_EQ(texts, 1);
  EXPECT_EQ(documents, 1);
}

}  // namespace
}  // namespace noughts::cli
