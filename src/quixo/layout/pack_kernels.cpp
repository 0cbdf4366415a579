// See pack_kernels.h. Compiled once per instruction set: with BMI2 a word takes
// one pext or pdep, without it a loop over the set bits of the mask.
#include "noughts/quixo/layout/pack_kernels.h"

#include <cstring>

namespace noughts::quixo::NOUGHTS_ISA {
namespace {

using u64 = std::uint64_t;

inline u64 gather(u64 value, u64 mask) {
#if defined(__BMI2__)
  return __builtin_ia32_pext_di(value, mask);
#else
  u64 packed = 0;
  for (u64 to = 1; mask != 0; to <<= 1, mask &= mask - 1) {
    if (value & mask & (~mask + 1)) packed |= to;
  }
  return packed;
#endif
}

inline u64 scatter(u64 packed, u64 mask) {
#if defined(__BMI2__)
  return __builtin_ia32_pdep_di(packed, mask);
#else
  u64 value = 0;
  for (; mask != 0; mask &= mask - 1, packed >>= 1) {
    if (packed & 1) value |= mask & (~mask + 1);
  }
  return value;
#endif
}

inline u64 load(const std::uint8_t* from) {
  u64 word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// A word at any bit of the stream; bits that do not fit spill into one more byte.
inline void or_bits(std::uint8_t* stream, u64 at, u64 bits) {
  std::uint8_t* byte = stream + at / 8;
  const int shift = static_cast<int>(at % 8);
  const u64 word = load(byte) | bits << shift;
  std::memcpy(byte, &word, sizeof word);
  if (shift != 0) byte[8] = static_cast<std::uint8_t>(byte[8] | bits >> (64 - shift));
}

inline u64 read_bits(const std::uint8_t* stream, u64 at) {
  const std::uint8_t* byte = stream + at / 8;
  const int shift = static_cast<int>(at % 8);
  const u64 low = load(byte) >> shift;
  return shift == 0 ? low : low | u64{byte[8]} << (64 - shift);
}

u64 pack(const u64* vector, const u64* mask, int words, std::uint8_t* stream, u64 at) {
  for (int i = 0; i < words; ++i) {
    if (mask[i] == 0) continue;
    or_bits(stream, at, gather(vector[i], mask[i]));
    at += static_cast<u64>(__builtin_popcountll(mask[i]));
  }
  return at;
}

u64 pack_difference(const u64* vector, const u64* other, const u64* mask, int words,
                    std::uint8_t* stream, u64 at) {
  for (int i = 0; i < words; ++i) {
    if (mask[i] == 0) continue;
    or_bits(stream, at, gather(vector[i] ^ other[i], mask[i]));
    at += static_cast<u64>(__builtin_popcountll(mask[i]));
  }
  return at;
}

u64 unpack(const std::uint8_t* stream, u64 at, const u64* mask, int words, u64* vector) {
  for (int i = 0; i < words; ++i) {
    if (mask[i] == 0) continue;
    vector[i] |= scatter(read_bits(stream, at), mask[i]);
    at += static_cast<u64>(__builtin_popcountll(mask[i]));
  }
  return at;
}

}  // namespace

extern const PackKernels kPackKernels;
const PackKernels kPackKernels = {pack, pack_difference, unpack};

}  // namespace noughts::quixo::NOUGHTS_ISA
