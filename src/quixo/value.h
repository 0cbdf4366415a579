// What a solved board is worth, and how solved boards are grouped.
//
// Every value is for the player to move, who is always X here: a position with
// O to move is the same as its colour swap with X to move. A class holds the
// boards with x tiles of X and o tiles of O; its tier is x + o. A move keeps the
// number of tiles or adds one, so with the colours swapped after it
//
//     child of a board of (x, o)  is in  (o, x)  or  (o, x + 1)
//
// and the classes (x, o) and (o, x) are solved together, after the next tier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "noughts/core/combinatorics.h"
#include "noughts/quixo/rules.h"

namespace noughts::quixo {

enum class Value : std::uint8_t { kDraw = 0, kWin = 1, kLoss = 2 };

// "win", "loss" or "draw".
constexpr std::string_view value_name(Value value) {
  return value == Value::kWin ? "win" : value == Value::kLoss ? "loss" : "draw";
}

// The value of a position for the player who moved into it.
constexpr Value for_opponent(Value value) {
  return value == Value::kWin ? Value::kLoss : value == Value::kLoss ? Value::kWin : Value::kDraw;
}

// A value and, where it was computed, the plies until the game ends: the
// winner as fast, the loser as slowly as can be. Never present for a draw.
struct Outcome {
  Value value = Value::kDraw;
  std::optional<int> plies;
  bool operator==(const Outcome&) const = default;
};

// All boards with so many X and so many O, X to move.
struct ClassId {
  int x = 0;
  int o = 0;
  // Tiles in all, and the class with the colours exchanged.
  int tier() const { return x + o; }
  ClassId swapped() const { return {o, x}; }
  bool operator==(const ClassId&) const = default;
  auto operator<=>(const ClassId&) const = default;
};

// The class of a board, and how many boards a class has.
inline ClassId class_of(Board board) {
  return {std::popcount(cells_of(board, Player::kX)), std::popcount(cells_of(board, Player::kO))};
}

inline std::uint64_t class_size(const Rules& rules, ClassId id) {
  return trinomial(rules.cells(), id.x, id.o);
}

// How many different boards the eight images are.
inline int image_count(const Rules& rules, Board board) {
  int same = 0;
  for (int s = 0; s < rules.symmetry_count(); ++s) same += rules.image(board, s) == board;
  return rules.symmetry_count() / same;
}

// The same position with X to move.
template <class B>
constexpr B board_for_mover(const BasicPosition<B>& p) {
  return p.to_move == Player::kX ? p.board : swap_colours(p.board);
}

// Boards by value.
struct Counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;
  // All of them.
  std::uint64_t total() const { return win + loss + draw; }
  Counts& operator+=(const Counts& more) {
    win += more.win;
    loss += more.loss;
    draw += more.draw;
    return *this;
  }
  bool operator==(const Counts&) const = default;
};

// The value of a board that is over, X to move; nothing while the game goes on.
inline std::optional<Value> final_value(const Rules& rules, Board board) {
  const auto winner = rules.winner({board, Player::kX});
  if (!winner) return std::nullopt;
  return *winner == Player::kX ? Value::kWin : Value::kLoss;
}

}  // namespace noughts::quixo
