#include "noughts/hyper/proof/threat_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "noughts/core/bits.h"

namespace noughts::hyper::proof {
namespace {

std::uint64_t bit(Cell cell) { return std::uint64_t{1} << cell; }

std::uint64_t image_of(std::uint64_t set, std::span<const Cell> map) {
  std::uint64_t image = 0;
  for_each_bit(set, [&](int cell) { image |= bit(map[static_cast<std::size_t>(cell)]); });
  return image;
}

class Walker {
 public:
  Walker(const Certificate& c, const Board& board, Meter& meter)
      : c_(c),
        cells_(board.cells()),
        rules_(board),
        symmetries_(symmetries_of(c, board)),
        meter_(meter) {}

  ThreatWalk run() {
    if (!std::all_of(c_.entries.begin(), c_.entries.end(),
                     [&](const CertificateEntry& entry) { return is_formed(entry); })) {
      walk_.complaint = "an entry is not one of cells alone";
      return walk_;
    }
    if (c_.player == 0) {
      visit({}, 0);
    } else {
      for_each_bit(rules_.all(), [&](int cell) { visit({0, bit(static_cast<Cell>(cell))}, 0); });
    }
    for (std::size_t i = 0; i < queue_.size() && !walk_.complaint && !meter_.error(); ++i) {
      if (i == c_.entries.size()) {
        refuse("no move is given", walk_.steps[queue_[i]].sides);
        break;
      }
      walk_.steps[queue_[i]].entry = i;
      follow(queue_[i], c_.entries[i].moves);
    }
    if (!walk_.complaint && queue_.size() != c_.entries.size()) {
      walk_.complaint = "some entries are never reached";
    }
    if (!walk_.complaint && !meter_.error()) count_plies();
    return walk_;
  }

 private:
  static constexpr std::uint64_t kStepBytes = 256;  // with its share of tables and links

  // What may follow after the moves of an entry.
  struct Link {
    int plies;
    std::size_t step;
  };

  bool is_formed(const CertificateEntry& entry) const {
    const auto on_board = [&](const std::vector<Cell>& cells) {
      return !cells.empty() && *std::max_element(cells.begin(), cells.end()) < cells_;
    };
    return entry.marks.empty() && on_board(entry.moves) &&
           std::all_of(entry.sequences.begin(), entry.sequences.end(), on_board);
  }
  void refuse(const std::string& what, const TwoSides& s) {
    std::string signs(cells_, '.');
    for_each_bit(s.own, [&](int cell) { signs[static_cast<std::size_t>(cell)] = own_sign(); });
    for_each_bit(s.other, [&](int cell) { signs[static_cast<std::size_t>(cell)] = other_sign(); });
    walk_.complaint = what + " in " + signs;
  }
  char own_sign() const { return c_.player == 0 ? '1' : '2'; }
  char other_sign() const { return c_.player == 0 ? '2' : '1'; }

  // The step for a position in which the winner is to move, a new one if need be: if her
  // move is forced it is followed at once, with the sequences of this entry.
  std::size_t visit(const TwoSides& s, std::size_t entry) {
    const auto [at, fresh] =
        found_.emplace(canonical_sides(symmetries_, s).sides, walk_.steps.size());
    const std::size_t step = at->second;
    if (!fresh || !meter_.spend() || !meter_.holds(kStepBytes * walk_.steps.size())) return step;
    walk_.steps.push_back({s, entry});
    links_.emplace_back();
    const std::uint64_t danger = rules_.completing(s.other, s.own);
    if (danger == 0) {
      queue_.push_back(step);
    } else {
      const auto cell = static_cast<Cell>(std::countr_zero(danger));
      walk_.steps[step].forced = cell;
      follow(step, {cell});
    }
    return step;
  }

  // Plays these moves; the replies to all but the last are forced.
  void follow(std::size_t step, const std::vector<Cell>& moves) {
    TwoSides s = walk_.steps[step].sides;
    int plies = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (((s.own | s.other) & bit(moves[i])) != 0) {
        return refuse(fmt::format("cell {} is not free", moves[i]), s);
      }
      s.own |= bit(moves[i]);
      ++plies;
      if (rules_.completing(s.other, s.own) != 0) {
        return refuse("the opponent completes a line", s);
      }
      const std::uint64_t threats = rules_.completing(s.own, s.other);
      if (i + 1 == moves.size()) return reply(step, s, threats, plies);
      if (!std::has_single_bit(threats)) {
        return refuse("moves are given after a reply that is not forced", s);
      }
      s.other |= threats;
      ++plies;
    }
  }

  // Every reply to the last move: one of the entry's sequences wins, or the position is a
  // step of its own.
  void reply(std::size_t step, const TwoSides& s, std::uint64_t threats, int plies) {
    if (std::popcount(threats) > 1) return link(step, plies + 2);
    if (rules_.empty(s) == 0) return refuse("the board is full", s);
    const std::size_t entry = walk_.steps[step].entry;
    for_each_bit(threats != 0 ? threats : rules_.empty(s), [&](int cell) {
      if (walk_.complaint || meter_.error()) return;
      const TwoSides after{s.own, s.other | bit(static_cast<Cell>(cell))};
      for (const std::vector<Cell>& sequence : c_.entries[entry].sequences) {
        const int wins = rules_.plies_of(after, sequence);
        if (wins > 0) return link(step, plies + 1 + wins);
      }
      const std::size_t next = visit(after, entry);
      links_[step].push_back({plies + 1, next});
    });
  }
  void link(std::size_t step, int plies) {
    walk_.steps[step].plies = std::max(walk_.steps[step].plies, plies);
  }

  // Those with more marks first: what follows a step has more than it.
  void count_plies() {
    std::vector<std::size_t> order(walk_.steps.size());
    std::iota(order.begin(), order.end(), 0);
    const auto marks = [&](std::size_t i) {
      return std::popcount(walk_.steps[i].sides.own | walk_.steps[i].sides.other);
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return marks(a) > marks(b); });
    for (const std::size_t i : order) {
      for (const Link& l : links_[i]) link(i, l.plies + walk_.steps[l.step].plies);
    }
  }

  const Certificate& c_;
  const Cell cells_;
  const ThreatRules rules_;
  const Symmetries symmetries_;
  Meter& meter_;
  ThreatWalk walk_;
  std::vector<std::size_t> queue_;        // steps that an entry tells
  std::vector<std::vector<Link>> links_;  // of every step
  std::unordered_map<TwoSides, std::size_t> found_;
};

}  // namespace

CanonicalSides canonical_sides(const Symmetries& symmetries, const TwoSides& sides) {
  CanonicalSides least{sides, 0};
  for (int s = 1; s < symmetries.count(); ++s) {
    const auto map = symmetries.map(s);
    const std::uint64_t own = image_of(sides.own, map);
    if (own > least.sides.own) continue;
    const std::uint64_t other = image_of(sides.other, map);
    if (own < least.sides.own || other < least.sides.other) least = {{own, other}, s};
  }
  return least;
}

ThreatRules::ThreatRules(const Board& board) : all_(low_bits(static_cast<int>(board.cells()))) {
  for (Line line = 0; line < board.lines(); ++line) {
    std::uint64_t cells = 0;
    for (const Cell cell : board.cells_of(line)) cells |= bit(cell);
    lines_.push_back(cells);
  }
}

std::uint64_t ThreatRules::completing(std::uint64_t own, std::uint64_t other) const {
  std::uint64_t found = 0;
  for (const std::uint64_t line : lines_) {
    const std::uint64_t rest = line & ~own;
    if (std::has_single_bit(rest)) found |= rest & ~other;
  }
  return found;
}

int ThreatRules::plies_of(TwoSides s, const std::vector<Cell>& sequence) const {
  int plies = 0;
  for (const Cell cell : sequence) {
    if (((s.own | s.other) & bit(cell)) != 0) return 0;
    s.own |= bit(cell);
    if (completing(s.other, s.own) != 0) return 0;
    const std::uint64_t threats = completing(s.own, s.other);
    if (threats == 0) return 0;
    if (!std::has_single_bit(threats)) return plies + 3;
    s.other |= threats;
    plies += 2;
  }
  return 0;
}

ThreatWalk walk_threats(const Certificate& certificate, const Board& board, Meter& meter) {
  return Walker(certificate, board, meter).run();
}

}  // namespace noughts::hyper::proof
