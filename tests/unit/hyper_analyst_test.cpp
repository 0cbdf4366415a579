// What the analysts of n^k boards say of boards too large to be searched whole.
#include "noughts/play/hyper_analyst.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include "noughts/core/random.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/play/families.h"

namespace noughts::play {
namespace {

using hyper::Rules;

// With three players on 4^3 any two beat the third, whoever it is.
TEST(HyperAnalyst, SaysWhoCanBeBeatenAndHow) {
  const Rules rules = *Rules::make(4, 3, 3);
  const auto game = make_game(rules);
  const auto analyst = *make_hyper_analyst(rules, {});
  for (const char* const played : {"", "111 222"}) {
    const auto analysis = analyst->analyze(**game->parse(played));
    ASSERT_TRUE(analysis);
    for (const Prospects& p : analysis->players) {
      EXPECT_EQ(p.can_force_win, false);
      EXPECT_EQ(p.can_avoid_loss, false);
    }
    EXPECT_EQ(analysis->rating.verdict, Verdict::kExposed);
    EXPECT_TRUE(analysis->rating.plies);
    EXPECT_TRUE(analysis->at_most);
    for (const char* const who : {"beat player 1", "beat player 2", "beat player 3"}) {
      EXPECT_NE(analysis->how.find(who), std::string::npos) << analysis->how;
    }
  }
}

// All seats of all these games are named with what the server has for one game.
TEST(HyperAnalyst, NamesEverySeatWithTheMemoryOfAServer) {
  for (int players = 3; players <= hyper::kMaxPlayers; ++players) {
    const Rules rules = *Rules::make(4, 3, players);
    const auto analyst =
        *make_hyper_analyst(rules, {.memory_bytes = std::uint64_t{25} << 20, .nodes = 600'000});
    const auto analysis = analyst->analyze(*make_game(rules)->initial());
    ASSERT_TRUE(analysis);
    ASSERT_EQ(analysis->players.size(), static_cast<std::size_t>(players));
    for (int player = 0; player < players; ++player) {
      const Prospects& p = analysis->players[static_cast<std::size_t>(player)];
      EXPECT_EQ(p.can_force_win, false) << player << " of " << players;
      EXPECT_EQ(p.can_avoid_loss, false) << player << " of " << players;
      const std::string who = "beat player " + std::to_string(player + 1) + " in at most";
      EXPECT_NE(analysis->how.find(who), std::string::npos) << analysis->how;
    }
  }
}

// Who is beaten still stops what she can.
TEST(HyperAnalyst, TheBeatenStopALine) {
  const Rules rules = *Rules::make(4, 3, 3);
  const auto game = make_game(rules);
  const auto analyst = *make_hyper_analyst(rules, {});
  // Player 1 is about to complete 111 112 113 114; it is player 2's turn.
  const auto state = *game->parse("111 222 333 112 323 344 113");
  const auto perfect = make_perfect_player(analyst, 1);
  EXPECT_EQ(*perfect->choose(*state), "114");
}

// The others do what they are told until one of them has a line; she stops a line wherever
// she can, or plays at random.
TEST(BeatSearch, ItsPlansWinInTime) {
  const Rules rules = *Rules::make(4, 3, 3);
  const hyper::search::SmallBoard board(rules);
  const Budget budget;
  for (int player = 0; player < 3; ++player) {
    hyper::search::BeatSearch search(board, player);
    Random random(static_cast<std::uint64_t>(player) + 1);
    for (int round = 0; round < 10; ++round) {
      hyper::Position p = rules.initial();
      std::optional<int> end;
      std::vector<hyper::Cell> plan;
      while (!rules.is_over(p)) {
        const hyper::search::SmallPosition small(board, p);
        const int mover = rules.to_move(p);
        hyper::search::CellSet wish = small.completing(mover);
        if (mover == player) {
          for (int other = 0; other < 3; ++other) wish |= small.completing(other);
          if (wish == 0) wish = small.empty();
        } else if (wish == 0) {
          if (plan.empty()) {
            Meter meter(budget, "beating");
            const auto told = search.beats(p, meter);
            ASSERT_TRUE(told);
            plan = told->moves;
            const int by = static_cast<int>(p.played.size()) + told->plies;
            end = end ? std::min(*end, by) : by;
          }
          // Without moves somebody after this one completes a line: anything else will do.
          hyper::search::CellSet keep = 0;
          for (int other = 0; other < 3; ++other) keep |= small.completing(other);
          wish = plan.empty() ? small.empty() & ~keep : hyper::search::bit_of(plan.front());
          if (!plan.empty()) plan.erase(plan.begin());
        }
        ASSERT_NE(wish, 0u);
        for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(wish))); skip > 0;
             --skip) {
          wish &= wish - 1;
        }
        p = rules.apply(p, {static_cast<std::uint16_t>(std::countr_zero(wish))});
      }
      EXPECT_GE(p.winner, 0);
      EXPECT_NE(p.winner, player);
      ASSERT_TRUE(end);
      EXPECT_LE(static_cast<int>(p.played.size()), *end);
    }
  }
}

// Bytes that the program has taken and not given back.
std::size_t heap_bytes() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

// Hundreds of different questions to one analyst with little memory. What the searches
// remember is counted in entries of a fixed size, so the heap may be somewhat larger.
void expect_bounded(int players, int questions, std::size_t least_plies, std::size_t most_plies) {
  constexpr std::uint64_t kMemory = std::uint64_t{2} << 20;
  const Rules rules = *Rules::make(4, 3, players);
  const auto game = make_game(rules);
  const auto analyst = *make_hyper_analyst(rules, {.memory_bytes = kMemory});
  ASSERT_TRUE(analyst->analyze(*game->initial()));  // the strategy is read once
  const std::size_t before = heap_bytes();
  Random random(3);
  std::size_t most = before;
  for (int asked = 0; asked < questions;) {
    auto state = game->initial();
    const std::size_t plies = least_plies + random.below(most_plies - least_plies + 1);
    for (std::size_t i = 0; i < plies && !state->result(); ++i) {
      const auto moves = state->moves();
      ASSERT_TRUE(state->play(moves[random.below(moves.size())]));
    }
    if (state->result()) continue;
    ASSERT_TRUE(analyst->analyze(*state)) << state->text();
    ++asked;
    most = std::max(most, heap_bytes());
  }
  EXPECT_LE(most - before, 3 * kMemory);
}

TEST(HyperAnalyst, StaysWithinItsMemory) { expect_bounded(2, 200, 46, 58); }
TEST(HyperAnalyst, ThoroughStaysWithinItsMemory) {
  expect_bounded(2, 600, 0, 60);
  expect_bounded(3, 200, 0, 60);
}

}  // namespace
}  // namespace noughts::play
