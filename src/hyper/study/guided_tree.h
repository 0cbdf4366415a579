// The guided tree of Kutner's draft: one player follows a policy, the others try
// everything, and the leaves are counted.
//
// The text of the draft leaves much open; this is the reading that gives all
// five rows of its tables that were made with the greedy policy:
//
//   - a node is the canonical image of its board (empty < 1 < 2 < 3 ..., cell by
//     cell), and the policy sees that image, renewed after every move;
//   - equivalent boards are merged among the children of one node, not across
//     the tree;
//   - a leaf is a completed line or a full board;
//   - greedy takes the move with the best score after it, the lowest cell first;
//     opponents' lines count 1/d (Penalty::kFull), not the printed 1/(d(q-1)).
//
// Since a node's subtree depends on its board alone, each board is counted once
// and the counts are reused.
#pragma once

#include <cstdint>
#include <functional>

#include "noughts/core/budget.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/study/score.h"

namespace noughts::hyper::study {

// Chooses a legal move. Require: the position is not over.
using Policy = std::function<Result<Move>(const Position&)>;

// The move with the best heuristic score (score.h).
Policy greedy_policy(const Rules& rules, const ScoreWeights& weights);
// The same choice for the same board, whatever came before.
Policy random_policy(const Rules& rules, std::uint64_t seed);

// How the games of a guided tree end for the guided player.
struct LeafCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::uint64_t nodes = 0;
  // Games in all.
  std::uint64_t leaves() const { return wins + draws + losses; }
};

// Leaves of the tree in which `player` (from 0) is guided, from the empty board.
Result<LeafCounts> guided_tree(const Rules& rules, int player, const Policy& policy,
                               const Budget& budget = {});

}  // namespace noughts::hyper::study
