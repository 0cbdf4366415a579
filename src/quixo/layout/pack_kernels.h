// Gathering the bits under a mask into a stream, and back; once per instruction
// set (cmake/isa.cmake).
#pragma once

#include <cstdint>

#include "noughts/core/isa.h"

namespace noughts::quixo::layout {

struct PackKernels {
  // Appends to the stream, from its bit `at` on, the bits of `vector` under
  // `mask`, lowest first. Returns the bit after the last. The byte of
  // that bit must have none from there on, what follows may be anything, and the stream must have
  // kStreamMargin bytes beyond its last bit.
  std::uint64_t (*pack)(const std::uint64_t* vector, const std::uint64_t* mask, int words,
                        std::uint8_t* stream, std::uint64_t at);
  // The same with the bits in which two vectors differ.
  std::uint64_t (*pack_difference)(const std::uint64_t* vector, const std::uint64_t* other,
                                   const std::uint64_t* mask, int words, std::uint8_t* stream,
                                   std::uint64_t at);
  // The inverse: sets the bits of `vector` under `mask` (which must be zero).
  std::uint64_t (*unpack)(const std::uint8_t* stream, std::uint64_t at, const std::uint64_t* mask,
                          int words, std::uint64_t* vector);
  // Tells which of 64 * words bytes have a value, a bit for each.
  void (*equal)(const std::uint8_t* bytes, std::uint8_t value, int words, std::uint64_t* bits);
};

inline constexpr int kStreamMargin = 16;

const PackKernels& pack_kernels(Isa isa);
const PackKernels& pack_kernels();

}  // namespace noughts::quixo::layout
