#include "noughts/hyper/search/pairing.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace noughts::hyper::search {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Hopcroft-Karp; left vertices are copies 2l and 2l+1 of line l.
class Matching {
 public:
  explicit Matching(const Board& board)
      : board_(board),
        copies_(2 * board.lines()),
        cell_of_(copies_, kNone),
        copy_of_(board.cells(), kNone),
        level_(copies_),
        next_(copies_) {}

  bool match_all() {
    std::uint32_t matched = greedy();
    while (matched < copies_) {
      if (!layer()) return false;
      std::fill(next_.begin(), next_.end(), 0);
      for (std::uint32_t copy = 0; copy < copies_; ++copy) {
        if (cell_of_[copy] == kNone && augment(copy)) ++matched;
      }
    }
    return true;
  }

  Cell cell_of(std::uint32_t copy) const { return cell_of_[copy]; }

 private:
  std::span<const Cell> neighbours(std::uint32_t copy) const { return board_.cells_of(copy / 2); }

  void join(std::uint32_t copy, Cell cell) {
    cell_of_[copy] = cell;
    copy_of_[cell] = copy;
  }

  std::uint32_t greedy() {
    std::uint32_t matched = 0;
    for (std::uint32_t copy = 0; copy < copies_; ++copy) {
      for (const Cell cell : neighbours(copy)) {
        if (copy_of_[cell] != kNone) continue;
        join(copy, cell);
        ++matched;
        break;
      }
    }
    return matched;
  }

  // Breadth first from the unmatched copies; whether a free cell is reached.
  bool layer() {
    std::vector<std::uint32_t> queue;
    for (std::uint32_t copy = 0; copy < copies_; ++copy) {
      level_[copy] = cell_of_[copy] == kNone ? 0 : kNone;
      if (level_[copy] == 0) queue.push_back(copy);
    }
    bool reached = false;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Cell cell : neighbours(queue[i])) {
        const std::uint32_t other = copy_of_[cell];
        if (other == kNone) {
          reached = true;
        } else if (level_[other] == kNone) {
          level_[other] = level_[queue[i]] + 1;
          queue.push_back(other);
        }
      }
    }
    return reached;
  }

  // An augmenting path along rising levels, depth first without recursion.
  bool augment(std::uint32_t start) {
    std::vector<std::uint32_t> path{start};
    while (!path.empty()) {
      const std::uint32_t copy = path.back();
      const auto cells = neighbours(copy);
      if (next_[copy] == cells.size()) {
        path.pop_back();
        if (!path.empty()) ++next_[path.back()];
        continue;
      }
      const Cell cell = cells[next_[copy]];
      const std::uint32_t other = copy_of_[cell];
      if (other == kNone) {
        for (const std::uint32_t on_path : path) join(on_path, neighbours(on_path)[next_[on_path]]);
        return true;
      }
      if (level_[other] == level_[copy] + 1) {
        path.push_back(other);
      } else {
        ++next_[copy];
      }
    }
    return false;
  }

  const Board& board_;
  std::uint32_t copies_;
  std::vector<Cell> cell_of_;
  std::vector<std::uint32_t> copy_of_;
  std::vector<std::uint32_t> level_;
  std::vector<std::size_t> next_;
};

// Cells for the open lines of a position: augmenting paths on sets of cells.
// There are few such lines, so nothing cleverer pays.
class OpenLines {
 public:
  // Require: at most half as many lines as cells.
  void add(CellSet free) { free_[count_++] = free; }

  bool have_pairs() {
    for (std::uint8_t line = 0; line < count_; ++line) {
      for (int copy = 0; copy < 2; ++copy) {
        CellSet tried = 0;
        if (!give_cell(line, tried)) return false;
      }
    }
    return true;
  }

 private:
  bool give_cell(std::uint8_t line, CellSet& tried) {
    if (const CellSet unowned = free_[line] & ~owned_) {
      return take(line, unowned);
    }
    // Its own cells are no news; another's may be had if that line finds a new one.
    for (CellSet rest; (rest = free_[line] & ~tried) != 0;) {
      const int cell = std::countr_zero(rest);
      tried |= rest & -rest;
      const std::uint8_t owner = owner_[static_cast<std::size_t>(cell)];
      if (owner == line || !give_cell(owner, tried)) continue;
      owner_[static_cast<std::size_t>(cell)] = line;
      return true;
    }
    return false;
  }

  bool take(std::uint8_t line, CellSet unowned) {
    owner_[static_cast<std::size_t>(std::countr_zero(unowned))] = line;
    owned_ |= unowned & -unowned;
    return true;
  }

  std::array<CellSet, kMaxSmallCells / 2> free_;
  std::uint8_t count_ = 0;
  CellSet owned_ = 0;
  std::array<std::uint8_t, kMaxSmallCells> owner_;
};

}  // namespace

bool holds_by_pairing(const SmallBoard& board, CellSet attacker, CellSet defenders) {
  OpenLines open;
  int lines = 0;
  const int most = std::popcount(board.all() & ~attacker & ~defenders) / 2;
  for (const CellSet line : board.lines()) {
    if (line & defenders) continue;
    const CellSet free = line & ~attacker;
    if (++lines > most || std::popcount(free) < 2) return false;
    open.add(free);
  }
  return open.have_pairs();
}

std::optional<Pairing> find_pairing(const Board& board) {
  if (std::uint64_t{2} * board.lines() > board.cells()) return std::nullopt;
  Matching matching(board);
  if (!matching.match_all()) return std::nullopt;
  Pairing pairing(board.lines());
  for (Line line = 0; line < board.lines(); ++line) {
    pairing[line] = {matching.cell_of(2 * line), matching.cell_of(2 * line + 1)};
  }
  return pairing;
}

proof::Certificate pairing_certificate(const Board& board, int players, const Pairing& pairing) {
  proof::Certificate c = proof::certificate_for(board, players, proof::CertificateKind::kPairing,
                                                proof::Claim::kNoWin);
  for (const auto& pair : pairing) c.entries.push_back({"", {pair[0], pair[1]}});
  return c;
}

}  // namespace noughts::hyper::search
