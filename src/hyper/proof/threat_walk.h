// A win by threats, walked through: every position in which the winner has to be told
// what to do, in the order in which a certificate of kind threats tells it.
//
// The certificate holds no positions. Whoever reads it begins with the start of the
// game, asks the first entry what to play, looks at every reply, and puts each
// position that is new up to symmetry and not won at once by one of the entry's
// sequences of threats at the end of a queue:
//
//     queue    start | after reply a | after reply b | ...
//     entries  V     | Qk fG         | h             | ...        one for each
//
// Where the reply threatens a line, the winner's move is forced: it is played at once, and
// the replies to it are looked at with the sequences of the same entry.
//
// The walk is the check: it plays by the rules alone and stops at the first thing that
// is not in order. What it came through is what a player needs who follows the proof.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/certificate.h"

namespace noughts::hyper::proof {

// Marks of the winner and of the other player, a bit for each cell.
struct TwoSides {
  std::uint64_t own = 0;
  std::uint64_t other = 0;
  bool operator==(const TwoSides&) const = default;
};

// The least image under the symmetries, and the one that leads to it.
struct CanonicalSides {
  TwoSides sides;
  int symmetry;
};
CanonicalSides canonical_sides(const Symmetries& symmetries, const TwoSides& sides);

// The rules on two sets of cells. The board has at most 64 cells.
class ThreatRules {
 public:
  explicit ThreatRules(const Board& board);
  std::uint64_t all() const { return all_; }
  std::uint64_t empty(const TwoSides& s) const { return all_ & ~(s.own | s.other); }
  // Empty cells by which the first of two sides completes a line.
  std::uint64_t completing(std::uint64_t own, std::uint64_t other) const;
  // Whether these moves of the winner, who is to move, win by threats alone: each leaves
  // the other, who cannot complete a line, one cell that he must take, the last one two.
  // Then the number of plies up to the completed line; 0 if they do not.
  int plies_of(TwoSides s, const std::vector<Cell>& sequence) const;

 private:
  std::uint64_t all_;
  std::vector<std::uint64_t> lines_;
};

// A position in which the winner is to move, and whose entry helps her.
struct ThreatStep {
  TwoSides sides;
  std::size_t entry = 0;
  std::optional<Cell> forced = {};  // the cell that she must take; nothing: the entry tells
  int plies = 0;                    // at most so many to the end of the game
};

struct ThreatWalk {
  std::vector<ThreatStep> steps;         // one for each entry, and the forced ones
  std::optional<std::string> complaint;  // nothing: the certificate holds
};

// Require: the certificate is of kind threats, the board is its own, of at most 64 cells.
ThreatWalk walk_threats(const Certificate& certificate, const Board& board, Meter& meter);

}  // namespace noughts::hyper::proof

template <>
struct std::hash<noughts::hyper::proof::TwoSides> {
  std::size_t operator()(const noughts::hyper::proof::TwoSides& s) const noexcept {
    const std::uint64_t h = s.own * 0x9e3779b97f4a7c15 ^ (s.other + 1) * 0xbf58476d1ce4e5b9;
    return h ^ (h >> 31);
  }
};
