// The inner loops of the proof, compiled once per instruction set (cmake/isa.cmake).
// They share nothing with those of the engine.
#pragma once

#include <cstdint>

#include "noughts/core/isa.h"

namespace noughts::quixo::proof {

// The runs of the columns, 64 of each word.
struct Columns {
  const std::uint32_t* offset;  // in bytes; for columns that are no boards that of any run
  const std::uint64_t* boards;  // by word: the columns that are boards
  int bytes;                    // of a run
};

struct Kernels {
  // to |= from[offset], for each of the offsets; so many bytes, a multiple of 64, aligned.
  void (*add_vectors)(std::uint8_t* to, const std::uint8_t* from, const std::uint64_t* offsets,
                      int count, std::uint32_t bytes);
  // Two bit matrices, x with 64 * x_words rows of y_words words and y with 64 * y_words rows
  // of x_words words: each becomes the union of itself and of the other transposed. `same`: they
  // are one matrix.
  void (*unite_words)(std::uint8_t* const* x, int x_words, std::uint8_t* const* y, int y_words,
                      bool same);
  // At most 128 rows of so many words, and for each of their columns a run elsewhere with one bit
  // for each row: both become the union of the two. A run fills whole bytes and is
  // followed by what must not change.
  void (*unite_columns)(std::uint8_t* const* rows, int count, int words, std::uint8_t* runs,
                        const Columns& columns);
};

const Kernels& kernels(Isa isa);
const Kernels& kernels();

}  // namespace noughts::quixo::proof
