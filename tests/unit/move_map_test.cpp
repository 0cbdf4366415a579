// The map of optimal moves: every reply is answered, and no game is lost.
#include "noughts/research/reports/move_map.h"

#include <gtest/gtest.h>

#include "noughts/core/parallel.h"
#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::present {
namespace {

TEST(MoveMap, NobodyLosesOnThreeByThree) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 2);
  const auto game = play::make_game(rules);
  for (const int seat : {0, 1}) {
    const auto analyst = *play::make_hyper_analyst(rules, {});
    const auto map = research::reports::make_move_map(*game, *analyst, seat, "map", {});
    EXPECT_EQ(map.lost, 0u);
    EXPECT_GT(map.won, 0u);
    EXPECT_GT(map.drawn, 0u);  // the game is a draw
    EXPECT_EQ(map.longest, 9);
    EXPECT_NE(map.svg.find("</svg>"), std::string::npos);
  }
}

TEST(MoveMap, FirstPlayerWinsThreeByThreeQuixoInSeven) {
  const quixo::Rules rules = *quixo::Rules::make(3);
  Workers workers(1, {});
  auto values = quixo::solve::solve_in_memory(rules, workers);
  ASSERT_TRUE(values);
  const auto analyst = play::make_quixo_analyst(std::move(*values));
  const auto map =
      research::reports::make_move_map(*play::make_game(rules), *analyst, 0, "map", {});
  EXPECT_GT(map.won, 0u);
  EXPECT_EQ(map.drawn + map.lost, 0u);
  EXPECT_EQ(map.longest, 7);
}

}  // namespace
}  // namespace noughts::present
