#include "noughts/research/quixo/study/empty_tiles.h"

#include <algorithm>

#include "noughts/core/random.h"

namespace noughts::quixo::study {
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

Value value_of_worth(int worth) {
  return worth > 0 ? Value::kWin : worth < 0 ? Value::kLoss : Value::kDraw;
}

void add_board(EmptyTiles& counts, const BestByKind& kinds) {
  if (!kinds.empty || !kinds.own) return;
  const int best = std::max(*kinds.empty, *kinds.own);
  const Value value = value_of_worth(best);
  EmptyTiles::ByValue& here = counts.of(value);
  ++here.boards;
  here.empty_keeps += value_of_worth(*kinds.empty) == value;
  here.own_keeps += value_of_worth(*kinds.own) == value;
  here.empty_best += *kinds.empty == best;
  here.own_best += *kinds.own == best;
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

// A question that a board of the batch raises.
struct AskedChild {
  std::uint64_t place = 0;  // where the answer is stored
  Board child = 0;
  std::uint32_t board = 0;  // its number in the batch
  bool takes_empty = false;
  int worth = 0;  // the answer
};

// Boards of one tier, as many at once as fit well into memory: all their children are
// asked in the order in which they are stored, so that tables are read once, in long runs.
class EmptyTilesBatch {
 public:
  EmptyTilesBatch(const tables::ValueSource& values, Workers& workers)
      : values_(values), workers_(workers) {}

  Result<void> run(const std::vector<Board>& boards, EmptyTiles& counts) {
    collect(boards);
    const auto before = [](const AskedChild& a, const AskedChild& b) { return a.place < b.place; };
    if (!std::is_sorted(asked_.begin(), asked_.end(), before)) {
      std::sort(asked_.begin(), asked_.end(), before);
    }
    if (auto answered = answer(); !answered) return answered;
    std::vector<BestByKind> kinds(boards.size());
    for (const AskedChild& one : asked_) {
      auto& best = one.takes_empty ? kinds[one.board].empty : kinds[one.board].own;
      best = std::max(best.value_or(one.worth), one.worth);
    }
    for (const BestByKind& board : kinds) add_board(counts, board);
    return {};
  }

 private:
  void collect(const std::vector<Board>& boards) {
    asked_.clear();
    for (std::uint32_t i = 0; i < boards.size(); ++i) {
      if (values_.rules().is_over({boards[i], Player::kX})) continue;
      values_.rules().for_each_child({boards[i], Player::kX}, [&](Board moved) {
        const Board child = swap_colours(moved);
        asked_.push_back(
            {values_.place(child), child, i, std::popcount(moved) > std::popcount(boards[i])});
      });
    }
  }

  Result<void> answer() {
    constexpr std::size_t kTask = 4096;
    const std::size_t tasks = (asked_.size() + kTask - 1) / kTask;
    return workers_.for_each(0, tasks, [&](std::size_t task) -> Result<void> {
      const std::size_t end = std::min(asked_.size(), (task + 1) * kTask);
      for (std::size_t i = task * kTask; i < end; ++i) {
        const auto outcome = values_.at(asked_[i].child);
        if (!outcome) return outcome.error();
        asked_[i].worth = worth(*outcome);
      }
      return {};
    });
  }

  const tables::ValueSource& values_;
  Workers& workers_;
  std::vector<AskedChild> asked_;
};

constexpr std::uint64_t kBatchBoards = std::uint64_t{1} << 17;

}  // namespace

Result<std::vector<EmptyTiles>> count_empty_tiles(const tables::ValueSource& values,
                                                  std::uint64_t sample, std::uint64_t seed,
                                                  Workers& workers) {
  const Rules& rules = values.rules();
  Progress progress(workers.budget().progress, "looking for empty tiles",
                    static_cast<std::uint64_t>(rules.cells()) - 1);
  EmptyTilesBatch batch(values, workers);
  std::vector<EmptyTiles> rows;
  for (int tier = 1; tier < rules.cells(); ++tier) {
    const std::uint64_t boards = binomial(rules.cells(), tier) << tier;
    EmptyTiles row{.tier = tier, .sampled = boards > sample, .by_value = {}};
    Random random(seed * 100 + static_cast<std::uint64_t>(tier));
    const std::uint64_t tries = std::min(boards, sample);
    for (std::uint64_t first = 0; first < tries; first += kBatchBoards) {
      std::vector<Board> some;
      for (std::uint64_t i = first; i < std::min(tries, first + kBatchBoards); ++i) {
        some.push_back(board_of_tier(rules, tier, row.sampled ? random.below(boards) : i));
      }
      if (auto done = batch.run(some, row); !done) return done.error();
    }
    rows.push_back(row);
    progress.advance(1);
  }
  return rows;
}

}  // namespace noughts::quixo::study
