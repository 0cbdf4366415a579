// The board structure and perft of n^k boards, computed twice.
#include "oracle/hyper_oracle.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "noughts/core/game.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"

namespace noughts::hyper {
namespace {

using Size = std::pair<int, int>;

class Structure : public testing::TestWithParam<Size> {};

TEST_P(Structure, LinesAgree) {
  const auto [n, k] = GetParam();
  const oracle::HyperBoard plain(n, k);
  const auto board = *Board::make(n, k);
  EXPECT_EQ(board->lines(), line_count(n, k));
  ASSERT_EQ(board->lines(), plain.lines.size());
  std::set<std::set<int>> ours;
  for (Line line = 0; line < board->lines(); ++line) {
    const auto cells = board->cells_of(line);
    ours.insert(std::set<int>(cells.begin(), cells.end()));
  }
  EXPECT_EQ(ours, std::set<std::set<int>>(plain.lines.begin(), plain.lines.end()));
}

TEST_P(Structure, AutomorphismsAgree) {
  const auto [n, k] = GetParam();
  const oracle::HyperBoard plain(n, k);
#ifdef NOUGHTS_SANITIZED
  if (plain.cells() > 125) GTEST_SKIP() << "a minute under sanitizers";
#endif
  const std::uint64_t counted = oracle::AutomorphismCounter(plain).count();
  EXPECT_EQ(automorphism_order(n, k), std::to_string(counted));
  const Symmetries symmetries(**Board::make(n, k));
  EXPECT_EQ(symmetries.kind(), GroupKind::kFull);
  EXPECT_EQ(static_cast<std::uint64_t>(symmetries.count()), counted);
}

const auto kNameOfSize = [](const auto& test) {
  return std::to_string(test.param.first) + "to" + std::to_string(test.param.second);
};
INSTANTIATE_TEST_SUITE_P(Hyper, Structure,
                         testing::Values(Size{2, 2}, Size{4, 1}, Size{3, 2}, Size{4, 2}, Size{5, 2},
                                         Size{6, 2}, Size{3, 3}, Size{4, 3}, Size{5, 3}),
                         kNameOfSize);
INSTANTIATE_TEST_SUITE_P(Thorough, Structure, testing::Values(Size{4, 4}), kNameOfSize);

TEST(HyperOracle, PerftAgrees) {
  for (const auto& [n, k, q, depth] : {std::tuple{3, 2, 2, 7},
                                       {3, 2, 3, 7},
                                       {2, 2, 3, 4},
                                       {4, 2, 3, 4},
                                       {3, 3, 3, 4},
                                       {4, 3, 2, 3}}) {
    const Rules rules = *Rules::make(n, k, q);
    EXPECT_EQ(*perft(rules, rules.initial(), {.depth = depth}),
              oracle::hyper_perft(oracle::HyperBoard(n, k), q, depth))
        << n << "^" << k << " with " << q << " players";
  }
}

}  // namespace
}  // namespace noughts::hyper
