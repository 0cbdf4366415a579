#include "noughts/research/quixo/study/safe_sets.h"

#include <algorithm>

#include "noughts/core/combinatorics.h"
#include "noughts/core/random.h"

namespace noughts::quixo::study {
namespace {

constexpr int kMostCells = 36;

template <class R>
class Elimination {
 public:
  using Cells = typename R::Cells;
  using Board = typename R::Board;

  explicit Elimination(const R& rules) : rules_(rules) {}

  // Neither won already nor lost within one move of the opponent.
  bool survives(Cells own) const {
    const Cells other = rules_.all_cells() & ~own;
    if (rules_.has_line(other) || rules_.has_line(own)) return false;
    return each_move(own, Player::kO, [&](Board board) { return winner(board, Player::kO) != kO; });
  }

  // Whether every move of the opponent loses, or has an answer that wins or leads to a
  // set that `good` accepts.
  template <class Good>
  bool holds(Cells own, Good&& good) const {
    return each_move(own, Player::kO, [&](Board board) {
      if (winner(board, Player::kO) == kX) return true;
      const Cells now = cells_of(board, Player::kX);
      return !each_move(now, Player::kX, [&](Board answer) {
        const int won = winner(answer, Player::kX);
        return !(won == kX || (won == kNobody && good(cells_of(answer, Player::kX))));
      });
    });
  }

 private:
  static constexpr int kX = 0;
  static constexpr int kO = 1;
  static constexpr int kNobody = 2;

  // The owner is X; every other tile is O's. False as soon as f is.
  template <class F>
  bool each_move(Cells own, Player mover, F&& f) const {
    const Cells other = rules_.all_cells() & ~own;
    const Board board = R::tile(own, Player::kX) | R::tile(other, Player::kO);
    const Cells takes = mover == Player::kX ? own : other;
    for (const typename R::Shape& shape : rules_.shapes()) {
      if (!(takes >> shape.move.from & 1)) continue;
      if (!f(R::apply(board, shape, mover))) return false;
    }
    return true;
  }
  int winner(Board board, Player mover) const {
    const auto won = rules_.winner({board, opponent(mover)});
    return !won ? kNobody : *won == Player::kX ? kX : kO;
  }

  const R& rules_;
};

// The next larger number with as many bits set.
std::uint64_t next_with_as_many(std::uint64_t word) {
  const std::uint64_t lowest = word & (~word + 1);
  const std::uint64_t carried = word + lowest;
  return carried | ((word ^ carried) >> 2) / lowest;
}

}  // namespace

template <class R>
Result<SafeSets<typename R::Cells>> find_safe_sets(const R& rules, int tiles,
                                                   const Budget& budget) {
  using Set = typename R::Cells;
  if (rules.cells() > kMostCells || tiles < 1 || tiles >= rules.cells()) {
    return bad_input("safe sets are looked for on boards of at most 36 cells, with fewer tiles");
  }
  const Elimination<R> elimination(rules);
  SafeSets<Set> found;
  found.tried = binomial(rules.cells(), tiles);
  Meter meter(budget, "looking for safe sets", found.tried);
  std::uint64_t set = low_bits(tiles);
  for (std::uint64_t i = 0; i < found.tried; ++i, set = next_with_as_many(set)) {
    if (!meter.spend()) return *meter.error();
    if (elimination.survives(static_cast<Set>(set))) found.sets.push_back(static_cast<Set>(set));
  }
  found.candidates = found.sets.size();
  const auto is_in = [](const std::vector<Set>& sets) {
    return [&sets](Set cells) { return std::binary_search(sets.begin(), sets.end(), cells); };
  };
  for (std::size_t before = found.sets.size() + 1; before != found.sets.size();) {
    before = found.sets.size();
    std::vector<Set> left;
    for (const Set own : found.sets) {
      if (elimination.holds(own, is_in(found.sets))) left.push_back(own);
    }
    found.sets = std::move(left);
  }
  std::vector<Set> won;
  for (std::size_t before = found.sets.size() + 1; before != won.size();) {
    before = won.size();
    std::vector<Set> more;
    for (const Set own : found.sets) {
      if (elimination.holds(own, is_in(won))) more.push_back(own);
    }
    won = std::move(more);
  }
  found.winning = won.size();
  return found;
}

template <class R>
std::uint64_t count_survivors(const R& rules, int tiles, std::uint64_t samples) {
  using Set = typename R::Cells;
  const Elimination<R> elimination(rules);
  Random random(1);
  std::uint64_t survivors = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    Set set = 0;
    while (std::popcount(set) < tiles) {
      set |= Set{1} << random.below(static_cast<std::uint64_t>(rules.cells()));
    }
    survivors += elimination.survives(set);
  }
  return survivors;
}

template std::uint64_t count_survivors(const Rules&, int, std::uint64_t);
template std::uint64_t count_survivors(const LargeRules&, int, std::uint64_t);
template Result<SafeSets<Cells>> find_safe_sets(const Rules&, int, const Budget&);
template Result<SafeSets<LargeCells>> find_safe_sets(const LargeRules&, int, const Budget&);

}  // namespace noughts::quixo::study
