// For the second checker of tables (main.cpp): Quixo's rules, and which boards a table keeps, by
// docs/reference/table-format.md. Nothing comes from src/.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace check {

using Cells = std::uint32_t;
struct Board {  // a and b: cells of each colour; x of the mover and o of the other, or A and B
  Cells a = 0, b = 0;
};

inline int size, length;
inline bool two_lines_win = false;

// ---- the rules ----------------------------------------------------------------------

inline std::vector<Cells> lines;
inline std::array<std::vector<int>, 8> symmetries;  // where each cell goes

inline void make_rules() {
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (const auto& [down, right] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
        const int last_row = row + down * (length - 1);
        const int last_column = column + right * (length - 1);
        if (last_row >= size || last_column < 0 || last_column >= size) continue;
        Cells line = 0;
        for (int i = 0; i < length; ++i) {
          line |= Cells{1} << ((row + i * down) * size + column + i * right);
        }
        lines.push_back(line);
      }
    }
  }
  for (int s = 0; s < 8; ++s) {
    for (int cell = 0; cell < size * size; ++cell) {
      int row = cell / size;
      int column = cell % size;
      if (s & 1) row = size - 1 - row;
      if (s & 2) column = size - 1 - column;
      if (s & 4) std::swap(row, column);
      symmetries[static_cast<std::size_t>(s)].push_back(row * size + column);
    }
  }
}

inline bool has_line(Cells cells) {
  return std::any_of(lines.begin(), lines.end(), [&](Cells l) { return (l & ~cells) == 0; });
}

// ' ' while the game goes on, else 'w' or 'l' for the player to move.
inline char ended(const Board& board) {
  const bool own = has_line(board.a);
  const bool other = has_line(board.b);
  if (own && other) return two_lines_win ? 'l' : 'w';  // the other has just made both
  return own ? 'w' : other ? 'l' : ' ';
}

// f(board with the other player to move) for each move.
template <class F>
inline void for_each_child(const Board& board, F&& f) {
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size;
    const int column = cell % size;
    const bool border = row == 0 || column == 0 || row == size - 1 || column == size - 1;
    if (!border || (board.b >> cell & 1)) continue;
    for (const int step : {1, -1, size, -size}) {  // towards the end where the tile goes in
      const bool along_row = step == 1 || step == -1;
      const int here = along_row ? column : row;
      const int distance = step > 0 ? size - 1 - here : here;
      if (distance == 0) continue;
      Board moved = board;
      const auto put = [&](int at, int from) {
        const Cells bit = Cells{1} << at;
        moved.a = (moved.a & ~bit) | (board.a >> from & 1 ? bit : 0);
        moved.b = (moved.b & ~bit) | (board.b >> from & 1 ? bit : 0);
      };
      for (int i = 0; i < distance; ++i) put(cell + i * step, cell + (i + 1) * step);
      const Cells last = Cells{1} << (cell + distance * step);
      moved.a |= last;
      moved.b &= ~last;
      f(Board{moved.b, moved.a});
    }
  }
}

// ---- where a board is kept ------------------------------------------------------------

inline std::vector<int> special;              // the cells whose filling decides which board is kept
inline std::vector<std::uint8_t> stands_for;  // by their filling: boards, 0 if it is not kept
struct Part {
  std::vector<int> cells;
  int fillings = 1;
};
inline Part p, q, u, s;

inline int filling_of(const std::vector<int>& cells, const Board& board) {
  int filling = 0;
  for (std::size_t i = cells.size(); i-- > 0;) {
    filling =
        3 * filling + static_cast<int>((board.a >> cells[i] & 1) + 2 * (board.b >> cells[i] & 1));
  }
  return filling;
}

inline Board board_of(const std::vector<int>& cells, int filling) {
  Board board;
  for (const int cell : cells) {
    if (filling % 3 == 1) board.a |= Cells{1} << cell;
    if (filling % 3 == 2) board.b |= Cells{1} << cell;
    filling /= 3;
  }
  return board;
}

inline Board image(const Board& board, int symmetry) {
  const std::vector<int>& to = symmetries[static_cast<std::size_t>(symmetry)];
  Board result;
  for (Cells rest = board.a; rest != 0; rest &= rest - 1) {
    result.a |= Cells{1} << to[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  for (Cells rest = board.b; rest != 0; rest &= rest - 1) {
    result.b |= Cells{1} << to[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return result;
}

inline void make_places() {
  // The orbit of eight cells, if there is one, and the first orbits of four, up to twelve cells.
  std::vector<std::set<int>> orbits;
  for (int cell = 0; cell < size * size; ++cell) {
    std::set<int> orbit;
    for (const auto& to : symmetries) orbit.insert(to[static_cast<std::size_t>(cell)]);
    if (*orbit.begin() == cell && orbit.size() > 1) orbits.push_back(orbit);
  }
  std::stable_sort(orbits.begin(), orbits.end(),
                   [](const auto& one, const auto& two) { return one.size() > two.size(); });
  for (const auto& orbit : orbits) {
    if (special.size() + orbit.size() <= 12)
      special.insert(special.end(), orbit.begin(), orbit.end());
  }
  std::sort(special.begin(), special.end());
  int all = 1;
  for (std::size_t i = 0; i < special.size(); ++i) all *= 3;
  for (int filling = 0; filling < all; ++filling) {
    const Board board = board_of(special, filling);
    int same = 0;
    bool least = true;
    for (int i = 0; i < 8 && least; ++i) {
      const int other = filling_of(special, image(board, i));
      least = other >= filling;
      same += other == filling;
    }
    stands_for.push_back(static_cast<std::uint8_t>(least ? 8 / same : 0));
  }
  const int h = (size + 1) / 2;
  for (int cell = 0; cell < size * size; ++cell) {
    const bool top = cell / size < h;
    const bool left = cell % size < h;
    Part& part = top ? (left ? p : q) : (left ? s : u);
    part.cells.push_back(cell);
    part.fillings *= 3;
  }
}

inline int tiles(const std::vector<int>& cells, int filling, int colour) {
  int count = 0;
  for (std::size_t i = 0; i < cells.size(); ++i, filling /= 3) count += filling % 3 == colour;
  return count;
}

// The fillings of S with so many tiles, in their order.
inline const std::vector<int>& group(int a, int b) {
  static std::map<std::pair<int, int>, std::vector<int>> made;
  const auto known = made.find({a, b});
  if (known != made.end()) return known->second;
  const auto exchanged = [](int filling) {
    const Board board = board_of(s.cells, filling);
    return filling_of(s.cells, {board.b, board.a});
  };
  std::vector<int> list;
  if (a > b) {
    for (const int filling : group(b, a)) list.push_back(exchanged(filling));
  } else {
    for (int filling = 0; filling < s.fillings; ++filling) {
      if (tiles(s.cells, filling, 1) != a || tiles(s.cells, filling, 2) != b) continue;
      const int other = exchanged(filling);
      if (a < b || filling < other) list.push_back(filling);
      if (a == b && filling < other) list.push_back(other);
    }
    if (a == 0 && b == 0) list.push_back(0);
  }
  return made[{a, b}] = list;
}

}  // namespace check
