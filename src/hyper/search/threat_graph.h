// Positions between wins by threats, and who is proved to win them.
//
// An attacker to move who wins by threats alone (threats.h) needs no advice. In the other
// positions he needs a move, and then something for every reply that no sequence of
// threats answers. These positions, up to symmetry, are the nodes of a graph:
//
//     node      attacker to move, not won by threats      least number of any choice
//     choice    his move, and the nodes after the replies    sum of their numbers
//               that threats alone do not answer
//
// The number of a node is how many positions below it still wait for a proof; proof-number
// search looks next where that is least for the attacker and hardest for the defender. A
// choice is looked at in full when it is first the most promising. His moves are
//
//   - if the defender threatens a line: the one cell;
//   - quiet moves after which he would win by threats if the defender passed, and a few
//     others by a static score (to restrict the attacker is sound);
//   - threats that win nothing at once, with the forced reply. Their nodes begin with a
//     larger number, or everything would be poured into ever longer sequences.
//
// The defender's replies are never restricted. All of it is kept, so that a small
// strategy can be chosen among what was proved (threat_choice.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/core/flat_table.h"
#include "noughts/hyper/search/proof_numbers.h"
#include "noughts/hyper/search/threats.h"

namespace noughts::hyper::search {

// See docs/notes/hyper.md for what was tried.
struct ThreatTuning {
  int free_moves = 6;                  // quiet moves that threaten nothing, at most
  std::uint32_t threat_nodes = 500;    // of a threat search after a reply
  std::uint32_t pass_nodes = 100;      // of one after a quiet move, as if the defender passed
  std::uint32_t patient_nodes = 5000;  // of one before a node is expanded
  ProofNumber threat_number = 18;      // first number of a node reached by a threat
  ProofNumber free_number = 6;         // of a free move where others threaten something
};

using NodeIndex = std::uint32_t;

struct ThreatChoice {
  Cell move = 0;
  bool threat = false;  // the reply is forced, and there is one node
  bool forced = false;  // the defender threatens a line: there is no other move
  bool looked_at = false;
  ProofNumbers numbers = {};
  std::vector<NodeIndex> nodes = {};  // after replies that threats alone do not answer
};

struct ThreatNode {
  CellSet attacker = 0;
  CellSet defender = 0;
  ProofNumbers numbers;
  bool expanded = false;
  bool by_threats = false;  // won by threats after all, by a longer search
  std::vector<ThreatChoice> choices;
  std::vector<NodeIndex> parents;
};

class ThreatGraph {
 public:
  ThreatGraph(const SmallBoard& board, const ThreatTuning& tuning, Meter& meter);

  // Node 0 is the empty board. Searches until it is proved or disproved, or the meter
  // stops it; whether it is proved.
  bool prove();

  const std::vector<ThreatNode>& nodes() const { return nodes_; }
  // Whether the attacker must take a cell there to stop a line.
  bool forced(NodeIndex node) const {
    const auto& choices = nodes_[node].choices;
    return !choices.empty() && choices.front().forced;
  }
  bool proved(NodeIndex node) const { return nodes_[node].numbers.proof == 0; }
  bool proved(const ThreatChoice& c) const { return c.looked_at && c.numbers.proof == 0; }
  std::uint64_t threat_nodes() const { return threats_.nodes(); }

  // The node of a position, if there is one; and the way from a node's board to this one.
  struct Place {
    NodeIndex node;
    int node_symmetry;
    int symmetry;
  };
  std::optional<Place> find(CellSet attacker, CellSet defender) const;
  Cell cell_at(const Place& place, Cell of_node) const;
  const DuelBoard& duel_board() const { return duel_board_; }
  Duel duel_of(CellSet attacker, CellSet defender) const;

 private:
  NodeIndex node_at(std::uint64_t key, CellSet attacker, CellSet defender);
  std::uint64_t bytes() const;
  void load(NodeIndex node);
  void step();
  void expand(NodeIndex node);
  void add_quiet_moves(NodeIndex node, const Duel& duel, CellSet threats);
  void add_threats(NodeIndex node, const Duel& duel, const Duel::Threats& threats);
  void look_at(NodeIndex node, std::size_t choice);
  bool replies_to(const Duel& duel, Cell move, ThreatChoice& choice);
  void gather_replies(CellSet cells);
  bool wins(const Duel& duel);
  int static_score(const Duel& duel, Cell cell) const;
  void update(ThreatChoice& choice) const;
  bool update(NodeIndex node);
  void propagate(NodeIndex node);

  const SmallBoard& board_;
  const DuelBoard duel_board_;
  ThreatTuning tuning_;
  Meter& meter_;
  ThreatSearch threats_;
  ImageHashes hashes_;
  std::vector<ThreatNode> nodes_;
  // By the complement of the least hash: that of the empty board is 0, which no key may be.
  FlatTable<NodeIndex> index_;
  std::vector<std::vector<Cell>> sequences_;  // that won against other replies to the same move
  struct Reply {
    Cell cell;
    std::uint64_t key;
  };
  std::vector<Reply> replies_;  // to the move that is looked at, equivalent ones once
  std::uint64_t links_ = 0;
  std::array<std::vector<NodeIndex>, kMaxSmallCells + 1> waiting_;  // to be updated, by marks
};

}  // namespace noughts::hyper::search
