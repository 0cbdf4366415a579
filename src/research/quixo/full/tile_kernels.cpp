// See tile_kernels.h. Compiled once per instruction set and, inside, once per size, so
// that loops have fixed lengths and become vector instructions.
#include "noughts/research/quixo/full/tile_kernels.h"

namespace noughts::quixo::full::NOUGHTS_ISA {
namespace {

using Word = SquareWord;

constexpr int parity(unsigned bits) { return __builtin_popcount(bits) & 1; }

// What follows from the size.
template <int N>
struct Square {
  static constexpr int kWords = 1 << N;
  static constexpr int kHalf = 1 << (N - 1);  // bits of a packed word

  // The bits z that have column c, or that lack it.
  static constexpr Word column(int c, bool set) {
    Word bits = 0;
    for (int z = 0; z < kWords; ++z) {
      if ((z >> c & 1) == set) bits |= Word{1} << z;
    }
    return bits;
  }
  // Bits z with column a and without column b.
  static constexpr Word only(int a, int b) { return column(a, true) & column(b, false); }

  // Packed bits that stand for a z without the last column: those of this parity.
  static constexpr Packed without_last(bool odd) {
    Packed bits = 0;
    for (int z = 0; z < kHalf; ++z) {
      if (parity(static_cast<unsigned>(z)) == odd) bits |= Packed{1} << z;
    }
    return bits;
  }
  struct Lows {
    Packed of[2][kWords];
  };
  static constexpr Lows make_lows() {
    Lows lows{};
    for (int odd = 0; odd < 2; ++odd) {
      for (int y = 0; y < kWords; ++y) {
        lows.of[odd][y] = without_last(odd != parity(static_cast<unsigned>(y)));
      }
    }
    return lows;
  }
  static constexpr Lows kLows = make_lows();

  static void unpack(const Packed* packed, bool odd, Word* words) {
    const Packed* low = kLows.of[odd];
    for (int y = 0; y < kWords; ++y) {
      words[y] = (packed[y] & low[y]) | Word{packed[y] & ~low[y]} << kHalf;
    }
  }
  static void pack(const Word* words, bool odd, Packed* packed) {
    const Packed* low = kLows.of[odd];
    for (int y = 0; y < kWords; ++y) {
      packed[y] = static_cast<Packed>((words[y] & low[y]) |
                                      (words[y] >> kHalf & ~low[y] & without_last_column()));
    }
  }
  static constexpr Packed without_last_column() {
    return static_cast<Packed>(column(N - 1, false));
  }

  // words[y] becomes what it was at the bits with columns a < b exchanged.
  template <int A, int B>
  static void exchange(Word* words) {
    constexpr Word low = only(A, B);
    constexpr int far = (1 << B) - (1 << A);
    for (int y = 0; y < kWords; ++y) {
      const Word word = words[y];
      words[y] = (word & ~(low | low << far)) | (word & low) << far | (word >> far & low);
    }
  }

  static void add_under(const Word* from, Word mask, Word* words) {
    for (int y = 0; y < kWords; ++y) words[y] |= from[y] & mask;
  }

  // Out of column C, in at column 0: the turn of C + 1 columns is the turn of C of them
  // after an exchange of the last two. Likewise to the other side.
  template <int C>
  static void push_left(Word* turned, bool own, Word* words) {
    if constexpr (C < N) {
      exchange<C - 1, C>(turned);
      add_under(turned, own ? column(C, true) : column(C, false), words);
      push_left<C + 1>(turned, own, words);
    }
  }
  template <int C>
  static void push_right(Word* turned, bool own, Word* words) {
    if constexpr (C >= 0) {
      exchange<C, C + 1>(turned);
      add_under(turned, own ? column(C, true) : column(C, false), words);
      push_right<C - 1>(turned, own, words);
    }
  }
  static void last_row(const Word* from, bool own, Word* words) {
    Word turned[kWords];
    for (int y = 0; y < kWords; ++y) turned[y] = from[y];
    push_left<1>(turned, own, words);
    for (int y = 0; y < kWords; ++y) turned[y] = from[y];
    push_right<N - 2>(turned, own, words);
  }

  static void second_row(const Word* from, bool own, Word* words) {
    for (int y = 0; y < kWords; ++y) {
      const int left = (y << 1 & (kWords - 1)) | y >> (N - 1);
      const int right = y >> 1 | (y & 1) << (N - 1);
      if ((y >> (N - 1)) == own) words[y] |= from[left];
      if ((y & 1) == own) words[y] |= from[right];
    }
  }

  // f(y without column C, y with it) for all pairs of words.
  template <int C, class F>
  static void for_each_pair(F&& f) {
    for (int high = 0; high < kWords; high += 2 << C) {
      for (int y = high; y < high + (1 << C); ++y) f(y, y | 1 << C);
    }
  }

  template <int C>
  static void up_from_last(const Word* from, bool own, bool second, Word* words) {
    constexpr Word set = column(C, true), clear = column(C, false);
    for_each_pair<C>([&](int without, int with) {
      const Word word = from[second ? with : without];
      if (own) {
        words[with] |= word & set;
        words[without] |= (word & clear) << (1 << C);
      } else {
        words[without] |= word & clear;
        words[with] |= (word & set) >> (1 << C);
      }
    });
  }
  template <int C>
  static void up_from_second(const Word* from, bool own, bool second, Word* words) {
    for_each_pair<C>([&](int without, int with) {
      words[own ? with : without] |= from[second ? with : without];
    });
  }
  template <int C>
  static void down(const Word* from, bool own, bool second, Word* words) {
    constexpr Word set = column(C, true), clear = column(C, false);
    for_each_pair<C>([&](int without, int with) {
      words[second ? with : without] |= own ? (from[without] & set) >> (1 << C) | (from[with] & set)
                                            : (from[without] & clear) | (from[with] & clear)
                                                                            << (1 << C);
    });
  }

  template <int C>
  static void in_column(const Step& step, const Word* from, Word* words) {
    if constexpr (C < N) {
      if (step.column != C) return in_column<C + 1>(step, from, words);
      if (step.kind == StepKind::kUpFromLast) {
        up_from_last<C>(from, step.own, step.second, words);
      } else if (step.kind == StepKind::kUpFromSecond) {
        up_from_second<C>(from, step.own, step.second, words);
      } else {
        down<C>(from, step.own, step.second, words);
      }
    }
  }

  static void take(const Step& step, Word* words) {
    Word from[kWords];
    unpack(step.source, step.odd, from);
    switch (step.kind) {
      case StepKind::kTop:
        return add_under(from, ~Word{0}, words);
      case StepKind::kSecondRow:
        return second_row(from, step.own, words);
      case StepKind::kLastRow:
        return last_row(from, step.own, words);
      default:
        return in_column<0>(step, from, words);
    }
  }

  static bool is_reached(const Word* goal, const Word* words) {
    Word missing = 0;
    for (int y = 0; y < kWords; ++y) missing |= goal[y] & ~words[y];
    return missing == 0;
  }

  static void gather(const Step* steps, int count, const Word* goal, Word* words) {
    for (int i = 0; i < count; ++i) {
      take(steps[i], words);
      if (is_reached(goal, words)) return;
    }
  }

  template <int C>
  static void mirror_words(Word* words) {
    if constexpr (C < N - 1 - C) {
      exchange<C, N - 1 - C>(words);
      mirror_words<C + 1>(words);
    }
  }
  static void add_mirrored(const Word* mirrored, Word* words) {
    Word turned[kWords];
    for (int y = 0; y < kWords; ++y) turned[y] = mirrored[y];
    mirror_words<0>(turned);
    for (int y = 0; y < kWords; ++y) {
      int image = 0;
      for (int c = 0; c < N; ++c) image |= (y >> c & 1) << (N - 1 - c);
      words[image] |= turned[y];
    }
  }

  // Every bit of y and z changes: word and bit are counted from the other end.
  template <int C>
  static Word from_the_end(Word word) {
    if constexpr (C == N) {
      return word;
    } else {
      constexpr Word clear = column(C, false);
      return from_the_end<C + 1>((word & clear) << (1 << C) | (word >> (1 << C) & clear));
    }
  }
  static void exchange_signs(const Word* words, Word* exchanged) {
    for (int y = 0; y < kWords; ++y) exchanged[y] = from_the_end<0>(words[kWords - 1 - y]);
  }
};

// f of the size.
#define NOUGHTS_BY_SIZE(size, call)      \
  switch (size) {                        \
    case 3:                              \
      return Square<3>::call;            \
    case 4:                              \
      return Square<4>::call;            \
    case 5:                              \
      return Square<5>::call;            \
    default:                             \
      return Square<kLargestFull>::call; \
  }

void gather(int size, const Step* steps, int count, const Word* goal, Word* words) {
  NOUGHTS_BY_SIZE(size, gather(steps, count, goal, words))
}
void add_mirrored(int size, const Word* mirrored, Word* words) {
  NOUGHTS_BY_SIZE(size, add_mirrored(mirrored, words))
}
void exchange_signs(int size, const Word* words, Word* exchanged) {
  NOUGHTS_BY_SIZE(size, exchange_signs(words, exchanged))
}
void unpack(int size, const Packed* packed, bool odd, Word* words) {
  NOUGHTS_BY_SIZE(size, unpack(packed, odd, words))
}
void pack(int size, const Word* words, bool odd, Packed* packed) {
  NOUGHTS_BY_SIZE(size, pack(words, odd, packed))
}

#undef NOUGHTS_BY_SIZE

}  // namespace

extern const TileKernels kTileKernels;
const TileKernels kTileKernels = {gather, add_mirrored, exchange_signs, unpack, pack};

}  // namespace noughts::quixo::full::NOUGHTS_ISA
