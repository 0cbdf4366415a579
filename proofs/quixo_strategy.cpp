// Writes the strategy behind QuixoFour.v: how X wins 4x4 Quixo in 21 plies. Nothing here needs to
// be right, since Rocq replays what comes out (Replay.v).
//
//     g++ -O2 -std=c++20 quixo_strategy.cpp -o quixo_strategy
//     ./quixo_strategy > certificates/quixo-4x4-win.moves
//
// One of the quickest moves is chosen for each board, and the walk of Replay.v is repeated to write
// the moves in its order.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "quixo_values.h"

namespace {

using namespace quixo;

// ---- strategies ----
std::uint32_t canonical(Board b) {
  std::uint32_t least = b.word();
  for (int i = 0; i < 7; ++i) {
    b = turned(b, i % 2);
    least = std::min(least, b.word());
  }
  return least;
}
Board board_of(std::uint32_t word) {
  return {static_cast<Set>(word), static_cast<Set>(word >> kCells)};
}

using Words = std::unordered_set<std::uint32_t>;
// The board after the chosen move, by the board before it.
using Choices = std::unordered_map<std::uint32_t, std::uint32_t>;

std::vector<std::uint32_t> sorted(const Words& words) {
  std::vector<std::uint32_t> all(words.begin(), words.end());
  std::ranges::sort(all);
  return all;
}

bool wins_at_once(const Board& b) {
  return std::ranges::any_of(tables().moves, [&](const Move& m) {
    return !(b.o & m.from) && won_by_x(after_x(b, m), true);
  });
}

// One of the quickest moves for each board: of these the one with the fewest boards to come.
Choices choose_wins(const Values& values, int plies) {
  Choices chosen;
  std::vector<Words> levels(plies + 1);
  levels[plies].insert(0);
  for (int p = plies; p > 1; --p) {
    for (const std::uint32_t word : sorted(levels[p])) {
      const Board b = board_of(word);
      std::optional<std::size_t> fewest;
      Words best;
      for (const Move& m : tables().moves) {
        const Board b1 = after_x(b, m);
        if ((b.o & m.from) || over(b1) || values.o_to_move(b1) != p - 1) continue;
        Words fresh;
        for (const Move& reply : tables().moves) {
          const Board b2 = after_o(b1, reply);
          if ((b1.x & reply.from) || over(b2) || wins_at_once(b2)) continue;
          const std::uint32_t to = canonical(b2);
          if (!levels[values.x_to_move(b2)].contains(to)) fresh.insert(to);
        }
        if (fewest && fresh.size() >= *fewest) continue;
        fewest = fresh.size();
        best = fresh;
        chosen[word] = canonical(b1);
      }
      for (const std::uint32_t to : best) levels[values.x_to_move(board_of(to))].insert(to);
    }
  }
  return chosen;
}

// ---- the walk of Replay.v, which writes the moves ----
class Walk {
 public:
  explicit Walk(Choices choices) : choices_(std::move(choices)) {}
  [[nodiscard]] const std::string& written() const { return written_; }

  int win(const Board& b) {
    if (over(b)) return 0;
    if (const auto p = known(b)) return *p;
    if (wins_at_once(b)) return 1;
    const std::uint32_t to = choices_.at(canonical(b));
    const Board b1 =
        after_x(b, write(b.o, [&](const Move& m) { return canonical(after_x(b, m)) == to; }));
    int most = 0;
    for (const Move& m : tables().moves) {
      if (!(b1.x & m.from)) most = std::max(most, win(after_o(b1, m)));
    }
    return table_[b.word()] = most + 2;
  }

 private:
  [[nodiscard]] std::optional<int> known(Board b) const {
    for (int i = 0; i < 8; ++i) {
      const auto found = table_.find(b.word());
      if (found != table_.end()) return found->second;
      b = turned(b, i % 2);
    }
    return std::nullopt;
  }
  template <class Fits>
  Move write(Set forbidden, Fits fits) {
    for (std::size_t i = 0; i < tables().moves.size(); ++i) {
      const Move& m = tables().moves[i];
      if ((m.from & forbidden) || !fits(m)) continue;
      written_ += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[i];
      return m;
    }
    std::abort();
  }

  Choices choices_;
  std::unordered_map<std::uint32_t, int> table_;
  std::string written_;
};

}  // namespace

int main() {
  const Values values;
  Walk walk(choose_wins(values, values.x_to_move({})));
  const int plies = walk.win({});
  const std::string& moves = walk.written();
  for (std::size_t i = 0; i < moves.size(); i += 100) {
    std::printf("%s\n", moves.substr(i, 100).c_str());
  }
  std::fprintf(stderr, "%d plies, %zu moves\n", plies, moves.size());
}
