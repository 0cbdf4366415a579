// Every board of size 3 or 4 by its number in base three: 0 empty, 1 X, 2 O.
#pragma once

#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo::study {

class AllBoards {
 public:
  explicit AllBoards(const Rules& rules)
      : all_(rules.all_cells()),
        count_(int_power(3, rules.cells())),
        ternary_(std::size_t{1} << rules.cells()) {
    for (Cells word = 1; word < ternary_.size(); ++word) {
      ternary_[word] = ternary_[word & (word - 1)] +
                       static_cast<std::uint32_t>(int_power(3, std::countr_zero(word)));
    }
  }

  std::uint64_t count() const { return count_; }
  std::uint32_t index_of(Board board) const {
    return ternary_[cells_of(board, Player::kX)] + 2 * ternary_[cells_of(board, Player::kO)];
  }
  // f(board) for each of them, on all threads.
  template <class F>
  Result<void> for_each(Workers& workers, F&& f) const {
    return workers.for_each(0, std::size_t{all_} + 1, [&](std::size_t task) {
      const auto x = static_cast<Cells>(task);
      const Cells rest = all_ & ~x;
      for (Cells o = rest;; o = (o - 1) & rest) {
        f(make_board(x, o));
        if (o == 0) break;
      }
    });
  }

 private:
  Cells all_;
  std::uint64_t count_;
  std::vector<std::uint32_t> ternary_;
};

}  // namespace noughts::quixo::study
