#include "noughts/quixo/study/empty_tiles.h"

#include <mutex>

#include "noughts/core/random.h"

namespace noughts::quixo {
namespace {

// How good a child is for the player who moves there: value first, then plies.
int worth(const Outcome& child) {
  constexpr int kFar = 1 << 16;
  const int plies = child.plies.value_or(0);
  if (child.value == Value::kLoss) return kFar - plies;
  if (child.value == Value::kWin) return plies - kFar;
  return 0;
}

// The best of each kind of move.
struct BestByKind {
  std::optional<int> empty, own;
};

Result<BestByKind> best_of_each(const ValueSource& values, Board board) {
  BestByKind kinds;
  Result<void> good;
  values.rules().for_each_child({board, Player::kX}, [&](Board moved) {
    if (!good) return;
    const auto child = values.at(swap_colours(moved));
    if (!child) {
      good = child.error();
      return;
    }
    auto& best = std::popcount(moved) > std::popcount(board) ? kinds.empty : kinds.own;
    best = std::max(best.value_or(worth(*child)), worth(*child));
  });
  if (!good) return good.error();
  return kinds;
}

int sign(int worth) { return (worth > 0) - (worth < 0); }

void add(EmptyTiles& counts, const BestByKind& kinds, bool plies) {
  if (!kinds.empty || !kinds.own) return;
  const int best = std::max(*kinds.empty, *kinds.own);
  ++counts.boards;
  counts.empty_keeps += sign(*kinds.empty) == sign(best);
  counts.own_keeps += sign(*kinds.own) == sign(best);
  counts.empty_best += plies ? *kinds.empty == best : sign(*kinds.empty) == sign(best);
  counts.own_best += plies ? *kinds.own == best : sign(*kinds.own) == sign(best);
}

// The board of this rank among those of a tier: classes in order, then the cells.
Board board_of_tier(const Rules& rules, int tier, std::uint64_t rank) {
  for (int x = 0;; ++x) {
    const ClassId id{x, tier - x};
    const std::uint64_t size = class_size(rules, id);
    if (rank >= size) {
      rank -= size;
      continue;
    }
    const Arrangement cells = unrank_arrangement(rank, rules.cells(), id.x, id.o);
    return make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos));
  }
}

}  // namespace

Result<std::vector<EmptyTiles>> count_empty_tiles(const ValueSource& values, std::uint64_t sample,
                                                  std::uint64_t seed, Workers& workers) {
  const Rules& rules = values.rules();
  const auto tiers = static_cast<std::size_t>(rules.cells());
  Progress progress(workers.budget().progress, "looking for empty tiles", tiers);
  std::vector<EmptyTiles> rows;
  for (int tier = 1; tier < rules.cells(); ++tier) {
    EmptyTiles row{.tier = tier};
    const std::uint64_t boards = binomial(rules.cells(), tier) << tier;
    const bool all = boards <= sample;
    const std::uint64_t tries = all ? boards : sample;
    constexpr std::uint64_t kTask = 1024;
    std::mutex mutex;
    auto done =
        workers.for_each(0, (tries + kTask - 1) / kTask, [&](std::size_t task) -> Result<void> {
          Random random((seed * 100 + static_cast<std::uint64_t>(tier)) * 1'000'003 + task);
          EmptyTiles here;
          for (std::uint64_t i = task * kTask; i < std::min(tries, (task + 1) * kTask); ++i) {
            const Board board = board_of_tier(rules, tier, all ? i : random.below(boards));
            if (rules.is_over({board, Player::kX})) continue;
            const auto kinds = best_of_each(values, board);
            if (!kinds) return kinds.error();
            add(here, *kinds, values.has_plies());
          }
          const std::lock_guard lock(mutex);
          row.boards += here.boards;
          row.empty_keeps += here.empty_keeps;
          row.own_keeps += here.own_keeps;
          row.empty_best += here.empty_best;
          row.own_best += here.own_best;
          return {};
        });
    if (!done) return done.error();
    rows.push_back(row);
    progress.advance(1);
  }
  return rows;
}

}  // namespace noughts::quixo
