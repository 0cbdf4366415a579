#include "noughts/hyper/search/replies.h"

#include <algorithm>
#include <limits>

namespace noughts::hyper::search {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kReplyWidth = 2;  // cells tried for each reply

// What is known of the cells, changed move by move.
class Known {
 public:
  explicit Known(const Board& board)
      : board_(board), taken_(board.cells(), false), touched_(board.lines(), 0) {}

  const Board& board() const { return board_; }
  bool taken(Cell cell) const { return taken_[cell]; }  // by the others, or known to be hers
  bool open(Line line) const { return touched_[line] == 0; }
  void take(Cell cell, bool for_others, int by = 1) {
    taken_[cell] = by > 0;
    for (const Line line : board_.lines_through(cell)) touched_[line] += for_others ? by : 0;
  }
  std::size_t open_through(Cell cell) const {
    const auto lines = board_.lines_through(cell);
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](Line line) { return open(line); }));
  }
  std::size_t open_lines() const {
    return static_cast<std::size_t>(std::count(touched_.begin(), touched_.end(), 0));
  }
  std::size_t free_cells() const {
    return static_cast<std::size_t>(std::count(taken_.begin(), taken_.end(), false));
  }

 private:
  const Board& board_;
  std::vector<bool> taken_;
  std::vector<int> touched_;  // marks of the others on the line
};

// Two cells for each open line, and `spare` more for each in turn, by paths that are looked
// for depth first.
class Surplus {
 public:
  explicit Surplus(const Known& known)
      : known_(known), owner_(known.board().cells(), kFree), visited_(known.board().cells(), 0) {}

  bool holds(int spare, Meter& meter) {
    const Board& board = known_.board();
    for (int copy = 0; copy < 2; ++copy) {
      for (Line line = 0; line < board.lines(); ++line) {
        if (known_.open(line) && (!meter.spend() || !grow(line))) return false;
      }
    }
    for (Line line = 0; line < board.lines() && spare > 0; ++line) {
      if (!known_.open(line)) continue;
      for (int extra = 0; extra < spare; ++extra) {
        if (!meter.spend() || !grow(line)) return false;
      }
      int left = spare;
      for (const Cell cell : board.cells_of(line)) {
        if (left == 0 || owner_[cell] != line) continue;
        owner_[cell] = kFree;
        --left;
      }
    }
    return true;
  }

 private:
  bool grow(Line line) {
    ++round_;
    return give(line);
  }
  bool give(Line line) {
    const auto cells = known_.board().cells_of(line);
    for (const Cell cell : cells) {
      if (known_.taken(cell) || owner_[cell] != kFree) continue;
      owner_[cell] = line;
      return true;
    }
    for (const Cell cell : cells) {
      if (known_.taken(cell) || visited_[cell] == round_ || owner_[cell] == line) continue;
      visited_[cell] = round_;
      if (!give(owner_[cell])) continue;
      owner_[cell] = line;
      return true;
    }
    return false;
  }

  const Known& known_;
  std::vector<std::uint32_t> owner_;
  std::vector<std::uint64_t> visited_;
  std::uint64_t round_ = 0;
};

class Replies {
 public:
  Replies(const Board& board, int players, int player, Meter& meter)
      : known_(board), players_(players), player_(player), meter_(meter) {
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      most_through_ = std::max(most_through_, board.lines_through(cell).size());
    }
  }

  // Leaves the entries if they hold. She has `elsewhere` marks beyond those that are known.
  bool hold(int ply, int elsewhere) {
    if (!meter_.spend() || !hopeful(ply, elsewhere)) return false;
    if (2 * known_.open_lines() + static_cast<std::size_t>(elsewhere) <= known_.free_cells() &&
        Surplus(known_).holds(elsewhere, meter_)) {
      entries_.push_back({"pairs", {}});
      return true;
    }
    if (ply % players_ == player_) {
      ++ply;
      ++elsewhere;
    }
    const std::size_t before = entries_.size();
    for (const Cell cell : heaviest()) {
      entries_.push_back({"", {cell}});
      known_.take(cell, true);
      bool held = hold(ply + 1, elsewhere);
      known_.take(cell, true, -1);
      if (held && elsewhere > 0) {
        known_.take(cell, false);
        held = hold(ply, elsewhere - 1);
        known_.take(cell, false, -1);
      }
      if (held) return true;
      entries_.resize(before);
      if (meter_.error()) return false;
    }
    return false;
  }

  std::vector<proof::CertificateEntry> entries() { return std::move(entries_); }

 private:
  // Her marks must not fill a line but for two cells, and there must be rounds enough to touch
  // the lines that are too many.
  bool hopeful(int ply, int elsewhere) const {
    const Board& board = known_.board();
    const int least = board.shortest() - 2;
    if (elsewhere > least) return false;
    const std::size_t lines = known_.open_lines();
    const std::size_t cells = known_.free_cells();
    const auto rounds = static_cast<std::size_t>(std::max(0, kMostRounds - ply / players_));
    const std::size_t touched = rounds * static_cast<std::size_t>(players_ - 1) * most_through_;
    return lines <= touched || 2 * (lines - touched) <= cells;
  }

  std::vector<Cell> heaviest() const {
    std::vector<std::pair<std::size_t, Cell>> rated;
    for (Cell cell = 0; cell < known_.board().cells(); ++cell) {
      if (!known_.taken(cell)) rated.emplace_back(known_.open_through(cell), cell);
    }
    std::stable_sort(rated.begin(), rated.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < std::min(kReplyWidth, rated.size()); ++i) {
      if (rated[i].first > 0) cells.push_back(rated[i].second);
    }
    return cells;
  }

  static constexpr int kMostRounds = 12;

  Known known_;
  int players_;
  int player_;
  Meter& meter_;
  std::size_t most_through_ = 0;
  std::vector<proof::CertificateEntry> entries_;
};

}  // namespace

Result<std::optional<proof::Certificate>> hold_by_replies(const Board& board, int players,
                                                          int player, Meter& meter) {
  Replies replies(board, players, player, meter);
  const bool held = replies.hold(0, 0);
  if (meter.error()) return *meter.error();
  if (!held) return std::optional<proof::Certificate>();
  proof::Certificate certificate = proof::certificate_for(
      board, players, proof::CertificateKind::kReplies, proof::Claim::kNoWin);
  certificate.player = player;
  certificate.entries = replies.entries();
  return std::optional(std::move(certificate));
}

}  // namespace noughts::hyper::search
