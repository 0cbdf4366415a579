// The values of a class in memory, in the order of its row (border_row.h): for who publishes them.
// Two bits for each number, and the codes of ranks that are not 0.
#pragma once

#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/kept_row.h"
#include "noughts/quixo/tables/block.h"
#include "noughts/quixo/tables/border_row.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo {

class RowValues {
 public:
  // From a table of the class; with the codes of its ranks if asked for.
  static Result<RowValues> read(const TableLayout& layout, const ClassTable& table,
                                const BorderRow& row, bool codes, Workers& workers);

  Value value(std::uint64_t number) const {
    return static_cast<Value>(words_[number / kInWord] >> shift(number) & 3);
  }
  // Of a number that has a kept board.
  Known at(std::uint64_t number) const { return {value(number), code(number), false}; }

 private:
  static constexpr std::uint64_t kInWord = 32;
  static int shift(std::uint64_t number) { return static_cast<int>(2 * (number % kInWord)); }

  // A number and its code.
  struct Coded {
    std::uint64_t number;
    std::uint8_t code;
    auto operator<=>(const Coded&) const = default;
  };
  Result<void> add_chunk(const KeptRow& boards, const ClassTable& table, const BorderRow& row,
                         std::uint64_t chunk, bool codes, std::vector<Coded>& coded);
  std::uint8_t code(std::uint64_t number) const;

  std::vector<std::uint64_t> words_;
  std::vector<Coded> coded_;  // in order
};

}  // namespace noughts::quixo
