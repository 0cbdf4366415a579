#include "noughts/serve/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>

namespace noughts::serve {
namespace {

using namespace std::chrono_literals;

TEST(Gate, LetsSoManyInAndTellsTheRestToComeAgain) {
  Gate gate(1, 1);
  auto first = std::make_optional(gate.enter());
  ASSERT_TRUE(*first);
  std::atomic<bool> second_in = false;
  std::thread second([&] { second_in = static_cast<bool>(gate.enter()); });
  while (gate.load().waiting == 0) std::this_thread::sleep_for(1ms);
  const Result<Gate::Pass> third = gate.enter();
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, ErrorCode::kNoSpace);
  EXPECT_NE(third.error().message.find("busy"), std::string::npos);
  EXPECT_FALSE(second_in);
  first.reset();
  second.join();
  EXPECT_TRUE(second_in);
  EXPECT_EQ(gate.load().running, 0);
}

TEST(Deadline, CancelsOnlyWhatTakesTooLong) {
  CancelToken quick;
  { const Deadline deadline(quick, 60); }
  EXPECT_FALSE(quick.cancelled());
  CancelToken slow;
  const Deadline deadline(slow, 0.01);
  for (int i = 0; i < 1000 && !slow.cancelled(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(slow.cancelled());
}

}  // namespace
}  // namespace noughts::serve
