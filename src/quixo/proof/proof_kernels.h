// The inner loops of the proof, compiled once per instruction set (cmake/isa.cmake).
// They share nothing with those of the engine.
#pragma once

#include <cstdint>

#include "noughts/core/isa.h"

namespace noughts::quixo {

struct ProofKernels {
  // to |= from[offset], for each of the offsets; so many bytes, a multiple of 64, aligned.
  void (*add_vectors)(std::uint8_t* to, const std::uint8_t* from, const std::uint64_t* offsets,
                      int count, std::uint32_t bytes);
  // Two bit matrices, x with 64 * x_words rows of y_words words and y with 64 * y_words rows
  // of x_words words: each becomes the union of itself and of the other transposed. A row that is
  // null is empty. `same`: they are one matrix.
  void (*unite_words)(std::uint8_t* const* x, int x_words, std::uint8_t* const* y, int y_words,
                      bool same);
  // The same with x_rows rows of y_rows bits and the other way round, at most 128 each; a row
  // fills whole bytes, as many as run_bytes says, and is followed by what must not change.
  void (*unite_runs)(std::uint8_t* const* x, int x_rows, std::uint8_t* const* y, int y_rows,
                     int x_bytes, int y_bytes, bool same);
};

const ProofKernels& proof_kernels(Isa isa);
const ProofKernels& proof_kernels();

}  // namespace noughts::quixo
