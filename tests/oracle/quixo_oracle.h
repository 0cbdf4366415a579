// Quixo a second time: slow, plain, from the words of the rules alone.
//
// Nothing here comes from src/. A board is a list of rows, each a string of
// 'X', 'O' and '.'; a push erases a character from its row or column and puts
// another in at one end, exactly as a hand does with the wooden tiles.
//
// The rules: the player to move takes a tile from the border that is blank or
// bears the player's own sign, and puts it back bearing that sign at an end of
// the same row or column other than where it came from, pushing the others
// towards the hole. Whoever first has `line` equal signs in a row, column or
// diagonal wins; a player who makes such a line for both loses (or, as a
// variant, wins).
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace oracle {

using Rows = std::vector<std::string>;

struct QuixoChild {
  std::string move;  // in the project's notation: e4L
  Rows rows;
};

inline char other(char sign) { return sign == 'X' ? 'O' : 'X'; }

inline Rows empty_board(int size) { return Rows(size, std::string(size, '.')); }

// "X..O/..../..../.... X"
inline std::string text_of(const Rows& rows, char mover) {
  std::string text;
  for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
  return text + ' ' + mover;
}

inline Rows rows_of(const std::string& text) {
  Rows rows(1);
  for (const char c : text.substr(0, text.find(' '))) {
    if (c == '/')
      rows.emplace_back();
    else
      rows.back() += c;
  }
  return rows;
}

inline bool has_line(const Rows& rows, char sign, int line) {
  const int size = static_cast<int>(rows.size());
  const auto is_sign = [&](int row, int col) {
    return row >= 0 && row < size && col >= 0 && col < size && rows[row][col] == sign;
  };
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        int length = 0;
        while (length < line && is_sign(row + down * length, col + right * length)) ++length;
        if (length == line) return true;
      }
    }
  }
  return false;
}

inline bool is_over(const Rows& rows, int line) {
  return has_line(rows, 'X', line) || has_line(rows, 'O', line);
}

// The winner of a finished game in which `last` made the last move; '.' if it goes on.
inline char winner(const Rows& rows, char last, int line, bool both_lines_win) {
  const bool mine = has_line(rows, last, line);
  const bool theirs = has_line(rows, other(last), line);
  if (mine && theirs) return both_lines_win ? last : other(last);
  if (mine) return last;
  return theirs ? other(last) : '.';
}

// What stands in row or column `index` as one string, and the way back.
inline std::string column(const Rows& rows, int index) {
  std::string text;
  for (const std::string& row : rows) text += row[index];
  return text;
}

inline Rows with_column(Rows rows, int index, const std::string& text) {
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row][index] = text[row];
  return rows;
}

inline Rows with_row(Rows rows, int index, const std::string& text) {
  rows[index] = text;
  return rows;
}

// The tiles of one row or column after the tile at `at` went back in at an end.
inline std::string pushed(std::string tiles, int at, bool at_front, char sign) {
  tiles.erase(at, 1);
  return at_front ? sign + tiles : tiles + sign;
}

// Every legal move of `mover` and what it makes of the board.
inline std::vector<QuixoChild> children(const Rows& rows, char mover, int line) {
  std::vector<QuixoChild> found;
  if (is_over(rows, line)) return found;
  const int size = static_cast<int>(rows.size());
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      const bool border = row == 0 || col == 0 || row == size - 1 || col == size - 1;
      if (!border || rows[row][col] == other(mover)) continue;
      const std::string square =
          std::string(1, static_cast<char>('a' + col)) + std::to_string(size - row);
      const std::string across = rows[row];
      const std::string down = column(rows, col);
      if (col != 0)
        found.push_back({square + "L", with_row(rows, row, pushed(across, col, true, mover))});
      if (col != size - 1)
        found.push_back({square + "R", with_row(rows, row, pushed(across, col, false, mover))});
      if (row != 0)
        found.push_back({square + "T", with_column(rows, col, pushed(down, row, true, mover))});
      if (row != size - 1)
        found.push_back({square + "B", with_column(rows, col, pushed(down, row, false, mover))});
    }
  }
  return found;
}

// Games of exactly `depth` moves.
inline std::uint64_t perft(const Rows& rows, char mover, int line, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const QuixoChild& child : children(rows, mover, line)) {
    count += perft(child.rows, other(mover), line, depth - 1);
  }
  return count;
}

inline Rows with_signs_swapped(Rows rows) {
  for (std::string& row : rows) {
    for (char& c : row) {
      if (c != '.') c = other(c);
    }
  }
  return rows;
}

// All boards that X can face, or leave the game on, when the signs are swapped
// after each move so that X is always to move.
inline std::set<Rows> reachable(int size, int line) {
  std::set<Rows> seen{empty_board(size)};
  std::vector<Rows> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const Rows rows = open.back();
    open.pop_back();
    for (const QuixoChild& child : children(rows, 'X', line)) {
      const Rows next = with_signs_swapped(child.rows);
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen;
}

// Every way to fill the board with 'X', 'O' and '.', or every so many of them.
inline void for_each_board(int size, int stride, const std::function<void(const Rows&)>& visit) {
  int total = 1;
  for (int i = 0; i < size * size; ++i) total *= 3;
  for (int code = 0; code < total; code += stride) {
    Rows rows = empty_board(size);
    for (int cell = 0, rest = code; cell < size * size; ++cell, rest /= 3) {
      rows[cell / size][cell % size] = ".XO"[rest % 3];
    }
    visit(rows);
  }
}

}  // namespace oracle
