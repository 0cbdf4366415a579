// Quantum tic-tac-toe a second time, slowly, straight from the text of the
// rules and sharing nothing with src/.
//
// A game is the list of plies. The board is a superposition: all ways to put
// every entangled ply on one of its two squares so that no square holds two. A
// collapse is found by flood fill, and settled by trying all those ways.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace oracle::quantum {

struct Ply {
  int a;
  int b;            // squares 1..9, a <= b
  int settled = 0;  // 0: still spooky
};

struct Game {
  std::vector<Ply> plies;
};

inline bool is_settled(const Game& g, int square) {
  return std::any_of(g.plies.begin(), g.plies.end(),
                     [&](const Ply& p) { return p.settled == square; });
}

// Squares that hang together with `square` through spooky plies.
inline std::set<int> entangled_with(const Game& g, int square) {
  std::set<int> found = {square};
  for (bool grows = true; grows;) {
    grows = false;
    for (const Ply& p : g.plies) {
      if (p.settled != 0) continue;
      if (found.count(p.a) != found.count(p.b)) {
        found.insert(p.a);
        found.insert(p.b);
        grows = true;
      }
    }
  }
  return found;
}

// Every way to settle all spooky plies among these squares, each on its own square.
inline void settle_all(const Game& g, const std::set<int>& squares, std::size_t next,
                       std::vector<Game>& ways) {
  while (next < g.plies.size() &&
         (g.plies[next].settled != 0 || squares.count(g.plies[next].a) == 0)) {
    ++next;
  }
  if (next == g.plies.size()) {
    ways.push_back(g);
    return;
  }
  for (const int square : {g.plies[next].a, g.plies[next].b}) {
    if (is_settled(g, square)) continue;
    Game with = g;
    with.plies[next].settled = square;
    settle_all(with, squares, next + 1, ways);
  }
}

// What a move a-b leads to: one game, or two if it closes a cycle, the first
// with the new ply at a (selA), the second at b (selB).
inline std::vector<Game> play(const Game& g, int a, int b) {
  Game next = g;
  next.plies.push_back({a, b});
  if (a == b) {
    next.plies.back().settled = a;
    return {next};
  }
  if (entangled_with(g, a).count(b) == 0) return {next};
  std::vector<Game> ways;
  settle_all(next, entangled_with(next, a), 0, ways);
  std::sort(ways.begin(), ways.end(), [](const Game& l, const Game& r) {
    return l.plies.back().settled < r.plies.back().settled;
  });
  return ways;
}

inline std::vector<std::pair<int, int>> legal_pairs(const Game& g) {
  std::vector<int> open;
  for (int square = 1; square <= 9; ++square) {
    if (!is_settled(g, square)) open.push_back(square);
  }
  if (open.size() == 1) return {{open[0], open[0]}};
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::size_t j = i + 1; j < open.size(); ++j) pairs.emplace_back(open[i], open[j]);
  }
  return pairs;
}

// "X complete", "O narrow", "X double", "draw"; nothing while the game goes on.
inline std::optional<std::string> result(const Game& g) {
  static const int rows[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7},
                                 {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};
  std::array<std::vector<int>, 2> last_plies;  // of each player's rows
  std::map<int, int> ply_at;
  for (std::size_t i = 0; i < g.plies.size(); ++i) {
    if (g.plies[i].settled != 0) ply_at[g.plies[i].settled] = static_cast<int>(i) + 1;
  }
  for (const auto& row : rows) {
    for (int player = 0; player < 2; ++player) {
      int last = 0;
      int mine = 0;
      for (const int square : row) {
        if (ply_at.count(square) == 0) continue;
        if ((ply_at[square] + 1) % 2 != player) continue;
        ++mine;
        last = std::max(last, ply_at[square]);
      }
      if (mine == 3) last_plies[player].push_back(last);
    }
  }
  const auto& x = last_plies[0];
  const auto& o = last_plies[1];
  if (!x.empty() && !o.empty()) {
    return *std::min_element(x.begin(), x.end()) < *std::min_element(o.begin(), o.end())
               ? "X narrow"
               : "O narrow";
  }
  if (x.size() >= 2) return "X double";
  if (o.size() >= 2) return "O double";
  if (!x.empty()) return "X complete";
  if (!o.empty()) return "O complete";
  if (ply_at.size() == 9) return "draw";
  return std::nullopt;
}

inline std::vector<Game> successors(const Game& g) {
  std::vector<Game> all;
  if (result(g)) return all;
  for (const auto& [a, b] : legal_pairs(g)) {
    for (const Game& next : play(g, a, b)) all.push_back(next);
  }
  return all;
}

inline std::uint64_t perft(const Game& g, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const Game& next : successors(g)) count += perft(next, depth - 1);
  return count;
}

// A ply by what is left of it: its square, or its two squares; the least text
// over the eight turns and mirrors of the board.
inline std::string canonical_text(const Game& g) {
  std::string least;
  std::array<int, 10> map{};
  std::iota(map.begin(), map.end(), 0);
  for (int i = 0; i < 8; ++i) {
    std::string text;
    for (const Ply& p : g.plies) {
      const auto [low, high] = std::minmax(map[p.a], map[p.b]);
      text += p.settled != 0 ? std::to_string(map[p.settled]) + " "
                             : std::to_string(low) + "-" + std::to_string(high) + " ";
    }
    if (least.empty() || text < least) least = text;
    // A quarter turn, and after four of them a mirror.
    static const int turn[10] = {0, 3, 6, 9, 2, 5, 8, 1, 4, 7};
    static const int mirror[10] = {0, 3, 2, 1, 6, 5, 4, 9, 8, 7};
    for (int& square : map) square = turn[square];
    if (i == 3) {
      for (int& square : map) square = mirror[square];
    }
  }
  return least;
}

// Positions that are not over, up to symmetry, after 1, 2, ..., depth plies.
inline std::vector<std::uint64_t> canonical_counts(int depth) {
  std::map<std::string, Game> layer = {{"", Game{}}};
  std::vector<std::uint64_t> counts;
  for (int i = 0; i < depth; ++i) {
    std::map<std::string, Game> next_layer;
    for (const auto& [text, game] : layer) {
      for (const Game& next : successors(game)) {
        if (!result(next)) next_layer.emplace(canonical_text(next), next);
      }
    }
    counts.push_back(next_layer.size());
    layer = std::move(next_layer);
  }
  return counts;
}

}  // namespace oracle::quantum
