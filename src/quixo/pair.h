// Pairs of classes, and whose turn it is, in the colours of planes.
//
// Planes, tables and the engine name the colours absolutely: A and B, where A has
// no more tiles than B. The boards with a tiles of A and b of B are a pair of
// classes, solved together: those with A to move and those with B to move. With X
// for the mover they are the classes (a, b) and (b, a) of value.h:
//
//     x < o     X is A, A to move
//     x >= o    X is B, B to move
//
// If a == b the colours can be exchanged: only the boards with B to move are kept.
#pragma once

#include <array>
#include <span>

#include "noughts/quixo/value.h"

namespace noughts::quixo {

enum class Mover : std::uint8_t { kA, kB };

constexpr Mover opponent(Mover mover) { return mover == Mover::kA ? Mover::kB : Mover::kA; }
// As kernels number them.
constexpr int index_of(Mover mover) { return static_cast<int>(mover); }

// One thing for each side to move.
template <class T>
class PerMover {
 public:
  T& operator[](Mover mover) { return things_[static_cast<std::size_t>(mover)]; }
  const T& operator[](Mover mover) const { return things_[static_cast<std::size_t>(mover)]; }
  bool operator==(const PerMover&) const = default;

 private:
  std::array<T, 2> things_{};
};

// Require: a <= b.
struct Pair {
  int a = 0;
  int b = 0;
  int tier() const { return a + b; }
  bool is_mirror() const { return a == b; }
  // The sides to move that are kept.
  std::span<const Mover> movers() const {
    static constexpr Mover kBoth[] = {Mover::kA, Mover::kB};
    return is_mirror() ? std::span(kBoth).subspan(1) : std::span(kBoth);
  }
  auto operator<=>(const Pair&) const = default;
};

// One of the two classes of a pair.
struct PlaneId {
  Pair pair;
  Mover mover = Mover::kB;
  // Whether X, to move, is B.
  bool swapped() const { return mover == Mover::kB; }
  // The board in absolute colours of one with X to move, and back: A is written as X.
  Board absolute(Board board) const { return swapped() ? swap_colours(board) : board; }
  bool operator==(const PlaneId&) const = default;
};

inline PlaneId plane_of(ClassId id) {
  return id.x < id.o ? PlaneId{{id.x, id.o}, Mover::kA} : PlaneId{{id.o, id.x}, Mover::kB};
}
inline ClassId class_of(const PlaneId& plane) {
  const auto [a, b] = plane.pair;
  return plane.swapped() ? ClassId{b, a} : ClassId{a, b};
}

// Where moves that take an empty tile lead. Require: the pair is not the full board,
// and the mover is one of its movers.
inline PlaneId after_new_tile(const PlaneId& plane) {
  const auto [a, b] = plane.pair;
  const Pair next = plane.mover == Mover::kA ? Pair{a + 1, b} : Pair{a, b + 1};
  return {next, opponent(plane.mover)};
}

// Boards of the pair's classes that are kept.
inline std::uint64_t states_of(const Rules& rules, Pair pair) {
  return class_size(rules, {pair.a, pair.b}) * pair.movers().size();
}

}  // namespace noughts::quixo
