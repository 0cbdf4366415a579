// Plies to the forced end, against a plain minimax that knows nothing but the rules.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "noughts/core/random.h"
#include "noughts/hyper/search/distance.h"
#include "oracle/hyper_oracle.h"

namespace noughts::hyper {
namespace {

constexpr int kNever = 1000;

// Whole boards, no symmetry: every position below the one that is asked about.
class PlainDistance {
 public:
  PlainDistance(const oracle::HyperBoard& board, int players, int player, bool alone)
      : board_(board), players_(players), player_(player), alone_(alone) {}

  int of(std::vector<int> marks, int mover) {
    const auto known = known_.find(marks);
    if (known != known_.end()) return known->second;
    const bool attacks = (mover == player_) == alone_;
    int best = kNever;
    int worst = 0;
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
      if (marks[cell] >= 0) continue;
      marks[cell] = mover;
      const int plies = board_.has_line(marks, mover) ? (attacks ? 1 : kNever)
                                                      : 1 + of(marks, (mover + 1) % players_);
      marks[cell] = -1;
      best = std::min(best, plies);
      worst = std::max(worst, plies);
    }
    const bool full = worst == 0;
    return known_[marks] = full ? kNever : std::min(attacks ? best : worst, kNever);
  }

 private:
  const oracle::HyperBoard& board_;
  int players_;
  int player_;
  bool alone_;
  std::map<std::vector<int>, int> known_;
};

std::vector<int> owners(const Position& p) {
  std::vector<int> marks;
  for (const std::uint8_t mark : p.marks) marks.push_back(mark - 1);
  return marks;
}

int plies_or_never(const Result<int>& plies) {
  if (plies) return *plies;
  EXPECT_EQ(plies.error().code, ErrorCode::kWrongValue);
  return kNever;
}

// Compares both questions for every player; how many were decided.
template <class Each>
int compare(int side, int dims, int players, Each each_position) {
  const Rules rules = *Rules::make(side, dims, players);
  const oracle::HyperBoard plain_board(side, dims);
  const search::SmallBoard board(rules);
  search::Distances distances(board, {});
  int decided = 0;
  for (int player = 0; player < players; ++player) {
    PlainDistance win(plain_board, players, player, true);
    PlainDistance loss(plain_board, players, player, false);
    each_position(rules, [&](const Position& p) {
      const int wins = plies_or_never(distances.to_win(player, p));
      const int loses = plies_or_never(distances.to_loss(player, p));
      EXPECT_EQ(wins, win.of(owners(p), rules.to_move(p)));
      EXPECT_EQ(loses, loss.of(owners(p), rules.to_move(p)));
      decided += wins != kNever || loses != kNever;
    });
  }
  return decided;
}

// Random games from `marks` marks on until they end.
auto late_positions(std::size_t marks, int games) {
  return [=](const Rules& rules, const auto& visit) {
    Random random(11);
    for (int game = 0; game < games; ++game) {
      Position p = rules.initial();
      while (!rules.is_over(p)) {
        if (p.played.size() >= marks) visit(p);
        const auto moves = rules.moves(p);
        p = rules.apply(p, moves[random.below(moves.size())]);
      }
    }
  };
}

TEST(HyperDistance, AllGamesOnNineCells) {
  for (const int players : {2, 3, 4})
    EXPECT_GT(compare(3, 2, players, late_positions(0, 300)), 200);
  EXPECT_GT(compare(2, 2, 2, late_positions(0, 20)), 20);
  EXPECT_GT(compare(2, 2, 3, late_positions(0, 20)), 20);
}

TEST(HyperDistance, LateOnLargerBoards) {
  EXPECT_GT(compare(3, 3, 2, late_positions(17, 60)), 3);
  EXPECT_GT(compare(3, 3, 3, late_positions(18, 20)), 3);
  EXPECT_GT(compare(4, 2, 2, late_positions(8, 40)), 3);
  EXPECT_GT(compare(4, 2, 3, late_positions(8, 20)), 3);
}

// 3^3: the centre wins in 7 plies (every other first move gives the centre away).
TEST(HyperDistance, ThreeCubed) {
  const Rules rules = *Rules::make(3, 3);
  const search::SmallBoard board(rules);
  search::Distances distances(board, {});
  EXPECT_EQ(*distances.to_win(0, rules.initial()), 7);
  EXPECT_EQ(*distances.to_loss(1, rules.initial()), 7);
  EXPECT_FALSE(distances.to_win(1, rules.initial()));
}

TEST(HyperDistance, StaysWithinItsMemory) {
  const Rules rules = *Rules::make(3, 3, 3);
  const search::SmallBoard board(rules);
  constexpr std::uint64_t kBytes = 1 << 14;
  search::Distances roomy(board, {});
  search::Distances narrow(board, {.memory_bytes = kBytes});
  late_positions(0, 5)(rules, [&](const Position& p) {
    const auto plies = narrow.to_loss(1, p);
    EXPECT_LE(narrow.bytes(), kBytes);
    if (plies || plies.error().code == ErrorCode::kWrongValue) {
      EXPECT_EQ(plies_or_never(plies), plies_or_never(roomy.to_loss(1, p)));
    }
  });
  EXPECT_GT(roomy.bytes(), kBytes);
}

}  // namespace
}  // namespace noughts::hyper
