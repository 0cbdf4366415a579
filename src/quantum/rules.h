// Quantum tic-tac-toe: the rules, and nothing else.
//
// The board has nine squares, printed 1 to 9 and counted here from 0:
//
//     1 2 3
//     4 5 6         X moves at odd plies, O at even ones.
//     7 8 9
//
// A ply puts two spooky marks on two squares that are not settled. Squares and
// plies form a graph: a ply is an edge between its two squares. As long as the
// graph is a forest, nothing more happens. A ply that closes a cycle makes a
// collapse: somebody selects at which of its two squares the ply settles, and
// then every ply of that tree has just one square left to settle at:
//
//     X1.1-9 O2.1-3 X3.1-3      the cycle is 1 -O2- 3 -X3- 1
//     selA                      X3 settles at 1, so O2 at 3 and X1 at 9
//
// A selection belongs to the ply that it settles; it is a move here (with one
// to move, and two legal moves) but not a ply. Rules::Variant says who makes
// it: the opponent of the one who closed the cycle, the closer himself, or the
// System, seat 2, which favours X with probability p = 1 - q and O with q.
//
// The game ends when a player has three settled marks in a row, or all nine
// squares are settled. See docs/reference/rules.md for every reading that was chosen.
//
// A Position knows its whole history, and two positions are equal when their
// histories are. What matters for the rest of the game is less: a settled ply
// counts only by its square. That is state_key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "noughts/core/fixed_list.h"
#include "noughts/core/game.h"
#include "noughts/core/rational.h"
#include "noughts/core/result.h"

namespace noughts::quantum {

inline constexpr int kSquares = 9;
inline constexpr int kPlies = 9;
inline constexpr int kPairs = 36;
inline constexpr int kSymmetries = 8;
inline constexpr int kRows = 8;
inline constexpr int kSystem = 2;  // the seat after X and O

// Limits that keep every value of the game an exact integer of 128 bits over
// one common denominator.
inline constexpr std::int64_t kMaxDenominator = 1'000'000;
inline constexpr std::int64_t kMaxDraw = 1'000;             // of any score
inline constexpr std::int64_t kMaxDrawDenominator = 1'000;  // of all scores together

enum class Player : std::uint8_t { kX = 0, kO = 1 };
// The other one.
constexpr Player opponent(Player player) { return player == Player::kX ? Player::kO : Player::kX; }
// Ply 0 is the first.
constexpr Player player_of(int ply) { return ply % 2 == 0 ? Player::kX : Player::kO; }

enum class Collapse : std::uint8_t { kOpponent, kMover, kChance };

// Who selects, with which probability, and what the ends are worth.
struct Variant {
  Collapse collapse = Collapse::kOpponent;
  Rational q = {1, 2};  // with kChance: the probability of the outcome that favours O
  Rational draw = 0;
  bool double_win = false;  // two rows at once score twice as much as one
  Rational complete = 20;   // to the winner, and as much less to the loser
  Rational narrow = 10;
  bool operator==(const Variant&) const = default;
};

// What the three ends of a game are worth, the wins to the winner.
struct Scores {
  Rational complete;
  Rational narrow;
  Rational draw;
};
// Sakuta and Tomioka, Table 3: the scores of a Variant unless told otherwise.
inline constexpr Scores kZeroSumScores = {20, 10, 0};
// Goff gives the winner 1 and the loser 1/2 (narrow) or 0 (complete), at a draw
// nobody anything (Table 2 of Sakuta and Tomioka): by how much the winner is ahead.
// That is a twentieth of Table 3.
inline constexpr Scores kOriginalScores = {1, {1, 2}, 0};
Variant with_scores(const Variant& variant, const Scores& scores);

// How a game stands or has ended.
enum class Outcome : std::uint8_t {
  kGoesOn,
  kDraw,
  kXComplete,
  kXNarrow,
  kXDouble,
  kOComplete,
  kONarrow,
};
inline constexpr int kOutcomes = 7;

using Squares = std::uint16_t;  // a set of squares

// Two squares in ascending order; twice the same for the last single square.
struct Pair {
  std::uint8_t first;
  std::uint8_t second;
  bool operator==(const Pair&) const = default;
  constexpr bool single() const { return first == second; }
  // The one or two squares as a set.
  constexpr Squares squares() const { return static_cast<Squares>(1u << first | 1u << second); }
};
// In ascending order, whatever order they come in.
constexpr Pair make_pair_of(int a, int b) {
  return {static_cast<std::uint8_t>(a < b ? a : b), static_cast<std::uint8_t>(a < b ? b : a)};
}

// Pairs numbered 0 to 35 in the order 1-2, 1-3, ..., 8-9.
inline constexpr std::array<Pair, kPairs> kAllPairs = [] {
  std::array<Pair, kPairs> pairs{};
  int count = 0;
  for (int a = 0; a < kSquares; ++a) {
    for (int b = a + 1; b < kSquares; ++b) pairs[count++] = make_pair_of(a, b);
  }
  return pairs;
}();

// A pair's number; a single square s is kPairs + s. So six bits hold a ply.
constexpr int code_of(Pair pair) {
  if (pair.single()) return kPairs + pair.first;
  return pair.first * (2 * kSquares - 3 - pair.first) / 2 + pair.second - 1;
}

// A pair of squares for the next mark, or the selection of an outcome.
struct Move {
  Pair pair;  // or, for a selection, the square where the last ply settles, twice
  bool selects = false;
  bool operator==(const Move&) const = default;
};

using MoveList = FixedList<Move, kPairs>;

// What one ply put on the board.
struct Mark {
  Pair pair{};
  std::int8_t square = -1;  // where it settled; -1 while it is spooky
  bool operator==(const Mark&) const = default;
  constexpr bool settled() const { return square >= 0; }
};

// The plies so far, and what has settled.
struct Position {
  std::array<Mark, kPlies> marks{};
  std::uint8_t plies = 0;
  bool pending = false;  // the last ply closed a cycle and waits for the selection
  Squares settled = 0;
  // For each square the squares of its tree, itself included; nothing once
  // settled. A ply closes a cycle if its squares are in one tree: one look-up.
  std::array<Squares, kSquares> trees = {1, 2, 4, 8, 16, 32, 64, 128, 256};

  bool operator==(const Position&) const = default;
};

// One variant of the game.
class Rules {
 public:
  using Position = quantum::Position;
  using Move = quantum::Move;

  // Fails unless 0 <= q <= 1 and all parts are within the limits above.
  static Result<Rules> make(const Variant& variant = {});

  // What the rules were made of.
  const Variant& variant() const { return variant_; }

  // The empty board.
  Position initial() const { return {}; }
  // Seat 0 is X, 1 is O, and kSystem selects under chance.
  int to_move(const Position& p) const;
  bool is_over(const Position& p) const { return outcome(p) != Outcome::kGoesOn; }
  // Legal ones, by the number of their pair; nothing once the game is over.
  MoveList moves(const Position& p) const;
  // Require: the move is legal in p.
  Position apply(const Position& p, const Move& move) const;
  // The position before the last move or selection; nothing for the empty board.
  std::vector<Position> predecessors(const Position& p) const;

  // How the game stands. A row decides as soon as it is settled; with a row of
  // each player the one with the smaller last ply wins, narrowly.
  static Outcome outcome(const Position& p);
  // What the outcome is worth to X. Require: it is not kGoesOn.
  Rational score(Outcome outcome) const;
  // The least common denominator of all scores.
  std::int64_t score_denominator() const;

  // Whether putting this pair now closes a cycle.
  static bool closes_cycle(const Position& p, Pair pair) {
    return !pair.single() && (p.trees[pair.first] >> pair.second & 1);
  }
  // The plies of the cycle that waits for its selection, in order around the
  // cycle, the last ply at the end. Require: p.pending.
  static std::vector<int> cycle(const Position& p);

  // The images of positions and moves under the eight symmetries of the square; 0 is the
  // identity.
  int symmetry_count() const { return kSymmetries; }
  Position image(const Position& p, int symmetry) const;
  Move image(const Move& move, int symmetry) const;
  // The image with the least history_key.
  Position canonical(const Position& p) const;

 private:
  explicit Rules(const Variant& variant) : variant_(variant) {}

  Variant variant_;
};

// Symmetry s: bit 0 mirrors left-right, bit 1 up-down, then bit 2 transposes.
int image_square(int square, int symmetry);

// The eight rows as sets of squares.
std::span<const Squares, kRows> all_rows();

// The whole history in one word: six bits a ply from the top (code_of, or
// kNoPly), then nine bits that say which plies settled at their second square,
// then whether a selection is due.
std::uint64_t history_key(const Position& p);

// What the rest of the game depends on: six bits a ply, a settled ply only as
// kPairs + its square; then whether a selection is due.
std::uint64_t state_key(const Position& p);
std::uint64_t canonical_state_key(const Rules& rules, const Position& p);

// Counts plies; a ply that collapses has two successors, both settled. With
// `canonical`, different state keys up to symmetry that are not over.
Result<std::vector<std::uint64_t>> perft(const Rules& rules, const Position& from,
                                         const PerftOptions& options);

}  // namespace noughts::quantum

// By the history.
template <>
struct std::hash<noughts::quantum::Position> {
  std::size_t operator()(const noughts::quantum::Position& p) const noexcept {
    std::uint64_t h = noughts::quantum::history_key(p);
    h = (h ^ (h >> 31)) * 0x9e3779b97f4a7c15;
    return h ^ (h >> 29);
  }
};
