// Which games are worth playing: every part of the answer checked by other means.
#include <gtest/gtest.h>

#include <set>

#include "noughts/hyper/proof/verify.h"
#include "noughts/research/hyper/interest.h"

namespace noughts::hyper::research {
namespace {

Interest asked(int n, int k, int q) {
  const Result<Interest> found = interest(*Rules::make(n, k, q));
  EXPECT_TRUE(found);
  return found ? *found : Interest{};
}

char sign(const std::optional<bool>& b) { return !b ? '?' : *b ? '1' : '0'; }

// "1 00 11": interesting, forced win and filling, who can win.
std::string summary(int n, int k, int q) {
  const Interest found = asked(n, k, q);
  std::string text{sign(found.interesting), ' ', sign(found.is_forced), sign(found.drawn_filling),
                   ' '};
  for (const SeatChances& seat : found.seats) text += sign(seat.can_win);
  return text;
}

TEST(HyperInterest, SmallBoards) {
  EXPECT_EQ(summary(2, 2, 3), "0 10 100");   // the first wins
  EXPECT_EQ(summary(2, 2, 4), "0 01 0000");  // nobody has two turns
  EXPECT_EQ(summary(3, 1, 3), "0 01 000");
  EXPECT_EQ(summary(3, 2, 3), "1 01 111");
  EXPECT_EQ(summary(3, 2, 4), "0 01 1000");  // only the first has three turns
  EXPECT_EQ(summary(3, 2, 5), "0 01 00000");
  EXPECT_EQ(summary(4, 2, 4), "1 01 1111");
  EXPECT_EQ(summary(4, 2, 5), "0 01 10000");
  EXPECT_EQ(summary(3, 3, 3), "1 01 111");
  EXPECT_EQ(summary(4, 3, 8), "1 01 11111111");
}

TEST(HyperInterest, TwoPlayersToo) {
  EXPECT_EQ(summary(3, 2, 2), "1 01 11");
  EXPECT_EQ(summary(3, 3, 2), "0 10 11");
  EXPECT_EQ(summary(2, 3, 2), "0 10 10");
}

// The games are played out, and the proofs checked, by the rules alone.
TEST(HyperInterest, ExamplesAndProofsHold) {
  for (const auto& [n, k, q] :
       {std::tuple{3, 2, 3}, {4, 2, 3}, {3, 3, 3}, {3, 3, 8}, {4, 3, 4}, {5, 3, 5}}) {
    const Rules rules = *Rules::make(n, k, q);
    const Interest found = asked(n, k, q);
    ASSERT_EQ(found.seats.size(), static_cast<std::size_t>(q));
    for (int seat = 0; seat < q; ++seat) {
      Position p = rules.initial();
      for (const Cell cell : found.seats[static_cast<std::size_t>(seat)].winning_game) {
        ASSERT_FALSE(rules.is_over(p));
        ASSERT_EQ(p.marks[cell], 0);
        p = rules.apply(p, {static_cast<std::uint16_t>(cell)});
      }
      EXPECT_EQ(rules.winner(p), seat) << n << "^" << k << " q " << q;
    }
    std::set<int> seats_without_win;
    int drawn = 0;
    for (const proof::Certificate& c : found.certificates) {
      const auto report = proof::verify(c);
      ASSERT_TRUE(report);
      EXPECT_EQ(report->wrong, 0u) << report->complaint;
      drawn += c.claim == proof::Claim::kDrawn;
      // One for all seats, or for each that she cannot win or that she can be beaten.
      if (c.claim == proof::Claim::kDrawn) continue;
      if (c.kind == proof::CertificateKind::kStrategy) seats_without_win.insert(c.player);
      for (int seat = 0; c.kind != proof::CertificateKind::kStrategy && seat < q; ++seat) {
        seats_without_win.insert(seat);
      }
    }
    EXPECT_EQ(drawn, 1);
    EXPECT_EQ(seats_without_win.size(), static_cast<std::size_t>(q)) << n << "^" << k << " " << q;
  }
}

// Misère: nothing about the normal game may decide it.
TEST(HyperInterest, MisereIsDecidedByItsOwnSearch) {
  const Result<Interest> found = interest(*Rules::make(3, 2, 3, true));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->interesting, false);  // the first two can never be left alone
  EXPECT_EQ(found->is_forced, false);
  EXPECT_EQ(found->forced_how, "search");
  EXPECT_EQ(found->seats[0].can_win, false);
  EXPECT_EQ(found->seats[2].can_win, true);
}

// A board that is too large to search stays open where nothing shorter decides it.
TEST(HyperInterest, SaysWhatIsOpen) {
  const Interest found = asked(3, 4, 3);
  EXPECT_FALSE(found.interesting.has_value());
  EXPECT_FALSE(found.is_forced.has_value());
  EXPECT_EQ(found.how, "open whether somebody can force a win");
}

}  // namespace
}  // namespace noughts::hyper::research
