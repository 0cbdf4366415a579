// See pack_kernels.h. Compiled once per instruction set: with BMI2 a word takes
// one pext or pdep, without it a loop over the set bits of the mask.
#include "noughts/quixo/layout/pack_kernels.h"

#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace noughts::quixo::layout::NOUGHTS_ISA {
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

// Appends bits to a stream, whose byte there has no bits beyond; whatever stands in the next ones
// is written over, and at least one byte after the last bit is zero. What does not fill a byte yet
// is kept at hand: reading back what was just written is slow.
class Writer {
 public:
  Writer(std::uint8_t* stream, u64 at)
      : byte_(stream + at / 8), filled_(static_cast<int>(at % 8)), pending_(*byte_) {}

  void add(u64 bits, int count) {
    pending_ |= bits << filled_;
    store();
    int all = filled_ + count;
    if (all >= 64) {
      byte_ += 8;
      pending_ = filled_ == 0 ? 0 : bits >> (64 - filled_);
      store();
      all -= 64;
    }
    byte_ += all / 8;
    pending_ >>= all & ~7;
    filled_ = all & 7;
  }

 private:
  void store() { std::memcpy(byte_, &pending_, sizeof pending_); }

  std::uint8_t* byte_;
  int filled_;  // bits of the first byte
  u64 pending_;
};

inline u64 read_bits(const std::uint8_t* stream, u64 at) {
  const std::uint8_t* byte = stream + at / 8;
  const int shift = static_cast<int>(at % 8);
  const u64 low = load(byte) >> shift;
  return shift == 0 ? low : low | u64{byte[8]} << (64 - shift);
}

// f(i) for each word of a mask that is not zero; most are zero.
template <class F>
inline void for_each_word(const u64* mask, int words, F&& f) {
  int line = 0;
  for (; line + 8 <= words; line += 8) {
    unsigned there = 0;
    for (int i = 0; i < 8; ++i) there |= static_cast<unsigned>(mask[line + i] != 0) << i;
    for (; there != 0; there &= there - 1) f(line + __builtin_ctz(there));
  }
  for (; line < words; ++line) {
    if (mask[line] != 0) f(line);
  }
}

template <class WordAt>
inline u64 pack_words(WordAt word_at, const u64* mask, int words, std::uint8_t* stream, u64 at) {
  Writer writer(stream, at);
  for_each_word(mask, words, [&](int i) {
    const int count = __builtin_popcountll(mask[i]);
    writer.add(gather(word_at(i), mask[i]), count);
    at += static_cast<u64>(count);
  });
  return at;
}

u64 pack(const u64* vector, const u64* mask, int words, std::uint8_t* stream, u64 at) {
  return pack_words([=](int i) { return vector[i]; }, mask, words, stream, at);
}

u64 pack_difference(const u64* vector, const u64* other, const u64* mask, int words,
                    std::uint8_t* stream, u64 at) {
  return pack_words([=](int i) { return vector[i] ^ other[i]; }, mask, words, stream, at);
}

u64 unpack(const std::uint8_t* stream, u64 at, const u64* mask, int words, u64* vector) {
  for_each_word(mask, words, [&](int i) {
    vector[i] |= scatter(read_bits(stream, at), mask[i]);
    at += static_cast<u64>(__builtin_popcountll(mask[i]));
  });
  return at;
}

inline u64 equal_word(const std::uint8_t* bytes, std::uint8_t value) {
#if defined(__AVX512BW__)
  return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes),
                                _mm512_set1_epi8(static_cast<char>(value)));
#elif defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
  u64 word = 0;
  for (int i = 0; i < 4; ++i) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i));
    const int same = _mm_movemask_epi8(_mm_cmpeq_epi8(part, wanted));
    word |= u64{static_cast<unsigned>(same)} << 16 * i;
  }
  return word;
#else
  u64 word = 0;
  for (int i = 0; i < 64; ++i) word |= u64{bytes[i] == value} << i;
  return word;
#endif
}

void equal(const std::uint8_t* bytes, std::uint8_t value, int words, u64* bits) {
  for (int i = 0; i < words; ++i) bits[i] = equal_word(bytes + 64 * i, value);
}

}  // namespace

extern const PackKernels kPackKernels;
const PackKernels kPackKernels = {pack, pack_difference, unpack, equal};

}  // namespace noughts::quixo::layout::NOUGHTS_ISA
