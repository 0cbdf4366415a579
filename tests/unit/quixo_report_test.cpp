#include <gtest/gtest.h>

#include "play/quixo_report.h"
#include "quixo/notation.h"

namespace noughts::play {
namespace {

TEST(QuixoReport, ThreeByThree) {
  const quixo::Engine engine(*quixo::Rules::make(3), false);
  Workers workers(1);
  const auto solution = solve_whole(engine, workers);
  ASSERT_TRUE(solution);
  const QuixoReport report = make_quixo_report(engine, *solution);
  EXPECT_NE(report.text.find("win in 7"), std::string::npos);
  EXPECT_NE(report.text.find("12,748"), std::string::npos);
  EXPECT_NE(report.text.find("16,021"), std::string::npos);
  ASSERT_EQ(report.files.size(), 4u);
  EXPECT_NE(report.files[3].content.find("<svg"), std::string::npos);
  for (const Json& board : report.boards) {
    // What is shown is what it is said to be.
    const auto position = parse_position(engine.rules(), board.at("position").get<std::string>());
    ASSERT_TRUE(position);
    const quixo::ClassLayout layout(engine.geometry(), 0, 0);
    const std::uint64_t bit = layout.bit_of(position->board);
    EXPECT_EQ(solution->planes.win.bit(bit), board.at("value") == "win");
    EXPECT_EQ(solution->planes.loss.bit(bit), board.at("value") == "loss");
    if (board.contains("plies")) {
      EXPECT_EQ(solution->steps_of(bit), board.at("plies").get<int>());
    }
    if (board.at("about") == "the slowest loss") {
      EXPECT_EQ(board.at("plies"), static_cast<int>(solution->by_steps.size()) - 1);
    }
  }
}

}  // namespace
}  // namespace noughts::play
