#include "noughts/hyper/search/hold_alone.h"

#include <algorithm>
#include <unordered_map>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::search {
namespace {

using Planes = std::array<CellSet, kMaxPlayers>;  // the marks of each player

class Alone {
 public:
  Alone(const SmallBoard& board, int player, Meter& meter)
      : board_(board), players_(board.players()), player_(player), meter_(meter), hashes_(board) {
    // Whole numbers: one is (p+1)^n, and a line with e empty cells p^e (p+1)^(n-e).
    const auto p = static_cast<std::uint64_t>(players_ - 1);
    const int n = board.board().longest();
    for (int e = n; e >= 0; --e) weights_.push_back(power(p, e) * power(p + 1, n - e));
    std::reverse(weights_.begin(), weights_.end());
    for (int ply = 0; ply <= static_cast<int>(board.cells()); ++ply) {
      for (int other = 0; other < players_; ++other) {
        turns_[static_cast<std::size_t>(ply)][static_cast<std::size_t>(other)] =
            turns_left(other, ply);
      }
    }
  }

  bool beaten_from(const Position& from) {
    Planes marks{};
    for (Cell cell = 0; cell < board_.cells(); ++cell) {
      if (from.marks[cell] != 0) marks[from.marks[cell] - 1u] |= bit_of(cell);
    }
    return beaten(marks, static_cast<int>(from.played.size()));
  }

 private:
  // What the others can still fill.
  struct Danger {
    Planes lines{};      // cells of the dangerous lines of each
    Planes completes{};  // empty cells by which each fills one
    std::uint64_t weight = 0;
  };

  static std::uint64_t power(std::uint64_t base, int exponent) {
    std::uint64_t product = 1;
    for (int i = 0; i < exponent; ++i) product *= base;
    return product;
  }

  int turns_left(int player, int ply) const {
    const int first = (player - ply % players_ + players_) % players_;
    const int left = static_cast<int>(board_.cells()) - ply - first;
    return left <= 0 ? 0 : (left + players_ - 1) / players_;
  }

  // Visits those of the others who can still fill the line, with the empty cells on it.
  template <class Visit>
  void for_each_danger(CellSet line, const Planes& marks, CellSet empty, int ply,
                       Visit&& visit) const {
    const CellSet held = line & ~empty;
    if (held & marks[static_cast<std::size_t>(player_)]) return;
    const int gaps = std::popcount(line & empty);
    for (int other = 0; other < players_; ++other) {
      if (other == player_ || (held & ~marks[static_cast<std::size_t>(other)]) != 0) continue;
      if (gaps <= turns_[static_cast<std::size_t>(ply)][static_cast<std::size_t>(other)]) {
        visit(other, gaps);
      }
    }
  }

  Danger danger(const Planes& marks, CellSet empty, int ply) const {
    Danger d;
    for (const CellSet line : board_.lines()) {
      for_each_danger(line, marks, empty, ply, [&](int other, int gaps) {
        const auto at = static_cast<std::size_t>(other);
        d.lines[at] |= line;
        if (gaps == 1) d.completes[at] |= line & empty;
        d.weight += weights_[static_cast<std::size_t>(gaps)];
      });
    }
    return d;
  }

  // Whether the sum is below 1 at the player's next turn, whatever the others do before:
  // each of them raises lines of her own by 1/p of what they weigh at one cell.
  bool stays_low(const Planes& marks, const Danger& d, CellSet empty, int ply) const {
    const auto p = static_cast<std::uint64_t>(players_ - 1);
    if (d.weight >= weights_[0]) return false;
    std::array<std::array<std::uint64_t, kMaxSmallCells>, kMaxPlayers> at_cell{};
    std::array<std::uint64_t, kMaxPlayers> most{};
    for (const CellSet line : board_.lines()) {
      for_each_danger(line, marks, empty, ply, [&](int other, int gaps) {
        const auto at = static_cast<std::size_t>(other);
        for_each_bit(line & empty, [&](int cell) {
          std::uint64_t& sum = at_cell[at][static_cast<std::size_t>(cell)];
          sum += weights_[static_cast<std::size_t>(gaps)];
          most[at] = std::max(most[at], sum);
        });
      });
    }
    std::uint64_t rise = 0;
    for (int mover = ply % players_; mover != player_; mover = (mover + 1) % players_) {
      rise += most[static_cast<std::size_t>(mover)];
    }
    return d.weight * p + rise < weights_[0] * p;
  }

  // What is decided at once; otherwise the moves to try.
  std::optional<bool> decided(const Planes& marks, const Danger& d, CellSet empty, int ply,
                              CellSet& moves) const {
    const int mover = ply % players_;
    const int cells = std::popcount(empty);
    if (d.weight == 0 || stays_low(marks, d, empty, ply)) return false;
    if (mover == player_) {
      CellSet threats = 0;
      for (int later = 1; later < players_ && later < cells; ++later) {
        threats |= d.completes[static_cast<std::size_t>((mover + later) % players_)];
      }
      if (threats == 0) return std::nullopt;
      if (!std::has_single_bit(threats)) return true;
      moves = threats;
      return std::nullopt;
    }
    for (int i = 0; i < cells && (mover + i) % players_ != player_; ++i) {
      if (d.completes[static_cast<std::size_t>((mover + i) % players_)] != 0) return true;
    }
    return std::nullopt;
  }

  bool beaten(Planes marks, int ply) {
    if (!meter_.spend()) return false;
    CellSet occupied = 0;
    for (const CellSet plane : marks) occupied |= plane;
    const CellSet empty = board_.all() & ~occupied;
    if (empty == 0) return false;
    const Danger d = danger(marks, empty, ply);
    CellSet moves = empty;
    if (const auto answer = decided(marks, d, empty, ply, moves)) return *answer;
    // Marks that endanger nothing are the player's.
    for (int other = 0; other < players_; ++other) {
      if (other == player_) continue;
      const auto at = static_cast<std::size_t>(other);
      marks[static_cast<std::size_t>(player_)] |= marks[at] & ~d.lines[at];
      marks[at] &= d.lines[at];
    }
    if (std::has_single_bit(moves)) return try_moves(marks, d, empty, ply, moves);
    const PositionKey key = key_of(marks);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const bool answer = try_moves(marks, d, empty, ply, moves);
    if (meter_.error() || !meter_.holds((known_.size() + 1) * kEntryBytes)) return false;
    known_.emplace(key, answer);
    return answer;
  }

  bool try_moves(const Planes& marks, const Danger& d, CellSet empty, int ply, CellSet moves) {
    const int mover = ply % players_;
    for (const Cell cell : ordered(marks, d, empty, ply, moves)) {
      Planes next = marks;
      next[static_cast<std::size_t>(mover)] |= bit_of(cell);
      const bool lost = beaten(next, ply + 1);
      if (meter_.error()) return false;
      if (lost != (mover == player_)) return lost;
    }
    return mover == player_;
  }

  // The heaviest cells first. The player takes what endangers her most, the others what
  // helps them and does not stop one another. Cells on no dangerous line are all one.
  std::vector<Cell> ordered(const Planes& marks, const Danger& d, CellSet empty, int ply,
                            CellSet moves) const {
    const int mover = ply % players_;
    CellSet all_danger = 0;
    for (const CellSet lines : d.lines) all_danger |= lines;
    std::vector<std::pair<double, Cell>> rated;
    bool idle = false;
    for_each_bit(moves, [&](int c) {
      const auto cell = static_cast<Cell>(c);
      double sum = 0;
      if ((all_danger & bit_of(cell)) == 0) {
        if (idle) return;
        idle = true;
        sum = -1;
      }
      for (const CellSet line : board_.through(cell)) {
        for_each_danger(line, marks, empty, ply, [&](int other, int gaps) {
          const auto w = static_cast<double>(weights_[static_cast<std::size_t>(gaps)]) /
                         static_cast<double>(weights_[0]);
          sum += w * w * (mover == player_ || mover == other ? 1 : -0.5);
        });
      }
      rated.emplace_back(sum, cell);
    });
    std::stable_sort(rated.begin(), rated.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Cell> cells;
    for (const auto& [sum, cell] : rated) cells.push_back(cell);
    return cells;
  }

  // The image with the least hash; hashes_ stands for the marks in hashed_.
  PositionKey key_of(const Planes& marks) {
    for (int player = 0; player < players_; ++player) {
      const auto at = static_cast<std::size_t>(player);
      for_each_bit(hashed_[at] ^ marks[at],
                   [&](int cell) { hashes_.flip(static_cast<Cell>(cell), player); });
    }
    hashed_ = marks;
    const int symmetry = hashes_.least_symmetry();
    PositionKey key;
    for (int player = 0; player < players_; ++player) {
      const CellSet image = board_.image(marks[static_cast<std::size_t>(player)], symmetry);
      for (std::size_t digit = 0; digit < key.planes.size(); ++digit) {
        if ((player + 1) >> digit & 1) key.planes[digit] |= image;
      }
    }
    return key;
  }

  const SmallBoard& board_;
  int players_;
  int player_;
  Meter& meter_;
  std::vector<std::uint64_t> weights_;                                    // by empty cells
  std::array<std::array<int, kMaxPlayers>, kMaxSmallCells + 1> turns_{};  // left, after a ply
  ImageHashes hashes_;
  Planes hashed_{};
  std::unordered_map<PositionKey, bool> known_;
};

// Beyond this the weights do not fit; such a board has one line only.
constexpr int kMaxLine = 8;

}  // namespace

Result<bool> holds_alone(const Rules& rules, const Position& from, int player, Meter& meter) {
  // One line of all cells: with two or more players nobody fills it.
  if (rules.board().longest() > kMaxLine) {
    return rules.board().shortest() == static_cast<int>(rules.cells());
  }
  const SmallBoard board(rules);
  const bool beaten = Alone(board, player, meter).beaten_from(from);
  if (meter.error()) return *meter.error();
  return !beaten;
}

}  // namespace noughts::hyper::search
