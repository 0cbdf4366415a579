// Writes the strategy behind QuixoFour.v: how X wins 4x4 Quixo in 21 plies. Nothing here needs to
// be right, since Rocq replays what comes out (Replay.v).
//
//     g++ -O2 -std=c++20 quixo_strategy.cpp -o quixo_strategy
//     ./quixo_strategy > certificates/quixo-4x4-win.moves
//
// All boards are solved backwards from those with a line. Then one of the quickest moves is chosen
// for each board, and the walk of Replay.v is repeated to write the moves in its order.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

using Set = std::uint16_t;
constexpr int kSide = 4;
constexpr int kCells = kSide * kSide;
constexpr int kNever = 255;

struct Board {
  Set x = 0, o = 0;
  [[nodiscard]] std::uint32_t word() const { return x | static_cast<std::uint32_t>(o) << kCells; }
  bool operator==(const Board&) const = default;
};

Set bit(int row, int column) { return static_cast<Set>(1U << (kSide * row + column)); }

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

Move make_move(int row, int column, int to_row, int to_column) {
  const int down = (to_row > row) - (to_row < row);
  const int right = (to_column > column) - (to_column < column);
  Move m{bit(row, column), bit(to_row, to_column), 0, -(kSide * down + right)};
  for (int r = row, c = column; r != to_row + down || c != to_column + right;
       r += down, c += right) {
    m.path = static_cast<Set>(m.path | bit(r, c));
  }
  return m;
}

std::vector<Move> make_moves() {
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
const Tables& tables() {
  static const Tables made;
  return made;
}

bool over(const Board& b) { return tables().line[b.x] || tables().line[b.o]; }
// X has won, if it moved last or not. Who completes lines of both signs loses.
bool won_by_x(const Board& b, bool x_moved) {
  return tables().line[b.x] && (!tables().line[b.o] || !x_moved);
}
Board after_x(const Board& b, const Move& m) {
  return {static_cast<Set>(m.push(b.x) | m.end), m.push(b.o)};
}
Board after_o(const Board& b, const Move& m) {
  return {m.push(b.x), static_cast<Set>(m.push(b.o) | m.end)};
}
Board turned(const Board& b, int how) {
  return {tables().turned[how][b.x], tables().turned[how][b.o]};
}
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

// ---- strategies ----
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
