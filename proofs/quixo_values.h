// 4x4 Quixo for the programs that write what Rocq replays: boards, moves, and all boards solved
// backwards from those with a line. Nothing here needs to be right, since Rocq checks what comes
// out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace quixo {

using Set = std::uint16_t;
constexpr int kSide = 4;
constexpr int kCells = kSide * kSide;
constexpr int kNever = 255;

struct Board {
  Set x = 0, o = 0;
  [[nodiscard]] std::uint32_t word() const { return x | static_cast<std::uint32_t>(o) << kCells; }
  bool operator==(const Board&) const = default;
};

inline Set bit(int row, int column) { return static_cast<Set>(1U << (kSide * row + column)); }

// ---- moves, in the order of Replay.v: tiles row by row, to the left, right, top, bottom ----
struct Move {
  Set from = 0, end = 0, path = 0;
  int shift = 0;

  [[nodiscard]] Set slide(Set s, int by) const {
    return static_cast<Set>(by > 0 ? s << by : s >> -by);
  }
  [[nodiscard]] Set push(Set s) const {
    return static_cast<Set>((s & ~path) | slide(s & path & ~from, shift));
  }
  [[nodiscard]] Set pull(Set s) const {
    return static_cast<Set>((s & ~path) | slide(s & path & ~end, -shift));
  }
};

inline Move make_move(int row, int column, int to_row, int to_column) {
  const int down = (to_row > row) - (to_row < row);
  const int right = (to_column > column) - (to_column < column);
  Move m{bit(row, column), bit(to_row, to_column), 0, -(kSide * down + right)};
  for (int r = row, c = column; r != to_row + down || c != to_column + right;
       r += down, c += right) {
    m.path = static_cast<Set>(m.path | bit(r, c));
  }
  return m;
}

inline std::vector<Move> make_moves() {
  std::vector<Move> all;
  const int last = kSide - 1;
  for (int r = 0; r < kSide; ++r) {
    for (int c = 0; c < kSide; ++c) {
      if (r != 0 && r != last && c != 0 && c != last) continue;
      if (c != 0) all.push_back(make_move(r, c, r, 0));
      if (c != last) all.push_back(make_move(r, c, r, last));
      if (r != 0) all.push_back(make_move(r, c, 0, c));
      if (r != last) all.push_back(make_move(r, c, last, c));
    }
  }
  return all;
}

// ---- tables by sets of cells ----
struct Tables {
  std::vector<Move> moves = make_moves();
  std::vector<std::uint32_t> ternary = std::vector<std::uint32_t>(1U << kCells);
  std::vector<bool> line = std::vector<bool>(1U << kCells);
  std::array<std::vector<Set>, 2> turned;  // mirrored, transposed

  Tables() {
    for (auto& t : turned) t.resize(1U << kCells);
    for (std::uint32_t s = 0; s < 1U << kCells; ++s) {
      bool falling = true, rising = true;
      std::uint32_t power = 1;
      for (int i = 0; i < kSide; ++i) {
        bool row = true, column = true;
        for (int j = 0; j < kSide; ++j, power *= 3) {
          row = row && (s & bit(i, j));
          column = column && (s & bit(j, i));
          if (!(s & bit(i, j))) continue;
          ternary[s] += power;
          turned[0][s] = static_cast<Set>(turned[0][s] | bit(i, kSide - 1 - j));
          turned[1][s] = static_cast<Set>(turned[1][s] | bit(j, i));
        }
        falling = falling && (s & bit(i, i));
        rising = rising && (s & bit(i, kSide - 1 - i));
        line[s] = line[s] || row || column;
      }
      line[s] = line[s] || falling || rising;
    }
  }
};
inline const Tables& tables() {
  static const Tables made;
  return made;
}

inline bool over(const Board& b) { return tables().line[b.x] || tables().line[b.o]; }
// X has won, if it moved last or not. Who completes lines of both signs loses.
inline bool won_by_x(const Board& b, bool x_moved) {
  return tables().line[b.x] && (!tables().line[b.o] || !x_moved);
}
inline Board after_x(const Board& b, const Move& m) {
  return {static_cast<Set>(m.push(b.x) | m.end), m.push(b.o)};
}
inline Board after_o(const Board& b, const Move& m) {
  return {m.push(b.x), static_cast<Set>(m.push(b.o) | m.end)};
}
inline Board turned(const Board& b, int how) {
  return {tables().turned[how][b.x], tables().turned[how][b.o]};
}
// ---- all values, with the mover as X ----
class Values {
 public:
  Values() {
    std::vector<Board> lost, won;
    std::vector<std::uint8_t> left(wins_.size());
    for (std::uint32_t x = 0; x < 1U << kCells; ++x) {
      const auto rest = static_cast<Set>(~x);
      for (Set o = rest;; o = static_cast<Set>((o - 1) & rest)) {
        const Board b{static_cast<Set>(x), o};
        if (won_by_x(b, false)) {
          wins_[at(b)] = 0;
          won.push_back(b);
        } else if (over(b)) {
          losses_[at(b)] = 0;
          lost.push_back(b);
        } else {
          for (const Move& m : tables().moves) left[at(b)] += (o & m.from) == 0;
        }
        if (o == 0) break;
      }
    }
    for (int plies = 1; !lost.empty() || !won.empty(); ++plies) {
      std::vector<Board> now_lost, now_won;
      const auto open = [&](const Board& b) {
        return left[at(b)] != 0 && wins_[at(b)] == kNever && losses_[at(b)] == kNever;
      };
      for (const Board& b : lost) {
        for_each_before(b, [&](const Board& c) {
          if (!open(c)) return;
          wins_[at(c)] = static_cast<std::uint8_t>(plies);
          now_won.push_back(c);
        });
      }
      for (const Board& b : won) {
        for_each_before(b, [&](const Board& c) {
          if (!open(c) || --left[at(c)] != 0) return;
          losses_[at(c)] = static_cast<std::uint8_t>(plies);
          now_lost.push_back(c);
        });
      }
      lost.swap(now_lost);
      won.swap(now_won);
    }
  }

  // Plies in which X wins, with X or with O to move.
  [[nodiscard]] int x_to_move(const Board& b) const { return wins_[at(b)]; }
  [[nodiscard]] int o_to_move(const Board& b) const { return losses_[at({b.o, b.x})]; }

 private:
  static std::uint32_t at(const Board& b) {
    return tables().ternary[b.x] + 2 * tables().ternary[b.o];
  }

  // The boards, their mover as X, from which a move leads to b: its mover is O there.
  template <class Visit>
  static void for_each_before(const Board& b, Visit visit) {
    for (const Move& m : tables().moves) {
      if (!(b.o & m.end)) continue;
      const Board blank{m.pull(b.o), m.pull(b.x)};
      visit(blank);
      visit(Board{static_cast<Set>(blank.x | m.from), blank.o});
    }
  }

  static constexpr std::uint32_t kBoards = 43'046'721;
  std::vector<std::uint8_t> wins_ = std::vector<std::uint8_t>(kBoards, kNever);
  std::vector<std::uint8_t> losses_ = std::vector<std::uint8_t>(kBoards, kNever);
};

}  // namespace quixo
