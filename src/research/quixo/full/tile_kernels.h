// Full boards by the square: 2^n x 2^n boards at once.
//
// On a full board every tile is one player's, P's, or the other's, Q's: a board is the
// set of P's cells. A square holds all boards with the same rows but the last two. Its
// word y has the boards whose last row but one is y, its bit z the one whose last row
// is z; bit c of y and z is column c.
//
//     the board of 6x6       row 0  . X X . X .  --
//                            row 1  X . . X . .   | top: names the square
//                            row 2  . . X . . X   |
//                            row 3  X X . . X .  --
//                            row 4  . X X . . .     y = 000110: the word
//                            row 5  X . . . X X     z = 110001: the bit
//
// A push turns a segment of a row or column by one cell, since the tile that is pushed
// in has the sign of the one that was taken. So the value after a push stands at the
// index whose bits are turned likewise, and for a push
//
//     inside the top               it is the same word and bit of another square;
//     in the last row but one      another word of the same square;
//     in the last row              another bit of the same word;
//     in a column through the end  words and bits with one bit exchanged.
//
// A step takes what is known after one kind of push from a square and adds it to the
// boards from which that push can be made: 64 boards with each instruction, or more.
//
// Pushes keep the number of P's tiles, so boards with an even and with an odd number
// never meet, and each half is kept alone: the last column of z follows from the rest,
// and a word of 2^n boards is kept in 2^(n-1) bits (Packed).
#pragma once

#include <cstdint>

#include "noughts/core/isa.h"

namespace noughts::quixo::full {

using SquareWord = std::uint64_t;
using Packed = std::uint32_t;
inline constexpr int kLargestFull = 6;  // of boards whose words have 64 bits
inline constexpr int kSquareWords = 1 << kLargestFull;

enum class StepKind : std::uint8_t {
  kTop,           // the same word and bit of another square
  kSecondRow,     // both pushes in the last row but one
  kLastRow,       // all pushes in the last row
  kUpFromLast,    // out of the last row, in at the top of its column
  kUpFromSecond,  // out of the last row but one, likewise
  kDown,          // in at the bottom of a column; only words with bit `second` there
};

// Without values at first: lists of them are made for every square.
struct Step {
  StepKind kind;
  std::uint8_t column;
  bool own;     // whose pushes: P's take tiles of 1, Q's of 0
  bool second;  // kUp..: what comes down into the last row but one; kDown: see there
  bool odd;     // parity of the source's top, and of the half that is solved
  const Packed* source;
};

struct TileKernels {
  // words[y] |= what the steps bring. Stops early when every bit of `goal` is there.
  void (*gather)(int size, const Step* steps, int count, const SquareWord* goal, SquareWord* words);
  // The square of the boards mirrored left to right, added to `words`.
  void (*add_mirrored)(int size, const SquareWord* mirrored, SquareWord* words);
  // The square of the boards with all signs exchanged.
  void (*exchange_signs)(int size, const SquareWord* words, SquareWord* exchanged);
  void (*unpack)(int size, const Packed* packed, bool odd, SquareWord* words);
  void (*pack)(int size, const SquareWord* words, bool odd, Packed* packed);
};

const TileKernels& tile_kernels(Isa isa);
const TileKernels& tile_kernels();

}  // namespace noughts::quixo::full
