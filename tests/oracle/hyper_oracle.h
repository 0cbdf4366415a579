// A second, plain implementation of n^k tic-tac-toe, written from the rules
// text: shares no code with src/. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace oracle {

struct HyperBoard {
  int side;
  int dims;
  std::vector<std::vector<int>> points;  // coordinates of each cell
  std::vector<std::set<int>> lines;      // cells of each line, each line once

  HyperBoard(int n, int k) : side(n), dims(k) {
    std::vector<int> point(k, 0);
    add_points(point, 0);
    // Two different points span a line if the coordinates that differ are 0 and
    // n-1 at the ends: walk from one end towards the other.
    std::set<std::set<int>> found;
    for (const auto& from : points) {
      for (const auto& to : points) {
        if (!are_ends(from, to)) continue;
        std::set<int> line;
        for (int step = 0; step < side; ++step) {
          std::vector<int> at = from;
          for (int i = 0; i < dims; ++i) {
            if (to[i] > from[i]) at[i] = step;
            if (to[i] < from[i]) at[i] = side - 1 - step;
          }
          line.insert(index(at));
        }
        found.insert(line);
      }
    }
    lines.assign(found.begin(), found.end());
  }

  // Any lines, on cells without coordinates.
  HyperBoard(int count, std::vector<std::set<int>> given)
      : side(0), dims(0), points(static_cast<std::size_t>(count)), lines(std::move(given)) {}

  int cells() const { return static_cast<int>(points.size()); }

  bool has_line(const std::vector<int>& board, int player) const {
    for (const auto& line : lines) {
      if (std::all_of(line.begin(), line.end(), [&](int c) { return board[c] == player; })) {
        return true;
      }
    }
    return false;
  }

 private:
  void add_points(std::vector<int>& point, int place) {
    if (place == dims) {
      points.push_back(point);
      return;
    }
    for (int value = 0; value < side; ++value) {
      point[place] = value;
      add_points(point, place + 1);
    }
    point[place] = 0;
  }
  bool are_ends(const std::vector<int>& from, const std::vector<int>& to) const {
    bool differ = false;
    for (int i = 0; i < dims; ++i) {
      if (from[i] == to[i]) continue;
      differ = true;
      if (std::min(from[i], to[i]) != 0 || std::max(from[i], to[i]) != side - 1) return false;
    }
    return differ;
  }
  int index(const std::vector<int>& at) const {
    return static_cast<int>(std::find(points.begin(), points.end(), at) - points.begin());
  }
};

// Counts the permutations of the cells that send every line to a line. Every
// cell has a set of possible images. Giving one cell its image narrows the
// others: cells on a common line go to cells on a common line, others do not,
// and once two cells of a line have images, so has the line. The cell with the
// fewest possible images comes next.
class AutomorphismCounter {
 public:
  explicit AutomorphismCounter(const HyperBoard& board) : board_(board) {
    const int cells = board.cells();
    line_of_.assign(cells, std::vector<int>(cells, -1));
    joined_.resize(cells);
    std::vector<int> degree(cells, 0);
    for (std::size_t line = 0; line < board.lines.size(); ++line) {
      members_.emplace_back();
      for (const int a : board.lines[line]) {
        ++degree[a];
        members_.back().set(a);
        for (const int b : board.lines[line]) {
          if (a == b) continue;
          line_of_[a][b] = static_cast<int>(line);
          joined_[a].set(b);
        }
      }
    }
    domains_.resize(cells);
    for (int a = 0; a < cells; ++a) {
      for (int b = 0; b < cells; ++b) domains_[a][b] = degree[a] == degree[b];
    }
  }

  std::uint64_t count() {
    std::vector<int> image(board_.cells(), -1);
    return extend(image, domains_);
  }

 private:
  using Set = std::bitset<256>;

  std::uint64_t extend(std::vector<int>& image, const std::vector<Set>& domains) const {
    int cell = -1;
    for (int c = 0; c < board_.cells(); ++c) {
      if (image[c] < 0 && (cell < 0 || domains[c].count() < domains[cell].count())) cell = c;
    }
    if (cell < 0) return 1;
    std::uint64_t total = 0;
    for (int to = 0; to < board_.cells(); ++to) {
      if (!domains[cell][to]) continue;
      image[cell] = to;
      std::vector<Set> narrowed = domains;
      if (narrow(image, cell, to, narrowed)) total += extend(image, narrowed);
      image[cell] = -1;
    }
    return total;
  }

  bool narrow(const std::vector<int>& image, int cell, int to, std::vector<Set>& domains) const {
    const int cells = board_.cells();
    for (int x = 0; x < cells; ++x) {
      if (image[x] >= 0) continue;
      domains[x] &= joined_[cell][x] ? joined_[to] : ~joined_[to];
      domains[x].reset(to);
    }
    for (int other = 0; other < cells; ++other) {
      if (other == cell || image[other] < 0 || line_of_[cell][other] < 0) continue;
      const Set& line = members_[line_of_[cell][other]];
      const Set& line_image = members_[line_of_[to][image[other]]];
      for (int x = 0; x < cells; ++x) {
        if (image[x] < 0) domains[x] &= line[x] ? line_image : ~line_image;
      }
    }
    for (int x = 0; x < cells; ++x) {
      if (image[x] < 0 && domains[x].none()) return false;
    }
    return true;
  }

  const HyperBoard& board_;
  std::vector<std::vector<int>> line_of_;  // the line through two cells, or -1
  std::vector<Set> joined_;                // the cells on a common line
  std::vector<Set> members_;               // the cells of a line
  std::vector<Set> domains_;
};

// Paths of 1..depth moves from the empty board; a game ends with a full line.
inline void hyper_perft(const HyperBoard& board, int players, std::vector<int>& marks, int ply,
                        int depth, std::vector<std::uint64_t>& counts) {
  if (ply == depth) return;
  const int player = ply % players + 1;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (marks[cell] != 0) continue;
    ++counts[ply];
    marks[cell] = player;
    if (!board.has_line(marks, player)) hyper_perft(board, players, marks, ply + 1, depth, counts);
    marks[cell] = 0;
  }
}

inline std::vector<std::uint64_t> hyper_perft(const HyperBoard& board, int players, int depth) {
  std::vector<int> marks(board.cells(), 0);
  std::vector<std::uint64_t> counts(depth, 0);
  hyper_perft(board, players, marks, 0, depth, counts);
  return counts;
}

// Can `player` reach her goal against all others together? Plain minimax over
// whole boards, no symmetry, no pruning.
class HyperSolver {
 public:
  HyperSolver(const HyperBoard& board, int players, int player, bool must_win)
      : board_(board), players_(players), player_(player), must_win_(must_win) {}

  bool solve() {
    std::string marks(board_.cells(), '.');
    return reaches(marks, 0);
  }

 private:
  bool completes(const std::string& marks, int cell) const {
    for (const auto& line : board_.lines) {
      if (line.count(cell) == 0) continue;
      if (std::all_of(line.begin(), line.end(), [&](int c) { return marks[c] == marks[cell]; })) {
        return true;
      }
    }
    return false;
  }

  bool reaches(std::string& marks, int ply) {
    if (ply == board_.cells()) return !must_win_;
    if (const auto found = known_.find(marks); found != known_.end()) return found->second;
    const int mover = ply % players_;
    bool any = false;
    bool all = true;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (marks[cell] != '.') continue;
      marks[cell] = static_cast<char>('1' + mover);
      const bool reached = completes(marks, cell) ? mover == player_ : reaches(marks, ply + 1);
      marks[cell] = '.';
      any = any || reached;
      all = all && reached;
    }
    return known_[marks] = mover == player_ ? any : all;
  }

  const HyperBoard& board_;
  int players_;
  int player_;
  bool must_win_;
  std::unordered_map<std::string, bool> known_;
};

// The same for at most three players and 32 cells, stopping at the first move
// that decides: a completed line before all, then cell by cell. Still no
// symmetry and nothing but the rules, and quick enough for 4^2 and 3^3.
class HyperCutSolver {
 public:
  HyperCutSolver(const HyperBoard& board, int players, int player, bool must_win)
      : players_(players),
        player_(player),
        must_win_(must_win),
        marks_(board.cells(), 0),
        through_(board.cells()) {
    for (const auto& line : board.lines) {
      for (const int cell : line) through_[cell].emplace_back(line.begin(), line.end());
    }
  }

  bool solve() { return reaches(0); }

 private:
  bool completes(int cell, int sign) const {
    const auto full = [&](const std::vector<int>& line) {
      return std::all_of(line.begin(), line.end(),
                         [&](int c) { return c == cell || marks_[c] == sign; });
    };
    return std::any_of(through_[cell].begin(), through_[cell].end(), full);
  }

  bool reaches(int ply) {
    const int cells = static_cast<int>(marks_.size());
    if (ply == cells) return !must_win_;
    if (const auto found = known_.find(key_); found != known_.end()) return found->second;
    const int mover = ply % players_;
    const bool own = mover == player_;
    bool answer = !own;
    for (int cell = 0; cell < cells && answer != own; ++cell) {
      if (marks_[cell] == 0 && completes(cell, mover + 1)) answer = own;
    }
    for (int cell = 0; cell < cells && answer != own; ++cell) {
      if (marks_[cell] != 0) continue;
      const std::uint64_t sign = std::uint64_t(mover + 1) << (2 * cell);
      marks_[cell] = mover + 1;
      key_ ^= sign;
      answer = reaches(ply + 1);
      key_ ^= sign;
      marks_[cell] = 0;
    }
    return known_[key_] = answer;
  }

  int players_;
  int player_;
  bool must_win_;
  std::vector<int> marks_;
  std::vector<std::vector<std::vector<int>>> through_;
  std::uint64_t key_ = 0;  // two binary digits a cell
  std::unordered_map<std::uint64_t, bool> known_;
};

// Misère play as docs/reference/rules.md tells it: who completes a line is out, her marks stay, the
// others go on in their order, the last one left wins.
struct MisereGame {
  const HyperBoard& board;
  int players;
  std::vector<int> marks;  // 0, or a player from 1
  std::set<int> out;
  int mover = 1;
  int played = 0;

  MisereGame(const HyperBoard& b, int q) : board(b), players(q), marks(b.cells(), 0) {}

  bool over() const {
    return static_cast<int>(out.size()) == players - 1 || played == board.cells();
  }
  // 0 while nobody is alone.
  int winner() const {
    if (static_cast<int>(out.size()) != players - 1) return 0;
    for (int player = 1; player <= players; ++player) {
      if (out.count(player) == 0) return player;
    }
    return 0;
  }
  void play(int cell) {
    marks[cell] = mover;
    ++played;
    if (board.has_line(marks, mover)) out.insert(mover);
    do {
      mover = mover % players + 1;
    } while (out.count(mover) != 0);
  }
};

// Can `player` (from 1) be the last one left, or stay in, against all others together?
// Plain minimax over whole games, no symmetry, no pruning.
class MisereSearch {
 public:
  MisereSearch(int player, bool must_win) : player_(player), must_win_(must_win) {}

  bool reaches(const MisereGame& game) {
    if (game.over()) {
      return must_win_ ? game.winner() == player_ : game.out.count(player_) == 0;
    }
    if (const auto found = known_.find(game.marks); found != known_.end()) return found->second;
    bool any = false;
    bool all = true;
    for (int cell = 0; cell < game.board.cells(); ++cell) {
      if (game.marks[cell] != 0) continue;
      MisereGame next = game;
      next.play(cell);
      const bool reached = reaches(next);
      any = any || reached;
      all = all && reached;
    }
    return known_[game.marks] = game.mover == player_ ? any : all;
  }

 private:
  int player_;
  bool must_win_;
  std::map<std::vector<int>, bool> known_;
};

}  // namespace oracle
