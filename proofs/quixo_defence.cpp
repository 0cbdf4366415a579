// Writes the boards behind QuixoFour.v on which X does not win 4x4 Quixo within so many plies.
// Nothing here needs to be right, since Rocq checks what comes out (Defence.v).
//
//     g++ -O2 -std=c++20 quixo_defence.cpp -o quixo_defence
//     ./quixo_defence > certificates/quixo-4x4-defence.boards
//
// A line has half the number of plies, as a letter, and the tiles. X is to move. A board speaks for
// all boards with fewer tiles of X or more of O. So each board that O needs is exchanged for the
// best one for X on which X is still too slow.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "quixo_values.h"

namespace {

using namespace quixo;

// Boards by their tiles, each with half the plies for which O holds out.
class Trie {
 public:
  void insert(const Board& b, int half) {
    std::uint32_t at = 0;
    nodes_[0].half = std::max(nodes_[0].half, half);
    for (int cell = 0; cell < kCells; ++cell) {
      const int sign = (b.x >> cell & 1) ? 2 : (b.o >> cell & 1) ? 0 : 1;
      if (nodes_[at].next[sign] == 0) {
        nodes_[at].next[sign] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
      }
      at = nodes_[at].next[sign];
      nodes_[at].half = std::max(nodes_[at].half, half);
    }
  }
  // Is there a board that is at least as good for X?
  [[nodiscard]] bool speaks_for(const Board& b, int half) const { return found(b, half, 0, 0); }

 private:
  struct Node {
    int half = 0;
    std::array<std::uint32_t, 3> next{};
  };
  [[nodiscard]] bool found(const Board& b, int half, std::uint32_t at, int cell) const {
    const Node& node = nodes_[at];
    if (node.half < half) return false;
    if (cell == kCells) return true;
    const int sign = (b.x >> cell & 1) ? 2 : (b.o >> cell & 1) ? 0 : 1;
    for (int s = 2; s >= sign; --s) {
      if (node.next[s] != 0 && found(b, half, node.next[s], cell + 1)) return true;
    }
    return false;
  }
  std::vector<Node> nodes_ = std::vector<Node>(1);
};

class Defence {
 public:
  explicit Defence(const Values& values) : values_(values) {}

  void write(int half) {
    add({}, half);
    for (; half > 0; --half) {
      for (std::size_t i = 0; i < boards_[half].size(); ++i) answer(boards_[half][i], half);
      std::fprintf(stderr, "%d plies: %zu boards\n", 2 * half, boards_[half].size());
    }
  }

 private:
  [[nodiscard]] bool holds(const Board& b, int half) const {
    return !over(b) && values_.x_to_move(b) > 2 * half;
  }

  void add(Board b, int half) {
    b = best_for_x(b, half);
    boards_[half].push_back(b);
    std::string tiles;
    for (int cell = 0; cell < kCells; ++cell) {
      tiles += (b.x >> cell & 1) ? '1' : (b.o >> cell & 1) ? '2' : '.';
    }
    std::printf("%c%s\n", 'A' + half, tiles.c_str());
    for (int i = 0; i < 8; ++i) {
      trie_.insert(b, half);
      b = turned(b, i % 2);
    }
  }

  [[nodiscard]] Board best_for_x(Board b, int half) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (int cell = 0; cell < kCells; ++cell) {
        const auto c = static_cast<Set>(1U << cell);
        Board better = b;
        if (b.o & c)
          better.o = static_cast<Set>(b.o & ~c);
        else
          better.x = static_cast<Set>(b.x | c);
        if (better == b || !holds(better, half)) continue;
        b = better;
        changed = true;
      }
    }
    return b;
  }

  // A reply of O to every move of X.
  void answer(const Board& b, int half) {
    for (const Move& m : tables().moves) {
      if (b.o & m.from) continue;
      const Board b1 = after_x(b, m);
      if (over(b1)) continue;
      std::optional<Board> best;
      int most = -100;
      bool done = false;
      for (const Move& reply : tables().moves) {
        if (b1.x & reply.from) continue;
        const Board b2 = after_o(b1, reply);
        if (over(b2)) {
          done = done || !won_by_x(b2, false);
          continue;
        }
        if (!holds(b2, half - 1)) continue;
        done = done || half == 1 || trie_.speaks_for(b2, half - 1);
        if (done) break;
        const Board t = best_for_x(b2, half - 1);
        const int worth = std::popcount(t.x) - std::popcount(t.o);
        if (worth <= most) continue;
        most = worth;
        best = t;
      }
      if (!done) add(best.value(), half - 1);
    }
  }

  const Values& values_;
  Trie trie_;
  std::array<std::vector<Board>, 16> boards_;
};

}  // namespace

int main() {
  const Values values;
  Defence(values).write(values.x_to_move({}) / 2);
}
