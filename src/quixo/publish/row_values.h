// The values of a class in memory, in the order of its row (border_row.h): for who publishes them.
// Two bits for each number, and a list of the boards whose ranks have a code that is not 0, or a
// byte for the plies of each number.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/kept_row.h"
#include "noughts/quixo/publish/block.h"
#include "noughts/quixo/publish/border_row.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo::publish {

class RowValues {
 public:
  // From a table of the class; with the codes of its ranks or the plies if asked for. Require: it
  // has them then.
  static Result<RowValues> read(const layout::TableLayout& layout, const tables::ClassTable& table,
                                const BorderRow& row, BlockExtras extras, Workers& workers);

  // Of a number that has a kept board.
  Known at(std::uint64_t number) const {
    const std::uint64_t bits = words_[number / kInWord] >> shift(number) & kCoded;
    if (bits == kCoded) return look_up(number);
    return {static_cast<Value>(bits), plies_.empty() ? std::uint8_t{0} : plies_[number], false};
  }

 private:
  static constexpr std::uint64_t kInWord = 32;
  static constexpr std::uint64_t kCoded = 3;  // in the place of a value: it has a code
  static int shift(std::uint64_t number) { return static_cast<int>(2 * (number % kInWord)); }

  struct Coded {
    std::uint64_t number;
    Known known;
    bool operator<(const Coded& other) const { return number < other.number; }
  };
  Result<void> add_chunk(const layout::KeptRow& boards, const tables::ClassTable& table,
                         const BorderRow& row, std::uint64_t chunk, BlockExtras extras,
                         std::vector<Coded>& coded);
  Known look_up(std::uint64_t number) const;

  std::vector<std::uint64_t> words_;
  std::vector<Coded> coded_;         // in order
  std::vector<std::uint8_t> plies_;  // of all numbers, or none
};

}  // namespace noughts::quixo::publish
