#include "noughts/hyper/proof/replies.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace noughts::hyper::proof {
namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// What is known of the board: cells of the others, and cells known to be hers.
enum class Held : std::uint8_t { kUnknown, kOthers, kHers };

// Cells handed out to the lines that the others have not touched, no cell twice.
class Shares {
 public:
  Shares(const Board& board, const std::vector<Held>& held)
      : board_(board), held_(held), owner_(board.cells(), kNobody) {
    for (Line line = 0; line < board.lines(); ++line) {
      const auto cells = board.cells_of(line);
      if (std::none_of(cells.begin(), cells.end(),
                       [&](Cell cell) { return held[cell] == Held::kOthers; })) {
        lines_.push_back(line);
      }
    }
  }

  // Whether any set of lines has twice as many cells as lines, and `spare` more: exactly where
  // each line in turn can have 2 + spare cells while all the others have two.
  bool suffice(int spare, Meter& meter) {
    for (const Line line : lines_) {
      if (!meter.spend() || !give(line) || !give(line)) return false;
    }
    for (const Line line : lines_) {
      for (int extra = 0; extra < spare; ++extra) {
        if (!meter.spend() || !give(line)) return false;
      }
      release(line, spare);
    }
    return true;
  }

 private:
  // One cell more for the line, the others moving on to other cells where they must: the
  // shortest such chain, breadth first.
  bool give(Line to) {
    std::vector<Line> queue{to};
    std::vector<Cell> by(board_.lines(), kNobody);  // the cell that the line would give up
    std::vector<bool> seen(board_.lines(), false);
    seen[to] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Cell cell : board_.cells_of(queue[i])) {
        if (held_[cell] != Held::kUnknown) continue;
        const std::uint32_t owner = owner_[cell];
        if (owner == kNobody) {
          shift(cell, queue[i], to, by);
          return true;
        }
        if (seen[owner]) continue;
        seen[owner] = true;
        by[owner] = cell;
        from_[owner] = queue[i];
        queue.push_back(owner);
      }
    }
    return false;
  }

  void shift(Cell cell, Line line, Line to, const std::vector<Cell>& by) {
    while (true) {
      owner_[cell] = line;
      if (line == to) return;
      cell = by[line];
      line = from_[line];
    }
  }

  void release(Line line, int count) {
    for (const Cell cell : board_.cells_of(line)) {
      if (count == 0) return;
      if (owner_[cell] != line) continue;
      owner_[cell] = kNobody;
      --count;
    }
  }

  const Board& board_;
  const std::vector<Held>& held_;
  std::vector<std::uint32_t> owner_;  // the line that has the cell
  std::vector<Line> lines_;
  std::vector<Line> from_ = std::vector<Line>(board_.lines(), 0);
};

class RepliesCheck {
 public:
  RepliesCheck(const Certificate& c, const Board& board, Meter& meter)
      : c_(c), board_(board), meter_(meter), held_(board.cells(), Held::kUnknown) {}

  std::optional<std::string> run() {
    follow(0, 0);
    if (!complaint_ && !meter_.error() && next_ != c_.entries.size()) {
      complaint_ = "some entries are never reached";
    }
    return complaint_;
  }

 private:
  // She has `elsewhere` marks beyond the cells known to be hers.
  void follow(int ply, int elsewhere) {
    if (next_ == c_.entries.size()) {
      complaint_ = "the entries end before the strategy does";
      return;
    }
    const CertificateEntry& entry = c_.entries[next_++];
    if (!entry.marks.empty()) {
      if (entry.marks != "pairs" || !entry.moves.empty()) {
        complaint_ = "an entry is neither a cell nor 'pairs'";
      } else if (!Shares(board_, held_).suffice(elsewhere, meter_) && !meter_.error()) {
        complaint_ = fmt::format("entry {}: there need not be pairs", next_);
      }
      return;
    }
    if (entry.moves.size() != 1 || entry.moves[0] >= board_.cells()) {
      complaint_ = "an entry is neither a cell nor 'pairs'";
      return;
    }
    const Cell cell = entry.moves[0];
    if (held_[cell] != Held::kUnknown) {
      complaint_ = fmt::format("entry {}: cell {} is not free", next_, cell);
      return;
    }
    if (ply % c_.players == c_.player) {
      ++ply;
      ++elsewhere;
    }
    held_[cell] = Held::kOthers;
    follow(ply + 1, elsewhere);
    held_[cell] = Held::kHers;
    if (!complaint_ && !meter_.error() && elsewhere > 0) follow(ply, elsewhere - 1);
    held_[cell] = Held::kUnknown;
  }

  const Certificate& c_;
  const Board& board_;
  Meter& meter_;
  std::vector<Held> held_;
  std::size_t next_ = 0;
  std::optional<std::string> complaint_;
};

}  // namespace

std::optional<std::string> check_replies(const Certificate& certificate, const Board& board,
                                         Meter& meter) {
  // Every entry marks a cell, so the recursion is no deeper than the board has cells.
  if (board.cells() > kMaxReplyCells) {
    return fmt::format("replies are for boards of at most {} cells", kMaxReplyCells);
  }
  return RepliesCheck(certificate, board, meter).run();
}

}  // namespace noughts::hyper::proof
